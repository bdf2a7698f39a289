"""Reads the dice in an image of a tray: `read_dice` returns one `DieReading` for each die.

A value is given only where the reading is sure. Otherwise it is None, and the players are asked: a die that is asked
about costs a tap, a wrong one costs a game.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.base.i18n import Message
from tablecam.sensing.dice.colours import name_colour
from tablecam.sensing.dice.crops import cut_square, get_circle
from tablecam.sensing.dice.faces import CLASSES, DIGITS, NONE, PIPS, TEN, TENS
from tablecam.sensing.dice.network import load_network
from tablecam.sensing.dice.outlines import crosses_border, find_outlines

D6, D10 = "d6", "d10"
KINDS = {PIPS: D6, DIGITS: D6, TEN: D10}
# below this probability the players are asked: of 415 drawn dice of designs in the training, one was read wrong at .84
SURE = 0.87
# a die that is less probably without a reading is asked about, and not refused
LEAST_TROUBLE = 0.6
# values that are less probable are not worth listing
LEAST_LIKELY, MOST_LISTED = 0.02, 3

AT_THE_BORDER = Message("This die lies across the border of the tray. Roll it again.")
NOT_FLAT = Message("This die cannot be read: it leans, stands on an edge, or lies on another die. Roll it again.")
SHOWS_TENS = Message("This die shows 00 to 90. Roll a ten-sided die with the digits 0 to 9 instead.")


@dataclass(frozen=True)
class DieReading:
    """One die as the camera sees it.

    `outline_px` is its convex outline, (n, 2) pixels. `value` is the number on its upper face (0 to 9 for a d10), or
    None if the players must say it. `likely` lists values with their probabilities, the most probable first. `colour`
    is the name of a group of colours. `trouble` says why the die does not count, or is None.
    """

    outline_px: np.ndarray
    kind: str
    value: int | None
    likely: tuple[tuple[int, float], ...]
    colour: str
    trouble: Message | None


def read_dice(image_bgr: np.ndarray, field: np.ndarray | None = None) -> tuple[DieReading, ...]:
    """Read all dice on the tray, in reading order; `field` is the polygon of the tray, (m, 2) pixels."""
    outlines = find_outlines(image_bgr, field)
    squares = [cut_square(image_bgr, *get_circle(outline)) for outline in outlines]
    probabilities = load_network().compute_probabilities(squares)
    return tuple(
        _make_reading(image_bgr, outline, field, row) for outline, row in zip(outlines, probabilities, strict=True)
    )


def _make_reading(
    image_bgr: np.ndarray, outline: np.ndarray, field: np.ndarray | None, probabilities: np.ndarray
) -> DieReading:
    at_border = field is not None and crosses_border(outline, field)
    trouble = AT_THE_BORDER if at_border else find_trouble(probabilities)
    kind, value, likely = judge(probabilities)
    known = value if trouble is None else None
    return DieReading(outline, kind, known, likely, name_colour(image_bgr, outline), trouble)


def judge(probabilities: np.ndarray) -> tuple[str, int | None, tuple[tuple[int, float], ...]]:
    """Return the kind of a die, its value if sure, and its likely values, from the probability of each class."""
    weights = _weigh_faces(probabilities)
    kind = max((D6, D10), key=lambda name: sum(weights[name].values()))
    ranked = sorted(weights[kind].items(), key=lambda item: -item[1])[:MOST_LISTED]
    likely = tuple((face, round(weight, 3)) for face, weight in ranked if weight >= LEAST_LIKELY)
    best, weight = ranked[0]
    return kind, best if weight >= SURE else None, likely


def _weigh_faces(probabilities: np.ndarray) -> dict[str, dict[int, float]]:
    """Return the probability of each face of each kind; a face in pips and in digits is one face."""
    weights: dict[str, dict[int, float]] = {D6: {}, D10: {}}
    for (shape, face), probability in zip(CLASSES, probabilities, strict=True):
        if shape in KINDS:
            faces = weights[KINDS[shape]]
            faces[face] = faces.get(face, 0.0) + float(probability)
    return weights


def find_trouble(probabilities: np.ndarray) -> Message | None:
    """Return why a die does not count, from the probability of each class, or None."""
    best = int(probabilities.argmax())
    if probabilities[best] < LEAST_TROUBLE:
        return None
    return {NONE: NOT_FLAT, TENS: SHOWS_TENS}.get(CLASSES[best][0])
