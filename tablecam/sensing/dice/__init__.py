"""Dice in an image of a matte tray: their outlines, kinds, colours and upper faces. Nothing here knows the game."""
