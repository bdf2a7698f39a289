"""One evening at the table: the live loop that reads the camera, and the game in progress with its log.

Of the game, read `game.py` first, then `plan.py` (one path for answering, undoing and resuming) and `game_log.py`.
"""
