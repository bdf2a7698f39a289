"""Which models stand within a distance of a friend, for all pairs at once.

The answer is that of `Range` for each pair, without the ranges: most pairs are decided by the discs inside and around
their bases, others by the gap between the bases, and only those at the very limit are measured as `Range` does. As
positions follow one another, the newest answer is kept for each distance, and only models that moved since are compared
again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.geometry.apart import CORNERED, HALF_X, HALF_Y, X, Y, Z
from tablecam.geometry.footprint import gaps
from tablecam.measure.moved import replaced_models
from tablecam.measure.obstruction_distance import gap_widths
from tablecam.measure.stances import figures
from tablecam.table.miniature import Placed

# Far above rounding error: discs that are this near the limit leave it open.
SPARE_IN = 1e-6


@dataclass(frozen=True)
class _NewestAnswer:
    """An answer. models: whose; sides: (n,), a number for each one's; table: (9, n), their figures; discs: (2, n), the
    radii of those inside and around their bases; near: (n, n), who stands within reach of a friend."""

    models: tuple[Placed, ...]
    sides: np.ndarray
    table: np.ndarray
    discs: np.ndarray
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
    found = _NewestAnswer(models, sides, table, _discs(table), np.zeros((count, count), bool))
    _compare(found, np.arange(count), within_in, flat)
    return found


def _after_moves(
    known: _NewestAnswer, models: tuple[Placed, ...], changed: Sequence[int], within_in: float, flat: bool
) -> _NewestAnswer:
    rows, table, discs = np.array(changed), known.table.copy(), known.discs.copy()
    new = figures([models[row] for row in changed])
    table[:, rows], discs[:, rows] = new, _discs(new)
    found = _NewestAnswer(models, known.sides, table, discs, known.near.copy())
    _compare(found, rows, within_in, flat)
    return found


def _discs(table: np.ndarray) -> np.ndarray:
    """(2, n): the radii of the discs inside and around bases, figures (9, n)."""
    half = table[HALF_X : HALF_Y + 1]
    inner, outer = half.min(axis=0), half.max(axis=0)
    return np.array([inner, np.where(table[CORNERED] > 0, np.hypot(inner, outer), outer)])


def _compare(known: _NewestAnswer, rows: np.ndarray, within_in: float, flat: bool) -> None:
    """Writes into `near` how the models of the given rows stand to all others."""
    table, sides, near, (inner, outer) = known.table, known.sides, known.near, known.discs
    away, limit = table[: Y + 1, rows, None] - table[: Y + 1, None], within_in + SPARE_IN
    # mostly there are few friends so near, even in plan
    reach = outer[rows, None] + (outer + limit)
    squares = away[X] * away[X] + away[Y] * away[Y]
    # each pair once
    once = sides[rows, None] == sides
    once[:, rows] &= rows > rows[:, None]
    one, other = ((squares <= reach * reach) & once).nonzero()
    away, one = away[:, one, other], rows[one]
    apart, rise = np.hypot(away[X], away[Y]), table[Z, one] - table[Z, other]
    if flat:
        rise[:] = 0.0
    most = np.hypot(np.maximum(apart - (inner[one] + inner[other]), 0), rise)
    least = np.hypot(np.maximum(apart - (outer[one] + outer[other]), 0), rise)
    found = most <= within_in - SPARE_IN
    unsure = ((most > within_in - SPARE_IN) & (least <= limit)).nonzero()[0]
    if len(unsure):
        pair = one[unsure], other[unsure]
        gap = gap_widths(*(table.take(end, axis=1) for end in pair))
        apart = np.hypot(gap, rise[unsure])
        found[unsure] = apart <= within_in
        at = (np.abs(apart - within_in) <= SPARE_IN).nonzero()[0]
        if len(at):
            found[unsure[at]] = _by_range(known.models, pair[0][at], pair[1][at], within_in, flat)
    near[rows] = near[:, rows] = False
    one, other = one[found], other[found]
    near[one, other] = near[other, one] = True


def _by_range(models: Sequence[Placed], one: np.ndarray, other: np.ndarray, within_in: float, flat: bool) -> np.ndarray:
    """(k,): the same for pairs of models that stand as good as at the limit, to the last digit of a range."""
    first, second = np.minimum(one, other), np.maximum(one, other)
    gap = np.maximum(gaps([placed.footprint for placed in models], first, second).gap_in, 0)
    rise = [0.0 if flat else models[b].z_in - models[a].z_in for a, b in zip(first, second, strict=True)]
    return np.hypot(gap, rise) <= within_in
