"""Overrule in two steps: first preview the change, then do it.

A measurement that is too close to call needs no overruling: the rulebook asks the players about it as about anything
else (`rules/facts.py`, Settle), and their word is in the log beside the measured value.
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
    """A proposal to replace the answer of a line. at: how long the log was when it was made.

    kept: how many later answers would stand; lost: the lines of those that would not. undone, brought: the events that
    would no longer have happened, and the events that would have instead, as JSON.
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
    """Take the first step: nothing is changed yet. IllegalAnswer without a reason, or if the answer is not legal."""
    planned = game.plan_overruling(line, raw, why, by)
    later = [number for number in game.log.since(line + 1) if isinstance(game.log[number], AnswerLine)]
    repeated = {planned_line.again for planned_line in planned.lines if isinstance(planned_line, AnswerLine)}
    old_events = [
        old_line.event for number in game.log.since(line) if isinstance(old_line := game.log[number], EventLine)
    ]
    new_events = [planned_line.event for planned_line in planned.lines if isinstance(planned_line, EventLine)]
    return Proposal(
        line=line, raw=raw, why=why, by=by, at=game.log.last,
        kept=len([number for number in later if number in repeated]),
        lost=tuple(number for number in later if number not in repeated),
        undone=tuple(event for event in old_events if event not in new_events),
        brought=tuple(event for event in new_events if event not in old_events),
    )  # fmt: skip


def accept(game: Game[Any], proposal: Proposal) -> tuple[Line, ...]:
    """Take the second step; IllegalAnswer if the game has gone on since the first."""
    if game.log.last != proposal.at:
        raise IllegalAnswer(Message("the game has moved on since that was proposed: propose it again"))
    return game.overrule(proposal.line, proposal.raw, proposal.why, proposal.by)
