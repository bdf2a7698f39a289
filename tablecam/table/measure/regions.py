"""A region as rings for drawing."""

import shapely

# A region is drawn no finer than this: a fifth of a pixel of a whole table on a tablet.
FINENESS_IN = 0.01


def rings(shape: shapely.Geometry) -> list[list[tuple[float, float]]]:
    """Every ring of a region, outer rings and holes alike, to be filled by the even-odd rule."""
    drawn = shapely.simplify(shape, FINENESS_IN)
    polygons = [piece for piece in getattr(drawn, "geoms", [drawn]) if piece.geom_type == "Polygon"]
    outlines = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return [[(round(x, 2), round(y, 2)) for x, y in ring.coords[:-1]] for ring in outlines if not ring.is_empty]
