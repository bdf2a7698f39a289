"""Layouts of a drawn round, in which the organiser moves players.

Clause: UW-TG Second & Subsequent Round Pairing (P8).
"""

from dataclasses import replace

from tablecam.base.i18n import Message
from tablecam.club.tournament.entrant import Layout
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.refusal import TournamentRefusal


def layout_of(drawn: RoundDrawn) -> Layout:
    """The pairs of a round, its byes and the players who sit out."""
    return Layout(drawn.pairs, drawn.byes, drawn.sitting_out)


def swapped(layout: Layout, one: str, other: str) -> Layout:
    """The layout with two players swapped, at tables, byes or sitting out. TournamentRefusal if one of them is not in
    it.
    """
    places = {player for pair in layout.pairs for player in pair} | {*layout.byes, *layout.sitting_out}
    for player in (one, other):
        if player not in places:
            raise TournamentRefusal(
                Message("{player} has no place in this round to swap", player=player), "P8", (player,)
            )
    change = {one: other, other: one}
    return replace(
        layout,
        pairs=tuple(
            (change.get(left_player, left_player), change.get(right_player, right_player))
            for left_player, right_player in layout.pairs
        ),
        byes=tuple(change.get(player, player) for player in layout.byes),
        sitting_out=tuple(change.get(player, player) for player in layout.sitting_out),
    )
