"""The live loop, and what watches a game through the camera."""
