"""The length of a path by other means: a visibility graph over polygons in or around the grown obstacles.

It shares no code with `tablecam.table.geometry.paths`: obstacles are grown by shapely, and scipy searches.
"""

import math
from collections.abc import Sequence

import numpy as np
import shapely
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra

from tablecam.table.geometry.grown_obstacles import Disc, Obstacle, Place


def shape(obstacle: Obstacle) -> shapely.Geometry:
    """An obstacle as shapely knows it; a base is its centre."""
    return shapely.Point(obstacle.x_in, obstacle.y_in) if isinstance(obstacle, Disc) else obstacle


def polygon_path(
    start: Place, goal: Place, obstacles: Sequence[Obstacle], radius: float, corners: int, outside: bool
) -> float:
    """The length, an upper bound if the polygons lie outside the grown obstacles, else a lower one."""
    stretch = 1 / math.cos(math.pi / (4 * corners)) if outside else 1.0
    grown = []
    for obstacle in obstacles:
        own = obstacle.radius_in if isinstance(obstacle, Disc) else 0.0
        # shapely's arcs are chords on the true circle; chords outside it come of a stretched radius
        grown.append(shape(obstacle).buffer((radius + own) * stretch, quad_segs=corners))
    forbidden = shapely.union_all(grown).buffer(-1e-9)
    shapely.prepare(forbidden)
    nodes = np.vstack([[start, goal], shapely.get_coordinates(shapely.union_all(grown))])
    i, j = np.triu_indices(len(nodes), 1)
    lines = shapely.linestrings(np.stack([nodes[i], nodes[j]], axis=1))
    free = ~shapely.intersects(forbidden, lines)
    weights = np.maximum(np.linalg.norm(nodes[i] - nodes[j], axis=1)[free], 1e-12)
    graph = coo_matrix((weights, (i[free], j[free])), shape=(len(nodes), len(nodes)))
    return float(dijkstra(graph, directed=False, indices=0)[1])


def push_out(place: Place, obstacles: Sequence[Obstacle], radius: float) -> Place | None:
    """The nearest place that keeps a radius away from everything; None if that is over a tenth of an inch away."""
    grown = [
        shape(obstacle).buffer(radius + getattr(obstacle, "radius_in", 0.0), quad_segs=64) for obstacle in obstacles
    ]
    outline = shapely.boundary(shapely.union_all(grown))
    nearest = shapely.shortest_line(outline, shapely.Point(place)).coords[0]
    return nearest if math.dist(nearest, place) < 0.1 else None
