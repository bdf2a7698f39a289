"""Trays: a plate with the outline of the base, and behind it a flat shelf that carries the tag.

The model is glued on the plate. As the plate ends where the base ends, the nearest base edge is the tray's edge.
"""

import math
from dataclasses import dataclass

import trimesh
from shapely.affinity import scale
from shapely.geometry import Point, Polygon, box
from trimesh.exchange.stl import export_stl

from hardware.paper import CannotPrint
from hardware.tag_art import black_mm
from tablecam.table.base import Base, Circle, Ellipse, Rectangle

# The plate, and the paper of the tag on it: together they lift the tag 1.2 mm above whatever the tray stands on.
PLATE_MM = 1.0
TAG_PAPER_MM = 0.2
# Between base and tag: the base's own draft and the glue that swells from under it.
CLEARANCE_MM = 0.5
# Segments of a quarter of a circle: the polygon stays within 0.005 mm of a 120 mm base.
QUARTER_SEGMENTS = 64

ROUND_MM = (25.0, 28.5, 30.0, 32.0, 40.0, 50.0, 60.0)
OVAL_MM = ((60.0, 35.0), (75.0, 42.0), (90.0, 52.0), (105.0, 70.0), (120.0, 92.0))
COMMON_BASES: tuple[Base, ...] = (*(Circle(d) for d in ROUND_MM), *(Ellipse(*size) for size in OVAL_MM))


@dataclass(frozen=True)
class Tray:
    """A tray for one kind of base and one size of tag. Its frame: origin at the base's centre, x right, y forward."""

    base: Base
    tag_overall_mm: float

    @property
    def label(self) -> str:
        """Its base in words: "round 32 mm"."""
        match self.base:
            case Circle(diameter):
                return f"round {diameter:g} mm"
            case Ellipse(length, width):
                return f"oval {length:g} x {width:g} mm"
            case Rectangle(length, width):
                return f"rectangle {length:g} x {width:g} mm"

    @property
    def name(self) -> str:
        """Its name in files: "tray-round-32mm-tag20"."""
        return (
            f"tray-{self.label.replace(' x ', 'x').replace(' mm', 'mm').replace(' ', '-')}-tag{self.tag_overall_mm:g}"
        )

    @property
    def base_outline(self) -> Polygon:
        """The base seen from above, mm."""
        width, length = self._size_mm
        if isinstance(self.base, Rectangle):
            return box(-width / 2, -length / 2, width / 2, length / 2)
        return scale(Point(0, 0).buffer(0.5, quad_segs=QUARTER_SEGMENTS), width, length, origin=(0, 0))

    @property
    def shelf(self) -> Polygon:
        """What carries the tag, as wide as the tag; it reaches under the base as far as its centre line."""
        half = self.tag_overall_mm / 2
        return box(-half, self.tag_offset_mm[1] - half, half, 0.0)

    @property
    def outline(self) -> Polygon:
        """The whole tray seen from above, mm: what is cut or printed."""
        return self.base_outline.union(self.shelf)

    @property
    def tag_offset_mm(self) -> tuple[float, float]:
        """The tag's centre seen from the base's, as `models.toml` wants it: straight behind."""
        return 0.0, -(self._size_mm[1] / 2 + CLEARANCE_MM + self.tag_overall_mm / 2)

    @property
    def tag_height_mm(self) -> float:
        """The tag's plane above whatever the tray stands on."""
        return PLATE_MM + TAG_PAPER_MM

    def mesh(self) -> trimesh.Trimesh:
        """The tray as a closed solid, mm, standing on z = 0."""
        return trimesh.creation.extrude_polygon(self.outline, PLATE_MM)

    def stl(self) -> bytes:
        """The solid as binary STL, mm."""
        return export_stl(self.mesh())

    def stanza(self) -> str:
        """The lines of this tray for an entry of `models.toml`."""
        x, y = self.tag_offset_mm
        return (
            f"tag_size_mm = {black_mm(self.tag_overall_mm):g}\n"
            f"tag_offset_mm = [{x:.1f}, {y:g}]\n"
            f"tag_height_mm = {self.tag_height_mm:g}\n"
            f"base = {self._base_toml}\n"
        )

    @property
    def _size_mm(self) -> tuple[float, float]:
        """Width (x) and length (y) of the base."""
        match self.base:
            case Circle(diameter):
                return diameter, diameter
            case Ellipse(length, width) | Rectangle(length, width):
                return width, length

    @property
    def _base_toml(self) -> str:
        match self.base:
            case Circle(diameter):
                return f'{{ shape = "circle", diameter_mm = {diameter:g} }}'
            case Ellipse(length, width):
                return f'{{ shape = "ellipse", length_mm = {length:g}, width_mm = {width:g} }}'
            case Rectangle(length, width):
                return f'{{ shape = "rectangle", length_mm = {length:g}, width_mm = {width:g} }}'


def tray_for(base: Base, tag_overall_mm: float) -> Tray:
    """The tray for a base. Raises CannotPrint when a size is no size."""
    tray = Tray(base, tag_overall_mm)
    if not all(0 < size < math.inf for size in (*base.half_extents_in, tag_overall_mm)):
        raise CannotPrint(
            f"a tray for {tray.label} with a tag of {tag_overall_mm:g} mm cannot be made: give sizes above zero"
        )
    return tray


def stanzas(trays: list[Tray]) -> str:
    """All the trays' lines as one TOML file, one table a tray, to copy from into `models.toml`."""
    return "\n".join(f'["{tray.name}"]\n{tray.stanza()}' for tray in trays)
