"""The mean of many readings of a tag at rest, and the test whether another reading belongs to it."""

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

    Stored on z = 0 with the scale as fourth number and the shear as two more, so that it stays valid whatever height
    and lean are decided later. Values are relative to the first reading, which keeps the sums small and the headings
    free of wrap-around.
    """

    first: Observation
    latest: Observation
    information: np.ndarray
    pull: np.ndarray
    count: int = 1

    @classmethod
    def from_reading(cls, reading: Observation) -> "Average":
        """Build the mean of one reading."""
        return cls(reading, reading, _compute_information(reading), np.zeros(6))

    def including(self, reading: Observation, memory: int) -> "Average":
        """Return the mean with one more reading; the earlier ones count as at most `memory` readings together.

        A shape that one camera alone sees does not change a lean that several cameras measured.
        """
        if reading.tells_lean and not self.first.tells_lean:
            return self._drop_shape(reading).including(reading, memory)
        if self.first.tells_lean and not reading.tells_lean:
            reading = replace(reading, covariance=reading.covariance[:4, :4])
        weight = _compute_information(reading)
        kept_share = min(1.0, memory / self.count)
        pull = self.pull * kept_share + weight @ _compute_difference(reading, self.first)
        return Average(self.first, reading, self.information * kept_share + weight, pull, min(self.count, memory) + 1)

    @cached_property
    def mean(self) -> Observation:
        """The mean as a reading, with the covariance that the readings alone would have."""
        covariance = np.linalg.inv(self.information)
        x_in, y_in, turn, scale, *shear = covariance @ self.pull
        mean = replace(
            self.latest,
            x_in=self.first.x_in + float(x_in),
            y_in=self.first.y_in + float(y_in),
            heading_rad=wrap_angle(self.first.heading_rad + float(turn)),
            scale=self.first.scale + float(scale),
            shear=self.first.shear + complex(*shear),
            covariance=covariance,
            # cameras that read a model together read it again one by one once it is at rest
            views=max(self.latest.views, self.first.views, key=_rank_views),
            tells_lean=self.first.tells_lean,
            printed=self.latest.printed or self.first.printed,
            agreement=self.latest.agreement or self.first.agreement,
        )
        return mean if mean.shaped else replace(mean, covariance=covariance[:4, :4])

    def _drop_shape(self, reading: Observation) -> "Average":
        """Return the mean without its shape, for readings of several cameras that give the lean itself."""
        covariance = np.linalg.inv(self.information)
        information = np.diag([0.0] * 4 + [UNKNOWN_SHAPE**-2] * 2)
        information[:4, :4] = np.linalg.inv(covariance[:4, :4])
        deviation = covariance @ self.pull
        deviation[4:] = 0.0
        first = replace(self.first, shear=reading.shear, views=reading.views, tells_lean=True)
        return replace(self, first=first, information=information, pull=information @ deviation)


def with_floor(reading: Observation, settings: TrackerSettings) -> Observation:
    """Return the reading, or the mean of many, with at least the uncertainty that averaging cannot remove."""
    place_variance, turn_variance = settings.bias_floor_in**2, settings.bias_floor_rad**2
    shape_variance = settings.bias_floor_shape**2
    least_variances = np.array(
        [place_variance, place_variance, turn_variance, settings.bias_floor_scale**2, shape_variance, shape_variance]
    )
    if reading.views and least_variances[:4].all():
        count = min(len(reading.covariance), len(reading.views[0]))
        floor = _combine_floors([view[:count, :count] for view in reading.views], least_variances[:count])
        return replace(reading, covariance=_raise_to_floor(reading.covariance[:count, :count], floor))
    least_variances = least_variances[: len(reading.covariance)]
    missing_variances = np.maximum(least_variances - np.diag(reading.covariance), 0.0)
    return replace(reading, covariance=reading.covariance + np.diag(missing_variances))


def with_noise(reading: Observation, noise: float) -> Observation:
    """Return the reading with its noise multiplied by a factor, except for the uncertainty of the camera's own place.

    A factor below 1 leaves the uncertainty of the apparent size unchanged, because light changes the size of all tags
    together. The correlations of the size with the remaining numbers stay too.
    """
    variance = float(reading.covariance[3, 3])
    with_size = np.outer(reading.covariance[:, 3], reading.covariance[3]) / variance if variance > 0 else 0.0
    covariance = reading.covariance * noise**2 + with_size * max(1 - noise**2, 0.0)
    field_variance = min(reading.field_in2, float(reading.covariance[0, 0]), float(reading.covariance[1, 1]))
    covariance[[0, 1], [0, 1]] += field_variance * max(1 - noise**2, 0.0)
    return replace(reading, covariance=covariance)


def _rank_views(views: tuple[np.ndarray, ...]) -> tuple[int, int]:
    """Return the number of figures in each view, and the number of cameras."""
    return len(views[0]) if views else 0, len(views)


def _combine_floors(views: Sequence[np.ndarray], least: np.ndarray) -> np.ndarray:
    """Return the uncertainty that averaging cannot remove from several cameras: each has its own errors."""
    # for a lean that no camera measures
    weak_prior = np.diag([0.0] * 4 + [UNKNOWN_SHAPE**-2] * 2)[: len(least), : len(least)]
    return np.linalg.inv(weak_prior + sum(view.T @ (view / least[:, None]) for view in views))


def _raise_to_floor(covariance: np.ndarray, floor: np.ndarray) -> np.ndarray:
    """Return the covariance, in no direction less than the floor."""
    root = np.linalg.cholesky(floor)
    inverse = np.linalg.inv(root)
    ratios, directions = np.linalg.eigh(inverse @ covariance @ inverse.T)
    scaled_directions = root @ directions
    return scaled_directions * np.maximum(ratios, 1.0) @ scaled_directions.T


def surprise(reading: Observation, mean: Observation) -> float:
    """Return how unlikely they are to be the same place: squared Mahalanobis distance of (x, y, heading)."""
    difference = _compute_difference(reading, mean)[:3]
    spread = reading.covariance[:3, :3] + mean.covariance[:3, :3] + np.eye(3) * LEAST_VARIANCE
    return float(difference @ np.linalg.solve(spread, difference))


def wrap_angle(angle_rad: float) -> float:
    """Return the same angle between -pi and pi."""
    return math.remainder(angle_rad, 2 * math.pi)


def _compute_difference(reading: Observation, other: Observation) -> np.ndarray:
    turn = wrap_angle(reading.heading_rad - other.heading_rad)
    shear = reading.shear - other.shear
    shift_in = (reading.x_in - other.x_in, reading.y_in - other.y_in)
    return np.array([*shift_in, turn, reading.scale - other.scale, shear.real, shear.imag])


def _compute_information(reading: Observation) -> np.ndarray:
    return np.linalg.inv(reading.full_covariance + np.eye(6) * LEAST_VARIANCE)
