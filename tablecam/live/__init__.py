"""A running table: its pipeline and cameras, the loop over them, and the observer of a game."""
