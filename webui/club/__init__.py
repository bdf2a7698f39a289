"""The club event's pages: the organiser's desk, the stream of a event, and who a player's phone belongs to."""
