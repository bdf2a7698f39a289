"""Models prepared for sight: arrays of figures, from which eyes and targets are made.

The kernel of sight makes the same views of them, and the prisms that block (`geometry/kernel/views.c`).
"""

import math
from collections.abc import Sequence

import numpy as np

from tablecam.table.base import Rectangle
from tablecam.table.geometry.base_distances import CORNERED, COS, HALF_X, HALF_Y, SIN, X, Y, Z
from tablecam.table.geometry.views import Views, lines_of_view
from tablecam.table.miniature import Placed

# The eye is not at the very top of a model.
EYE_OF_HEIGHT = 0.9

# The last of the rows of a table of figures, which begins with those of a base.
HEIGHT = 8


def figures(models: Sequence[Placed]) -> np.ndarray:
    """(9, n): the places of models, the sine and cosine of their headings, their bases and their heights.

    Equal shapes have equal figures: a circle's heading is 0.
    """
    return np.array([_model_figures(model) for model in models], float).reshape(-1, 9).T


def _model_figures(placed: Placed) -> tuple[float, ...]:
    model = placed.model
    half_x, half_y = model.base.half_extents_in
    cornered, sin, cos = isinstance(model.base, Rectangle), 0.0, 1.0
    if cornered or half_x != half_y:
        sin, cos = math.sin(placed.heading_rad), math.cos(placed.heading_rad)
    return (placed.x_in, placed.y_in, placed.z_in, sin, cos, half_x, half_y, cornered, model.height_in)


def views(viewers: np.ndarray, targets: np.ndarray, eyes: np.ndarray | None = None) -> Views:
    """The views that `viewers` have of `targets`, both figures (9, n). eyes: (2, n), in plan, if not the centres."""
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
    half_width = np.where(oval, np.sqrt(across * across + forward * forward), targets[HALF_X])
    return np.where(cornered, np.abs(across) + np.abs(forward), half_width)


def cylinders(models: np.ndarray) -> np.ndarray:
    """(5, n): the upright cylinders that hold the models, figures (9, n): x, y, radius, bottom, top."""
    half_x, half_y, cornered = models[HALF_X], models[HALF_Y], models[CORNERED] > 0
    reach = np.maximum(half_x, half_y)
    if cornered.any():
        reach = np.where(cornered, np.sqrt(half_x * half_x + half_y * half_y), reach)
    return np.array([models[X], models[Y], reach, models[Z], models[Z] + models[HEIGHT]])
