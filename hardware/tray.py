"""Trays: a plate with the outline of the base, and behind it a flat shelf that carries the tag.

The model is glued on the plate. The plate ends where the base ends, so ranges are still measured to the base's edge.
"""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.affinity import scale
from shapely.geometry import Point, Polygon, box

from hardware.sheet import CannotPrint
from hardware.tag_art import black_mm
from tablecam.base.i18n import InContext, Message
from tablecam.table.miniature import Base, Circle, Ellipse, Rectangle

# The plate, and the paper of the tag on it: together they lift the tag 1.2 mm above the surface under the tray.
PLATE_MM = 1.0
TAG_PAPER_MM = 0.2
# Between base and tag: room for the slope of the base's edge and for glue that swells from under it.
CLEARANCE_MM = 0.5
# Segments of a quarter of a circle: the polygon stays within 0.005 mm of a 120 mm base.
QUARTER_SEGMENTS = 64

ROUND_MM = (25.0, 28.5, 30.0, 32.0, 40.0, 50.0, 60.0)
OVAL_MM = ((60.0, 35.0), (75.0, 42.0), (90.0, 52.0), (105.0, 70.0), (120.0, 92.0))
COMMON_BASES: tuple[Base, ...] = (*(Circle(diameter) for diameter in ROUND_MM), *(Ellipse(*size) for size in OVAL_MM))


@dataclass(frozen=True)
class Tray:
    """A tray for one kind of base and one size of tag. Its frame: origin at the base's centre, x right, y forward.

    tags: 1 for one behind the base, 2 for another in front of it.
    """

    base: Base
    tag_overall_mm: float
    tags: int = 1

    @property
    def label(self) -> Message:
        """The base in words: "round 32 mm"."""
        # Translators: a base of a model, such as "round 32 mm" or "oval 75 x 42 mm"
        return Message("{shape} {size}", shape=self.shape, size=self.size)

    @property
    def shape(self) -> Message:
        """The shape of the base: "round"."""
        match self.base:
            case Circle():
                return InContext("shape of a base", "round")
            case Ellipse():
                return InContext("shape of a base", "oval")
            case Rectangle():
                return InContext("shape of a base", "rectangle")

    @property
    def size(self) -> Message:
        """The size of the base: "75 x 42 mm"."""
        match self.base:
            case Circle(diameter):
                return Message("{diameter} mm", diameter=f"{diameter:g}")
            case Ellipse(length, width) | Rectangle(length, width):
                return Message("{length} x {width} mm", length=f"{length:g}", width=f"{width:g}")

    @property
    def name(self) -> str:
        """The tray's name in files: "tray-round-32mm-tag20"."""
        match self.base:
            case Circle(diameter):
                base = f"round-{diameter:g}mm"
            case Ellipse(length, width):
                base = f"oval-{length:g}x{width:g}mm"
            case Rectangle(length, width):
                base = f"rectangle-{length:g}x{width:g}mm"
        return f"tray-{base}-tag{self.tag_overall_mm:g}" + ("" if self.tags == 1 else f"-x{self.tags}")

    @property
    def base_outline(self) -> Polygon:
        """The outline of the base from above, mm."""
        width, length = self._size_mm
        if isinstance(self.base, Rectangle):
            return box(-width / 2, -length / 2, width / 2, length / 2)
        return scale(Point(0, 0).buffer(0.5, quad_segs=QUARTER_SEGMENTS), width, length, origin=(0, 0))

    @property
    def shelf(self) -> Polygon:
        """The area under the tag, as wide as the tag; it reaches under the base up to the base's centre line."""
        half_tag_mm = self.tag_overall_mm / 2
        return box(-half_tag_mm, self.tag_offset_mm[1] - half_tag_mm, half_tag_mm, 0.0)

    @property
    def outline(self) -> Polygon:
        """The outline of the whole tray from above, mm: the line to cut along."""
        outline = self.base_outline.union(self.shelf)
        return outline if self.tags == 1 else outline.union(scale(self.shelf, 1, -1, origin=(0, 0)))

    @property
    def tag_offsets_mm(self) -> tuple[tuple[float, float], ...]:
        """The offsets of the tags' centres from the base's centre."""
        behind = self.tag_offset_mm
        return (behind,) if self.tags == 1 else (behind, (behind[0], -behind[1]))

    @property
    def tag_offset_mm(self) -> tuple[float, float]:
        """The offset of the tag's centre from the base's centre, as in `models.toml`: straight behind."""
        return 0.0, -(self._size_mm[1] / 2 + CLEARANCE_MM + self.tag_overall_mm / 2)

    @property
    def tag_height_mm(self) -> float:
        """The height of the tag above the surface under the tray."""
        return PLATE_MM + TAG_PAPER_MM

    def stl(self) -> bytes:
        """Returns the tray as a closed solid in binary STL, mm, standing on z = 0."""
        facets = np.concatenate(_extrude(self.outline, PLATE_MM))
        # a facet is its normal, which readers compute themselves when it is zero, three corners, and two spare bytes
        records = np.zeros(len(facets), [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
        records["corners"] = facets
        return bytes(80) + len(facets).to_bytes(4, "little") + records.tobytes()

    def stanza(self) -> str:
        """Returns the lines of this tray for an entry of `models.toml`."""
        x, y = self.tag_offset_mm
        return (
            # no text
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
                return f'{{ shape = "circle", diameter_mm = {diameter:g} }}'  # no text
            case Ellipse(length, width):
                return f'{{ shape = "ellipse", length_mm = {length:g}, width_mm = {width:g} }}'  # no text
            case Rectangle(length, width):
                return f'{{ shape = "rectangle", length_mm = {length:g}, width_mm = {width:g} }}'  # no text


def tray_for(base: Base, tag_overall_mm: float, tags: int = 1) -> Tray:
    """Makes the tray for a base. Raises CannotPrint for sizes of zero or less, or infinite ones."""
    tray = Tray(base, tag_overall_mm, tags)
    if not all(0 < size < math.inf for size in (*base.half_extents_in, tag_overall_mm)):
        raise CannotPrint(
            Message(
                "a tray for {base} with a tag of {size} mm cannot be made: give sizes above zero",
                base=tray.label,
                size=f"{tag_overall_mm:g}",
            )
        )
    return tray


def _extrude(outline: Polygon, height: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The triangles (n, 3 corners, xyz) of a prism's floor, top and walls; from outside, corners run anticlockwise."""
    triangles = shapely.orient_polygons(shapely.get_parts(shapely.constrained_delaunay_triangles(outline)))
    flat = shapely.get_coordinates(triangles).reshape(-1, 4, 2)[:, :3]
    floor = np.pad(flat, ((0, 0), (0, 0), (0, 1)))
    lift = np.array([0.0, 0.0, height])
    ring = np.pad(shapely.get_coordinates(shapely.orient_polygons(outline)), ((0, 0), (0, 1)))
    start, end = ring[:-1], ring[1:]
    walls = np.stack([start, end, end + lift, start, end + lift, start + lift], axis=1).reshape(-1, 3, 3)
    return floor[:, ::-1], floor + lift, walls


def stanzas(trays: list[Tray]) -> str:
    """Formats the lines of all trays as one TOML file, one table for each tray, to copy from into `models.toml`."""
    return "\n".join(f'["{tray.name}"]\n{tray.stanza()}' for tray in trays)
