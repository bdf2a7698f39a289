"""Ranges between models and places, and contact: the straight line between the nearest points of base edges.

Each base lies at the height of the surface under it, so a range is the hypotenuse of the gap in plan and the rise. Its
sigma is carried over to first order from the poses of both models (GUM, 5.1), along the line through the nearest
points, together with the error that all distances share (the snapshot's `scale_sigma`).
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.table.geojson import make_feature, make_line
from tablecam.table.geometry.footprint import Gaps, gaps
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.snapshot import RIM_IN, Snapshot

# A quarter of a millimetre: the gap that paint, seams and rims leave between bases pushed together, and
# half of the smallest gap that a player leaves on purpose.
TOUCHING_IN = 0.01

# A gap that cannot be distinguished from 0 counts as contact, because nobody leaves a hair's breadth by chance; but
# however bad the image, a millimetre is a gap.
WIDEST_DOUBT_IN = 0.04


def touches(gap: Measurement, rise: Measurement) -> bool:
    """The best guess whether two bases touch; gap: from edge to edge in plan, rise: between their grounds."""
    return gap.value <= min(max(TOUCHING_IN, 2 * gap.sigma), WIDEST_DOUBT_IN) and abs(rise.value) <= RIM_IN


def contact(gap: Measurement, rise: Measurement) -> Verdict:
    """Whether two bases touch, or TOO_CLOSE if the measurement cannot decide; arguments as for `touches`.

    Bases cannot overlap, so a measured overlap is contact, however uncertain.
    """
    beside = Verdict.YES if gap.value <= 0 else gap.at_most(TOUCHING_IN)
    level = Measurement(abs(rise.value), rise.sigma).at_most(RIM_IN)
    if Verdict.NO in (beside, level):
        return Verdict.NO
    return Verdict.YES if beside is level is Verdict.YES else Verdict.TOO_CLOSE


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
    def contact(self) -> Verdict:
        """Whether the bases touch, or TOO_CLOSE if the measurement cannot decide."""
        return contact(Measurement(self.gap_in, self.gap_sigma_in), Measurement(self.rise_in, self.rise_sigma_in))

    @property
    def contact_verdict(self) -> Verdict:
        """The older name of `contact`."""
        return self.contact

    @property
    def is_touching(self) -> bool:
        """The best guess whether the bases touch, for TOO_CLOSE too."""
        return touches(Measurement(self.gap_in, self.gap_sigma_in), Measurement(self.rise_in, self.rise_sigma_in))

    @property
    def __geo_interface__(self) -> dict[str, object]:
        """The line between the nearest points of both bases, as a GeoJSON feature in table inches."""
        properties = {
            "kind": "range",
            "a": self.a,
            "b": self.b,
            "range_in": self.range_in,
            "sigma_in": self.sigma_in,
            "contact": self.contact.value,
        }
        return make_feature(properties, make_line(self.nearest))

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


# A model's id, or a place (x, y) in inches.
End = str | tuple[float, float]

# A place has no base; a tiny disc, a hundred thousandth of an inch wide, stands for it.
POINT = Circle(5e-4)


def measure_tape_range(snapshot: Snapshot, start: End, end: End) -> Range:
    """The range between two ends: from a model's base edge, or from a place itself.

    A place is as high as the other end, so that the tape lies level; its error does not include that of pointing.
    KeyError for an id that is not on the table, ValueError for one id twice.
    """
    names = [
        # no text: names for the range below alone
        tape_end if isinstance(tape_end, str) else f"place {number}"
        for number, tape_end in enumerate((start, end))
    ]
    heights = [snapshot.model(tape_end).z_in for tape_end in (start, end) if isinstance(tape_end, str)]
    places = [
        _place_point(name, tape_end, heights[0] if heights else 0.0)
        for name, tape_end in zip(names, (start, end), strict=True)
        if not isinstance(tape_end, str)
    ]
    return measure_range(replace(snapshot, models=(*snapshot.models, *places)), names[0], names[1])


def _place_point(name: str, place: tuple[float, float], z_in: float) -> Placed:
    nobody = Miniature(name, name, "", 0, 1.0, (0.0, 0.0), 0.0, POINT, 0.0)
    return Placed(nobody, *place, z_in, 0.0)
