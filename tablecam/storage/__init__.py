"""Adapters for the disk: the table folder, games, tournaments and leagues."""
