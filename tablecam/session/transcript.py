"""A log for people: header tags, then one line an activation, with what happened in it.

[Game "duel"]
[Red "Anna"]

1. orders of turn 1: OrdersGiven seat=red; OrdersGiven seat=blue
2. activation: Activated model=ann; Moved model=ann length_in=5.2
"""

from typing import Any

from tablecam.rules.system import System
from tablecam.session.game_log import AbandonedLine, AnswerLine, BoundaryLine, EventLine, GameLog, Line


def transcript(system: System[Any], log: GameLog) -> str:
    """The lines that count, as text; what was struck is not in it, what was overruled says so."""
    tags = {"Game": log.header.game, **log.header.tags}
    lines = [f'[{tag} "{value}"]' for tag, value in tags.items()]
    return "\n".join([*lines, "", *_activations(system, log)]) + "\n"


def _activations(system: System[Any], log: GameLog) -> list[str]:
    told: list[tuple[str, list[str]]] = []
    for number in log.since(2):
        line = log[number]
        if isinstance(line, BoundaryLine):
            told.append((line.boundary, []))
        elif said := words(system, line):
            told = told or [("before the first activation", [])]
            told[-1][1].append(said)
    return [f"{count}. {name}: {'; '.join(said) or '-'}" for count, (name, said) in enumerate(told, 1)]


def words(system: System[Any], line: Line) -> str:
    """What a line says to a reader; empty for what only the machine needs."""
    match line:
        case EventLine(by="") as told:
            return str(system.event(told.event))
        case EventLine() as told:
            return f"{told.by} corrects: {system.event(told.event)} ({told.why})"
        case AnswerLine(overrules=int()) as answer:
            return f"{answer.by} overrules: {answer.answer} ({answer.why})"
        case AbandonedLine() as line:
            return f"{line.by} abandons {line.abandoned} ({line.why})"
    return ""
