"""What the command line does, one file a command; the parts are put together here."""
