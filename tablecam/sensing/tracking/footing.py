"""What a model stands on: weighed again with each reading, and changed only after several that agree."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.place import base_center
from tablecam.table.base import Base, Rectangle
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
from tablecam.table.miniature import Miniature
from tablecam.table.terrain import Terrain

AIR = "air"
# Where a single surface is allowed, only something that the plan lacks speaks against it. Of two thousand readings on
# rendered tables, spoilt in the ways of a real room, the furthest lay 4.3 of its sigmas from its floor.
LONE_SIGMAS = 4.5


@dataclass(frozen=True)
class Footing:
    """The ground of a model at rest.

    allowed: the surfaces it could stand on there. standing: the surface it is assumed to stand on. doubts: how many
    readings in a row gave another. pinned: a person chose the surface.
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
        """The ground of a model that has just come to rest; arguments as for `weighed`."""
        return cls(allowed, _at_rest(allowed, height_in, sigmas_in, misfits))

    def weighed(
        self, height_in: float, sigmas_in: Sequence[float], patience: int, misfits: Sequence[float] | None = None
    ) -> "Footing":
        """The ground after one more reading.

        height_in: of the ground, from all readings since the model settled, if it stands level. sigmas_in: of that
        height, and of a single reading's. misfits: of each surface allowed, where leans were weighed too. An undecided
        surface is decided as soon as possible; a decided one changes after `patience` readings in a row for another.
        """
        if self.pinned:
            return self
        judged = _at_rest(self.allowed, height_in, sigmas_in, misfits)
        if judged.stands_on == self.standing.stands_on:
            return replace(self, standing=judged, doubts=0)
        if self.standing.stands_on == UNDECIDED:
            return replace(self, standing=judged, doubts=0)
        if judged.stands_on == UNDECIDED:
            return replace(self, doubts=0)
        if self.doubts + 1 < patience:
            return replace(self, doubts=self.doubts + 1)
        return replace(self, standing=judged, doubts=0)


def allowed_for(observation: Observation, model: Miniature, terrain: Terrain) -> tuple[Surface, ...]:
    """The surfaces on which the model could stand and give this reading, each judged where the model would then be."""
    return surfaces_seen(terrain, lambda z_in: base_center(observation, model, z_in), _reach_in(model.base))


def ground_height_in(observation: Observation, model: Miniature) -> float:
    """The height of the ground under the model, from the tag's apparent size."""
    return observation.height_in - to_inches(model.tag_height_mm)


def in_motion(observation: Observation, model: Miniature, terrain: Terrain, lifted: bool = False) -> ElevationResult:
    """What a moving model is on: a surface if one fits, else the air at its measured height.

    lifted: it was in the air just before. Then it counts as down only when it is twice as near to a surface, so that it
    does not alternate between the two, which would lengthen its path.
    """
    allowed = allowed_for(observation, model, terrain)
    height_in, sigma_in = ground_height_in(observation, model), observation.height_sigma_in
    standing = choose_surface(allowed, height_in, sigma_in / 2 if lifted else sigma_in)
    return ElevationResult(height_in, AIR, sigma_in) if standing.stands_on == NONE else standing


def _at_rest(
    allowed: tuple[Surface, ...], height_in: float, sigmas_in: Sequence[float], misfits: Sequence[float] | None = None
) -> ElevationResult:
    """The choice by the misfits, or by the smallest sigma that leaves a surface possible.

    A model at rest stands on something. If the mean fits no surface, it is biased, so one reading's sigma is used
    instead. If no surface fits even then, the measured height is no height of this tag.
    """
    leaning = likeliest(allowed, misfits) if misfits is not None else None
    if leaning is not None:
        return leaning
    for sigma_in in sigmas_in:
        standing = choose_surface(allowed, height_in, sigma_in)
        if standing.stands_on != NONE:
            return standing
    # nothing lies below the lowest surface: however small the tag looks, the model stands there
    least_in = LONE_SIGMAS * max(sigmas_in) if len(allowed) == 1 else 0.0
    if allowed and height_in - allowed[0].z_in < least_in:
        return ElevationResult(allowed[0].z_in, allowed[0].name)
    return _against_the_height(allowed, standing) if allowed else replace(standing, stands_on=UNDECIDED)


def _against_the_height(allowed: tuple[Surface, ...], measured: ElevationResult) -> ElevationResult:
    """The nearest surface, undecided, where none fits: a tag half hidden, leaning, or printed at another size.

    Its sigma covers the other surfaces and the measured height, where something may stand that the plan does not have.
    Errors that large are not Gaussian: the odds fall with the square of the distance.
    """
    best = min(allowed, key=lambda surface: abs(measured.z_in - surface.z_in))
    least = max(measured.sigma_z_in, SAME_FLOOR_IN)
    heights = np.array([measured.z_in, *(surface.z_in for surface in allowed)])
    weights = 1 / (1 + ((heights - measured.z_in) / least) ** 2)
    # that the plan lacks something is as likely as its nearest surface
    weights[0] = weights[1:].max()
    spread = math.sqrt(float(weights @ (heights - best.z_in) ** 2 / weights.sum()))
    furthest = max(abs(surface.z_in - best.z_in) for surface in allowed)
    return ElevationResult(best.z_in, UNDECIDED, max(spread, furthest / COVERED_SIGMAS))


def _reach_in(base: Base) -> float:
    """The radius of the disc that holds the base."""
    across, along = base.half_extents_in
    return math.hypot(across, along) if isinstance(base, Rectangle) else max(across, along)
