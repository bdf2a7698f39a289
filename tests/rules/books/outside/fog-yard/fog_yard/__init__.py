"""Fog yard: gangs in a yard full of smoke, for tablecam."""
