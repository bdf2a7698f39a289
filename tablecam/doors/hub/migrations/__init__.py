"""The versions of the record's tables."""
