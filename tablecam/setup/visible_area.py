"""Computes the part of the table that each camera sees, and the overlap of several cameras."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from shapely import Polygon, box, unary_union

from tablecam.table.geometry.projection import Camera

# points on each side of the picture: a lens bends its sides
A_SIDE = 12
# distance of a point that a camera sees above the horizon, in inches
FAR_IN = 1e4


@dataclass(frozen=True)
class SeenTogether:
    """Shares of the table from 0 to 1: seen by at least one camera, and by two or more."""

    any: float
    overlap: float


def compute_visible_part(camera: Camera, size_in: tuple[float, float]) -> Polygon:
    """Returns the part of a table of this width and depth that is in the camera's picture, in inches."""
    return Polygon(_project_edge(camera)).buffer(0).intersection(box(0, 0, *size_in))


def share(part: Polygon, size_in: tuple[float, float]) -> float:
    """Returns the part's share of the table, from 0 to 1."""
    return float(part.area / (size_in[0] * size_in[1]))


def together(parts: Sequence[Polygon], size_in: tuple[float, float]) -> SeenTogether:
    """Computes the shares of the table that cameras with these parts see together."""
    overlap = unary_union([first.intersection(second) for first, second in combinations(parts, 2)])
    return SeenTogether(share(unary_union(list(parts)), size_in), share(overlap, size_in))


def _project_edge(camera: Camera) -> np.ndarray:
    """Projects the edge of the picture onto the plane of the table, (n, 2)."""
    px = _sample_edge_px(camera.intrinsics.width, camera.intrinsics.height)
    ideal = camera.intrinsics.undistort(px)
    rays = np.column_stack([ideal, np.ones(len(ideal))]) @ camera.pose.rotation
    eye = camera.pose.position_in
    down = rays[:, 2] < 0
    reach = np.where(down, -eye[2] / np.where(down, rays[:, 2], -1.0), np.inf)
    reach = np.minimum(reach, FAR_IN / np.linalg.norm(rays[:, :2], axis=1).clip(1e-9))
    return np.asarray(eye[:2] + rays[:, :2] * reach[:, None])


def _sample_edge_px(width: int, height: int) -> np.ndarray:
    """Places points around the picture, (4 * A_SIDE, 2)."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    fractions = np.linspace(0, 1, A_SIDE, endpoint=False)[:, None]
    return np.concatenate(
        [start + (end - start) * fractions for start, end in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
