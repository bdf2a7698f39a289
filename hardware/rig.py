"""Compute the coverage and the pixels of a cell at each height, to choose camera, lens and height by.

The table is output of the command line and stays English.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hardware.sheet import CannotPrint
from tablecam.base.units import to_inches
from tablecam.sensing.vision.family import CELLS

# With fewer pixels the detector loses tags (measured on synthetic and rendered tables; docs/build.md).
CELL_PX_NEEDED = 2.0
# In good light the detector still finds all tags: 1080p, 24 mm tags and the whole table just in view.
CELL_PX_IN_GOOD_LIGHT = 1.9
ENOUGH, IN_GOOD_LIGHT, TOO_FEW = "enough", "in good light", "too few"  # no text
# The longer side first.
USUAL_TABLE_IN = (48.0, 48.0)
# The reference tags around a table: their centres 1.5 in outside, 50 mm over the white ring.
AROUND_IN = 1.5 + to_inches(25.0)
LEAST_SIDE_IN, MOST_SIDE_IN = 12.0, 144.0
TAG_SIZES_MM = (20.0, 24.0)
FIELDS_DEG = (60.0, 70.0, 80.0, 90.0)
HEIGHTS_CM = (120.0, 150.0, 180.0)
# over a table with a side longer than the usual one
HIGHER_CM = (180.0, 210.0, 240.0)


def judge_cell(px: float) -> str:
    """Grade the pixels along one cell of a tag: ENOUGH to find the tag, enough only IN_GOOD_LIGHT, or TOO_FEW."""
    if px >= CELL_PX_NEEDED:
        return ENOUGH
    return IN_GOOD_LIGHT if px >= CELL_PX_IN_GOOD_LIGHT else TOO_FEW


def choose_tag_size(cell_px: Mapping[float, float]) -> float:
    """Choose the smallest size of tag with enough pixels, or else enough in good light; the largest if none has.

    cell_px: the pixels to one cell, by the size of the tag in mm over its white ring.
    """
    for grade in (ENOUGH, IN_GOOD_LIGHT):
        fitting = [size for size, px in cell_px.items() if judge_cell(px) == grade]
        if fitting:
            return min(fitting)
    return max(cell_px)


@dataclass(frozen=True)
class CameraSize:
    """A picture size under its trade name."""

    name: str
    width_px: int
    height_px: int


CAMERAS = (CameraSize("1080p", 1920, 1080), CameraSize("4K", 3840, 2160), CameraSize("12 MP", 4000, 3000))


@dataclass(frozen=True)
class RigView:
    """A camera looking straight down on the middle of the table. field_deg: its horizontal field of view.

    table_in: the sides of the table, the longer one first, along the picture's width.
    """

    camera: CameraSize
    field_deg: float
    height_cm: float
    table_in: tuple[float, float] = USUAL_TABLE_IN

    @property
    def width_in(self) -> float:
        """The width of the table plane that the picture covers."""
        return to_inches(20 * self.height_cm * math.tan(math.radians(self.field_deg) / 2))

    @property
    def depth_in(self) -> float:
        """The depth that the picture covers; pixels are square."""
        return self.width_in * self.camera.height_px / self.camera.width_px

    @property
    def diagonal_deg(self) -> float:
        """The field of view from corner to corner, which is the figure on the box."""
        ratio = math.hypot(self.camera.width_px, self.camera.height_px) / self.camera.width_px
        return 2 * math.degrees(math.atan(ratio * math.tan(math.radians(self.field_deg) / 2)))

    @property
    def covers_table(self) -> bool:
        """Whether the table with its reference tags is in the picture."""
        longer, shorter = (side + 2 * AROUND_IN for side in self.table_in)
        return self.width_in >= longer and self.depth_in >= shorter

    def cell_px(self, tag_overall_mm: float) -> float:
        """Computes the pixels to one cell of a tag on the table; the same all over the picture of an ideal lens."""
        return to_inches(tag_overall_mm / CELLS) * self.camera.width_px / self.width_in


def views(
    cameras: Iterable[CameraSize] = CAMERAS,
    fields_deg: Sequence[float] = FIELDS_DEG,
    heights_cm: Sequence[float] = (),
    table_in: tuple[float, float] = USUAL_TABLE_IN,
) -> list[RigView]:
    """Lists every combination, cameras first. heights_cm: without any, those that suit such a table."""
    heights_cm = heights_cm or (HIGHER_CM if table_in[0] > USUAL_TABLE_IN[0] else HEIGHTS_CM)
    return [
        RigView(camera, field, height, table_in) for camera in cameras for field in fields_deg for height in heights_cm
    ]


def parse_table(words: str) -> tuple[float, float]:
    """Parses the sides of a table like "72x48", inches, in any order. Raises CannotPrint for anything else."""
    try:
        shorter, longer = sorted(float(side) for side in words.split("x"))
    except ValueError:
        shorter = longer = 0.0
    if not LEAST_SIDE_IN <= shorter <= longer <= MOST_SIDE_IN:
        limits = f"{LEAST_SIDE_IN:g} to {MOST_SIDE_IN:g}"  # no text
        raise CannotPrint(f'--table "{words}" is no table; write its sides in inches, {limits}, like 72x48')  # no text
    return longer, shorter


def view_table(rows: Iterable[RigView]) -> str:
    """Formats the views as a table in Markdown, one line each, with a verdict for each size of tag."""
    sizes = " | ".join(f"{size:g} mm tag: px a cell" for size in TAG_SIZES_MM)  # no text
    columns = 5 + len(TAG_SIZES_MM)
    lines = [
        f"| camera | lens, across (corners) | height | covers, in | {sizes} | verdict |",  # no text
        "|" + "---|" * columns,
    ]
    return "\n".join(lines + [_format_row(view) for view in rows]) + "\n"


def _format_row(view: RigView) -> str:
    lens = f"{view.field_deg:g}° ({view.diagonal_deg:.0f}°)"
    height = f"{view.height_cm:g} cm ({to_inches(view.height_cm * 10):.0f} in)"  # no text
    covers = f"{view.width_in:.0f} x {view.depth_in:.0f}"
    sizes = " | ".join(f"{view.cell_px(size):.2f}" for size in TAG_SIZES_MM)
    return f"| {view.camera.name} | {lens} | {height} | {covers} | {sizes} | {verdict(view)} |"


def verdict(view: RigView) -> str:
    """Judges in a few words whether the view suits the table, and with which tags."""
    if not view.covers_table:
        return "not OK: table not whole"  # no text
    size = choose_tag_size({size: view.cell_px(size) for size in TAG_SIZES_MM})
    words = {ENOUGH: "OK with {:g} mm", IN_GOOD_LIGHT: "{:g} mm, in good light"}  # no text
    return words.get(judge_cell(view.cell_px(size)), "not OK: cells too small").format(size)  # no text
