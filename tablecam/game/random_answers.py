"""The app's own dice, and answers drawn at random: dice are never rolled inside a rulebook.

`below(n)` is where chance comes from: a number from 0 up to n, without n. `secrets.randbelow` for a game, a seeded
`random.Random(7).randrange` for one that must come out the same twice.
"""

import secrets
from typing import Any

from tablecam.rules.ask import Ask, Assign, Below, Choose, Confirm, Option, Roll
from tablecam.rules.plain import Json

__all__ = ["Below", "anything", "thrown"]


def thrown(roll: Roll, below: Below = secrets.randbelow) -> list[int]:
    """The faces of a roll that the app makes."""
    return [roll.die.first + below(len(roll.die.faces)) for _ in range(roll.count)]


def anything(ask: Ask[Any], below: Below) -> Json:
    """Some answer that the question allows; the rules may still refuse it. Facts and other kinds draw their own."""
    match ask:
        case Roll():
            return thrown(ask, below)
        case Choose(options=options):
            return _one(options, below)
        case Assign(items=items, options=options):
            return {item: _one(options, below) for item in items}
        case Confirm():
            return bool(below(2))
    return ask.drawn(below)


def _one(options: tuple[Option, ...], below: Below) -> str:
    free = [option.id for option in options if option.open]
    return free[below(len(free))]
