"""The solids of dice, and how they lie: corners, faces, and the projection to a camera above the tray."""

from dataclasses import dataclass
from functools import cache

import numpy as np

# of a d10: half its height in units of the radius of its equator
APEX = 0.92


def cross(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the vector product of two vectors (3,); numpy's own is slow for single ones."""
    (x, y, z), (u, v, w) = first.tolist(), second.tolist()
    return np.array((y * w - z * v, z * u - x * w, x * v - y * u))


@dataclass(frozen=True)
class Solid:
    """Corners (n, 3), the corners of each face in a loop, and the direction (3,) of the top of each face's mark."""

    corners: np.ndarray
    faces: tuple[tuple[int, ...], ...]
    tops: np.ndarray

    def centre(self, face: int) -> np.ndarray:
        """Return the middle of a face."""
        return self.corners[list(self.faces[face])].mean(axis=0)

    def normal(self, face: int) -> np.ndarray:
        """Return the unit normal of a face, outward: the solid lies around the origin."""
        first, second, third = self.corners[list(self.faces[face][:3])]
        normal = cross(second - first, third - second)
        return normal / np.linalg.norm(normal) * np.sign(normal @ self.centre(face))


def _with_tops(corners: np.ndarray, faces: tuple[tuple[int, ...], ...], towards: tuple[int, ...]) -> Solid:
    bare = Solid(corners, faces, np.zeros((len(faces), 3)))
    tops = np.array([corners[corner] - bare.centre(face) for face, corner in enumerate(towards)])
    return Solid(corners, faces, tops / np.linalg.norm(tops, axis=1, keepdims=True))


@cache
def make_cube() -> Solid:
    """Return a cube; faces k and 5 - k are opposite."""
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    faces = ((1, 3, 7, 5), (4, 5, 7, 6), (2, 3, 7, 6), (0, 1, 5, 4), (0, 1, 3, 2), (0, 2, 6, 4))
    cube = Solid(corners, faces, np.zeros((6, 3)))
    tops = [corners[loop[0]] + corners[loop[1]] - 2 * cube.centre(face) for face, loop in enumerate(faces)]
    return Solid(corners, faces, np.array(tops) / 2)


@cache
def make_trapezohedron() -> Solid:
    """Return a ten-sided die; faces 0 to 4 lie around one apex and 5 to 9, opposite in turn, around the other."""
    angles = np.radians(36 * np.arange(10))
    heights = APEX * np.tan(np.radians(18)) ** 2 * np.where(np.arange(10) % 2, 1, -1)
    equator = np.column_stack([np.cos(angles), np.sin(angles), heights])
    corners = np.vstack([equator, [(0, 0, APEX), (0, 0, -APEX)]])
    upper = tuple((10, (k - 1) % 10, k, (k + 1) % 10) for k in range(0, 10, 2))
    lower = tuple((11, (k - 1) % 10, k, (k + 1) % 10) for k in ((5 + 2 * step) % 10 for step in range(5)))
    return _with_tops(corners, upper + lower, (10,) * 5 + (11,) * 5)


@cache
def make_octahedron() -> Solid:
    """Return an eight-sided die."""
    corners = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], float)
    faces = tuple((x, y, z) for x in (0, 1) for y in (2, 3) for z in (4, 5))
    return _with_tops(corners, faces, tuple(face[2] for face in faces))


def rotate_to(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return the rotation (3, 3) that turns one unit vector to another by the shortest way."""
    axis, cosine = cross(source, target), float(source @ target)
    if cosine < -0.9999:
        return np.diag([1.0, -1.0, -1.0]) if abs(target[0]) < 0.9 else np.diag([-1.0, -1.0, 1.0])
    skew = np.array([(0, -axis[2], axis[1]), (axis[2], 0, -axis[0]), (-axis[1], axis[0], 0)])
    return np.eye(3) + skew + skew @ skew / (1 + cosine)


def turn_about(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return the rotation (3, 3) about a unit vector by radians."""
    skew = np.array([(0, -axis[2], axis[1]), (axis[2], 0, -axis[0]), (-axis[1], axis[0], 0)])
    return np.eye(3) + np.sin(angle) * skew + (1 - np.cos(angle)) * skew @ skew


def lay(solid: Solid, face: int, yaw: float, tilt: float = 0.0) -> np.ndarray:
    """Return the rotation (3, 3) of a die with this face up, turned by `yaw` and cocked by `tilt` radians."""
    upright = rotate_to(solid.normal(face), np.array([0.0, 0.0, 1.0]))
    return turn_about(np.array([1.0, 0.0, 0.0]), tilt) @ turn_about(np.array([0.0, 0.0, 1.0]), yaw) @ upright


def project(points: np.ndarray, camera: np.ndarray, scale: float) -> np.ndarray:
    """Project points (n, 3) to pixels (n, 2) relative to the origin's own; the camera looks straight down from (3,)."""
    flat = camera[:2] + (points[:, :2] - camera[:2]) * camera[2] / (camera[2] - points[:, 2:])
    return scale * flat * (1, -1)
