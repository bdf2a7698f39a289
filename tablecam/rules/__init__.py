"""Rulebooks: pure procedures on plain data that ask questions and record events, and the machinery beneath them.

Read `play.py` first (the run of a procedure), then `ask.py`, `facts.py`, `check.py` and `event.py` (its questions and
events), then `system.py` (the interface of a rulebook). Nothing here measures, rolls, waits or stores.
"""
