"""Many tables, one record: what a table sends over an MQTT broker, and the archiver that keeps it in PostgreSQL."""
