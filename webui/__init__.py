"""The web skin: parse, call, present."""
