"""The club night's pages: the organiser's desk, the stream of a night, and who a player's phone belongs to."""
