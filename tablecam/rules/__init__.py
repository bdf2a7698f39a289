"""Rulebooks: pure procedures on plain data that ask questions and tell events, and the machinery they stand on."""
