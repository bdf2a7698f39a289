"""Models prepared for sight: arrays of figures, from which eyes, targets and blocking prisms are made."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely

from tablecam.geometry.footprint import Footprint, widths
from tablecam.geometry.prism import ConvexParts
from tablecam.geometry.views import Views, lines_of_view
from tablecam.table.base import Rectangle
from tablecam.table.miniature import Placed

# The eye is not at the very top of a model.
EYE_OF_HEIGHT = 0.9

# The rows of a table of figures. A base's width runs along (SIN, -COS) of its heading, its length along (COS, SIN).
X, Y, Z, SIN, COS, HALF_X, HALF_Y, CORNERED, HEIGHT = range(9)

# An oval's outline with so many corners is off by less than five millionths of its half length.
OUTLINE = 1024

# A rectangle's corners, anticlockwise and closed: of its half width, of its half length.
CORNERS = np.array([[1, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]], float)


def figures(models: Sequence[Placed]) -> np.ndarray:
    """(9, n): where models stand, the sine and cosine of their headings, their bases and their heights.

    Equal shapes have equal figures: a circle's heading is 0.
    """
    return np.array([_figures(placed) for placed in models], float).reshape(-1, 9).T


def _figures(placed: Placed) -> tuple[float, ...]:
    model = placed.model
    half_x, half_y = model.base.half_extents_in
    cornered, sin, cos = isinstance(model.base, Rectangle), 0.0, 1.0
    if cornered or half_x != half_y:
        sin, cos = math.sin(placed.heading_rad), math.cos(placed.heading_rad)
    return (placed.x_in, placed.y_in, placed.z_in, sin, cos, half_x, half_y, cornered, model.height_in)


class Bases(NamedTuple):
    """The bases of models prepared for distances, with the models' figures (9, n).

    shapes: (n,), the centre of a round base, the outline of another. radius: (n,), of the round ones; 0 of others.
    """

    figures: np.ndarray
    shapes: np.ndarray
    radius: np.ndarray

    def part(self, rows: np.ndarray | slice) -> "Bases":
        """Some of the bases."""
        return Bases(self.figures[:, rows], self.shapes[rows], self.radius[rows])


def bases(models: np.ndarray) -> Bases:
    """The bases of models, figures (9, n)."""
    radius = np.where((models[CORNERED] > 0) | (models[HALF_X] != models[HALF_Y]), 0.0, models[HALF_X])
    shapes = shapely.points(models[X], models[Y])
    for number in (radius == 0).nonzero()[0]:
        x, y, _, sin, cos, half_x, half_y, cornered, _ = models[:, number].tolist()
        shapes[number] = Footprint(x, y, math.atan2(sin, cos), half_x, half_y, cornered > 0).outline(OUTLINE)
    return Bases(models, shapes, radius)


def gap_widths(one: Bases, others: Bases) -> np.ndarray:
    """(n,): between `others`, n bases, and `one`, as many or a single one; 0 where they overlap.

    Bit-identical when they are swapped.
    """
    away = others.figures[:2] - one.figures[:2]
    found = np.hypot(away[0], away[1]) - (others.radius + one.radius)
    rows = (others.radius * one.radius == 0).nonzero()[0]
    if len(rows):
        both = (np.broadcast_to(stances.figures, (9, len(found)))[:, rows] for stances in (one, others))
        found[rows] = widths(*(_outlines(figures) for figures in both))
    return np.maximum(found, 0.0)


def _outlines(models: np.ndarray) -> np.ndarray:
    """(n, 6): as `widths` takes them."""
    axis = np.arctan2(models[SIN], models[COS]) - np.pi / 2
    return np.array([models[X], models[Y], axis, models[HALF_X], models[HALF_Y], models[CORNERED]]).T


def views(viewers: np.ndarray, targets: np.ndarray, eyes: np.ndarray | None = None) -> Views:
    """How `viewers` see `targets`, both figures (9, n). eyes: (2, n), their places in plan, if not the centres."""
    plan = viewers[:2] if eyes is None else eyes
    lines = lines_of_view(plan, targets[:2])
    table = np.empty((9, viewers.shape[1]))
    table[:2], table[2] = plan, viewers[Z] + EYE_OF_HEIGHT * viewers[HEIGHT]
    table[3], table[4], table[5] = half_widths(targets, lines[:2]), targets[Z], targets[Z] + targets[HEIGHT]
    table[6:] = lines
    return Views(table)


def half_widths(targets: np.ndarray, along: np.ndarray) -> np.ndarray:
    """(n,): half the extent of bases, figures (9, n), square to lines of view along unit vectors (2, n)."""
    cornered, oval = targets[CORNERED] > 0, targets[HALF_X] != targets[HALF_Y]
    if not (cornered | oval).any():
        return targets[HALF_X]
    across = targets[HALF_X] * (along[1] * targets[SIN] + along[0] * targets[COS])
    forward = targets[HALF_Y] * (along[0] * targets[SIN] - along[1] * targets[COS])
    half = np.where(oval, np.sqrt(across * across + forward * forward), targets[HALF_X])
    return np.where(cornered, np.abs(across) + np.abs(forward), half)


def model_parts(models: np.ndarray) -> ConvexParts:
    """The models, figures (9, n), as prisms: one part each, in their order."""
    sin, cos, half_x, half_y = models[SIN], models[COS], models[HALF_X], models[HALF_Y]
    cornered = models[CORNERED] > 0
    return ConvexParts(
        owner=np.arange(models.shape[1]),
        cylinder=cylinders(models),
        corners=_corners(models) if cornered.any() else np.zeros((2, 5, len(cornered))),
        count=4 * cornered,
        to_unit=np.array([[sin / half_x, -cos / half_x], [cos / half_y, sin / half_y]]),
        circle=~cornered & (half_x == half_y),
    )


def _corners(models: np.ndarray) -> np.ndarray:
    """(2, 5, n): the corners of rectangles that hold the models' bases, closed."""
    side, front = np.array([models[SIN], -models[COS]]), np.array([models[COS], models[SIN]])
    across, forward = (side * models[HALF_X])[:, None], (front * models[HALF_Y])[:, None]
    return CORNERS[:, :1] * across + CORNERS[:, 1:] * forward + models[:2, None]


def cylinders(models: np.ndarray) -> np.ndarray:
    """(5, n): the upright cylinders that hold the models, figures (9, n): x, y, radius, bottom, top."""
    half_x, half_y, cornered = models[HALF_X], models[HALF_Y], models[CORNERED] > 0
    reach = np.maximum(half_x, half_y)
    if cornered.any():
        reach = np.where(cornered, np.sqrt(half_x * half_x + half_y * half_y), reach)
    return np.array([models[X], models[Y], reach, models[Z], models[Z] + models[HEIGHT]])
