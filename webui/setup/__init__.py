"""The set-up over HTTP: one module a step, each with its addresses and their JSON; for table and umpire alone."""
