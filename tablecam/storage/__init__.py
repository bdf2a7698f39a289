"""Adapters for what is kept on disk: the table folder."""
