"""Facts measured on a snapshot, each with its uncertainty, independent of any rulebook."""
