"""The rulebooks, one folder each. `book.py` is the port, `catalogue.py` the table of books."""
