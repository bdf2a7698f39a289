"""Draws dice, trains the network that reads them, and judges it."""
