"""The shape of the ground, and how noisy the readings of this picture are, from all models at rest together.

The height of one tag is known to a tenth of an inch or two, so only all of them show that a mat hangs through or lies
in waves: those in a hollow look smaller, and those on its slopes lean towards it. What the ground may look like is
weighed: flat, a bowl, hills of several breadths and heights, models that lean each on its own. Noise goes into the sum:
it spoils all tags alike, while a slope shows the more, the further it lies from the camera's axis. The surface is the
mean over all that is likely, and what they leave open stays in its sigma.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tablecam.i18n import Message
from tablecam.tracking.observation import Observation
from tablecam.tracking.relief_kinds import FIGURES, Bowl, OwnLeans, ReliefKind, Waves
from tablecam.tracking.sag import LEAST_TAGS, LevelTag
from tablecam.tracking.uneven import does_not_lie_flat
from tablecam.units import to_mm

# what readings claim times one of these is their noise; pictures drawn by program have a quarter of it, rendered ones
# all, and how usual each is
NOISES = np.array([0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0])
_USUAL_NOISE = np.exp(-((np.log(NOISES) / 0.6) ** 2) / 2)
USUAL_NOISE = _USUAL_NOISE / _USUAL_NOISE.sum()
FLAT = 0.82
# depths of bowls, and heights and breadths of hills, one sigma in inches; leans in radians; the prior of each kind
DEPTHS_IN, BOWLED = np.array([0.05, 0.12, 0.3]), 0.07
HEIGHTS_IN, BREADTHS_IN, HILLY = np.array([0.01, 0.02, 0.04, 0.08, 0.16]), (1.8, 2.6, 4.0, 7.0, 14.0), 0.06
LEANS_RAD, LEANT = np.radians([0.1, 0.25, 0.7, 2.0, 5.0]), 0.02
BROADEST_IN = BREADTHS_IN[-1]
# no mat has slopes of over two or three degrees, one sigma
STEEPEST = 0.045
# hills from this breadth on are a sagging table, narrower ones a mat in waves
BROAD_IN = 10.0
# what is less likely than this places nothing elsewhere
LEAST_LIKELY = 0.02
# heights and sigmas that differ by less are the same, and so are noises that differ by less, as a share
SAME_IN, SAME_NOISE = 0.015, 0.15
# ground is told that is likelier not flat than flat: from a depth of 2 mm on (3 with its error), or hills as high
TOLD_LIKELY, TOLD_IN, TOLD_WAVES_IN = 0.5, 0.075, 0.028
# where the ground is looked at for its deepest place: so many places each way
LOOKED_AT = 9


@dataclass(frozen=True)
class _Likely:
    """One kind of relief of one size, and what the tags say if it is that.

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

    def at(self, places: np.ndarray, tags: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Height and slopes at places (m, 2): the mean, (m, 3), and the heights' variance, (m,)."""
        by = self.size**2 * self.kind.between(places, tags)
        mean = (by @ self.pull).reshape(-1, FIGURES)
        heights = by[::FIGURES]
        own = [float(self.kind.between(place[None], place[None])[0, 0]) for place in places]
        return mean, self.size**2 * np.array(own) - np.einsum("ij,jk,ik->i", heights, self.known, heights)


@dataclass(frozen=True)
class TableShape:
    """The surface of a table that may not be flat, over the playing area `size_in` (x, y).

    likely: that it is not flat, 0 to 1. tags: (n, 2), the places of the tags that told it.
    """

    size_in: tuple[float, float]
    likely: float
    tags: np.ndarray
    kinds: tuple[_Likely, ...] = field(repr=False)

    def height_in(self, x_in: float, y_in: float) -> float:
        """How high the table's surface is there: negative where it sags."""
        return float(self._at(np.array([[x_in, y_in]]))[0][0, 0])

    def height_sigma_in(self, x_in: float, y_in: float) -> float:
        """One sigma of `height_in`."""
        return float(self._at(np.array([[x_in, y_in]]))[1][0])

    def lean(self, x_in: float, y_in: float) -> complex:
        """How a level base leans there: radians times the unit vector it leans to, as a complex number."""
        _, across, along = self._at(np.array([[x_in, y_in]]))[0][0]
        return -complex(across, along)

    @property
    def looked_at(self) -> tuple[np.ndarray, np.ndarray]:
        """Heights, and their sigmas, at places all over the area, (n,) each."""
        mean, sigma = self._at(self._places)
        return mean[:, 0], sigma

    @property
    def says(self) -> Message | None:
        """What to do about it; None while it is little or unsure."""
        if self.likely < TOLD_LIKELY:
            return None
        waves = [kind for kind in self.kinds if kind.wavy]
        in_waves = sum(kind.weight for kind in waves)
        if in_waves > self.likely / 2:
            high_in = sum(kind.weight * kind.size for kind in waves) / in_waves
            return does_not_lie_flat() if high_in >= TOLD_WAVES_IN else None
        return self._says_depth()

    def _says_depth(self) -> Message | None:
        heights = self.looked_at[0] / self.likely
        deepest = int(np.argmax(np.abs(heights)))
        if abs(heights[deepest]) < TOLD_IN:
            return None
        x, y = (f"{at:.0f}" for at in self._places[deepest])
        depth = f"{to_mm(abs(float(heights[deepest]))):.0f}"
        if heights[deepest] > 0:
            return Message(
                "the table rises by about {depth} mm around {x}, {y}, which is reckoned with: lay the mat on a flat "
                "board, so that places there are known better",
                depth=depth,
                x=x,
                y=y,
            )
        return Message(
            "the table sags by about {depth} mm around {x}, {y}, which is reckoned with: support it, or lay the mat on "
            "a board, so that places there are known better",
            depth=depth,
            x=x,
            y=y,
        )

    @property
    def _places(self) -> np.ndarray:
        across, along = (np.linspace(0, size, LOOKED_AT + 2)[1:-1] for size in self.size_in)
        return np.array([[x, y] for x in across for y in along])

    def _at(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Height and slopes, the mean over all that is likely, (n, 3), and sigmas of the heights, (n,)."""
        found = [(kind.weight, *kind.at(places, self.tags)) for kind in self.kinds]
        mean = np.asarray(sum(weight * each for weight, each, _ in found))
        square = np.asarray(sum(weight * (each[:, 0] ** 2 + variance) for weight, each, variance in found))
        return mean, np.sqrt(np.maximum(square - mean[:, 0] ** 2, 0.0))


# radians: no mat that models stand on is as steep
STEEPEST_GROUND = 0.045


@dataclass(frozen=True)
class Relief:
    """What the tags tell: the shape, None where it is flat; how noisy they are, as a share of what they claim.

    own_leans, waves: how likely models lean each on its own, or stand on waves.
    """

    shape: TableShape | None = None
    noise: float = 1.0
    own_leans: float = 0.0
    waves: float = 0.0

    @property
    def sags(self) -> bool:
        """Whether the table as a whole is likelier deep or high than flat."""
        return self.shape is not None and self.shape.likely - self.waves >= TOLD_LIKELY


FLAT_GROUND = Relief()


def same_relief(a: Relief, b: Relief) -> bool:
    """Whether two place models alike, within a few thousandths of an inch, with nearly the same sigma."""
    if abs(math.log(a.noise / b.noise)) > SAME_NOISE or (a.shape is None) != (b.shape is None):
        return False
    if a.shape is None or b.shape is None:
        return True
    pairs = zip(a.shape.looked_at, b.shape.looked_at, strict=True)
    return all(float(np.abs(one - other).max()) < SAME_IN for one, other in pairs)


def relief(tags: Sequence[LevelTag], size_in: tuple[float, float], level_at: Sequence[tuple[float, float]]) -> Relief:
    """What the tags tell; flat and as noisy as claimed where they are too few, flat where they tell sizes alone.

    level_at: where the reference tags lie.
    """
    tags = [tag for tag in tags if not _leans_by_itself(tag.reading)]
    told = [tag for tag in tags if tag.reading.shaped]
    if len(told) < LEAST_TAGS:
        return Relief(noise=_noise_of_sizes(tags)) if len(tags) >= LEAST_TAGS else FLAT_GROUND
    evidence = _Evidence.of(told)
    held = np.array(level_at, float).reshape(-1, 2)
    flat = evidence.flat() + math.log(FLAT)
    asked: list[tuple[ReliefKind, np.ndarray, float]] = [
        (Bowl(size_in, Waves(BROADEST_IN, held)), DEPTHS_IN, BOWLED / len(DEPTHS_IN)),
        (OwnLeans(), LEANS_RAD, LEANT / len(LEANS_RAD)),
    ]
    for breadth in BREADTHS_IN:
        heights = HEIGHTS_IN[HEIGHTS_IN / breadth < STEEPEST]
        asked.append((Waves(breadth, held), heights, HILLY / len(BREADTHS_IN) / len(heights)))
    answers = [_Answer.of(evidence, *each) for each in asked]
    top = max(float(flat.max()), *(float(answer.logs.max()) for answer in answers))
    total = float(np.exp(flat - top).sum() + sum(np.exp(answer.logs - top).sum() for answer in answers))
    by_noise = np.exp(flat - top) + sum(np.exp(answer.logs - top).sum(axis=0) for answer in answers)
    kinds = [kind for answer in answers for kind in answer.likely(evidence, top + math.log(total))]
    own = sum(kind.weight for kind in kinds if isinstance(kind.kind, OwnLeans))
    shaped = tuple(kind for kind in kinds if not isinstance(kind.kind, OwnLeans))
    waves = sum(kind.weight for kind in shaped if kind.wavy)
    shape = TableShape(size_in, sum(kind.weight for kind in shaped), evidence.places, shaped) if shaped else None
    return Relief(shape, math.sqrt(float(by_noise @ NOISES**2) / total), own, waves)


@dataclass(frozen=True)
class _Evidence:
    """How sizes and shapes of all tags change with the ground, (m, 3 n), and how far they are off, (m,), each in sigmas
    of what the tags claim. What all sizes have in common is left out: light, and the places of the references.
    """

    places: np.ndarray
    by_ground: np.ndarray
    off: np.ndarray

    @classmethod
    def of(cls, tags: Sequence[LevelTag]) -> "_Evidence":
        count = FIGURES * len(tags)
        by_ground, off, common = np.zeros((count, count)), np.zeros(count), np.zeros(count)
        for number, tag in enumerate(tags):
            own = slice(FIGURES * number, FIGURES * number + FIGURES)
            by_ground[own, own], off[own], common[own] = _witness(tag)
        # all directions but the common one
        rest = np.linalg.svd(common[None])[2][1:] if common.any() else np.eye(count)
        places = np.array([[tag.reading.x_in, tag.reading.y_in] for tag in tags])
        return cls(places, rest @ by_ground, rest @ off)

    def flat(self) -> np.ndarray:
        """(noises,) how likely they are on flat ground, as logarithms."""
        square = float(self.off @ self.off)
        return np.asarray(np.log(USUAL_NOISE) - len(self.off) * np.log(NOISES) - square / NOISES**2 / 2)


@dataclass(frozen=True)
class _Answer:
    """How likely one kind of relief is at each size and noise, (sizes, noises), as logarithms; with its modes."""

    kind: ReliefKind
    sizes: np.ndarray
    logs: np.ndarray
    values: np.ndarray
    modes: np.ndarray

    @classmethod
    def of(cls, evidence: _Evidence, kind: ReliefKind, sizes: np.ndarray, prior: float) -> "_Answer":
        seen = evidence.by_ground @ kind.between(evidence.places, evidence.places) @ evidence.by_ground.T
        values, modes = np.linalg.eigh(seen)
        values = np.maximum(values, 0.0)
        spread = NOISES[:, None] ** 2 + sizes[:, None, None] ** 2 * values
        logs = -np.log(spread).sum(axis=-1) / 2 - ((modes.T @ evidence.off) ** 2 / spread).sum(axis=-1) / 2
        return cls(kind, sizes, logs + np.log(USUAL_NOISE) + math.log(prior), values, modes)

    def likely(self, evidence: _Evidence, total: float) -> list[_Likely]:
        """The sizes that are likely; total: the logarithm of all odds."""
        odds = np.exp(self.logs - total)
        return [
            self._at(evidence, float(size), row)
            for size, row in zip(self.sizes, odds, strict=True)
            if row.sum() >= LEAST_LIKELY
        ]

    def _at(self, evidence: _Evidence, size: float, odds: np.ndarray) -> _Likely:
        noise = float(odds @ NOISES**2 / odds.sum())
        ways = evidence.by_ground.T @ self.modes
        known = (ways / (noise + size**2 * self.values)) @ ways.T
        pull = (ways / (noise + size**2 * self.values)) @ (self.modes.T @ evidence.off)
        return _Likely(self.kind, size, float(odds.sum()), pull, known)


def _noise_of_sizes(tags: Sequence[LevelTag]) -> float:
    """How noisy readings without shapes are, as a share of what they claim: by their sizes on flat ground."""
    sigmas = np.array([math.sqrt(tag.reading.covariance[3, 3]) for tag in tags])
    eyes = np.array([tag.reading.eye_in[2] for tag in tags])
    heights = np.array([tag.height_in for tag in tags])
    off = (np.array([tag.reading.scale for tag in tags]) - eyes / (eyes - heights)) / sigmas
    common = 1 / sigmas
    square = float(off @ off - (off @ common) ** 2 / (common @ common))
    logs = np.log(USUAL_NOISE) - (len(tags) - 1) * np.log(NOISES) - square / NOISES**2 / 2
    odds = np.exp(logs - logs.max())
    return math.sqrt(float(odds @ NOISES**2 / odds.sum()))


def _leans_by_itself(reading: Observation) -> bool:
    """Whether several cameras tell a lean that no ground has, so that it tells nothing of the ground."""
    return reading.tells_lean and abs(reading.shear) > STEEPEST_GROUND


def _witness(tag: LevelTag) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How size and shape of a tag change with height and slopes of the ground, (3, 3), how far they are off, (3,), and
    how they change with the common size, (3,), all in sigmas.
    """
    reading = tag.reading
    eye_in = float(reading.eye_in[2])
    x, y = (reading.x_in - reading.eye_in[0]) / eye_in, (reading.y_in - reading.eye_in[1]) / eye_in
    size = eye_in / (eye_in - tag.height_in)
    slopes = np.array([[size * x / 2, size * y / 2], [x / 2, -y / 2], [y / 2, x / 2]])
    if reading.tells_lean:
        # several cameras tell the lean itself: down the slope
        slopes = np.array([[0, 0], [-1, 0], [0, -1]])
    by_ground = np.column_stack([[size**2 / eye_in, 0, 0], slopes])
    off = np.array([reading.scale - size, reading.shear.real, reading.shear.imag])
    weight = np.linalg.inv(np.linalg.cholesky(reading.covariance[3:, 3:]))
    shared = size if reading.printed is None else 0.0
    return weight @ by_ground, weight @ off, weight @ np.array([shared, 0.0, 0.0])
