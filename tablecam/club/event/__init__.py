"""One club event: its log, its commands, and what each reader may see of it."""
