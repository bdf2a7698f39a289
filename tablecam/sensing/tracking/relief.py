"""The shape of the ground, and how noisy the readings of this picture are, from all models at rest together.

The height of one tag is known to a tenth of an inch or two, so only all of them show that a mat hangs through or lies
in waves: those in a hollow look smaller, and those on its slopes lean towards it. What the ground may look like is
weighed: flat, a bowl, hills of several breadths and heights, models that lean each on its own. Noise goes into the sum:
it spoils all tags alike, while a slope shows the more, the further it lies from the camera's axis. The surface is the
mean over all that is likely, and what they leave open stays in its sigma.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.sensing.tracking.relief_evidence import NOISES, Evidence, leans_by_itself, noise_of_sizes
from tablecam.sensing.tracking.relief_kinds import Bowl, OwnLeans, ReliefKind, Waves
from tablecam.sensing.tracking.sag import LEAST_TAGS, LevelTag
from tablecam.sensing.tracking.table_shape import TOLD_LIKELY, LikelyRelief, TableShape

FLAT = 0.82
# depths of bowls, and heights and breadths of hills, one sigma in inches; leans in radians; the prior of each kind
DEPTHS_IN, BOWLED = np.array([0.05, 0.12, 0.3]), 0.07
HEIGHTS_IN, BREADTHS_IN, HILLY = np.array([0.01, 0.02, 0.04, 0.08, 0.16]), (1.3, 1.8, 2.6, 4.0, 7.0, 14.0), 0.08
# Waves shorter than the way from model to model tilt each on its own, as leans do that are less than a degree, and no
# picture tells the two apart. Waves also lift and lower them, so they count as likelier.
LEANS_RAD, LEANT = np.radians([0.1, 0.25, 0.7, 2.0, 5.0]), (0.0003, 0.0003, 0.0003, 0.004, 0.004)
BROADEST_IN = BREADTHS_IN[-1]
# no mat has slopes of over two or three degrees, one sigma
STEEPEST = 0.045
# what is less likely than this places nothing elsewhere
LEAST_LIKELY = 0.02
# heights and sigmas that differ by less are the same, and so are noises that differ by less, as a share
SAME_IN, SAME_NOISE = 0.015, 0.15


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
    tags = [tag for tag in tags if not leans_by_itself(tag.reading)]
    told = [tag for tag in tags if tag.reading.shaped]
    if len(told) < LEAST_TAGS:
        return Relief(noise=noise_of_sizes(tags)) if len(tags) >= LEAST_TAGS else FLAT_GROUND
    evidence = Evidence.of(told)
    held = np.array(level_at, float).reshape(-1, 2)
    flat = evidence.flat() + math.log(FLAT)
    asked: list[tuple[ReliefKind, np.ndarray, float]] = [
        (Bowl(size_in, Waves(BROADEST_IN, held)), DEPTHS_IN, BOWLED / len(DEPTHS_IN)),
        *((OwnLeans(), np.array([size]), usual) for size, usual in zip(LEANS_RAD, LEANT, strict=True)),
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
class _Answer:
    """How likely one kind of relief is at each size and noise, (sizes, noises), as logarithms; with its modes."""

    kind: ReliefKind
    sizes: np.ndarray
    logs: np.ndarray
    values: np.ndarray
    modes: np.ndarray

    @classmethod
    def of(cls, evidence: Evidence, kind: ReliefKind, sizes: np.ndarray, prior: float) -> "_Answer":
        seen = evidence.by_ground @ kind.between(evidence.places, evidence.places) @ evidence.by_ground.T
        values, modes = np.linalg.eigh(seen)
        values = np.maximum(values, 0.0)
        spread = NOISES[:, None] ** 2 + sizes[:, None, None] ** 2 * values
        logs = -np.log(spread).sum(axis=-1) / 2 - ((modes.T @ evidence.off) ** 2 / spread).sum(axis=-1) / 2
        return cls(kind, sizes, logs + evidence.noise + math.log(prior), values, modes)

    def likely(self, evidence: Evidence, total: float) -> list[LikelyRelief]:
        """The sizes that are likely; total: the logarithm of all odds."""
        odds = np.exp(self.logs - total)
        return [
            self._at(evidence, float(size), row)
            for size, row in zip(self.sizes, odds, strict=True)
            if row.sum() >= LEAST_LIKELY
        ]

    def _at(self, evidence: Evidence, size: float, odds: np.ndarray) -> LikelyRelief:
        noise = float(odds @ NOISES**2 / odds.sum())
        ways = evidence.by_ground.T @ self.modes
        known = (ways / (noise + size**2 * self.values)) @ ways.T
        pull = (ways / (noise + size**2 * self.values)) @ (self.modes.T @ evidence.off)
        return LikelyRelief(self.kind, size, float(odds.sum()), pull, known)
