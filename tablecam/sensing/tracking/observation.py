"""From pixels to inches: fitted tags become observations, and many observations their mean.

A square that lies level at height z looks exactly like a larger one on the table (z = 0), along the rays from the
lens, so one fit on the table's plane is valid for every height. `compute_place` moves it there.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import BLACK_CELLS
from tablecam.sensing.vision.fit import TagFit
from tablecam.sensing.vision.picture_effect import NO_EFFECT, PictureEffect
from tablecam.table.geometry.projection import Camera

# the parts of a tag that were read
WHOLE = "whole"
PARTLY = "partly"
# one sigma of a shape that was not measured, so large that a mean of many gives nothing either; a measured one has less
# than a hundredth of it
UNKNOWN_SHAPE = 100.0
SIX = 6


@dataclass(frozen=True)
class Observation:
    """One reading of one tag.

    x_in, y_in: where the sight line through the tag's centre meets z = 0. heading_rad: the direction of the tag's top.
    scale: apparent edge on z = 0 over the real edge; nan if the real size is unknown.
    covariance: of (x_in, y_in, heading_rad, scale), (4, 4); with two more rows for the real and the imaginary part of
    `shear` where that was measured, (6, 6).
    shear: the difference of shape and heading from a square's: seen from the lens, the vector z from its centre, as a
    complex number, is one of a square tag turned by `heading_rad` as z - shear * conj(z) is, to first order.
    eye_in: (3,), the lens's centre. focal_sigma: relative uncertainty of the focal length, from the calibration.
    fresh: false if the image has not changed there and the last reading still holds.
    seen: "whole", or "partly" if a known tag was verified although part of it is hidden.
    views: of a fused reading of several cameras (see `fusion`), the derivative of each camera's figures by this
    reading's numbers, (4, 4) or (6, 6) each; empty for a reading of one camera as it read it.
    tells_lean: of such a reading, whether heading and scale are those of the tag itself, however it leans, and `shear`
    is its lean: radians times the unit vector of its direction. printed: then also the size of the tag over its nominal
    size, by all cameras, and one sigma; None if it is not known apart from its height.
    agreement: of a fused reading, the squared contradiction between the cameras, in sigmas of its claim, and its
    degrees of freedom; None if unknown.
    assembly_in2: the variance of its place on the model, which no averaging removes, if two tags of one model give it;
    None if it is that of all models.
    field_in2: the variance of its place along each axis that comes from the camera's place, and is not noise of the
    tag.
    blur_cells: of the tag's edges in the image, one sigma, in cells; 0 if it was not measured.
    """

    tag: int
    x_in: float
    y_in: float
    heading_rad: float
    scale: float
    covariance: np.ndarray
    eye_in: np.ndarray
    fresh: bool = True
    seen: str = WHOLE
    focal_sigma: float = 0.0
    views: tuple[np.ndarray, ...] = ()
    shear: complex = 0.0
    assembly_in2: float | None = None
    tells_lean: bool = False
    printed: tuple[float, float] | None = None
    agreement: tuple[float, int] | None = None
    field_in2: float = 0.0
    blur_cells: float = 0.0

    @property
    def shaped(self) -> bool:
        """Whether its shape was measured."""
        return len(self.covariance) == SIX and float(self.covariance[4, 4]) < (UNKNOWN_SHAPE / 100) ** 2

    @property
    def full_covariance(self) -> np.ndarray:
        """The covariance of all six figures, (6, 6)."""
        if len(self.covariance) == SIX:
            return self.covariance
        padded = np.diag([0.0] * 4 + [UNKNOWN_SHAPE**2] * 2)
        padded[:4, :4] = self.covariance
        return padded

    @property
    def height_in(self) -> float:
        """The height of the tag, from its apparent size."""
        return float(self.eye_in[2] * (1 - 1 / self.scale))

    @property
    def height_sigma_in(self) -> float:
        """One sigma of `height_in`."""
        return float(self.eye_in[2] / self.scale**2 * np.sqrt(self.covariance[3, 3]))

    def compute_place(self, z_in: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the tag's (x, y, heading) at a known height, (3,), and its (3, 3) covariance.

        A known height fixes the scale, which sharpens the remaining numbers where part of the tag is hidden.
        """
        state = np.array([self.x_in, self.y_in, self.heading_rad])
        covariance = self.covariance[:3, :3].copy()
        variance = self.covariance[3, 3]
        if np.isfinite(self.scale) and variance > 0:
            gain = self.covariance[:3, 3] / variance
            state = state + gain * (self.eye_in[2] / (self.eye_in[2] - z_in) - self.scale)
            covariance -= np.outer(gain, self.covariance[3, :3])
        shrink = 1 - z_in / self.eye_in[2]
        state[:2] = self.eye_in[:2] + (state[:2] - self.eye_in[:2]) * shrink
        scaling = np.diag([shrink, shrink, 1.0])
        return state, scaling @ covariance @ scaling


# Errors that average out are in the fit's own covariance. These do not: uneven light, gloss and print shift the edges.
# Measured on rendered tables, each fit against the truth, as a share of a cell and per axis.
BEND_CELLS = 0.008
BEND_HEADING_RAD = 0.0026
BEND_SCALE = 0.0018
BEND_SHAPE = 0.0026
# causes that worsen the remaining figures worsen the shape more, by this power
SHAPE_SUFFERS = 0.5
# a tag that agrees less with its bitmap (a gun, glare, JPEG artefacts) has larger errors; this disagreement is usual
USUAL_DISAGREEMENT = 0.03
# The blur of a sharp image, in cells, and the blur beyond it that doubles the variance from edges that the fit does
# not model. Measured on the same tables out of focus.
SHARP_CELLS, BLUR_CELLS = 0.15, 0.3
# a model's own gun may hide a fifth of its tag all the time, and the fit is still good; if less agrees, something
# covers the tag
LEAST_WHOLE = 0.80


def observe(
    fit: TagFit,
    camera: Camera,
    edge_in: float,
    field_sigma_in: float = 0.0,
    fresh: bool = True,
    effect: PictureEffect = NO_EFFECT,
) -> Observation:
    """Build the observation from a fit.

    edge_in: real edge of the black square. field_sigma_in: the uncertainty of places on the table from the
    registration. effect: the effect of the image on sizes and shapes.
    """
    cell_in = edge_in * fit.pose.scale / BLACK_CELLS
    cell_px = cell_in * fit.px_per_in
    blur_cells = fit.optics.blur_px / cell_px
    excess = max(1.0, (1 - fit.agreement) / USUAL_DISAGREEMENT) * (
        1 + (max(0.0, blur_cells - SHARP_CELLS) / BLUR_CELLS) ** 3
    )
    bend_sigmas = [BEND_CELLS * cell_in, BEND_CELLS * cell_in, BEND_HEADING_RAD, BEND_SCALE, BEND_SHAPE, BEND_SHAPE]
    bend_variances = np.array(bend_sigmas) ** 2 * excess
    bend_variances[4:] *= excess**SHAPE_SUFFERS
    bend_variances[:2] += field_sigma_in**2
    size_variance, shape_variance = effect.variances(cell_px)
    bend_variances[3] += size_variance
    bend_variances[4:] += shape_variance
    # the shape in the tag's own frame, with x to its right, becomes one in the table's
    to_table_turn = -np.exp(2j * fit.pose.heading_rad)
    covariance = (fit.covariance if fit.shaped else fit.covariance[:4, :4]) + np.diag(
        bend_variances[: 6 if fit.shaped else 4]
    )
    if fit.shaped:
        to_table = np.eye(6)
        to_table[4:, 4:] = [[to_table_turn.real, -to_table_turn.imag], [to_table_turn.imag, to_table_turn.real]]
        covariance = to_table @ covariance @ to_table.T
    return Observation(
        fit.tag,
        fit.pose.x_in,
        fit.pose.y_in,
        fit.pose.heading_rad,
        fit.pose.scale - effect.compute_growth(cell_px),
        covariance,
        camera.pose.position_in,
        fresh,
        WHOLE if fit.visible >= LEAST_WHOLE else PARTLY,
        camera.intrinsics.focal_sigma,
        shear=fit.pose.shear - effect.compute_smear(cell_px),
        field_in2=field_sigma_in**2,
        blur_cells=blur_cells,
    )


def stranger(detection: Detection, camera: Camera) -> Observation:
    """Build the observation of a tag that is not in play, on z = 0: its size is unknown, and so is its height."""
    corners = camera.back_project(detection.corners_px)
    x, y = corners.mean(axis=0)
    up = corners[2] + corners[3] - corners[0] - corners[1]
    heading = float(np.arctan2(up[1], up[0]))
    return Observation(
        detection.tag, float(x), float(y), heading, float("nan"), np.zeros((4, 4)), camera.pose.position_in
    )


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
