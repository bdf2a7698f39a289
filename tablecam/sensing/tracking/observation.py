"""A tag seen by the camera, in inches: between pixels and models.

A square that lies level at height z looks exactly like a larger one on the table (z = 0), along the rays from the
lens, so one fit on the table's plane is valid for every height. `compute_place` moves it there.
"""

from dataclasses import dataclass

import numpy as np

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
