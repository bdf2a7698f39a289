"""A camera above a wargaming table that knows where every model stands, and umpires by the book.

Start with `tablecam.pipeline`: how a frame becomes a snapshot.
"""
