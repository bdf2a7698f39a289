"""Draw the app's own dice, and random answers: a rulebook never rolls dice itself.

`below(n)` is the source of chance: a number from 0 up to n, without n. `secrets.randbelow` for a game, a seeded
`random.Random(7).randrange` for one that must come out the same twice.
"""

import secrets
from typing import Any

from tablecam.rules.ask import Ask, Assign, Below, Choose, Confirm, Option, Roll
from tablecam.rules.plain import Json

__all__ = ["Below", "anything", "throw_dice"]


def throw_dice(roll: Roll, below: Below = secrets.randbelow) -> list[int]:
    """The faces of a roll that the app makes."""
    return [roll.die.first + below(len(roll.die.faces)) for _ in range(roll.count)]


def anything(ask: Ask[Any], below: Below) -> Json:
    """Some answer that the question allows; the rules may still refuse it. Facts and other kinds draw their own."""
    match ask:
        case Roll():
            return throw_dice(ask, below)
        case Choose(options=options):
            return _draw_option(options, below)
        case Assign(items=items, options=options):
            return {item: _draw_option(options, below) for item in items}
        case Confirm():
            return bool(below(2))
    return ask.draw_answer(below)


def _draw_option(options: tuple[Option, ...], below: Below) -> str:
    open_ids = [option.id for option in options if option.open]
    return open_ids[below(len(open_ids))]
