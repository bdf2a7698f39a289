"""Shapes that a real table, mat or tray has and a drawing has not: surfaces, and how things lie on them.

A surface gives the height of a mat or table over the plane of the table file. Everything on it follows it, the
reference tags too.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.camera.synthetic.scene import Spot, Tilt, front
from tablecam.table.miniature import Miniature

# the middle of the drawn table, and the way from there to its edge
MIDDLE_IN, REACH_IN = 24.0, 24.0
# what is higher over a tray's arm belongs to the figure, which does not bend
ARM_IN = 0.2


class Surface(Protocol):
    """The height of a mat or table, in inches."""

    def compute_height(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the heights at places in inches, in their shape."""


@dataclass(frozen=True)
class Wave:
    """Waves of one length. height_mm: from trough to crest. towards_rad: where they run."""

    height_mm: float
    length_in: float
    towards_rad: float
    phase_rad: float

    def compute_height(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the heights at places in inches."""
        along = x * math.cos(self.towards_rad) + y * math.sin(self.towards_rad)
        return to_inches(self.height_mm) / 2 * np.sin(2 * math.pi * along / self.length_in + self.phase_rad)


@dataclass(frozen=True)
class Sag:
    """A hollow anywhere on the table, longer one way than the other. sigmas_in: of its two axes, the first turned by
    `turn_rad`.
    """

    depth_mm: float
    center_in: tuple[float, float]
    sigmas_in: tuple[float, float]
    turn_rad: float

    def compute_height(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the heights at places in inches."""
        across, up = x - self.center_in[0], y - self.center_in[1]
        cos, sin = math.cos(self.turn_rad), math.sin(self.turn_rad)
        first, second = (cos * across + sin * up) / self.sigmas_in[0], (cos * up - sin * across) / self.sigmas_in[1]
        return -to_inches(self.depth_mm) * np.exp(-(first**2 + second**2) / 2)


@dataclass(frozen=True)
class Ridge:
    """A straight fold of the mat, or a joint of two boards. width_in: over which it falls to 42 %."""

    height_mm: float
    through_in: tuple[float, float]
    across_rad: float
    width_in: float

    def compute_height(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the heights at places in inches."""
        cos, sin = math.cos(self.across_rad), math.sin(self.across_rad)
        across = (x - self.through_in[0]) * cos + (y - self.through_in[1]) * sin
        return to_inches(self.height_mm) / np.cosh(across / self.width_in) ** 2


@dataclass(frozen=True)
class Twist:
    """A table with two opposite corners higher than the other two, by so much above and below the middle."""

    corner_mm: float

    def compute_height(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the heights at places in inches."""
        return to_inches(self.corner_mm) * (x - MIDDLE_IN) * (y - MIDDLE_IN) / REACH_IN**2


@dataclass(frozen=True)
class Relief:
    """Several surfaces at once."""

    parts: tuple[Surface, ...] = ()

    def compute_height(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the heights at places in inches."""
        return sum((part.compute_height(x, y) for part in self.parts), np.zeros(np.shape(x)))

    def compute_slope(self, x_in: float, y_in: float, half_in: float) -> tuple[float, float]:
        """Return the rise for each inch along x and along y, between the edges of a base around a place."""
        steps = half_in * np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]])
        low_x, high_x, low_y, high_y = self.compute_height(x_in + steps[:, 0], y_in + steps[:, 1]).tolist()
        return (high_x - low_x) / (2 * half_in), (high_y - low_y) / (2 * half_in)


@dataclass(frozen=True)
class Following:
    """Paper that lies on a surface and takes its shape."""

    relief: Relief

    def lean_points(self, points_in: np.ndarray) -> np.ndarray:
        """Return the points (n, 3) raised by the surface under them."""
        points = np.array(points_in, float)
        points[..., 2] += self.relief.compute_height(points[..., 0], points[..., 1])
        return points


@dataclass(frozen=True)
class Sloping:
    """A stiff thing whose base lies on a slope; the middle of the base keeps its place."""

    middle_in: tuple[float, float, float]
    slope: tuple[float, float]

    def lean_points(self, points_in: np.ndarray) -> np.ndarray:
        """Return the points (n, 3) turned with the slope."""
        across, along = np.array([1.0, 0.0, self.slope[0]]), np.array([0.0, 1.0, self.slope[1]])
        up = np.cross(across, along)
        up /= np.linalg.norm(up)
        # the least turn that takes the upright to the normal of the slope
        axis = np.array([-up[1], up[0], 0.0])
        skew = np.array([[0.0, 0.0, axis[1]], [0.0, 0.0, -axis[0]], [-axis[1], axis[0], 0.0]])
        rotation = np.eye(3) + skew + skew @ skew / (1 + up[2])
        middle = np.array(self.middle_in)
        return (np.asarray(points_in, float) - middle) @ rotation.T + middle


@dataclass(frozen=True)
class Droop:
    """A tray whose arm hangs down from the rim of a level base. hinge_in: a point of that rim at the arm's height."""

    hinge_in: tuple[float, float, float]
    outward: tuple[float, float]
    by_rad: float

    def lean_points(self, points_in: np.ndarray) -> np.ndarray:
        """Return the points (n, 3) with those of the arm turned down about the hinge."""
        points = np.array(points_in, float)
        beyond = (points[..., :2] - np.array(self.hinge_in[:2])) @ np.array(self.outward)
        over = points[..., 2] - self.hinge_in[2]
        is_arm = (beyond > 0) & (over < ARM_IN)
        cos, sin = math.cos(self.by_rad), math.sin(self.by_rad)
        turned = np.where(is_arm, beyond * cos - over * sin, beyond)
        points[..., :2] += (turned - beyond)[..., None] * np.array(self.outward)
        points[..., 2] += np.where(is_arm, -beyond * sin - over * (1 - cos), 0.0)
        return points


@dataclass(frozen=True)
class Tilts:
    """Several tilts, one after another."""

    parts: tuple[Tilt, ...]

    def lean_points(self, points_in: np.ndarray) -> np.ndarray:
        """Return the points (n, 3) after all of them."""
        for part in self.parts:
            points_in = part.lean_points(points_in)
        return points_in


def droop_tray(model: Miniature, spot: Spot, by_rad: float) -> Droop:
    """Return the droop of a model's tray, whose arm reaches to the tag behind the base."""
    back = -front(spot.heading_rad)
    hinge = np.array([spot.x_in, spot.y_in]) + model.base.half_extents_in[1] * back
    z_in = spot.z_in + to_inches(model.tag_height_mm)
    return Droop((float(hinge[0]), float(hinge[1]), z_in), (float(back[0]), float(back[1])), by_rad)


def lay_on_slope(model: Miniature, spot: Spot, relief: Relief) -> Sloping:
    """Return how a model lies on a surface at its spot."""
    half_in = min(model.base.half_extents_in)
    return Sloping((spot.x_in, spot.y_in, spot.z_in), relief.compute_slope(spot.x_in, spot.y_in, half_in))
