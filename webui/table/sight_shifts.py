"""Whose sightings, or whose errors, may be others because somebody else stands elsewhere than before."""

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

# An error is looked at two sigmas out, for both models of a pair, and the edge of a target turns with the line to it:
# by less than this many sigmas altogether, where the line is as long as the target is wide.
MATTERING_SIGMAS = 8.0


class Shifts:
    """What has changed from each table that is shown to it to the next."""

    def __init__(self) -> None:
        self._stood: Snapshot | None = None
        self._blocks = np.ones((1, 1, 1), bool)

    def touched(self, table: SightTable, rows: np.ndarray) -> np.ndarray:
        """Those of a table's rows (n,) whose line of view others have come near or left, or block now or no longer.

        All of them where the models or the terrain are not the same. A pair's own two models are not looked at.
        """
        then, now, before, blocks = self._stood, table.scene.snapshot, self._blocks, table.scene.blocks
        self._stood, self._blocks = now, blocks
        if then is None or replaced_models(then.models, now.models) is None or then.terrain != now.terrain:
            return rows
        shifted = np.array([not same_place(*both) for both in zip(then.models, now.models, strict=True)], bool)
        # small steps add up: who has not shifted is compared again with where it stood
        both = zip(then.models, now.models, shifted.tolist(), strict=True)
        self._stood = replace(now, models=tuple(here if other else there for there, here, other in both))
        others = (shifted | (before is not blocks and (before != blocks).any(axis=(0, 1)))).nonzero()[0]
        if not len(others) or not len(rows):
            return rows[:0]
        pairs = table.viewer[rows, None], table.target[rows, None], others
        old, new = (np.broadcast_to(each, (len(shifted),) * 3)[pairs] for each in (before, blocks))
        asked = np.where(shifted[others], old | new, old != new)
        near = _near(table, rows, [[models[row] for row in others] for models in (then.models, now.models)])
        return rows[(asked & near).any(axis=1)]


def same_place(then: Placed, now: Placed) -> bool:
    """Whether a model stands where it stood, but for what readings wander."""
    if then is now:
        return True
    near = max(abs(then.x_in - now.x_in), abs(then.y_in - now.y_in)) < SAME_IN
    same_floor = (then.z_in, then.stands_on) == (now.z_in, now.stands_on)
    return near and same_floor and abs(then.heading_rad - now.heading_rad) < SAME_RAD


def _near(table: SightTable, rows: np.ndarray, places: Sequence[Sequence[Placed]]) -> np.ndarray:
    """(n, m): whether m models are, in any of their places, so near the lines of rows as to matter within the error."""
    margin = MATTERING_SIGMAS * max(map(_spread_in, table.scene.snapshot.models))
    seen = table.views(rows)
    # who stands over another sees it turn with every hair
    near = np.repeat((seen.length < 2 * seen.half_width)[:, None], len(places[0]), axis=1)
    for models in places:
        around = cylinders(figures(models))
        around[2] += margin
        near |= reached(seen, around)
    return near


def _spread_in(placed: Placed) -> float:
    """One sigma of any point of a model's base, and more."""
    x, y, turn = (placed.covariance[axis][axis] for axis in range(3))
    return math.sqrt(x + y) + math.sqrt(turn) * max(placed.model.base.half_extents_in)
