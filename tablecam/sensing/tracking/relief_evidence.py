"""What the tags of models at rest say of the ground under them, and how noisy their readings are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.relief_kinds import FIGURES
from tablecam.sensing.tracking.sag import LevelTag

# what readings claim times one of these is their noise; pictures drawn by program have a quarter of it, rendered ones
# all, and how usual each is
NOISES = np.array([0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0])
_USUAL_NOISE = np.exp(-((np.log(NOISES) / 0.6) ** 2) / 2)
USUAL_NOISE = _USUAL_NOISE / _USUAL_NOISE.sum()
# radians: no mat that models stand on is as steep
STEEPEST_GROUND = 0.045


@dataclass(frozen=True)
class Evidence:
    """How sizes and shapes of all tags change with the ground, (m, 3 n), and how far they are off, (m,), each in sigmas
    of what the tags claim. What all sizes have in common is left out: light, and the places of the references. noise:
    how likely each of NOISES is whatever the ground is, as logarithms.
    """

    places: np.ndarray
    by_ground: np.ndarray
    off: np.ndarray
    noise: np.ndarray

    @classmethod
    def of(cls, tags: Sequence[LevelTag]) -> "Evidence":
        """What these tags say."""
        count = FIGURES * len(tags)
        by_ground, off, common = np.zeros((count, count)), np.zeros(count), np.zeros(count)
        for number, tag in enumerate(tags):
            own = slice(FIGURES * number, FIGURES * number + FIGURES)
            by_ground[own, own], off[own], common[own] = _witness(tag)
        # all directions but the common one
        rest = np.linalg.svd(common[None])[2][1:] if common.any() else np.eye(count)
        return cls(np.array([tag.base_in for tag in tags]), rest @ by_ground, rest @ off, _noise_between_cameras(tags))

    def flat(self) -> np.ndarray:
        """(noises,) how likely they are on flat ground, as logarithms."""
        square = float(self.off @ self.off)
        return np.asarray(self.noise - len(self.off) * np.log(NOISES) - square / NOISES**2 / 2)


def _noise_between_cameras(tags: Sequence[LevelTag]) -> np.ndarray:
    """(noises,) how likely they are by how much several cameras contradict each other, as logarithms."""
    told = [tag.reading.agreement for tag in tags if tag.reading.agreement is not None]
    square, figures = sum(square for square, _ in told), sum(figures for _, figures in told)
    return np.asarray(np.log(USUAL_NOISE) - figures * np.log(NOISES) - square / NOISES**2 / 2)


def noise_of_sizes(tags: Sequence[LevelTag]) -> float:
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


def leans_by_itself(reading: Observation) -> bool:
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
    # a tag on an arm rises with the slope too
    raised = np.array([size**2 / eye_in, 0, 0])
    by_ground = np.column_stack([raised, slopes + np.outer(raised, tag.arm_in)])
    off = np.array([reading.scale - size, reading.shear.real, reading.shear.imag])
    weight = np.linalg.inv(np.linalg.cholesky(reading.covariance[3:, 3:]))
    shared = size if reading.printed is None else 0.0
    return weight @ by_ground, weight @ off, weight @ np.array([shared, 0.0, 0.0])
