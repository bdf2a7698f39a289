"""Forces of Urr as files, including the starters."""
