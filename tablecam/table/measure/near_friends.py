"""Which models stand within a distance of a friend, for all pairs at once.

The answer is that of `Range` for each pair, without the ranges: most pairs are too far apart for bases of any size on
the table, most others are decided by the discs inside and around their bases, or by the gap between the bases, and only
those at the very limit are measured as `Range` does. As positions follow one another, the newest answer is kept for
each distance, and only models that moved since are compared again.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.table.geometry.apart import CORNERED, HALF_X, HALF_Y, X, Y, Z
from tablecam.table.geometry.footprint import gaps
from tablecam.table.measure.moved import replaced_models
from tablecam.table.measure.obstruction_distance import gap_widths
from tablecam.table.measure.stances import figures
from tablecam.table.miniature import Placed

# Far above rounding error: discs that are this near the limit leave it open.
SPARE_IN = 1e-6


@dataclass(frozen=True)
class _NewestAnswer:
    """An answer. models: whose; sides: (n,), a number for each one's; table: (9, n), their figures; widest: no base
    reaches farther from its centre; near: (n, n), who stands within reach of a friend."""

    models: tuple[Placed, ...]
    sides: np.ndarray
    table: np.ndarray
    widest: float
    near: np.ndarray


# Of each question, the newest answer. Whoever reads it works with the one that they found, whatever others put there.
_newest: dict[tuple[float, bool], _NewestAnswer] = {}

# The distances that a club plays with are few; house rules that are being edited must not pile up.
MOST_QUESTIONS = 8


def near_friends(models: tuple[Placed, ...], within_in: float, flat: bool = False) -> np.ndarray:
    """(n, n): whether two different models are friends whose range is `within_in` or less. Not to be written to.

    flat: whether the range is taken in plan, as `Range.horizontal_in`, and not from floor to floor, as `range_in`.
    """
    known = _newest.get((within_in, flat))
    changed = None if known is None else replaced_models(known.models, models)
    if known is None or changed is None or 2 * len(changed) > len(models):
        found = _afresh(models, within_in, flat)
    elif changed:
        found = _after_moves(known, models, changed, within_in, flat)
    else:
        found = known
    if known is None and len(_newest) >= MOST_QUESTIONS:
        _newest.clear()
    _newest[within_in, flat] = found
    return found.near


def forget_answers() -> None:
    """Lets the next answer be computed as a whole, as measurements of its cost want it."""
    _newest.clear()


def _afresh(models: tuple[Placed, ...], within_in: float, flat: bool) -> _NewestAnswer:
    names: dict[str, int] = {}
    sides = np.array([names.setdefault(placed.model.side, len(names)) for placed in models])
    table, count = figures(models), len(models)
    found = _NewestAnswer(models, sides, table, _widest(table), np.zeros((count, count), bool))
    _compare(found, np.arange(count), within_in, flat)
    return found


def _after_moves(
    known: _NewestAnswer, models: tuple[Placed, ...], changed: Sequence[int], within_in: float, flat: bool
) -> _NewestAnswer:
    rows, table, near = np.array(changed), known.table.copy(), known.near.copy()
    new = table[:, rows] = figures([models[row] for row in changed])
    near[rows] = near[:, rows] = False
    found = _NewestAnswer(models, known.sides, table, max(known.widest, _widest(new)), near)
    _compare(found, rows, within_in, flat)
    return found


def _widest(table: np.ndarray) -> float:
    """As far from its centre as any base, figures (9, n), can reach, whatever its shape."""
    return math.sqrt(2) * float(table[HALF_X : HALF_Y + 1].max(initial=0))


def _discs(table: np.ndarray) -> np.ndarray:
    """(2, n): the radii of the discs inside and around bases, figures (9, n)."""
    half = table[HALF_X : HALF_Y + 1]
    inner, outer = half.min(axis=0), half.max(axis=0)
    return np.array([inner, np.where(table[CORNERED] > 0, np.hypot(inner, outer), outer)])


def _compare(known: _NewestAnswer, rows: np.ndarray, within_in: float, flat: bool) -> None:
    """Writes into `near` which friends of the models of the given rows are near them; so far none is."""
    plan, sides, reach = known.table[: Y + 1], known.sides, 2 * known.widest + within_in + SPARE_IN
    away = plan[:, rows, None] - plan[:, None]
    away *= away
    one, other = ((away[X] + away[Y] <= reach * reach) & (sides[rows, None] == sides)).nonzero()
    # mostly nobody is so near but each to itself
    if len(one) > len(rows):
        one = rows[one]
        # each pair once, and nobody with itself
        again = np.isin(other, rows) & (other <= one)
        one, other = one[~again], other[~again]
        found = _are_near(known, one, other, within_in, flat)
        one, other = one[found], other[found]
        known.near[one, other] = known.near[other, one] = True


def _are_near(known: _NewestAnswer, one: np.ndarray, other: np.ndarray, within_in: float, flat: bool) -> np.ndarray:
    """(k,): whether the models of each pair are in range of each other."""
    ends = first, second = known.table.take(one, axis=1), known.table.take(other, axis=1)
    rise = np.zeros(len(one)) if flat else first[Z] - second[Z]
    apart = np.hypot(first[X] - second[X], first[Y] - second[Y])
    most, least = (np.hypot(np.maximum(apart - radii, 0), rise) for radii in _discs(first) + _discs(second))
    found = most <= within_in - SPARE_IN
    unsure = (~found & (least <= within_in + SPARE_IN)).nonzero()[0]
    if len(unsure):
        far = np.hypot(gap_widths(*(end.take(unsure, axis=1) for end in ends)), rise[unsure])
        found[unsure] = far <= within_in
        at = unsure[np.abs(far - within_in) <= SPARE_IN]
        if len(at):
            found[at] = _by_range(known.models, one[at], other[at], within_in, flat)
    return found


def _by_range(models: Sequence[Placed], one: np.ndarray, other: np.ndarray, within_in: float, flat: bool) -> np.ndarray:
    """(k,): the same for pairs of models that stand as good as at the limit, to the last digit of a range."""
    first, second = np.minimum(one, other), np.maximum(one, other)
    gap = np.maximum(gaps([placed.footprint for placed in models], first, second).gap_in, 0)
    rise = [0.0 if flat else models[b].z_in - models[a].z_in for a, b in zip(first, second, strict=True)]
    return np.hypot(gap, rise) <= within_in
