"""Leagues on a server: the log in the database, evenings taken from events, tables as files, pages without a script."""
