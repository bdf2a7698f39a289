"""Pure mathematics: the camera's projection, the footprints of bases, sight lines and paths."""
