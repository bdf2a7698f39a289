"""Pure mathematics: the camera's projection and the footprints of bases."""
