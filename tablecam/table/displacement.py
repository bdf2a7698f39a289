"""The displacement of a piece of terrain from its place on the map."""

import math
from dataclasses import dataclass

import numpy as np
from shapely import Polygon, affinity

Point = tuple[float, float]


@dataclass(frozen=True)
class Displacement:
    """A shift in table inches, and a turn about a middle in degrees anticlockwise."""

    x_in: float = 0.0
    y_in: float = 0.0
    turn_deg: float = 0.0

    @property
    def away_in(self) -> float:
        """The distance of the middle from its place on the map."""
        return math.hypot(self.x_in, self.y_in)

    def move_polygon(self, polygon: Polygon, middle: Point) -> Polygon:
        """The outline after the displacement."""
        if self == UNMOVED:
            return polygon
        return affinity.translate(affinity.rotate(polygon, self.turn_deg, origin=middle), self.x_in, self.y_in)

    def move_points(self, points_in: np.ndarray, middle: Point) -> np.ndarray:
        """The points (n, 2) after the displacement, (n, 2)."""
        cos, sin = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        off = np.asarray(points_in, float) - middle
        turned = np.column_stack([cos * off[:, 0] - sin * off[:, 1], sin * off[:, 0] + cos * off[:, 1]])
        return turned + middle + (self.x_in, self.y_in)


UNMOVED = Displacement()
