"""Many tables, one record: a table's messages over an MQTT broker, and the archiver that keeps them in PostgreSQL."""
