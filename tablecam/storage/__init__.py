"""Adapters for the disk: the table folder, the games, the tournaments."""
