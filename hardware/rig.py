"""What a camera sees at each height: coverage and pixels a cell, to choose camera, lens and height by.

The table is output of the command line and stays English.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablecam.units import to_inches
from tablecam.vision.family import CELLS

# With fewer pixels the detector loses tags (measured on synthetic and rendered tables; docs/build.md).
CELL_PX_NEEDED = 2.0
# In good light all tags are still found: 1080p, 24 mm tags and the whole table just in view.
CELL_PX_IN_GOOD_LIGHT = 1.9
# A 48 in table and the reference tags around it: their centres 1.5 in outside, 50 mm over the white ring.
TABLE_IN = 48.0 + 2 * (1.5 + to_inches(25.0))
TAG_SIZES_MM = (20.0, 24.0)
FIELDS_DEG = (60.0, 70.0, 80.0, 90.0)
HEIGHTS_CM = (120.0, 150.0, 180.0)


@dataclass(frozen=True)
class CameraSize:
    """A picture size under the name it is sold by."""

    name: str
    width_px: int
    height_px: int


CAMERAS = (CameraSize("1080p", 1920, 1080), CameraSize("4K", 3840, 2160), CameraSize("12 MP", 4000, 3000))


@dataclass(frozen=True)
class RigView:
    """A camera looking straight down on the middle of the table. field_deg: its horizontal field of view."""

    camera: CameraSize
    field_deg: float
    height_cm: float

    @property
    def width_in(self) -> float:
        """How much of the table plane the picture's width covers."""
        return to_inches(20 * self.height_cm * math.tan(math.radians(self.field_deg) / 2))

    @property
    def depth_in(self) -> float:
        """How much its height covers; pixels are square."""
        return self.width_in * self.camera.height_px / self.camera.width_px

    @property
    def diagonal_deg(self) -> float:
        """The field of view corner to corner, which is the figure on the box."""
        ratio = math.hypot(self.camera.width_px, self.camera.height_px) / self.camera.width_px
        return 2 * math.degrees(math.atan(ratio * math.tan(math.radians(self.field_deg) / 2)))

    @property
    def covers_table(self) -> bool:
        """Whether a 48 in table with its reference tags is in the picture."""
        return min(self.width_in, self.depth_in) >= TABLE_IN

    def cell_px(self, tag_overall_mm: float) -> float:
        """Pixels to one cell of a tag that lies on the table; the same all over the picture of an ideal lens."""
        return to_inches(tag_overall_mm / CELLS) * self.camera.width_px / self.width_in


def views(
    cameras: Iterable[CameraSize] = CAMERAS,
    fields_deg: Sequence[float] = FIELDS_DEG,
    heights_cm: Sequence[float] = HEIGHTS_CM,
) -> list[RigView]:
    """Every combination, cameras first."""
    return [RigView(camera, field, height) for camera in cameras for field in fields_deg for height in heights_cm]


def view_table(rows: Iterable[RigView]) -> str:
    """The views as a table in Markdown, one line each, with a verdict for each size of tag."""
    sizes = " | ".join(f"{size:g} mm tag: px a cell" for size in TAG_SIZES_MM)  # no text
    columns = 5 + len(TAG_SIZES_MM)
    lines = [
        f"| camera | lens, across (corners) | height | covers, in | {sizes} | verdict |",  # no text
        "|" + "---|" * columns,
    ]
    return "\n".join(lines + [_row(view) for view in rows]) + "\n"


def _row(view: RigView) -> str:
    lens = f"{view.field_deg:g}° ({view.diagonal_deg:.0f}°)"
    height = f"{view.height_cm:g} cm ({to_inches(view.height_cm * 10):.0f} in)"  # no text
    covers = f"{view.width_in:.0f} x {view.depth_in:.0f}"
    sizes = " | ".join(f"{view.cell_px(size):.2f}" for size in TAG_SIZES_MM)
    return f"| {view.camera.name} | {lens} | {height} | {covers} | {sizes} | {verdict(view)} |"


def verdict(view: RigView) -> str:
    """Whether the view serves a 48 in table, and with which tags, in a few words."""
    if not view.covers_table:
        return "not OK: table not whole"  # no text
    # no text
    for least_px, words in ((CELL_PX_NEEDED, "OK with {:g} mm"), (CELL_PX_IN_GOOD_LIGHT, "{:g} mm, in good light")):
        for size in TAG_SIZES_MM:
            if view.cell_px(size) >= least_px:
                return words.format(size)
    return "not OK: cells too small"  # no text
