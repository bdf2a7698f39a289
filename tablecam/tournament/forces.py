"""Force lists: what a player brings, once for the whole event, checked before the first round and then locked.

Clause: UW-TG Force Lists (LIST).
"""

from collections import Counter
from dataclasses import dataclass

from tablecam.tournament.entrant import Entrant
from tablecam.tournament.refusal import TournamentRefusal

# what an event of Urban War is played with
LIMIT = 300


@dataclass(frozen=True, slots=True)
class ForceLine:
    """A model or unit of the list. models: how many it is; points: what all of it costs."""

    name: str
    points: int
    models: int = 1


@dataclass(frozen=True, slots=True)
class ForceList:
    """A list as it is handed in. models, points: the totals written under it, which have to be the sums."""

    name: str
    faction: str
    lines: tuple[ForceLine, ...]
    models: int
    points: int

    @staticmethod
    def with_totals(name: str, faction: str, lines: tuple[ForceLine, ...]) -> "ForceList":
        """A list whose totals are worked out."""
        models, points = sum(line.models for line in lines), sum(line.points for line in lines)
        return ForceList(name, faction, lines, models, points)


def checked_list(force: ForceList, entrant: Entrant, limit: int) -> ForceList:
    """The list; Refused where its sums do not agree, it is too dear, empty, or of another faction than its player."""
    for fault in _faults(force, entrant, limit):
        raise TournamentRefusal(f"the force list of {entrant} {fault}", "LIST", (entrant.id,))
    return force


def _faults(force: ForceList, entrant: Entrant, limit: int) -> list[str]:
    points, models = sum(line.points for line in force.lines), sum(line.models for line in force.lines)
    odd = [line.name for line in force.lines if line.points < 0 or line.models < 1 or not line.name]
    found = [f"has a line that cannot be: {name or 'one without a name'}" for name in odd]
    if not force.lines:
        found.append("has no models")
    if points != force.points:
        found.append(f"says {force.points} points and its lines come to {points}")
    if models != force.models:
        found.append(f"says {force.models} models and its lines come to {models}")
    if points > limit:
        found.append(f"costs {points} points, {points - limit} over the {limit} of the event")
    if entrant.faction and force.faction != entrant.faction:
        found.append(f"is of {force.faction or 'no faction'} and he plays {entrant.faction}")
    return found


def merged(names: list[tuple[str, int]]) -> tuple[ForceLine, ...]:
    """One line for models of the same name and cost, in the order in which they come."""
    return tuple(ForceLine(name, points * times, times) for (name, points), times in Counter(names).items())
