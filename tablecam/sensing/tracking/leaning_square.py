"""Tags as several cameras see them at once: place, heading, height, lean and the size of the print, seven numbers each.

All tags that changed in a moment are fitted side by side: NumPy takes as long for one of them as for ten.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.tracking.average import LEAST_VARIANCE
from tablecam.sensing.tracking.lean import foreshortened
from tablecam.sensing.tracking.leaning import LEANS_RAD, LEANS_SIGMAS
from tablecam.sensing.tracking.observation import SIX, Observation

# a fourth round would move nothing by more than a thirtieth of its sigma, at leans of up to twelve degrees
ROUNDS = 3
# no tag lies higher than this share of the lens's height
HIGHEST = 0.9
# Where nothing says otherwise: a lean is anything, and so is a print. Who weighs leans has a prior of his own.
ANY_LEAN_RAD = 0.5
FREE_SIZE = 0.1
# one sigma of a print that is as it should be, and of the lean of a tag that counts as level
TRUE_SIZE = LEVEL_RAD = 1e-6
# a reading that contradicts what was known of lean and print by so much, in squared sigmas a figure, is of another
# stance
OTHERWISE = 9.0
_STEPS = np.array([1e-4, 1e-4, 1e-5, 1e-4, 1e-4, 1e-4, 1e-5])
_PROBES = np.concatenate([np.zeros((1, 7)), np.diag(_STEPS), -np.diag(_STEPS)])


@dataclass(frozen=True)
class LeaningSquare:
    """state: (7,) x, y, heading, height, lean (2), size over the true size; covariance: (7, 7) of it.

    slopes: (n, 6, 7), how what each camera reads changes with the state. free_size: whether the size of the print was
    asked for. worse: how many times their claims the readings contradict. surprise: by how much, squared, in sigmas;
    spare: in how many figures.
    """

    state: np.ndarray
    covariance: np.ndarray
    slopes: np.ndarray
    free_size: bool
    worse: float = 1.0
    surprise: float = 0.0
    spare: int = 0

    @property
    def height_sigma_in(self) -> float:
        """One sigma of the tag's height."""
        return math.sqrt(self.covariance[3, 3])

    @property
    def leans(self) -> bool:
        """Whether it surely leans."""
        sigma = math.sqrt((self.covariance[4, 4] + self.covariance[5, 5]) / 2)
        return math.hypot(self.state[4], self.state[5]) > max(LEANS_RAD, LEANS_SIGMAS * sigma)


@dataclass(frozen=True)
class SquareQuestion:
    """Which square agrees best with the readings of one tag.

    size_sigma: how far its print may be from its size. known: what is known of lean and print beforehand. level:
    whether it counts as level and printed at its size, whatever shape was measured.
    """

    readings: Sequence[Observation]
    size_sigma: float = FREE_SIZE
    known: LeaningSquare | None = None
    level: bool = False

    @property
    def free_size(self) -> bool:
        """Whether the size of the print is asked for."""
        return not self.level and (self.known.free_size if self.known is not None else self.size_sigma == FREE_SIZE)

    @property
    def figures_left(self) -> int:
        """How many figures were read, or known, beyond those that are asked for."""
        if self.level:
            return 4 * (len(self.readings) - 1)
        asked = 7 if self.free_size else 6
        return SIX * len(self.readings) - asked + (asked - 4 if self.known is not None else 0)

    @property
    def prior(self) -> tuple[np.ndarray, np.ndarray]:
        """What is known beforehand: information, (7, 7), and the state, (7,)."""
        information, usual = np.zeros((7, 7)), np.zeros(7)
        usual[6] = 1.0
        if self.known is not None:
            information[4:, 4:], usual[4:] = np.linalg.inv(self.known.covariance[4:, 4:]), self.known.state[4:]
            return information, usual
        lean, size = (LEVEL_RAD, TRUE_SIZE) if self.level else (ANY_LEAN_RAD, self.size_sigma)
        information[[4, 5, 6], [4, 5, 6]] = lean**-2, lean**-2, size**-2
        return information, usual

    @property
    def covariances(self) -> list[np.ndarray]:
        """Of the six figures of each reading, (6, 6); of a level tag, the shape says nothing."""
        if not self.level:
            return [reading.full_covariance for reading in self.readings]
        return [replace(reading, covariance=reading.covariance[:4, :4]).full_covariance for reading in self.readings]


@dataclass(frozen=True)
class _CameraFigures:
    """What the cameras read of n tags, each of up to m cameras: figures (n, m, 6) with weights, and eyes, (n, m, 3).

    Where a tag has fewer readings, the last are without weight.
    """

    figures: np.ndarray
    weights: np.ndarray
    eyes_in: np.ndarray

    @classmethod
    def of(cls, questions: Sequence[SquareQuestion]) -> "_CameraFigures":
        most = max(len(question.readings) for question in questions)
        figures, eyes = np.zeros((len(questions), most, SIX)), np.ones((len(questions), most, 3))
        spread = np.tile(np.eye(SIX), (len(questions), most, 1, 1))
        there = np.zeros((len(questions), most, 1, 1))
        for row, question in enumerate(questions):
            count = len(question.readings)
            figures[row, :count] = [_figures(reading) for reading in question.readings]
            eyes[row] = question.readings[0].eye_in
            eyes[row, :count] = [reading.eye_in for reading in question.readings]
            spread[row, :count] = question.covariances
            there[row, :count] = 1.0
        return cls(figures, np.linalg.inv(spread + np.eye(SIX) * LEAST_VARIANCE) * there, eyes)

    def off(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What of the readings states (n, 7) do not explain, (n, m, 6); and the slopes there, (n, m, 6, 7)."""
        read = seen_by(self.eyes_in[:, :, None], (states[:, None] + _PROBES)[:, None])
        slopes = (read[:, :, 1:8] - read[:, :, 8:]) / (2 * _STEPS[:, None])
        off = self.figures - read[:, :, 0]
        off[..., 2] = (off[..., 2] + math.pi) % math.tau - math.pi
        return off, slopes.swapaxes(-1, -2)


def squares(questions: Sequence[SquareQuestion]) -> list[LeaningSquare]:
    """The square of each question: Gauss-Newton over place, heading, height, lean and print.

    Readings that contradict each other by more than they claim make the covariance so much larger (Birge's ratio).
    """
    if not questions:
        return []
    seen = _CameraFigures.of(questions)
    prior, usual = (np.array(each) for each in zip(*(question.prior for question in questions), strict=True))
    states = np.array([_first_guess(question.readings) for question in questions])
    highest = HIGHEST * seen.eyes_in[:, :, 2].min(axis=1)
    for _ in range(ROUNDS):
        off, slopes = seen.off(states)
        pulls = slopes.swapaxes(-1, -2) @ seen.weights
        information = prior + (pulls @ slopes).sum(axis=1)
        pull = prior @ (usual - states)[..., None] + (pulls @ off[..., None]).sum(axis=1)
        before, states = states, states + np.linalg.solve(information, pull)[..., 0]
        states[:, 3] = np.minimum(states[:, 3], highest)
        states[:, 4:6] = np.clip(states[:, 4:6], -ANY_LEAN_RAD, ANY_LEAN_RAD)
    # the last step is so short that the slopes before it hold
    off = off - (slopes @ (states - before)[:, None, :, None])[..., 0]
    surprise = np.einsum("nmi,nmij,nmj->n", off, seen.weights, off)
    strange = np.einsum("ni,nij,nj->n", usual - states, prior, usual - states)
    covariances = np.linalg.inv(information)
    found = []
    for row, question in enumerate(questions):
        against = float(surprise[row] + (strange[row] if question.known is not None else 0.0))
        left = question.figures_left
        worse = max(1.0, against / left) if left else 1.0
        own = slopes[row, : len(question.readings)]
        found.append(
            LeaningSquare(states[row], covariances[row] * worse, own, question.free_size, worse, against, left)
        )
    return found


def fitted(
    readings: Sequence[Observation], size_sigma: float = FREE_SIZE, known: LeaningSquare | None = None
) -> LeaningSquare:
    """The square that agrees best with readings whose shape was measured; arguments as of `SquareQuestion`."""
    return squares([SquareQuestion(readings, size_sigma, known)])[0]


def slope_of(eye_in: np.ndarray, state: np.ndarray) -> np.ndarray:
    """How what an eye reads, six numbers, changes with the seven of the state, (6, 7)."""
    read = seen_by(eye_in, state + _PROBES)
    return np.asarray(((read[1:8] - read[8:]) / (2 * _STEPS[:, None])).T)


def seen_by(eyes_in: np.ndarray, states: np.ndarray) -> np.ndarray:
    """What eyes, (..., 3), read of squares, (..., 7): x, y, heading and scale on z = 0 and the shear, (..., 6)."""
    eye, high = eyes_in[..., 0] + 1j * eyes_in[..., 1], eyes_in[..., 2]
    grown = high / (high - states[..., 3])
    at = eye + (states[..., 0] + 1j * states[..., 1] - eye) * grown
    flat, bent = foreshortened((at - eye) / high, states[..., 4] + 1j * states[..., 5])
    scale = states[..., 6] * grown * (np.abs(flat) ** 2 - np.abs(bent) ** 2) / np.abs(flat)
    shear = bent / flat.conj()
    return np.stack([at.real, at.imag, states[..., 2] + np.angle(flat), scale, shear.real, shear.imag], axis=-1)


def _first_guess(readings: Sequence[Observation]) -> list[float]:
    """A level square of true size, seven numbers, by the reading that knows its height best."""
    reading = min(readings, key=lambda reading: reading.height_sigma_in)
    eye_x, eye_y, _ = reading.eye_in.tolist()
    x, y = eye_x + (reading.x_in - eye_x) / reading.scale, eye_y + (reading.y_in - eye_y) / reading.scale
    return [x, y, reading.heading_rad, reading.height_in, 0.0, 0.0, 1.0]


def _figures(reading: Observation) -> list[float]:
    place = [reading.x_in, reading.y_in, reading.heading_rad, reading.scale]
    return [*place, complex(reading.shear).real, complex(reading.shear).imag]
