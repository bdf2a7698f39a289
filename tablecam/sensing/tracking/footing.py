"""A miniature on its base, from a tag, and the surface that it stands on."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import Observation
from tablecam.table.elevation import (
    COVERED_SIGMAS,
    NONE,
    SAME_FLOOR_IN,
    UNDECIDED,
    ElevationResult,
    Surface,
    choose_surface,
    likeliest,
    surfaces_seen,
)
from tablecam.table.miniature import Base, Miniature, Placed, Rectangle
from tablecam.table.terrain import Terrain

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


AIR = "air"
# If a single surface is allowed, only something that the plan lacks speaks against it. Of two thousand readings on
# tables rendered with the defects of a real room, the furthest lay 4.3 of its sigmas from its floor.
LONE_SIGMAS = 4.5


@dataclass(frozen=True)
class Footing:
    """The ground of a model at rest.

    allowed: the surfaces it could stand on there. standing: the surface it is assumed to stand on. doubts: the number
    of readings in a row that gave another one. pinned: a person chose the surface.
    """

    allowed: tuple[Surface, ...]
    standing: ElevationResult
    doubts: int = 0
    pinned: bool = False

    @classmethod
    def judge(
        cls,
        allowed: tuple[Surface, ...],
        height_in: float,
        sigmas_in: Sequence[float],
        misfits: Sequence[float] | None = None,
    ) -> "Footing":
        """Judge the ground of a model that has just come to rest; arguments as for `add_reading`."""
        return cls(allowed, _decide_footing(allowed, height_in, sigmas_in, misfits))

    def add_reading(
        self, height_in: float, sigmas_in: Sequence[float], patience: int, misfits: Sequence[float] | None = None
    ) -> "Footing":
        """Return the ground after one more reading.

        height_in: of the ground, from all readings since the model settled, if it stands level. sigmas_in: of that
        height, and of a single reading's. misfits: of each surface allowed, where leans were weighed too. An undecided
        surface is decided as soon as possible; a decided one changes after `patience` readings in a row for another.
        """
        if self.pinned:
            return self
        judged = _decide_footing(self.allowed, height_in, sigmas_in, misfits)
        if judged.stands_on == self.standing.stands_on:
            return replace(self, standing=judged, doubts=0)
        if self.standing.stands_on == UNDECIDED:
            return replace(self, standing=judged, doubts=0)
        if judged.stands_on == UNDECIDED:
            return replace(self, doubts=0)
        if self.doubts + 1 < patience:
            return replace(self, doubts=self.doubts + 1)
        return replace(self, standing=judged, doubts=0)


def find_possible_surfaces(observation: Observation, model: Miniature, terrain: Terrain) -> tuple[Surface, ...]:
    """Return the surfaces where the model could stand and give this reading, each judged at the model's place on it."""
    return surfaces_seen(terrain, lambda z_in: base_center(observation, model, z_in), _compute_reach_in(model.base))


def ground_height_in(observation: Observation, model: Miniature) -> float:
    """Return the height of the ground under the model, from the tag's apparent size."""
    return observation.height_in - to_inches(model.tag_height_mm)


def find_moving_surface(
    observation: Observation, model: Miniature, terrain: Terrain, lifted: bool = False
) -> ElevationResult:
    """Return the surface that a moving model is on, if one fits, else the air at its measured height.

    lifted: it was in the air just before. Then it counts as down only when it is twice as near to a surface, so that it
    does not alternate between the two, which would lengthen its path.
    """
    allowed = find_possible_surfaces(observation, model, terrain)
    height_in, sigma_in = ground_height_in(observation, model), observation.height_sigma_in
    standing = choose_surface(allowed, height_in, sigma_in / 2 if lifted else sigma_in)
    return ElevationResult(height_in, AIR, sigma_in) if standing.stands_on == NONE else standing


def _decide_footing(
    allowed: tuple[Surface, ...], height_in: float, sigmas_in: Sequence[float], misfits: Sequence[float] | None = None
) -> ElevationResult:
    """Choose by the misfits, or by the smallest sigma that leaves a surface possible.

    A model at rest stands on something. If the mean fits no surface, it is biased, so one reading's sigma is used
    instead. If no surface fits even then, the measured height is wrong.
    """
    best_surface = likeliest(allowed, misfits) if misfits is not None else None
    if best_surface is not None:
        return best_surface
    for sigma_in in sigmas_in:
        standing = choose_surface(allowed, height_in, sigma_in)
        if standing.stands_on != NONE:
            return standing
    # nothing lies below the lowest surface: however small the tag looks, the model stands on it
    tolerance_in = LONE_SIGMAS * max(sigmas_in) if len(allowed) == 1 else 0.0
    if allowed and height_in - allowed[0].z_in < tolerance_in:
        return ElevationResult(allowed[0].z_in, allowed[0].name)
    return _choose_nearest(allowed, standing) if allowed else replace(standing, stands_on=UNDECIDED)


def _choose_nearest(allowed: tuple[Surface, ...], measured: ElevationResult) -> ElevationResult:
    """Return the nearest surface, undecided, if none fits: the tag is half hidden, tilted, or printed at another size.

    Its sigma covers the remaining surfaces and the measured height, where something may stand that the plan lacks.
    Errors that large are not Gaussian: the odds fall with the square of the distance.
    """
    nearest = min(allowed, key=lambda surface: abs(measured.z_in - surface.z_in))
    tolerance_in = max(measured.sigma_z_in, SAME_FLOOR_IN)
    heights = np.array([measured.z_in, *(surface.z_in for surface in allowed)])
    weights = 1 / (1 + ((heights - measured.z_in) / tolerance_in) ** 2)
    # a gap in the plan is as likely as its nearest surface
    weights[0] = weights[1:].max()
    spread = math.sqrt(float(weights @ (heights - nearest.z_in) ** 2 / weights.sum()))
    furthest_in = max(abs(surface.z_in - nearest.z_in) for surface in allowed)
    return ElevationResult(nearest.z_in, UNDECIDED, max(spread, furthest_in / COVERED_SIGMAS))


def _compute_reach_in(base: Base) -> float:
    """Return the radius of the disc that holds the base."""
    across, along = base.half_extents_in
    return math.hypot(across, along) if isinstance(base, Rectangle) else max(across, along)
