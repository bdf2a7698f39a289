"""Games read back: the archive, any moment of a game, the battle report."""
