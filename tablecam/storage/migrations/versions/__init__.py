"""A file for each version. The tables that a file makes never change: existing databases have them."""
