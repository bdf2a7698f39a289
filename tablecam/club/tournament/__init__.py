"""Plays the Urban War tournament guide as pure functions on plain data: a Swiss event from its entrants and a seed.

It knows no rulebook, clock, random source or disk. Read `events.py` first, then `event.py`, `pairing.py`, `tables.py`,
`standings.py`. Around them is the club event: `club_events.py`, `club_event.py`, with drafts, force lists
(`forces.py`), score cards with two reports (`scoring.py`) and the clock of a round (`schedule.py`).

docs/rules/tournament.md lists the rows of the guide that the code cites.
"""
