"""The alternative eye: the best view from any point of the viewer's base, found by search.

Points on rings of the base and its corners are tried, then the best few are followed uphill. A maximum at the centre,
on the edge or at a corner is met exactly; one elsewhere to about 1e-6 of a share. The rectangle is turned to each eye.
"""

import math
from collections.abc import Callable, Iterator

from tests.oracles.scene import Model

Eye = tuple[float, float]

RINGS = (0.25, 0.5, 0.75, 1.0)
TURNS = 48
FOLLOWED = 4
SMALLEST_STEP = 1e-6


def best_view(viewer: Model, visible_from: Callable[[Eye], float]) -> tuple[float, Eye]:
    """The largest share in view from a point of the base, and one such point (x, y)."""
    start = sorted(((visible_from(_at(viewer, *point)), point) for point in _points(viewer)), reverse=True)
    found = [_uphill(viewer, visible_from, share, point) for share, point in start[:FOLLOWED]]
    share, point = max(found)
    return share, _at(viewer, *point)


def _points(viewer: Model) -> Iterator[Eye]:
    """Points of the base in its own frame, half-size 1: sideways, forward."""
    yield (0.0, 0.0)
    for ring in RINGS:
        for turn in range(TURNS):
            angle = 2 * math.pi * turn / TURNS
            x, y = math.cos(angle), math.sin(angle)
            # a square's rim is where the larger of both coordinates is 1
            size = max(abs(x), abs(y)) if viewer.cornered else 1.0
            yield (ring * x / size, ring * y / size)


def points_on(viewer: Model) -> list[Eye]:
    """The points (x, y) that are tried first."""
    return [_at(viewer, *point) for point in _points(viewer)]


def _uphill(viewer: Model, visible_from: Callable[[Eye], float], share: float, point: Eye) -> tuple[float, Eye]:
    """A compass search: eight neighbours, the step halved where none is better."""
    step = 0.1
    while step > SMALLEST_STEP and share < 1:
        around = [(point[0] + step * dx, point[1] + step * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        better = max((visible_from(_at(viewer, *each)), each) for each in (_kept(viewer, each) for each in around))
        if better[0] > share + 1e-12:
            share, point = better
        else:
            step /= 2
    return share, point


def _kept(viewer: Model, point: Eye) -> Eye:
    """The point, pulled back on to the base where it lies off it."""
    x, y = point
    if viewer.cornered:
        return (min(max(x, -1.0), 1.0), min(max(y, -1.0), 1.0))
    off = max(math.hypot(x, y), 1.0)
    return (x / off, y / off)


def _at(viewer: Model, sideways: float, forward: float) -> Eye:
    sin, cos = math.sin(viewer.heading_rad), math.cos(viewer.heading_rad)
    right, ahead = sideways * viewer.half_x_in, forward * viewer.half_y_in
    return (viewer.x_in + right * sin + ahead * cos, viewer.y_in - right * cos + ahead * sin)
