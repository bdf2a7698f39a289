"""Make every ruling of a log again from the recorded answers, by today's rules or under another house rule.

Each stretch between two boundaries is judged by itself, from the state that the log gives it: the consequences of an
earlier difference are anybody's guess, and are not reported.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from tablecam.game.change_plan import Base, Difference, agreement, bases, is_reply, reply, run
from tablecam.game.log import GameLog
from tablecam.game.undo_stack import is_act
from tablecam.rules.plain import Json
from tablecam.rules.system import System

S = TypeVar("S")


def verify(system: System[S], log: GameLog, since: int = 1) -> Difference | None:
    """The first line that today's rules would not have written; None if all are the same.

    since: a line; stretches that end before it are not made again.
    """
    return next(differences(system, log, since=since), None)


def what_if(system: System[S], log: GameLog, rules: Mapping[str, Json]) -> tuple[Difference, ...]:
    """Differences under other house rules (keys of the setup): the first line of every stretch that has one."""
    return tuple(differences(system, log, {**log.header.setup, **rules}))


def differences(
    system: System[S], log: GameLog, setup: Mapping[str, Json] | None = None, since: int = 1
) -> Iterator[Difference]:
    """The first difference of every stretch that has one, and does not end before the line `since`."""
    starts = bases(system, log, setup)
    ends: list[int | None] = [*(base.line for base in starts[1:]), None]
    for base, next_line in zip(starts, ends, strict=True):
        if next_line is not None and next_line <= since:
            continue
        if difference := _compare_stretch(system, log, base, next_line):
            yield difference


def _compare_stretch(system: System[S], log: GameLog, base: Base[S], end: int | None) -> Difference | None:
    rule_lines = [number for number in log.since(base.line, end) if _is_by_rule(log, number)]
    answers = [reply(log, number) for number in rule_lines if is_reply(log[number])]
    return agreement(log, rule_lines, run(system, base.state, answers, 0))[1]


def _is_by_rule(log: GameLog, number: int) -> bool:
    """Whether the rules' run produces this line: not the umpire's own lines."""
    return is_reply(log[number]) or not is_act(log[number])
