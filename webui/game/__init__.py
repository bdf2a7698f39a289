"""The game in progress: its state and its log to every screen as its role may know them, and the players' commands."""
