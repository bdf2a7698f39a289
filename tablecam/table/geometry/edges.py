"""The edges of polygons as arrays, and the distances from points to many polygons at once."""

from typing import NamedTuple

import numpy as np
import shapely


class PolygonEdges(NamedTuple):
    """The edges of polygons, their holes' too, one column per edge and polygon after polygon.

    start, along: (2, e), the beginning of each edge, and the vector to its end. per_square: (e,), 1 over its squared
    length, 0 for an edge without length. polygon: (e,), the number of its polygon. first: (polygons,), the first edge
    of each.
    """

    start: np.ndarray
    along: np.ndarray
    per_square: np.ndarray
    polygon: np.ndarray
    first: np.ndarray


def collect_edges(polygons: np.ndarray) -> PolygonEdges:
    """The edges of polygons (n,), none of them empty."""
    # shapely before 2.2 reads no array that is write-protected
    rings, owner = shapely.get_rings(np.array(polygons), return_index=True)
    corners, ring = shapely.get_coordinates(rings, return_index=True)
    edge_rows = (ring[1:] == ring[:-1]).nonzero()[0]
    start, along = corners[edge_rows].T, (corners[edge_rows + 1] - corners[edge_rows]).T
    squares = along[0] * along[0] + along[1] * along[1]
    per_square = np.divide(1, squares, out=np.zeros(len(squares)), where=squares > 0)
    polygon = owner[ring[edge_rows]]
    first_edges = np.searchsorted(polygon, np.arange(len(polygons)))
    return PolygonEdges(np.ascontiguousarray(start), np.ascontiguousarray(along), per_square, polygon, first_edges)


def to_polygons(points: np.ndarray, edges: PolygonEdges) -> tuple[np.ndarray, np.ndarray]:
    """The distances (k, polygons) of points (2, k) from polygons, 0 inside, and the squared ones (k, e) from edges."""
    ahead, (along, across) = points[:, :, None] - edges.start[:, None], edges.along
    share = (ahead[0] * along + ahead[1] * across) * edges.per_square
    np.minimum(np.maximum(share, 0, out=share), 1, out=share)
    x, y = ahead[0] - share * along, ahead[1] - share * across
    squares = x * x + y * y
    if not len(edges.first):
        return np.zeros((points.shape[1], 0)), squares
    # a ray to the right from inside a polygon crosses an odd number of its edges
    is_above, is_left = ahead[1] >= 0, along * ahead[1] > across * ahead[0]
    crossed = (is_above != (ahead[1] >= across)) & (is_above == is_left)
    inside = np.logical_xor.reduceat(crossed, edges.first, axis=1)
    distances = np.sqrt(np.minimum.reduceat(squares, edges.first, axis=1))
    distances[inside] = 0.0
    return distances, squares
