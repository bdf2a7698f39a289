"""The height of a model: the surfaces that its place allows, and the choice among them by the tag's apparent height.

The plan alone cannot give the surface, because a tag 3 in up appears inches away from its place. So the plan only rules
out impossible surfaces, generously at edges, and the tag's apparent size decides among the remaining ones.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import shapely

from tablecam.table.terrain import Feature, Terrain

TABLE = "table"
UNDECIDED = "undecided"
NONE = "none"

# two tops closer than this are one floor: a plan drawn by hand or by program is no finer
SAME_FLOOR_IN = 1e-6

# a floor is chosen when it is a thousand times likelier than the next: one error in a long evening's readings
DECISIVE_ODDS = 1000.0

# further than this from every floor, in sigmas, the tag is in somebody's hand or on something missing from the plan
PLAUSIBLE_SIGMAS = 4.0

# the sigma of an undecided height is such that this many sigmas reach every surface that fits
COVERED_SIGMAS = 2.0

# one sigma of an unknown height: terrain on these tables rises to half a foot
UNKNOWN_SIGMA_IN = 6.0


@dataclass(frozen=True)
class Surface:
    """A height to stand on, and what it belongs to: "table" or the feature's name."""

    z_in: float
    name: str


@dataclass(frozen=True)
class ElevationResult:
    """The height of a model and the surface under it.

    stands_on: a surface's name; "undecided" if two fit (z_in is then the likelier, sigma_z_in the spread); "none"
    if none fits (z_in is then the measured height): a lifted model, or terrain missing from the plan.
    """

    z_in: float
    stands_on: str
    sigma_z_in: float = 0.0


def surfaces(terrain: Terrain, x_in: float, y_in: float, radius_in: float) -> tuple[Surface, ...]:
    """The surfaces a base at (x, y) could stand on, lowest first; may be empty inside a solid block.

    radius_in: of the disc that holds the base. A base that reaches over an edge may stand above it or below it.
    """
    near = terrain.find_touched_features(x_in, y_in, radius_in)
    allowed: list[Surface] = []
    for floor in _list_floors(near, x_in, y_in):
        is_known = any(abs(floor.z_in - surface.z_in) < SAME_FLOOR_IN for surface in allowed)
        if not is_known and not _is_walled(
            near, floor.z_in, shapely.Point(x_in, y_in).buffer(max(radius_in, SAME_FLOOR_IN))
        ):
            allowed.append(floor)
    return tuple(allowed)


def surfaces_seen(
    terrain: Terrain, place_at: Callable[[float], tuple[float, float]], radius_in: float
) -> tuple[Surface, ...]:
    """The surfaces a base could stand on when its place depends on its height, as for a tag in the view of one camera.

    place_at: the place (x, y) of the base's centre if it stood at a height. A surface counts if the base may stand on
    it when put at that height; lowest first.
    """
    heights = sorted({0.0} | {feature.z_top_in for feature in terrain.features if feature.standable})
    candidates: list[Surface] = []
    for height_in in heights:
        surfaces_here = surfaces(terrain, *place_at(height_in), radius_in)
        candidates += [surface for surface in surfaces_here if surface.z_in == height_in]
    return tuple(candidates)


def choose_surface(allowed: Sequence[Surface], height_in: float, sigma_in: float) -> ElevationResult:
    """The surface that a model stands on, given the height of that surface from its tag, with one sigma.

    Decided if one surface fits and is a thousand times likelier than the next. With an unknown height (nan), decided
    only if there is a single surface.
    """
    if not math.isfinite(height_in) or not math.isfinite(sigma_in):
        return _choose_blind(allowed)
    misfits = [((height_in - surface.z_in) / max(sigma_in, SAME_FLOOR_IN)) ** 2 for surface in allowed]
    return likeliest(allowed, misfits) or ElevationResult(height_in, NONE, sigma_in)


def likeliest(allowed: Sequence[Surface], misfits: Sequence[float]) -> ElevationResult | None:
    """The surface that a model stands on, given the squared misfit of each in sigmas; None if no surface fits."""
    squared = dict(zip(allowed, misfits, strict=True))
    ranked = sorted(allowed, key=lambda surface: squared[surface])
    if not ranked or squared[ranked[0]] >= PLAUSIBLE_SIGMAS**2:
        return None
    best = ranked[0]
    # the odds of the best against each other, from the two Gaussian likelihoods; capped where they no longer matter
    log_odds = [(squared[surface] - squared[best]) / 2 for surface in ranked]
    if len(ranked) == 1 or log_odds[1] > math.log(DECISIVE_ODDS):
        return ElevationResult(best.z_in, best.name)
    fitting = [surface for surface in ranked if squared[surface] < PLAUSIBLE_SIGMAS**2]
    return ElevationResult(
        best.z_in, UNDECIDED, _compute_spread(fitting, [math.exp(-odds) for odds in log_odds[: len(fitting)]])
    )


def _choose_blind(allowed: Sequence[Surface]) -> ElevationResult:
    if not allowed:
        return ElevationResult(0.0, NONE, UNKNOWN_SIGMA_IN)
    if len(allowed) == 1:
        return ElevationResult(allowed[0].z_in, allowed[0].name)
    return ElevationResult(allowed[0].z_in, UNDECIDED, _compute_spread(allowed, [1.0] * len(allowed)))


def _compute_spread(ranked: Sequence[Surface], weights: Sequence[float]) -> float:
    """The root mean square distance from the first surface, weighted by likelihood; two of it reach every surface."""
    total = sum(weight * (surface.z_in - ranked[0].z_in) ** 2 for surface, weight in zip(ranked, weights, strict=True))
    furthest = max(abs(surface.z_in - ranked[0].z_in) for surface in ranked)
    return max(math.sqrt(total / sum(weights)), furthest / COVERED_SIGMAS)


def _list_floors(near: Sequence[Feature], x_in: float, y_in: float) -> list[Surface]:
    """The table and every top one may stand on, lowest first; of equal tops the one under the centre comes first."""
    under = shapely.Point(x_in, y_in)
    tops = [feature for feature in near if feature.standable]
    tops.sort(key=lambda feature: (feature.z_top_in, feature.polygon.distance(under)))
    floors = [Surface(0.0, TABLE)] + [Surface(feature.z_top_in, feature.name) for feature in tops]
    return sorted(floors, key=lambda floor: floor.z_in)


def _is_walled(near: Sequence[Feature], z_in: float, disc: shapely.Polygon) -> bool:
    """Whether solid features leave no part of the disc free right above the height z."""
    filling = [feature.polygon for feature in near if feature.fills(z_in)]
    return bool(filling) and shapely.union_all(filling).covers(disc)
