"""Urr as a rulebook: combat in the field and on the walls, and everything that a siege involves."""
