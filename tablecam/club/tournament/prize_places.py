"""The winners of the prizes for places: players, or teams where teams play.

    find_winners(state)     # {1: ("ann",), 2: ("bob", "cat"), 3: ("bob", "cat")}

Players who share a place share the prizes of all the places that they take up: two second players those for 2 and 3.

Clause: House Evening (N9, N11), UW-TG Deciding the Tournament Winners (S2).
"""

from collections.abc import Sequence

from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.team_rounds import team_standings


def find_winners(state: ClubState) -> dict[int, tuple[str, ...]]:
    """The winners of each place that has a prize, by the table as it stands; nobody for a place that nobody takes."""
    table = _list_ranks(state)
    return {place: _find_place(table, place) for place in state.settings.prizes}


def _list_ranks(state: ClubState) -> list[tuple[str, int]]:
    """Everybody with a rank: the IDs of players, or the names of teams."""
    if state.event.teams.size:
        return [(row.team, row.rank) for row in team_standings(state.event)]
    return [(row.player, row.rank) for row in state.standings() if row.rank is not None]


def _find_place(table: Sequence[tuple[str, int]], place: int) -> tuple[str, ...]:
    rank = max((rank for _who, rank in table if rank <= place), default=0)
    level = tuple(who for who, level_rank in table if level_rank == rank)
    return level if place < rank + len(level) else ()
