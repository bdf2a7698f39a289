"""One game: its log, its state, answers, undo, replay.

Read `game.py` first, then `change_plan.py` (one path for answering, undoing and resuming) and `log.py`.
"""
