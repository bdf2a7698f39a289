"""The models within a distance of a friend, for all pairs at once.

The answer is that of `Range` for each pair, without the ranges: most pairs are too far apart for bases of any size on
the table, most others are decided by the discs inside and around their bases, or by the gap between the bases, and only
pairs at the very limit are measured as `Range` does. As positions follow one another, the newest answer is kept for
each distance, and only models that moved since are compared again.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.table.geometry.distances import CORNERED, HALF_X, HALF_Y, X, Y, Z
from tablecam.table.geometry.footprint import gaps
from tablecam.table.measure.obstruction_distance import gap_widths
from tablecam.table.measure.sighting import figures
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import find_replaced_models

# Far above rounding error: discs that are this near the limit leave it open.
SPARE_IN = 1e-6


@dataclass(frozen=True)
class _NewestAnswer:
    """An answer. models: its models; sides: (n,), a number for each model's side; table: (9, n), their figures;
    widest: no base reaches farther from its centre; near: (n, n), whether two models are friends within reach.
    """

    models: tuple[Placed, ...]
    sides: np.ndarray
    table: np.ndarray
    widest: float
    near: np.ndarray


# The newest answer to each question. A thread goes on with the answer that it read, whatever others put there.
_newest: dict[tuple[float, bool], _NewestAnswer] = {}

# A club plays with few distances; those of house rules that are being edited must not pile up.
MOST_QUESTIONS = 8


def near_friends(models: tuple[Placed, ...], within_in: float, flat: bool = False) -> np.ndarray:
    """(n, n): whether two different models are friends whose range is `within_in` or less. Read-only.

    flat: whether the range is taken in plan, as `Range.horizontal_in`, and not from floor to floor, as `range_in`.
    """
    previous = _newest.get((within_in, flat))
    changed = None if previous is None else find_replaced_models(previous.models, models)
    if previous is None or changed is None or 2 * len(changed) > len(models):
        answer = _compare_all(models, within_in, flat)
    elif changed:
        answer = _compare_moved(previous, models, changed, within_in, flat)
    else:
        answer = previous
    if previous is None and len(_newest) >= MOST_QUESTIONS:
        _newest.clear()
    _newest[within_in, flat] = answer
    return answer.near


def forget_answers() -> None:
    """Makes the next answer be computed in full, for measurements of its cost."""
    _newest.clear()


def _compare_all(models: tuple[Placed, ...], within_in: float, flat: bool) -> _NewestAnswer:
    names: dict[str, int] = {}
    sides = np.array([names.setdefault(placed.model.side, len(names)) for placed in models])
    table, count = figures(models), len(models)
    answer = _NewestAnswer(models, sides, table, _widest_reach(table), np.zeros((count, count), bool))
    _mark_near(answer, np.arange(count), within_in, flat)
    return answer


def _compare_moved(
    known: _NewestAnswer, models: tuple[Placed, ...], changed: Sequence[int], within_in: float, flat: bool
) -> _NewestAnswer:
    rows, table, near = np.array(changed), known.table.copy(), known.near.copy()
    new = table[:, rows] = figures([models[row] for row in changed])
    near[rows] = near[:, rows] = False
    answer = _NewestAnswer(models, known.sides, table, max(known.widest, _widest_reach(new)), near)
    _mark_near(answer, rows, within_in, flat)
    return answer


def _widest_reach(table: np.ndarray) -> float:
    """A length that no base, figures (9, n), exceeds from its centre, whatever its shape."""
    return math.sqrt(2) * float(table[HALF_X : HALF_Y + 1].max(initial=0))


def _disc_radii(table: np.ndarray) -> np.ndarray:
    """(2, n): the radii of the discs inside and around bases, figures (9, n)."""
    half_sizes = table[HALF_X : HALF_Y + 1]
    inner, outer = half_sizes.min(axis=0), half_sizes.max(axis=0)
    return np.array([inner, np.where(table[CORNERED] > 0, np.hypot(inner, outer), outer)])


def _mark_near(known: _NewestAnswer, rows: np.ndarray, within_in: float, flat: bool) -> None:
    """Marks in `near` the friends near the models of the given rows; their rows must be empty before."""
    plan, sides, reach = known.table[: Y + 1], known.sides, 2 * known.widest + within_in + SPARE_IN
    offsets = plan[:, rows, None] - plan[:, None]
    offsets *= offsets
    a_rows, b_rows = ((offsets[X] + offsets[Y] <= reach * reach) & (sides[rows, None] == sides)).nonzero()
    # mostly a model is this near to nobody but itself
    if len(a_rows) > len(rows):
        a_rows = rows[a_rows]
        # keep each pair once, and no model with itself
        repeats = np.isin(b_rows, rows) & (b_rows <= a_rows)
        a_rows, b_rows = a_rows[~repeats], b_rows[~repeats]
        near = _are_near(known, a_rows, b_rows, within_in, flat)
        a_rows, b_rows = a_rows[near], b_rows[near]
        known.near[a_rows, b_rows] = known.near[b_rows, a_rows] = True


def _are_near(known: _NewestAnswer, one: np.ndarray, other: np.ndarray, within_in: float, flat: bool) -> np.ndarray:
    """(k,): whether the models of each pair are in range of each other."""
    ends = a_figures, b_figures = known.table.take(one, axis=1), known.table.take(other, axis=1)
    rise = np.zeros(len(one)) if flat else a_figures[Z] - b_figures[Z]
    distance = np.hypot(a_figures[X] - b_figures[X], a_figures[Y] - b_figures[Y])
    farthest, nearest = (
        np.hypot(np.maximum(distance - radii, 0), rise) for radii in _disc_radii(a_figures) + _disc_radii(b_figures)
    )
    near = farthest <= within_in - SPARE_IN
    unsure = (~near & (nearest <= within_in + SPARE_IN)).nonzero()[0]
    if len(unsure):
        far = np.hypot(gap_widths(*(table.take(unsure, axis=1) for table in ends)), rise[unsure])
        near[unsure] = far <= within_in
        borderline = unsure[np.abs(far - within_in) <= SPARE_IN]
        if len(borderline):
            near[borderline] = _compare_ranges(known.models, one[borderline], other[borderline], within_in, flat)
    return near


def _compare_ranges(
    models: Sequence[Placed], one: np.ndarray, other: np.ndarray, within_in: float, flat: bool
) -> np.ndarray:
    """(k,): the same for pairs of models practically at the limit, to the last digit of a range."""
    lower, higher = np.minimum(one, other), np.maximum(one, other)
    gap = np.maximum(gaps([model.footprint for model in models], lower, higher).gap_in, 0)
    rise = [0.0 if flat else models[b].z_in - models[a].z_in for a, b in zip(lower, higher, strict=True)]
    return np.hypot(gap, rise) <= within_in
