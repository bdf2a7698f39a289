"""A league as pure functions on plain data: people over many evenings, seasons with divisions, tables, ratings.

It knows no clock, disk or random source. Read `acts.py` first, then `league.py`, `state.py`, `season_table.py`,
`ratings.py`. The log has people by number alone (`p7`): what they are called stands beside it, so that a name can be
deleted for good while every result stays.
"""
