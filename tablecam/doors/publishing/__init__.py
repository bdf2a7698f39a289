"""Publish the table for other programs: live messages with their contract, a table of positions, and TUIO."""
