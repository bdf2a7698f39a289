"""A tag as several cameras see it at once: place, heading, height, lean and the size of its print, seven numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.tracking.average import LEAST_VARIANCE, wrapped
from tablecam.tracking.lean import foreshortened
from tablecam.tracking.observation import Observation

ROUNDS = 4
# no tag lies higher than this share of the lens's height
HIGHEST = 0.9
# Where nothing says otherwise: a lean is anything, and so is a print. Who weighs leans has a prior of his own.
ANY_LEAN_RAD = 0.5
FREE_SIZE = 0.1
# one sigma of a print that is as it should be
TRUE_SIZE = 1e-6
# a reading that contradicts what was known of lean and print by so much, in squared sigmas a figure, is of another
# stance
OTHERWISE = 9.0
_STEPS = np.array([1e-4, 1e-4, 1e-5, 1e-4, 1e-4, 1e-4, 1e-5])
_PROBES = np.concatenate([np.zeros((1, 7)), np.diag(_STEPS), -np.diag(_STEPS)])


@dataclass(frozen=True)
class LeaningSquare:
    """state: (7,) x, y, heading, height, lean (2), size over the true size; covariance: (7, 7) of it.

    free_size: whether the size of the print was asked for. worse: how many times their claims the readings contradict.
    """

    state: np.ndarray
    covariance: np.ndarray
    free_size: bool
    worse: float = 1.0

    @property
    def height_sigma_in(self) -> float:
        """One sigma of the tag's height."""
        return math.sqrt(self.covariance[3, 3])


def fitted(
    readings: Sequence[Observation], size_sigma: float = FREE_SIZE, known: LeaningSquare | None = None
) -> LeaningSquare:
    """The square that agrees best with readings whose shape was measured.

    size_sigma: how far a print may be from its size. known: what is known of lean and print beforehand. Readings that
    contradict each other by more than they claim make the covariance so much larger (Birge's ratio).
    """
    weights = [np.linalg.inv(reading.full_covariance + np.eye(6) * LEAST_VARIANCE) for reading in readings]
    prior, usual = np.diag([0.0] * 4 + [ANY_LEAN_RAD**-2] * 2 + [size_sigma**-2]), np.array([0.0] * 6 + [1.0])
    if known is not None:
        prior[4:, 4:], usual[4:] = np.linalg.inv(known.covariance[4:, 4:]), known.state[4:]
    state = _first_guess(min(readings, key=lambda reading: reading.height_sigma_in))
    highest = HIGHEST * min(float(reading.eye_in[2]) for reading in readings)
    for _ in range(ROUNDS):
        information, pull = prior.copy(), prior @ (usual - state)
        for reading, weight in zip(readings, weights, strict=True):
            slope = slope_of(reading.eye_in, state)
            information += slope.T @ weight @ slope
            pull += slope.T @ weight @ _off(reading, state)
        state = state + np.linalg.solve(information, pull)
        state[3] = min(state[3], highest)
        state[4:6] = np.clip(state[4:6], -ANY_LEAN_RAD, ANY_LEAN_RAD)
    left = [_off(reading, state) for reading in readings]
    surprise = sum(float(off @ weight @ off) for off, weight in zip(left, weights, strict=True))
    free = known.free_size if known is not None else size_sigma == FREE_SIZE
    figures = 6 * len(readings) - (7 if free else 6)
    if known is not None:
        surprise, figures = surprise + float((usual - state) @ prior @ (usual - state)), figures + (3 if free else 2)
    worse = max(1.0, surprise / figures)
    return LeaningSquare(state, np.linalg.inv(information) * worse, free, worse)


def slope_of(eye_in: np.ndarray, state: np.ndarray) -> np.ndarray:
    """How what an eye reads, six numbers, changes with the seven of the state, (6, 7)."""
    read = seen_by(eye_in, state + _PROBES)
    return np.asarray(((read[1:8] - read[8:]) / (2 * _STEPS[:, None])).T)


def seen_by(eye_in: np.ndarray, states: np.ndarray) -> np.ndarray:
    """What an eye reads of squares, (..., 7): x, y, heading and scale on z = 0 and the shear, (..., 6)."""
    eye = complex(eye_in[0], eye_in[1])
    grown = eye_in[2] / (eye_in[2] - states[..., 3])
    at = eye + (states[..., 0] + 1j * states[..., 1] - eye) * grown
    flat, bent = foreshortened((at - eye) / eye_in[2], states[..., 4] + 1j * states[..., 5])
    scale = states[..., 6] * grown * (np.abs(flat) ** 2 - np.abs(bent) ** 2) / np.abs(flat)
    shear = bent / flat.conj()
    return np.stack([at.real, at.imag, states[..., 2] + np.angle(flat), scale, shear.real, shear.imag], axis=-1)


def _first_guess(reading: Observation) -> np.ndarray:
    """A level square of true size by one reading, (7,)."""
    x, y = reading.eye_in[:2] + (np.array([reading.x_in, reading.y_in]) - reading.eye_in[:2]) / reading.scale
    return np.array([x, y, reading.heading_rad, reading.height_in, 0.0, 0.0, 1.0])


def _off(reading: Observation, state: np.ndarray) -> np.ndarray:
    """What of a reading the state does not explain, (6,)."""
    read = [reading.x_in, reading.y_in, reading.heading_rad, reading.scale, reading.shear.real, reading.shear.imag]
    off = np.array(read) - seen_by(reading.eye_in, state)
    off[2] = wrapped(float(off[2]))
    return off
