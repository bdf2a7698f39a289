"""Urban War, second edition: the quick-start rules and the reference sheet.

Read the `*_events.py` first, then `turn.py`, `actions.py`, `overwatch.py`, `shooting.py`, `close_combat.py`.
Procedures run alone: `play = Play(state, evolve, answers=[..])`, then `shoot(play, ..)`, `fight`, `react`, `casualty`.
`docs/rules/urban-war.md` lists every rule by its row, with the file that it lives in.
"""
