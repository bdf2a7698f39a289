"""Compute a game's state as the fold of the events that count; no rule runs for it."""

from collections.abc import Mapping
from typing import TypeVar

from tablecam.game.change_plan import Base
from tablecam.game.log import AbandonedLine, BadLog, BoundaryLine, EventLine, GameLog
from tablecam.rules.plain import BadRecord, Json
from tablecam.rules.system import System

S = TypeVar("S")


def fold(system: System[S], log: GameLog, before: int | None = None) -> S:
    """The state after the lines that count, or after those of them that come before the line `before`."""
    state = system.new_game(log.header.setup)
    for number in log.since(2, before):
        state = apply_line(system, state, log, number)
    return state


def bases(system: System[S], log: GameLog, setup: Mapping[str, Json] | None = None) -> list[Base[S]]:
    """Every base that the rulebook can run from, in order: boundaries, and breaks into the rules.

    setup: replaces the log's setup, for the same events under other house rules.
    """
    state = system.new_game(setup or log.header.setup)
    starts = [Base(2, state)]
    for number in log.since(2):
        line = log[number]
        state = apply_line(system, state, log, number)
        if isinstance(line, BoundaryLine) and starts[-1].line != number:
            starts.append(Base(number, state))
        elif isinstance(line, AbandonedLine) or (isinstance(line, EventLine) and line.corrects):
            starts.append(Base(number + 1, state))
    return starts


def apply_line(system: System[S], state: S, log: GameLog, number: int) -> S:
    """The state after one more line; only an event changes it. BadLog if the rulebook cannot take it."""
    line = log[number]
    if not isinstance(line, EventLine):
        return state
    try:
        return system.evolve(state, system.event(line.event))
    except BadRecord as error:
        raise BadLog(f"line {number} of the log: {error}") from error
    except Exception as error:
        raise BadLog(f"line {number} of the log: the rulebook breaks over {line.event} ({error!r})") from error
