"""A game that several devices share: the rights of each to see and to act."""
