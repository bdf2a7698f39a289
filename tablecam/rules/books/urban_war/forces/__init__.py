"""Urban War's forces: stat cards, force files, starter teams, club lists."""
