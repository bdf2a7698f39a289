"""Words, units, errors and systems: what every room uses and what uses no other room."""
