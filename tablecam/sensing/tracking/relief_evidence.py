"""The evidence of the tags of models at rest on the ground under them, and on the noise of their readings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.relief_kinds import FIGURES
from tablecam.sensing.tracking.sag import LevelTag

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
    def of(cls, tags: Sequence[LevelTag]) -> "Evidence":
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
