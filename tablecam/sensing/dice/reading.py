"""Reads the dice in an image of a tray: `read_dice` returns one `DieReading` for each die.

A value is given only where the reading is sure. Otherwise it is None, and the players are asked: a die that is asked about
costs a tap, a wrong one costs a game.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.dice.colours import name_colour
from tablecam.sensing.dice.outlines import crosses_border, find_outlines

D6, D10 = "d6", "d10"
AT_THE_BORDER = Message("This die lies across the border of the tray. Roll it again.")


@dataclass(frozen=True)
class DieReading:
    """One die as the camera sees it.

    `outline_px` is its convex outline, (n, 2) pixels. `value` is the number on its upper face (0 to 9 for a d10), or None if
    the players must say it. `likely` lists values with their probabilities, the most probable first. `colour` is the name of
    a group of colours. `trouble` says why the die does not count, or is None.
    """

    outline_px: np.ndarray
    kind: str
    value: int | None
    likely: tuple[tuple[int, float], ...]
    colour: str
    trouble: Message | None


def read_dice(image_bgr: np.ndarray, field: np.ndarray | None = None) -> tuple[DieReading, ...]:
    """Read all dice on the tray, in reading order; `field` is the polygon of the tray, (m, 2) pixels."""
    return tuple(_read_die(image_bgr, outline, field) for outline in find_outlines(image_bgr, field))


def _read_die(image_bgr: np.ndarray, outline: np.ndarray, field: np.ndarray | None) -> DieReading:
    trouble = AT_THE_BORDER if field is not None and crosses_border(outline, field) else None
    return DieReading(outline, D6, None, (), name_colour(image_bgr, outline), trouble)
