"""Urban War, second edition."""
