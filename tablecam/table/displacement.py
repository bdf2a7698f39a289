"""How a piece of terrain stands off the place that the map has for it."""

import math
from dataclasses import dataclass

import numpy as np
from shapely import Polygon, affinity

Point = tuple[float, float]


@dataclass(frozen=True)
class Displacement:
    """How far something was moved, table inches, and turned about a middle, degrees anticlockwise."""

    x_in: float = 0.0
    y_in: float = 0.0
    turn_deg: float = 0.0

    @property
    def away_in(self) -> float:
        """How far the middle is away."""
        return math.hypot(self.x_in, self.y_in)

    def of_polygon(self, polygon: Polygon, middle: Point) -> Polygon:
        """Where an outline is now."""
        if self == UNMOVED:
            return polygon
        return affinity.translate(affinity.rotate(polygon, self.turn_deg, origin=middle), self.x_in, self.y_in)

    def of_points(self, points_in: np.ndarray, middle: Point) -> np.ndarray:
        """Where points (n, 2) are now, (n, 2)."""
        cos, sin = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        off = np.asarray(points_in, float) - middle
        turned = np.column_stack([cos * off[:, 0] - sin * off[:, 1], sin * off[:, 0] + cos * off[:, 1]])
        return turned + middle + (self.x_in, self.y_in)


UNMOVED = Displacement()
