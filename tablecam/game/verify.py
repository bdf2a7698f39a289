"""Every ruling of a log made again from the recorded answers, by the rules of today or under another house rule.

Each stretch between two boundaries is judged by itself, from the state that the log gives it: what an earlier
difference would have led to is anybody's guess, and is not reported as if it were known.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from tablecam.game.change_plan import Base, Difference, agreement, is_reply, reply
from tablecam.game.fold import bases
from tablecam.game.log import GameLog
from tablecam.game.procedure_run import run
from tablecam.game.undo_stack import is_act
from tablecam.rules.plain import Json
from tablecam.rules.system import System

S = TypeVar("S")


def verify(system: System[S], log: GameLog) -> Difference | None:
    """The first line that the rules of today would not have written; None where all are the same."""
    return next(differences(system, log), None)


def what_if(system: System[S], log: GameLog, rules: Mapping[str, Json]) -> tuple[Difference, ...]:
    """Where other house rules, keys of the setup, would have ruled otherwise: the first line of every such stretch."""
    return tuple(differences(system, log, {**log.header.setup, **rules}))


def differences(system: System[S], log: GameLog, setup: Mapping[str, Json] | None = None) -> Iterator[Difference]:
    """The first difference of every stretch that has one."""
    found = bases(system, log, setup)
    ends: list[int | None] = [*(base.line for base in found[1:]), None]
    for base, end in zip(found, ends, strict=True):
        if difference := _stretch(system, log, base, end):
            yield difference


def _stretch(system: System[S], log: GameLog, base: Base[S], end: int | None) -> Difference | None:
    by_rule = [number for number in log.since(base.line, end) if _by_rule(log, number)]
    answers = [reply(log, number) for number in by_rule if is_reply(log[number])]
    return agreement(log, by_rule, run(system, base.state, answers, 0))[1]


def _by_rule(log: GameLog, number: int) -> bool:
    """Whether the run of the rules has it: not what the umpire has put in."""
    return is_reply(log[number]) or not is_act(log[number])
