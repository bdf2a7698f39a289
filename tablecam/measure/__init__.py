"""Facts read off a snapshot, each with its uncertainty, in no rulebook's words."""
