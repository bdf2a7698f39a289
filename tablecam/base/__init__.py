"""Words, units, errors and systems: used by every package, and using none of them."""
