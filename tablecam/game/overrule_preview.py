"""Overruling in two steps: first what it would change, then doing it.

A measurement that is too close to call needs nothing of this: the rulebook's question about it goes to the players
like any other (`rules/facts.py`, Settle), and their word is in the log beside the measured value.
"""

from dataclasses import dataclass
from typing import Any

from tablecam.base.i18n import Message
from tablecam.game.game import UMPIRE, Game
from tablecam.game.log import AnswerLine, EventLine, Line
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json


@dataclass(frozen=True)
class Proposal:
    """To put another answer in the place of that of a line. at: how long the log was when it was made.

    kept: how many later answers would stand; lost: the lines of those that would not. undone, told: the events that
    would no longer have happened, and those that would have instead, as JSON has them.
    """

    line: int
    raw: Json
    why: str
    by: str
    at: int
    kept: int
    lost: tuple[int, ...]
    undone: tuple[dict[str, Json], ...]
    brought: tuple[dict[str, Json], ...]


def propose(game: Game[Any], line: int, raw: Json, why: str, by: str = UMPIRE) -> Proposal:
    """The first step: nothing is changed yet. Refused where the answer could not stand, or without a reason."""
    planned = game.overruled(line, raw, why, by)
    later = [number for number in game.log.since(line + 1) if isinstance(game.log[number], AnswerLine)]
    again = {planned_line.again for planned_line in planned.lines if isinstance(planned_line, AnswerLine)}
    gone = [old_line.event for number in game.log.since(line) if isinstance(old_line := game.log[number], EventLine)]
    new = [planned_line.event for planned_line in planned.lines if isinstance(planned_line, EventLine)]
    return Proposal(
        line=line, raw=raw, why=why, by=by, at=game.log.last,
        kept=len([number for number in later if number in again]),
        lost=tuple(number for number in later if number not in again),
        undone=tuple(event for event in gone if event not in new),
        brought=tuple(event for event in new if event not in gone),
    )  # fmt: skip


def accept(game: Game[Any], proposal: Proposal) -> tuple[Line, ...]:
    """The second step; Refused where the game has gone on since the first."""
    if game.log.last != proposal.at:
        raise IllegalAnswer(Message("the game has gone on since that was proposed: propose it again"))
    return game.overrule(proposal.line, proposal.raw, proposal.why, proposal.by)
