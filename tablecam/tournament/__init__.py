"""A Swiss event as the Urban War tournament guide has it: pure functions on plain data, for any game.

It knows no game, clock, chance or disk: an event gets its entrants and a seed. Read `events.py` first, then
`event.py`, `pairing.py`, `tables.py`, `standings.py`; around them the club event: `club_events.py`, `club_event.py`,
with drafts, force lists (`forces.py`), cards of two reports (`score_card.py`) and the round's clock (`clock.py`).

G: fixed by the guide's text; P: our resolution of a gap.

clause  done  file          note
N1      done  rounds.py     G; smallest power of two that holds the players
N2      done  rounds.py     P; below 5 a warning; fixed with round 1, the organiser may set another number, logged
A1      done  scoring.py    G; fractions up, integers only
A2      done  scoring.py    G; tested from the top
A3      done  scoring.py    G; a withdrawal is Severe; Severe against Severe is a draw
A4      done  scoring.py    P; losses outside the force and an empty force are refused
A5      done  scoring.py    G; 12 and 4 for each level between them
A6      done  scoring.py    G; a bonus is added afterwards, below nought is refused
C1      done  scoring.py    G; the conceder has lost all, the opponent what he really lost
C2      done  state.py      G; out for good, ranks close up
C3      done  standings.py  G; his total counts for those who met him
C4      done  event.py      P; drop, reinstate; a no-show is a concession before anything is lost
C5      done  scoring.py    P; both concede: 12 each, both out
B1      done  pairing.py    G; before any pairing, by the number of active players
B2      done  pairing.py    G; a second one only by the organiser's own hand, listed as a breach
B3      done  pairing.py    G; round 1 by a shuffle of its own, later the lowest without one
B4      done  pairing.py    P; of level ones the lowest in the stack as drawn
B5      done  pairing.py    P; who was passed over stands in the log, level ones too
B6      done  scoring.py    G; 24, no opponent, no table
F1      done  pairing.py    G; the first of another faction from the top
F2      done  pairing.py    P; else the next card
F3      part  pairing.py    P; literal; the option to have fewest pairs of one faction is not offered
F4      done  pairing.py    G; factions are not looked at after round 1
P1      done  pairing.py    G; sitting out is the organiser's own hand, listed as a breach
P2      done  matching.py   G; a pair that has met is no edge, never a weight
P3      done  pairing.py    G; by points, a stack in another order is refused
P4      done  matching.py   P; the lexicographically first complete pairing
P5      done  draw.py       P; level cards by the seed; the stack stands in the log
P6      done  pairing.py    P; refused, who blocks it, four remedies; the first three are layouts to take over by hand
P7      done  event.py      P; 0 or 12 for each round missed
P8      done  violations.py  P; every clause broken, reason and name, marked as edited
T0      done  tables.py     P; too few are refused before drawing
T1      done  tables.py     G; what T2 comes to while nobody has played
T2      done  tables.py     G; in the order of selection, the lowest that neither knows
T3      done  tables.py     G; else new to the higher scorer
T4      done  tables.py     P; else new to the lower, else the lowest
T5      done  tables.py     P; of level scorers the first card
T6      done  tables.py     P; tables taken out or kept for a player, logged
T7      done  tables.py     G; nothing is optimised
S1      done  standings.py  G; points, then the final points of the opponents, one term for each game played
S2      done  standings.py  P; a shared rank; a roll-off is shown as such
S3      done  event.py      P; totals follow, drawn rounds stand, the log says which
"""
