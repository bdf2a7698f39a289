"""Ranges between models: the straight line between the nearest points of their base edges.

Each base lies at the height of the surface under it, so a range is the hypotenuse of the gap in plan and the rise. Its
sigma is carried over to first order from the poses of both models (GUM, 5.1), along the line through the nearest
points, together with the error that all distances share (the snapshot's `scale_sigma`).
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.table.geometry.footprint import Gaps, gaps
from tablecam.table.measure.contact import contact, touches
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

Points = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Range:
    """The range from model a to model b.

    gap_in: between base edges in plan, negative if they seem to overlap. rise_in: from a's ground to b's.
    sigma_in: one sigma of `range_in`. nearest: the points (x, y) on both edges that it was measured between.
    """

    a: str
    b: str
    gap_in: float
    gap_sigma_in: float
    rise_in: float
    rise_sigma_in: float
    sigma_in: float
    nearest: Points

    @property
    def horizontal_in(self) -> float:
        """The distance between the nearest base edges in plan; 0 in contact."""
        return max(self.gap_in, 0.0)

    @property
    def range_in(self) -> float:
        """The straight line between the nearest base edges, in inches."""
        return math.hypot(self.horizontal_in, self.rise_in)

    @property
    def measurement(self) -> Measurement:
        """The range with its sigma."""
        return Measurement(self.range_in, self.sigma_in)

    @property
    def contact(self) -> bool:
        """The best guess whether the bases touch."""
        return touches(Measurement(self.gap_in, self.gap_sigma_in), Measurement(self.rise_in, self.rise_sigma_in))

    @property
    def contact_verdict(self) -> Verdict:
        """Whether the bases touch, or TOO_CLOSE if the measurement cannot decide."""
        return contact(Measurement(self.gap_in, self.gap_sigma_in), Measurement(self.rise_in, self.rise_sigma_in))

    def verdict(self, limit_in: float) -> Verdict:
        """Whether the range is `limit_in` or less: YES or NO, TOO_CLOSE if the limit is less than two sigma away."""
        return self.measurement.at_most(limit_in)

    def more_than(self, limit_in: float) -> Verdict:
        """Whether the range is over `limit_in`; TOO_CLOSE as for `verdict`."""
        return self.measurement.more_than(limit_in)


def measure_range(snapshot: Snapshot, a: str, b: str) -> Range:
    """The range between two models; KeyError for an id that is not on the table, ValueError for one id twice."""
    if a == b:
        raise ValueError(f"a range needs two models, not {a} twice")
    pair = (snapshot.model(a), snapshot.model(b))
    return _compute_ranges(pair, np.array([0]), np.array([1]), snapshot.scale_sigma)[0]


def measure_ranges(snapshot: Snapshot, a: str, others: Collection[str] | None = None) -> tuple[Range, ...]:
    """The ranges from one model to all others, or to those named, in the snapshot's order.

    KeyError if the first is not on the table; unknown names among `others` are ignored.
    """
    other_models = [placed for placed in snapshot.models if placed.model.id != a]
    models = (snapshot.model(a), *(placed for placed in other_models if others is None or placed.model.id in others))
    others = np.arange(1, len(models))
    return _compute_ranges(models, np.zeros_like(others), others, snapshot.scale_sigma)


def all_ranges(snapshot: Snapshot) -> tuple[Range, ...]:
    """Every unordered pair once, in the snapshot's order."""
    return _compute_ranges(snapshot.models, *np.triu_indices(len(snapshot.models), 1), snapshot.scale_sigma)


def _compute_ranges(
    models: Sequence[Placed], first: np.ndarray, second: np.ndarray, scale_sigma: float
) -> tuple[Range, ...]:
    """The ranges of pairs given as numbers of models, (n,) each."""
    pair_gaps = gaps([placed.footprint for placed in models], first, second)
    centre = _table_columns(models, "x_in", "y_in")
    shared = scale_sigma * np.einsum("ij,ij->i", pair_gaps.normal, centre[second] - centre[first])
    covariance = np.array([placed.covariance for placed in models], float).reshape(-1, 3, 3)
    variance = [
        _compute_variance(covariance[ends], centre[ends], pair_gaps, side) for side, ends in enumerate((first, second))
    ]
    gap_sigma = np.sqrt(np.maximum(variance[0] + variance[1], 0) + shared**2)
    z, z_sigma = _table_columns(models, "z_in")[:, 0], _table_columns(models, "sigma_z_in")[:, 0]
    rise, rise_sigma = z[second] - z[first], np.hypot(z_sigma[first], z_sigma[second])
    sigma = _compute_range_sigma(np.maximum(pair_gaps.gap_in, 0), gap_sigma, rise, rise_sigma)
    ids = [placed.model.id for placed in models]
    figures = [column.tolist() for column in (first, second, pair_gaps.gap_in, gap_sigma, rise, rise_sigma, sigma)]
    ends = [((x1, y1), (x2, y2)) for (x1, y1), (x2, y2) in pair_gaps.nearest.tolist()]
    return tuple(Range(ids[i], ids[j], *measures) for i, j, *measures in zip(*figures, ends, strict=True))


def _table_columns(models: Sequence[Placed], *names: str) -> np.ndarray:
    """(n, names) of the models' figures."""
    return np.array([[getattr(model, name) for name in names] for model in models], float).reshape(-1, len(names))


def _compute_variance(covariance: np.ndarray, centre: np.ndarray, found: Gaps, end: int) -> np.ndarray:
    """(n,) of the gap, from the pose covariances (n, 3, 3) of the models at one end of it.

    A shift moves the edge by its part along the normal; a turn swings the nearest point about the centre, which along
    the normal counts for whatever is not round.
    """
    lever = found.nearest[:, end] - centre
    swing = found.normal[:, 1] * lever[:, 0] - found.normal[:, 0] * lever[:, 1]
    by_pose = np.column_stack([found.normal, swing])
    return np.einsum("ij,ijk,ik->i", by_pose, covariance, by_pose)


def _compute_range_sigma(
    gap: np.ndarray, gap_sigma: np.ndarray, rise: np.ndarray, rise_sigma: np.ndarray
) -> np.ndarray:
    """(n,): the change of the range when gap and rise each grow by one sigma, in quadrature.

    Steps rather than derivatives: at a gap of 0 and between two floors the derivative is zero, the uncertainty is not.
    """
    reach = np.hypot(gap, rise)
    return np.hypot(np.hypot(gap + gap_sigma, rise) - reach, np.hypot(gap, np.abs(rise) + rise_sigma) - reach)
