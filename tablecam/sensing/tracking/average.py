"""The mean of many readings of a tag at rest, and the test whether another one belongs to it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tablecam.sensing.tracking.observation import UNKNOWN_SHAPE, Observation
from tablecam.sensing.tracking.settings import TrackerSettings

# keeps the covariance of a perfect reading invertible; a hundred times finer than any camera
LEAST_VARIANCE = 1e-12


@dataclass(frozen=True)
class Average:
    """The information-weighted mean of readings (Gauss-Markov): each counts by the inverse of its covariance.

    Kept on z = 0 with the scale as fourth number and the shear as two more, so that it stays valid whatever height and
    lean are decided later. Values are relative to the first reading, which keeps the sums small and the headings free
    of wrap-around.
    """

    first: Observation
    latest: Observation
    information: np.ndarray
    pull: np.ndarray
    count: int = 1

    @classmethod
    def from_reading(cls, reading: Observation) -> "Average":
        """The mean of one reading."""
        return cls(reading, reading, _information(reading), np.zeros(6))

    def including(self, reading: Observation, memory: int) -> "Average":
        """The mean with one more reading; the earlier ones count as at most `memory` readings together.

        The shape that one camera alone sees says nothing to a lean that several have told.
        """
        if reading.tells_lean and not self.first.tells_lean:
            return self._told_by_several(reading).including(reading, memory)
        if self.first.tells_lean and not reading.tells_lean:
            reading = replace(reading, covariance=reading.covariance[:4, :4])
        weight = _information(reading)
        kept = min(1.0, memory / self.count)
        pull = self.pull * kept + weight @ _difference(reading, self.first)
        return Average(self.first, reading, self.information * kept + weight, pull, min(self.count, memory) + 1)

    @cached_property
    def mean(self) -> Observation:
        """The mean as a reading, with the covariance that the readings alone would have."""
        covariance = np.linalg.inv(self.information)
        x_in, y_in, turn, scale, *shear = covariance @ self.pull
        mean = replace(
            self.latest,
            x_in=self.first.x_in + float(x_in),
            y_in=self.first.y_in + float(y_in),
            heading_rad=wrapped(self.first.heading_rad + float(turn)),
            scale=self.first.scale + float(scale),
            shear=self.first.shear + complex(*shear),
            covariance=covariance,
            # cameras that looked together look at a model at rest again one by one
            views=max(self.latest.views, self.first.views, key=_told_by_views),
            tells_lean=self.first.tells_lean,
            printed=self.latest.printed or self.first.printed,
            agreement=self.latest.agreement or self.first.agreement,
        )
        return mean if mean.shaped else replace(mean, covariance=covariance[:4, :4])

    def _told_by_several(self, reading: Observation) -> "Average":
        """The same mean without its shape, for readings that tell the lean itself."""
        covariance = np.linalg.inv(self.information)
        information = np.diag([0.0] * 4 + [UNKNOWN_SHAPE**-2] * 2)
        information[:4, :4] = np.linalg.inv(covariance[:4, :4])
        off = covariance @ self.pull
        off[4:] = 0.0
        first = replace(self.first, shear=reading.shear, views=reading.views, tells_lean=True)
        return replace(self, first=first, information=information, pull=information @ off)


def with_floor(reading: Observation, settings: TrackerSettings) -> Observation:
    """The reading, or the mean of many, with at least the uncertainty that averaging cannot remove."""
    place, turn = settings.bias_floor_in**2, settings.bias_floor_rad**2
    shape = settings.bias_floor_shape**2
    least = np.array([place, place, turn, settings.bias_floor_scale**2, shape, shape])
    if reading.views and least[:4].all():
        told = min(len(reading.covariance), len(reading.views[0]))
        floor = _shared_floor([view[:told, :told] for view in reading.views], least[:told])
        return replace(reading, covariance=_at_least(reading.covariance[:told, :told], floor))
    least = least[: len(reading.covariance)]
    missing = np.maximum(least - np.diag(reading.covariance), 0.0)
    return replace(reading, covariance=reading.covariance + np.diag(missing))


def with_noise(reading: Observation, noise: float) -> Observation:
    """The reading with so many times the noise that it claims, but for what the camera's own place leaves in doubt.

    Its apparent size stays as doubtful as it was where there is less: light changes that of all tags together. What the
    size says of the other figures it goes on saying.
    """
    variance = float(reading.covariance[3, 3])
    with_size = np.outer(reading.covariance[:, 3], reading.covariance[3]) / variance if variance > 0 else 0.0
    covariance = reading.covariance * noise**2 + with_size * max(1 - noise**2, 0.0)
    kept = min(reading.field_in2, float(reading.covariance[0, 0]), float(reading.covariance[1, 1]))
    covariance[[0, 1], [0, 1]] += kept * max(1 - noise**2, 0.0)
    return replace(reading, covariance=covariance)


def _told_by_views(views: tuple[np.ndarray, ...]) -> tuple[int, int]:
    """How many figures they are of, and of how many cameras."""
    return len(views[0]) if views else 0, len(views)


def _shared_floor(views: Sequence[np.ndarray], least: np.ndarray) -> np.ndarray:
    """What averaging cannot remove from a reading of several cameras: each has its own such errors."""
    # a lean that no camera sees aslant
    nothing = np.diag([0.0] * 4 + [UNKNOWN_SHAPE**-2] * 2)[: len(least), : len(least)]
    return np.linalg.inv(nothing + sum(view.T @ (view / least[:, None]) for view in views))


def _at_least(covariance: np.ndarray, floor: np.ndarray) -> np.ndarray:
    """The covariance, in no direction less than the floor."""
    root = np.linalg.cholesky(floor)
    inverse = np.linalg.inv(root)
    shares, ways = np.linalg.eigh(inverse @ covariance @ inverse.T)
    raised = root @ ways
    return raised * np.maximum(shares, 1.0) @ raised.T


def surprise(reading: Observation, mean: Observation) -> float:
    """How unlikely they are to be the same place: squared Mahalanobis distance of (x, y, heading)."""
    difference = _difference(reading, mean)[:3]
    spread = reading.covariance[:3, :3] + mean.covariance[:3, :3] + np.eye(3) * LEAST_VARIANCE
    return float(difference @ np.linalg.solve(spread, difference))


def wrapped(angle_rad: float) -> float:
    """The same angle between -pi and pi."""
    return math.remainder(angle_rad, 2 * math.pi)


def _difference(reading: Observation, other: Observation) -> np.ndarray:
    turn = wrapped(reading.heading_rad - other.heading_rad)
    shear = reading.shear - other.shear
    place = (reading.x_in - other.x_in, reading.y_in - other.y_in)
    return np.array([*place, turn, reading.scale - other.scale, shear.real, shear.imag])


def _information(reading: Observation) -> np.ndarray:
    return np.linalg.inv(reading.full_covariance + np.eye(6) * LEAST_VARIANCE)
