"""From tags to models: one reading of a tag becomes a miniature on its base."""

import math
from dataclasses import dataclass

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import Observation
from tablecam.table.elevation import ElevationResult
from tablecam.table.miniature import Miniature, Placed

# the difference of height over which the shift of the place is computed
PROBE_IN = 0.01


@dataclass(frozen=True)
class Correction:
    """The addition to a level model's place, (3,) of x, y and heading, and to its covariance, (3, 3)."""

    by: np.ndarray
    covariance: np.ndarray


LEVEL = Correction(np.zeros(3), np.zeros((3, 3)))


def place(
    observation: Observation,
    model: Miniature,
    standing: ElevationResult,
    assembly_sigma_mm: float = 0.0,
    correction: Correction = LEVEL,
) -> Placed:
    """Place the model by its tag's reading, given the surface it stands on.

    The covariance is the sum of the reading's own, the error along the sight line from an uncertain height or focal
    length, the error of gluing the tag to its tray and setting the base into it (`assembly_sigma_mm`, or the model's or
    the reading's own), and that of the correction for a lean.
    """
    tag_z_in = standing.z_in + to_inches(model.tag_height_mm)
    state, covariance = observation.compute_place(tag_z_in)
    sight_slope = (observation.compute_place(tag_z_in + PROBE_IN)[0] - state) / PROBE_IN
    # a relative error of the focal length shifts the lens's height by the same share, which equals a wrong height
    height_doubt_in = math.hypot(standing.sigma_z_in, tag_z_in * observation.focal_sigma)
    covariance = covariance + np.outer(sight_slope, sight_slope) * height_doubt_in**2
    offset, offset_slope = _compute_tag_offset(model, state[2])
    lever = np.eye(3)
    lever[:2, 2] = -offset_slope
    covariance = lever @ covariance @ lever.T
    glued_mm = assembly_sigma_mm if model.assembly_sigma_mm is None else model.assembly_sigma_mm
    reading_assembly_in2 = observation.assembly_in2
    covariance[[0, 1], [0, 1]] += to_inches(glued_mm) ** 2 if reading_assembly_in2 is None else reading_assembly_in2
    covariance += correction.covariance
    x_shift, y_shift, turn_shift = correction.by
    return Placed(
        model=model,
        x_in=float(state[0] - offset[0] + x_shift),
        y_in=float(state[1] - offset[1] + y_shift),
        z_in=standing.z_in,
        heading_rad=math.remainder(float(state[2] + turn_shift), 2 * math.pi),
        covariance=tuple((float(a), float(b), float(c)) for a, b, c in covariance),
        sigma_z_in=standing.sigma_z_in,
        stands_on=standing.stands_on,
    )


def base_center(observation: Observation, model: Miniature, z_in: float) -> tuple[float, float]:
    """Return the centre of the base, (x, y), if the model stands at the height z."""
    state, _ = observation.compute_place(z_in + to_inches(model.tag_height_mm))
    offset, _ = _compute_tag_offset(model, state[2])
    return float(state[0] - offset[0]), float(state[1] - offset[1])


def tag_arm(model: Miniature, heading_rad: float) -> tuple[float, float]:
    """Return the vector from the base's centre to the tag's, (x, y), if the model stands level."""
    x, y = _compute_tag_offset(model, heading_rad)[0]
    return float(x), float(y)


def _compute_tag_offset(model: Miniature, heading_rad: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the vector from the base's centre to the tag's, table inches (2,), and its derivative by heading, (2,)."""
    right, forward = (to_inches(length_mm) for length_mm in model.tag_offset_mm)
    forward_unit = np.array([math.cos(heading_rad), math.sin(heading_rad)])
    left_unit = np.array([-forward_unit[1], forward_unit[0]])
    return forward * forward_unit - right * left_unit, forward * left_unit + right * forward_unit
