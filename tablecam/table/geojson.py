"""GeoJSON objects (RFC 7946) in table inches instead of degrees, for `__geo_interface__`."""

from collections.abc import Iterable, Mapping, Sequence

from shapely import Polygon

Json = dict[str, object]


def make_feature(properties: Mapping[str, object], geometry: Json) -> Json:
    """A feature with its properties."""
    return {"type": "Feature", "properties": dict(properties), "geometry": geometry}


def make_collection(features: Iterable[object]) -> Json:
    """A collection of features."""
    return {"type": "FeatureCollection", "features": list(features)}


def make_polygon(polygon: Polygon) -> Json:
    """A polygon with its holes; each ring is closed."""
    rings = [polygon.exterior, *polygon.interiors]
    return {"type": "Polygon", "coordinates": [[list(point) for point in ring.coords] for ring in rings]}


def make_line(points: Iterable[Sequence[float]]) -> Json:
    """A line through points."""
    return {"type": "LineString", "coordinates": [list(point) for point in points]}
