"""Pixels: frames, tag detections, the fit of the whole tag bitmap, the motion gate. Nothing here knows the game."""
