"""Forces of Urr as files, the starters among them."""
