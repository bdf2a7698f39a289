"""The shape of the ground, and how noisy the readings of this image are, from all models at rest together.

The height of one tag is known to a tenth of an inch or two, so only all of them show that a mat sags or lies in waves:
those in a hollow look smaller, and those on its slopes lean towards it. The possible shapes of the ground are weighed:
flat, a bowl, hills of several breadths and heights, models that lean each on its own. Noise is weighed too: it affects
all tags alike, while a slope shows more with distance from the camera's axis. The surface is the mean over all likely
shapes, and its sigma holds their differences.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.sag import FIGURES, LEAST_TAGS, Bowl, LevelTag, OwnLeans, ReliefKind, Waves

# hills from this breadth on are a sagging table, narrower ones a mat in waves
BROAD_IN = 10.0
# ground that is likelier uneven than flat
UNEVEN_LIKELY = 0.5
# the number of places along each side at which the deepest place is searched
LOOKED_AT = 9


@dataclass(frozen=True)
class LikelyRelief:
    """One kind of relief of one size, with the tags' evidence on it.

    pull: (3 n,), known: (3 n, 3 n): mean and loss of variance of the ground are these times its covariance with the
    tags' places.
    """

    kind: ReliefKind
    size: float
    weight: float
    pull: np.ndarray
    known: np.ndarray

    @property
    def wavy(self) -> bool:
        """Whether it is a mat in waves, rather than a table that sags."""
        return isinstance(self.kind, Waves) and self.kind.breadth_in < BROAD_IN

    def compute_heights(self, places: np.ndarray, tags: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return height and slopes at places (m, 2): the mean, (m, 3), and the heights' variance, (m,)."""
        covariance = self.size**2 * self.kind.compute_covariance(places, tags)
        mean = (covariance @ self.pull).reshape(-1, FIGURES)
        heights = covariance[::FIGURES]
        variances = [float(self.kind.compute_covariance(place[None], place[None])[0, 0]) for place in places]
        return mean, self.size**2 * np.array(variances) - np.einsum("ij,jk,ik->i", heights, self.known, heights)


@dataclass(frozen=True)
class TableShape:
    """The surface of a table that may not be flat, over the playing area `size_in` (x, y).

    likely: that it is not flat, 0 to 1. tags: (n, 2), the places of the tags that gave it.
    """

    size_in: tuple[float, float]
    likely: float
    tags: np.ndarray
    kinds: tuple[LikelyRelief, ...] = field(repr=False)

    def height_in(self, x_in: float, y_in: float) -> float:
        """Return the height of the table's surface at a place: negative where it sags."""
        return float(self._average_kinds(np.array([[x_in, y_in]]))[0][0, 0])

    def height_sigma_in(self, x_in: float, y_in: float) -> float:
        """Return one sigma of `height_in`."""
        return float(self._average_kinds(np.array([[x_in, y_in]]))[1][0])

    def lean(self, x_in: float, y_in: float) -> complex:
        """Return the lean of a level base at a place: radians times the unit vector of its direction (complex)."""
        _, x_slope, y_slope = self._average_kinds(np.array([[x_in, y_in]]))[0][0]
        return -complex(x_slope, y_slope)

    @property
    def looked_at(self) -> tuple[np.ndarray, np.ndarray]:
        """Heights, and their sigmas, at places all over the area, (n,) each."""
        mean, sigma = self._average_kinds(self._sample_places)
        return mean[:, 0], sigma

    @property
    def _sample_places(self) -> np.ndarray:
        x_places, y_places = (np.linspace(0, size, LOOKED_AT + 2)[1:-1] for size in self.size_in)
        return np.array([[x, y] for x in x_places for y in y_places])

    def _average_kinds(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return height and slopes, the mean over all likely kinds, (n, 3), and sigmas of the heights, (n,)."""
        weighted = [(kind.weight, *kind.compute_heights(places, self.tags)) for kind in self.kinds]
        mean = np.asarray(sum(weight * kind_mean for weight, kind_mean, _ in weighted))
        mean_square = np.asarray(
            sum(weight * (kind_mean[:, 0] ** 2 + variance) for weight, kind_mean, variance in weighted)
        )
        return mean, np.sqrt(np.maximum(mean_square - mean[:, 0] ** 2, 0.0))


# the noise of readings is one of these times their claim: a quarter in images drawn by program, all of it in rendered
# ones; and how usual each is
NOISES = np.array([0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0])
_USUAL_NOISE = np.exp(-((np.log(NOISES) / 0.6) ** 2) / 2)
USUAL_NOISE = _USUAL_NOISE / _USUAL_NOISE.sum()
# radians: no mat that models stand on is as steep
STEEPEST_GROUND = 0.045


@dataclass(frozen=True)
class Evidence:
    """The derivative of sizes and shapes of all tags by the ground, (m, 3 n), and their deviations, (m,), each in
    sigmas of the tags' claims.

    The common part of all sizes is left out: light, and the places of the reference tags. noise: the likelihood of each
    of NOISES whatever the ground is, as logarithms.
    """

    places: np.ndarray
    by_ground: np.ndarray
    off: np.ndarray
    noise: np.ndarray

    @classmethod
    def from_tags(cls, tags: Sequence[LevelTag]) -> "Evidence":
        """Collect the evidence of these tags."""
        count = FIGURES * len(tags)
        by_ground, deviations, common = np.zeros((count, count)), np.zeros(count), np.zeros(count)
        for index, tag in enumerate(tags):
            rows = slice(FIGURES * index, FIGURES * index + FIGURES)
            by_ground[rows, rows], deviations[rows], common[rows] = _compute_evidence(tag)
        # all directions but the common one
        basis = np.linalg.svd(common[None])[2][1:] if common.any() else np.eye(count)
        return cls(
            np.array([tag.base_in for tag in tags]), basis @ by_ground, basis @ deviations, _weigh_camera_noise(tags)
        )

    def flat(self) -> np.ndarray:
        """Return the likelihood of each noise on flat ground, (noises,), as logarithms."""
        chi_square = float(self.off @ self.off)
        return np.asarray(self.noise - len(self.off) * np.log(NOISES) - chi_square / NOISES**2 / 2)


def _weigh_camera_noise(tags: Sequence[LevelTag]) -> np.ndarray:
    """Return the likelihood of each noise by the contradictions between cameras, (noises,), as logarithms."""
    agreements = [tag.reading.agreement for tag in tags if tag.reading.agreement is not None]
    chi_square, figures = sum(chi_square for chi_square, _ in agreements), sum(figures for _, figures in agreements)
    return np.asarray(np.log(USUAL_NOISE) - figures * np.log(NOISES) - chi_square / NOISES**2 / 2)


def noise_of_sizes(tags: Sequence[LevelTag]) -> float:
    """Return the noise of readings without shapes, as a share of their claims: by their sizes on flat ground."""
    sigmas = np.array([math.sqrt(tag.reading.covariance[3, 3]) for tag in tags])
    eyes = np.array([tag.reading.eye_in[2] for tag in tags])
    heights = np.array([tag.height_in for tag in tags])
    deviations = (np.array([tag.reading.scale for tag in tags]) - eyes / (eyes - heights)) / sigmas
    common = 1 / sigmas
    chi_square = float(deviations @ deviations - (deviations @ common) ** 2 / (common @ common))
    logs = np.log(USUAL_NOISE) - (len(tags) - 1) * np.log(NOISES) - chi_square / NOISES**2 / 2
    odds = np.exp(logs - logs.max())
    return math.sqrt(float(odds @ NOISES**2 / odds.sum()))


def leans_by_itself(reading: Observation) -> bool:
    """Report whether several cameras measure a lean that no ground has, so that it gives no evidence on the ground."""
    return reading.tells_lean and abs(reading.shear) > STEEPEST_GROUND


def _compute_evidence(tag: LevelTag) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compute one tag's derivative of size and shape by height and slopes of the ground, (3, 3), and their deviation,
    (3,).

    The third result is their derivative by the common size, (3,). All are in sigmas.
    """
    reading = tag.reading
    eye_in = float(reading.eye_in[2])
    x, y = (reading.x_in - reading.eye_in[0]) / eye_in, (reading.y_in - reading.eye_in[1]) / eye_in
    size = eye_in / (eye_in - tag.height_in)
    slopes = np.array([[size * x / 2, size * y / 2], [x / 2, -y / 2], [y / 2, x / 2]])
    if reading.tells_lean:
        # several cameras measure the lean itself: down the slope
        slopes = np.array([[0, 0], [-1, 0], [0, -1]])
    # a tag on an arm rises with the slope too
    raised = np.array([size**2 / eye_in, 0, 0])
    by_ground = np.column_stack([raised, slopes + np.outer(raised, tag.arm_in)])
    deviation = np.array([reading.scale - size, reading.shear.real, reading.shear.imag])
    weight = np.linalg.inv(np.linalg.cholesky(reading.covariance[3:, 3:]))
    common_size = size if reading.printed is None else 0.0
    return weight @ by_ground, weight @ deviation, weight @ np.array([common_size, 0.0, 0.0])


FLAT = 0.82
# depths of bowls, and heights and breadths of hills, one sigma in inches; leans in radians; the prior of each kind
DEPTHS_IN, BOWLED = np.array([0.05, 0.12, 0.3]), 0.07
HEIGHTS_IN, BREADTHS_IN, HILLY = np.array([0.01, 0.02, 0.04, 0.08, 0.16]), (1.3, 1.8, 2.6, 4.0, 7.0, 14.0), 0.08
# Waves shorter than the distance between models tilt each on its own, as leans of less than a degree do, and no image
# distinguishes the two. Waves also lift and lower the models, so they count as likelier.
LEANS_RAD, LEANT = np.radians([0.1, 0.25, 0.7, 2.0, 5.0]), (0.0003, 0.0003, 0.0003, 0.004, 0.004)
BROADEST_IN = BREADTHS_IN[-1]
# no mat has slopes of over two or three degrees, one sigma
STEEPEST = 0.045
# shapes that are less likely than this do not move models
LEAST_LIKELY = 0.02
# heights and sigmas that differ by less are the same, and so are noises that differ by less, as a share
SAME_IN, SAME_NOISE = 0.015, 0.15


@dataclass(frozen=True)
class Relief:
    """The relief that the tags give: the shape, None if it is flat; their noise, as a share of their claims.

    own_leans, waves: how likely models lean each on its own, or stand on waves.
    """

    shape: TableShape | None = None
    noise: float = 1.0
    own_leans: float = 0.0
    waves: float = 0.0

    @property
    def sags(self) -> bool:
        """Whether the table as a whole is likelier deep or high than flat."""
        return self.shape is not None and self.shape.likely - self.waves >= UNEVEN_LIKELY


FLAT_GROUND = Relief()


def same_relief(a: Relief, b: Relief) -> bool:
    """Report whether two place models alike, within a few thousandths of an inch, with nearly the same sigma."""
    if abs(math.log(a.noise / b.noise)) > SAME_NOISE or (a.shape is None) != (b.shape is None):
        return False
    if a.shape is None or b.shape is None:
        return True
    pairs = zip(a.shape.looked_at, b.shape.looked_at, strict=True)
    return all(float(np.abs(heights - other_heights).max()) < SAME_IN for heights, other_heights in pairs)


def relief(tags: Sequence[LevelTag], size_in: tuple[float, float], level_at: Sequence[tuple[float, float]]) -> Relief:
    """Weigh the relief that the tags give. Too few tags: flat, and as noisy as claimed. Sizes alone: flat.

    level_at: the places of the reference tags.
    """
    tags = [tag for tag in tags if not leans_by_itself(tag.reading)]
    shaped_tags = [tag for tag in tags if tag.reading.shaped]
    if len(shaped_tags) < LEAST_TAGS:
        return Relief(noise=noise_of_sizes(tags)) if len(tags) >= LEAST_TAGS else FLAT_GROUND
    evidence = Evidence.from_tags(shaped_tags)
    level_places = np.array(level_at, float).reshape(-1, 2)
    flat = evidence.flat() + math.log(FLAT)
    kinds_to_weigh: list[tuple[ReliefKind, np.ndarray, float]] = [
        (Bowl(size_in, Waves(BROADEST_IN, level_places)), DEPTHS_IN, BOWLED / len(DEPTHS_IN)),
        *((OwnLeans(), np.array([size]), prior) for size, prior in zip(LEANS_RAD, LEANT, strict=True)),
    ]
    for breadth in BREADTHS_IN:
        heights = HEIGHTS_IN[HEIGHTS_IN / breadth < STEEPEST]
        kinds_to_weigh.append((Waves(breadth, level_places), heights, HILLY / len(BREADTHS_IN) / len(heights)))
    answers = [_Answer.from_evidence(evidence, *question) for question in kinds_to_weigh]
    best_log = max(float(flat.max()), *(float(answer.logs.max()) for answer in answers))
    total = float(np.exp(flat - best_log).sum() + sum(np.exp(answer.logs - best_log).sum() for answer in answers))
    odds_by_noise = np.exp(flat - best_log) + sum(np.exp(answer.logs - best_log).sum(axis=0) for answer in answers)
    likely_kinds = [kind for answer in answers for kind in answer.likely(evidence, best_log + math.log(total))]
    own_leans = sum(kind.weight for kind in likely_kinds if isinstance(kind.kind, OwnLeans))
    shaped = tuple(kind for kind in likely_kinds if not isinstance(kind.kind, OwnLeans))
    waves = sum(kind.weight for kind in shaped if kind.wavy)
    shape = TableShape(size_in, sum(kind.weight for kind in shaped), evidence.places, shaped) if shaped else None
    return Relief(shape, math.sqrt(float(odds_by_noise @ NOISES**2) / total), own_leans, waves)


@dataclass(frozen=True)
class _Answer:
    """The likelihood of one kind of relief at each size and noise, (sizes, noises), as logarithms; with its modes."""

    kind: ReliefKind
    sizes: np.ndarray
    logs: np.ndarray
    values: np.ndarray
    modes: np.ndarray

    @classmethod
    def from_evidence(cls, evidence: Evidence, kind: ReliefKind, sizes: np.ndarray, prior: float) -> "_Answer":
        covariance = (
            evidence.by_ground @ kind.compute_covariance(evidence.places, evidence.places) @ evidence.by_ground.T
        )
        values, modes = np.linalg.eigh(covariance)
        values = np.maximum(values, 0.0)
        spread = NOISES[:, None] ** 2 + sizes[:, None, None] ** 2 * values
        logs = -np.log(spread).sum(axis=-1) / 2 - ((modes.T @ evidence.off) ** 2 / spread).sum(axis=-1) / 2
        return cls(kind, sizes, logs + evidence.noise + math.log(prior), values, modes)

    def likely(self, evidence: Evidence, total: float) -> list[LikelyRelief]:
        """Return the likely sizes. total: the logarithm of all odds."""
        odds = np.exp(self.logs - total)
        return [
            self._build_likely(evidence, float(size), row)
            for size, row in zip(self.sizes, odds, strict=True)
            if row.sum() >= LEAST_LIKELY
        ]

    def _build_likely(self, evidence: Evidence, size: float, odds: np.ndarray) -> LikelyRelief:
        noise_variance = float(odds @ NOISES**2 / odds.sum())
        directions = evidence.by_ground.T @ self.modes
        variance_loss = (directions / (noise_variance + size**2 * self.values)) @ directions.T
        pull = (directions / (noise_variance + size**2 * self.values)) @ (self.modes.T @ evidence.off)
        return LikelyRelief(self.kind, size, float(odds.sum()), pull, variance_loss)
