"""Rulebooks: pure procedures on plain data that ask questions and tell events, and the machinery beneath them.

Read `play.py` first (how a procedure runs), then `ask.py`, `facts.py`, `check.py` and `event.py` (what it asks and
tells), then `system.py` (what a whole rulebook is). Nothing here measures, rolls, waits or stores.
"""
