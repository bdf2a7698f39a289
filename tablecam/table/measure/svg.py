"""The SVG elements of drawings of sight, and their colours: the page's own, for dim rooms."""

import html
from collections.abc import Iterable, Sequence

from shapely.geometry.base import BaseGeometry

GROUND, RAISED, LINE, EDGE = "#0e1216", "#171d23", "#2b343d", "#8a97a2"
TEXT, SOFT, GOOD, WARN, BAD = "#eef2f4", "#b9bfd0", "#5fe6c6", "#ffe04a", "#ff9f90"
SIDES = ("#ffab70", "#79c2ff", "#e9e6dc", "#dcaaff")
# Obstructions in the order of their hidden shares; the same in both drawings, and numbered too.
HIDING = ("#ff9f90", "#ffe04a", "#dcaaff", "#79c2ff", "#e9e6dc")

Point = tuple[float, float]
# The signs of a geometry's x and y in a drawing, where y runs down.
UPWARDS = (1.0, -1.0)
Look = dict[str, str | float]


def drawing(box: tuple[float, float, float, float], width_px: float, title: str, body: Iterable[str]) -> str:
    """A whole drawing; box: left, top, width and height in its own units."""
    left, top, width, height = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" '
        f'width="{_n(width_px)}" height="{_n(width_px * height / width)}" role="img">'
        f"<title>{html.escape(title)}</title>"
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(width)}" height="{_n(height)}" fill="{GROUND}"/>'
        f"{''.join(body)}</svg>\n"
    )


def area(rings: Sequence[Sequence[Point]], **look: str | float) -> str:
    """An area with holes: its outer ring first."""
    path = "".join("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in ring) + "Z" for ring in rings)
    return f'<path d="{path}" fill-rule="evenodd"{_format_attributes(look)}/>'


def shape(geometry: BaseGeometry, flip: Point = UPWARDS, **look: str | float) -> str:
    """Every polygon of a geometry; its coordinates are multiplied by `flip`, which turns y upwards by default."""
    polygons = [piece for piece in getattr(geometry, "geoms", [geometry]) if piece.geom_type == "Polygon"]
    paths = []
    for polygon in polygons:
        rings = [ring.coords for ring in (polygon.exterior, *polygon.interiors) if not ring.is_empty]
        paths.append(area([[(x * flip[0], y * flip[1]) for x, y in ring] for ring in rings], **look))
    return "".join(paths)


def line(points: Sequence[Point], **look: str | float) -> str:
    """A line through points."""
    path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    return f'<polyline points="{path}" fill="none"{_format_attributes(look)}/>'


def circle(centre: Point, radius: float, **look: str | float) -> str:
    """A circle."""
    return f'<circle cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}"{_format_attributes(look)}/>'


def _format_attributes(look: Look) -> str:
    pairs = ((name.replace("_", "-"), _n(value) if isinstance(value, float) else value) for name, value in look.items())
    return "".join(f' {name}="{value}"' for name, value in pairs)


def _n(number: float) -> str:
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
