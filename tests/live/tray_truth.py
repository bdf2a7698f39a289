"""The dice of a drawn tray as a perfect reader would report them."""

import numpy as np

from tablecam.sensing.camera.synthetic.drawn_die import HALF_MM, DrawnDie
from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray
from tablecam.sensing.dice.reading import DieReading
from tablecam.sensing.tray import layout
from tablecam.sensing.tray.pose import SCALE

COLOURS = ("light", "red")


def read_truth(tray: DrawnTray) -> tuple[DieReading, ...]:
    """All dice, with square outlines in the view from above."""
    return tuple(to_reading(die) for die in tray.dice)


def to_reading(die: DrawnDie) -> DieReading:
    middle = np.array([die.x_mm - layout.LEFT_MM, layout.HIGH_MM - die.y_mm]) * SCALE
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * HALF_MM[die.kind] * SCALE
    return DieReading(middle + square, die.kind, die.value, (), COLOURS[die.side], None)
