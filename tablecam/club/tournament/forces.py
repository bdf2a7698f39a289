"""Force lists: a player brings one for the whole event; it is checked before round 1 and then locked.

Clause: UW-TG Force Lists (LIST).
"""

from collections import Counter
from dataclasses import dataclass

from tablecam.base.i18n import AS_IT_IS, Message, listing
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal

# the points of a force at an event of Urban War
LIMIT = 300


@dataclass(frozen=True, slots=True)
class ForceLine:
    """A model or unit of the list. models: how many models; points: the cost of all of them."""

    name: str
    points: int
    models: int = 1


@dataclass(frozen=True, slots=True)
class ForceList:
    """A list as it is handed in. models, points: the totals written under it, which must equal the sums."""

    name: str
    faction: str
    lines: tuple[ForceLine, ...]
    models: int
    points: int

    @staticmethod
    def with_totals(name: str, faction: str, lines: tuple[ForceLine, ...]) -> "ForceList":
        """A list with its totals computed."""
        models, points = sum(line.models for line in lines), sum(line.points for line in lines)
        return ForceList(name, faction, lines, models, points)


def checked_list(force: ForceList, entrant: Entrant, limit: int) -> ForceList:
    """The list. TournamentRefusal with every fault: wrong sums, over the limit, empty, of another faction."""
    if faults := faults_of(force, entrant, limit):
        raise TournamentRefusal(in_one_sentence(faults), "LIST", (entrant.id,))
    return force


def in_one_sentence(faults: list[Message]) -> Message:
    """All faults, of which there is one at least."""
    return faults[0] if len(faults) == 1 else Message(AS_IT_IS, text=listing(faults))


def faults_of(force: ForceList, entrant: Entrant, limit: int) -> list[Message]:
    """Everything that is wrong with a list, a sentence each."""
    points, models = sum(line.points for line in force.lines), sum(line.models for line in force.lines)
    faults = [
        Message("the force list of {player} has an invalid line: {line}", player=entrant, line=line.name)
        if line.name
        else Message("the force list of {player} has a line without a name", player=entrant)
        for line in force.lines
        if line.points < 0 or line.models < 1 or not line.name
    ]
    if not force.lines:
        faults.append(Message("the force list of {player} has no models", player=entrant))
    if points != force.points:
        faults.append(
            Message(
                "the force list of {player} states {total} points, but its lines add up to {points}",
                player=entrant,
                total=force.points,
                points=points,
            )
        )
    if models != force.models:
        faults.append(
            Message(
                "the force list of {player} states {total} models, but its lines add up to {models}",
                player=entrant,
                total=force.models,
                models=models,
            )
        )
    if points > limit:
        faults.append(
            Message(
                "the force list of {player} costs {points} points, {over} over the {limit} of the event",
                player=entrant,
                points=points,
                over=points - limit,
                limit=limit,
            )
        )
    if entrant.faction and force.faction != entrant.faction:
        faults.append(_describe_faction_fault(force, entrant))
    return faults


def _describe_faction_fault(force: ForceList, entrant: Entrant) -> Message:
    if not force.faction:
        return Message("the force list of {player} has no faction, but the player has one", player=entrant)
    return Message(
        "the force list of {player} is for {faction}, but the player’s faction is {own}",
        player=entrant,
        faction=force.faction,
        own=entrant.faction,
    )


def merged(names: list[tuple[str, int]]) -> tuple[ForceLine, ...]:
    """One line for all models of the same name and cost, in their first order."""
    return tuple(ForceLine(name, points * times, times) for (name, points), times in Counter(names).items())
