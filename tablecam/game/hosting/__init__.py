"""A game that several devices share: who may see what, and who may do what."""
