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
# The default priors allow any lean and any size of print; `lean` has a prior of its own.
ANY_LEAN_RAD = 0.5
FREE_SIZE = 0.1
# one sigma of the size of a true print, and of the lean of a tag that counts as level
TRUE_SIZE = LEVEL_RAD = 1e-6
# a reading that contradicts the known lean and print by this much, in squared sigmas a figure, is of another stance
OTHERWISE = 9.0
_STEPS = np.array([1e-4, 1e-4, 1e-5, 1e-4, 1e-4, 1e-4, 1e-5])
_PROBES = np.concatenate([np.zeros((1, 7)), np.diag(_STEPS), -np.diag(_STEPS)])


@dataclass(frozen=True)
class LeaningSquare:
    """A fitted square. state: (7,) x, y, heading, height, lean (2), size over the true size; covariance: (7, 7) of it.

    slopes: (n, 6, 7), the derivative of each camera's figures by the state. free_size: whether the size of the print
    was fitted. worse: the ratio of the readings' contradiction to their claims. surprise: the squared contradiction, in
    sigmas; spare: its degrees of freedom.
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
        """Whether the tag surely leans."""
        sigma = math.sqrt((self.covariance[4, 4] + self.covariance[5, 5]) / 2)
        return math.hypot(self.state[4], self.state[5]) > max(LEANS_RAD, LEANS_SIGMAS * sigma)


@dataclass(frozen=True)
class SquareQuestion:
    """The fit of the readings of one tag.

    size_sigma: one sigma of its print's size. known: what is known of lean and print beforehand. level: whether it
    counts as level and printed at its size, whatever shape was measured.
    """

    readings: Sequence[Observation]
    size_sigma: float = FREE_SIZE
    known: LeaningSquare | None = None
    level: bool = False

    @property
    def free_size(self) -> bool:
        """Whether the size of the print is fitted."""
        return not self.level and (self.known.free_size if self.known is not None else self.size_sigma == FREE_SIZE)

    @property
    def figures_left(self) -> int:
        """The number of figures that were read, or known, beyond the unknowns."""
        if self.level:
            return 4 * (len(self.readings) - 1)
        unknowns = 7 if self.free_size else 6
        return SIX * len(self.readings) - unknowns + (unknowns - 4 if self.known is not None else 0)

    @property
    def prior(self) -> tuple[np.ndarray, np.ndarray]:
        """The prior knowledge: information, (7, 7), and the state, (7,)."""
        information, expected = np.zeros((7, 7)), np.zeros(7)
        expected[6] = 1.0
        if self.known is not None:
            information[4:, 4:], expected[4:] = np.linalg.inv(self.known.covariance[4:, 4:]), self.known.state[4:]
            return information, expected
        lean, size = (LEVEL_RAD, TRUE_SIZE) if self.level else (ANY_LEAN_RAD, self.size_sigma)
        information[[4, 5, 6], [4, 5, 6]] = lean**-2, lean**-2, size**-2
        return information, expected

    @property
    def covariances(self) -> list[np.ndarray]:
        """The covariances of the six figures of each reading, (6, 6); the shape of a level tag counts for nothing."""
        if not self.level:
            return [reading.full_covariance for reading in self.readings]
        return [replace(reading, covariance=reading.covariance[:4, :4]).full_covariance for reading in self.readings]


@dataclass(frozen=True)
class _CameraFigures:
    """The cameras' readings of n tags, each of up to m cameras: figures (n, m, 6) with weights, and eyes, (n, m, 3).

    If a tag has fewer readings, the last have no weight.
    """

    figures: np.ndarray
    weights: np.ndarray
    eyes_in: np.ndarray

    @classmethod
    def of(cls, questions: Sequence[SquareQuestion]) -> "_CameraFigures":
        most_readings = max(len(question.readings) for question in questions)
        figures, eyes_in = np.zeros((len(questions), most_readings, SIX)), np.ones((len(questions), most_readings, 3))
        spread = np.tile(np.eye(SIX), (len(questions), most_readings, 1, 1))
        is_present = np.zeros((len(questions), most_readings, 1, 1))
        for row, question in enumerate(questions):
            count = len(question.readings)
            figures[row, :count] = [_list_figures(reading) for reading in question.readings]
            eyes_in[row] = question.readings[0].eye_in
            eyes_in[row, :count] = [reading.eye_in for reading in question.readings]
            spread[row, :count] = question.covariances
            is_present[row, :count] = 1.0
        return cls(figures, np.linalg.inv(spread + np.eye(SIX) * LEAST_VARIANCE) * is_present, eyes_in)

    def off(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the residuals of the readings at states (n, 7), (n, m, 6), and the slopes there, (n, m, 6, 7)."""
        expected = seen_by(self.eyes_in[:, :, None], (states[:, None] + _PROBES)[:, None])
        slopes = (expected[:, :, 1:8] - expected[:, :, 8:]) / (2 * _STEPS[:, None])
        residual = self.figures - expected[:, :, 0]
        residual[..., 2] = (residual[..., 2] + math.pi) % math.tau - math.pi
        return residual, slopes.swapaxes(-1, -2)


def squares(questions: Sequence[SquareQuestion]) -> list[LeaningSquare]:
    """Fit the square of each question: Gauss-Newton over place, heading, height, lean and print.

    If the readings contradict each other by more than they claim, the covariance grows by that factor (Birge's ratio).
    """
    if not questions:
        return []
    figures = _CameraFigures.of(questions)
    prior, usual = (np.array(values) for values in zip(*(question.prior for question in questions), strict=True))
    states = np.array([_guess_state(question.readings) for question in questions])
    highest = HIGHEST * figures.eyes_in[:, :, 2].min(axis=1)
    for _ in range(ROUNDS):
        residual, slopes = figures.off(states)
        pulls = slopes.swapaxes(-1, -2) @ figures.weights
        information = prior + (pulls @ slopes).sum(axis=1)
        pull = prior @ (usual - states)[..., None] + (pulls @ residual[..., None]).sum(axis=1)
        former_states, states = states, states + np.linalg.solve(information, pull)[..., 0]
        states[:, 3] = np.minimum(states[:, 3], highest)
        states[:, 4:6] = np.clip(states[:, 4:6], -ANY_LEAN_RAD, ANY_LEAN_RAD)
    # the last step is so short that the slopes before it hold
    residual = residual - (slopes @ (states - former_states)[:, None, :, None])[..., 0]
    surprise = np.einsum("nmi,nmij,nmj->n", residual, figures.weights, residual)
    prior_surprise = np.einsum("ni,nij,nj->n", usual - states, prior, usual - states)
    covariances = np.linalg.inv(information)
    fitted_squares = []
    for row, question in enumerate(questions):
        contradiction = float(surprise[row] + (prior_surprise[row] if question.known is not None else 0.0))
        spare = question.figures_left
        excess = max(1.0, contradiction / spare) if spare else 1.0
        tag_slopes = slopes[row, : len(question.readings)]
        fitted_squares.append(
            LeaningSquare(
                states[row], covariances[row] * excess, tag_slopes, question.free_size, excess, contradiction, spare
            )
        )
    return fitted_squares


def fitted(
    readings: Sequence[Observation], size_sigma: float = FREE_SIZE, known: LeaningSquare | None = None
) -> LeaningSquare:
    """Fit the square that agrees best with readings whose shape was measured; arguments as of `SquareQuestion`."""
    return squares([SquareQuestion(readings, size_sigma, known)])[0]


def slope_of(eye_in: np.ndarray, state: np.ndarray) -> np.ndarray:
    """Return the derivative of an eye's six figures by the seven of the state, (6, 7)."""
    expected = seen_by(eye_in, state + _PROBES)
    return np.asarray(((expected[1:8] - expected[8:]) / (2 * _STEPS[:, None])).T)


def seen_by(eyes_in: np.ndarray, states: np.ndarray) -> np.ndarray:
    """Return the six figures that eyes, (..., 3), read of squares, (..., 7): x, y, heading, scale and shear, (...,
    6).
    """
    eye, eye_height = eyes_in[..., 0] + 1j * eyes_in[..., 1], eyes_in[..., 2]
    grown = eye_height / (eye_height - states[..., 3])
    center = eye + (states[..., 0] + 1j * states[..., 1] - eye) * grown
    flat, bent = foreshortened((center - eye) / eye_height, states[..., 4] + 1j * states[..., 5])
    scale = states[..., 6] * grown * (np.abs(flat) ** 2 - np.abs(bent) ** 2) / np.abs(flat)
    shear = bent / flat.conj()
    return np.stack([center.real, center.imag, states[..., 2] + np.angle(flat), scale, shear.real, shear.imag], axis=-1)


def _guess_state(readings: Sequence[Observation]) -> list[float]:
    """Return a level square of true size, seven numbers, by the reading that knows its height best."""
    reading = min(readings, key=lambda reading: reading.height_sigma_in)
    eye_x, eye_y, _ = reading.eye_in.tolist()
    x, y = eye_x + (reading.x_in - eye_x) / reading.scale, eye_y + (reading.y_in - eye_y) / reading.scale
    return [x, y, reading.heading_rad, reading.height_in, 0.0, 0.0, 1.0]


def _list_figures(reading: Observation) -> list[float]:
    place = [reading.x_in, reading.y_in, reading.heading_rad, reading.scale]
    return [*place, complex(reading.shear).real, complex(reading.shear).imag]
