"""Urr as a rulebook: combat in the field and on the walls, and all that a siege brings along."""
