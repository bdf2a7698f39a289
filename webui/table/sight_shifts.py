"""Finds the sightings, or their errors, that another model's move may have changed."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tablecam.table.geometry.views import reached
from tablecam.table.measure.moved import replaced_models
from tablecam.table.measure.sight_table import SightTable
from tablecam.table.measure.stances import cylinders, figures
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# Readings of a model at rest wander by a thousandth of an inch, which changes no error.
SAME_IN, SAME_RAD = 0.002, 0.002

# An error is computed two sigmas out, for both models of a pair, and the edge of a target turns with the line to it:
# by less than this many sigmas altogether, where the line is as long as the target is wide.
MATTERING_SIGMAS = 8.0


class Shifts:
    """The changes from each table to the next."""

    def __init__(self) -> None:
        self._baseline: Snapshot | None = None
        self._blocks = np.ones((1, 1, 1), bool)

    def touched(self, table: SightTable, rows: np.ndarray) -> np.ndarray:
        """Those of a table's rows (n,) whose line of view other models have come near or left, or now block or no
        longer block.

        All rows where the models or the terrain are not the same. A pair's own two models do not count.
        """
        then, snapshot, old_blocks, blocks = self._baseline, table.scene.snapshot, self._blocks, table.scene.blocks
        self._baseline, self._blocks = snapshot, blocks
        if then is None or replaced_models(then.models, snapshot.models) is None or then.terrain != snapshot.terrain:
            return rows
        shifted = np.array([not same_place(*places) for places in zip(then.models, snapshot.models, strict=True)], bool)
        # small steps add up: a model that has not shifted is compared with its old place again
        places = zip(then.models, snapshot.models, shifted.tolist(), strict=True)
        self._baseline = replace(
            snapshot,
            models=tuple(new_place if has_shifted else old_place for old_place, new_place, has_shifted in places),
        )
        changed = (shifted | (old_blocks is not blocks and (old_blocks != blocks).any(axis=(0, 1)))).nonzero()[0]
        if not len(changed) or not len(rows):
            return rows[:0]
        pairs = table.viewer[rows, None], table.target[rows, None], changed
        old, new = (np.broadcast_to(matrix, (len(shifted),) * 3)[pairs] for matrix in (old_blocks, blocks))
        relevant = np.where(shifted[changed], old | new, old != new)
        near = _compute_nearness(
            table, rows, [[models[row] for row in changed] for models in (then.models, snapshot.models)]
        )
        return rows[(relevant & near).any(axis=1)]


def same_place(then: Placed, now: Placed) -> bool:
    """Whether a model stands where it stood, apart from the jitter of readings."""
    if then is now:
        return True
    near = max(abs(then.x_in - now.x_in), abs(then.y_in - now.y_in)) < SAME_IN
    same_floor = (then.z_in, then.stands_on) == (now.z_in, now.stands_on)
    return near and same_floor and abs(then.heading_rad - now.heading_rad) < SAME_RAD


def _compute_nearness(table: SightTable, rows: np.ndarray, places: Sequence[Sequence[Placed]]) -> np.ndarray:
    """(n, m): whether m models are, in any of their places, near enough to the lines of rows to matter."""
    margin = MATTERING_SIGMAS * max(map(_compute_place_sigma, table.scene.snapshot.models))
    row_views = table.views(rows)
    # from right above, the target's direction turns with every small step
    near = np.repeat((row_views.length < 2 * row_views.half_width)[:, None], len(places[0]), axis=1)
    for models in places:
        wide_cylinders = cylinders(figures(models))
        wide_cylinders[2] += margin
        near |= reached(row_views, wide_cylinders)
    return near


def _compute_place_sigma(placed: Placed) -> float:
    """More than one sigma of any point of a model's base, in inches."""
    x, y, turn = (placed.covariance[axis][axis] for axis in range(3))
    return math.sqrt(x + y) + math.sqrt(turn) * max(placed.model.base.half_extents_in)
