"""Sheets of model tags and reference tags, to be cut out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.paper import CannotPrint, Paper
from hardware.sheet import TITLE_BAND_MM, Point, Sheet
from hardware.tag_art import draw_side_marks, draw_tag, draw_top_mark, overall_mm
from tablecam.i18n import Message
from tablecam.i18n import gettext as _

# Between two tags: room for crop marks beside them; above, the arrow of one and below, the number of the other.
GAP_X_MM, GAP_Y_MM = 7.0, 8.0
# At the sides: the upright check bar, and the margin that printers cannot reach.
SIDE_MM = 13.0


@dataclass(frozen=True)
class TagSheet:
    """Tags of one size on as many pages as they need. size_mm: edge of the black square."""

    title: str
    tags: tuple[int, ...]
    size_mm: float
    center_lines: bool = False

    def pdf(self, paper: Paper) -> bytes:
        """The sheet as a PDF. Raises CannotPrint when a tag is unknown or too large for the paper."""
        overall = overall_mm(self.size_mm)
        sheet = Sheet(paper, self.title)
        places = list(_places(sheet, overall))
        if not places:
            raise CannotPrint(
                Message(
                    "a tag of {size} mm over its white ring does not fit on {paper}: choose a smaller one",
                    size=f"{overall:g}",
                    paper=paper.name,
                )
            )
        for number, tag in enumerate(self.tags):
            if number and number % len(places) == 0:
                sheet.next_page()
            self._draw(sheet, tag, places[number % len(places)])
        return sheet.pdf()

    def _draw(self, sheet: Sheet, tag: int, at: Point) -> None:
        overall = overall_mm(self.size_mm)
        x, y = at
        draw_tag(sheet, tag, overall, at)
        draw_top_mark(sheet, overall, at)
        if self.center_lines:
            draw_side_marks(sheet, overall, at)
        sheet.crop_marks((x, y, x + overall, y + overall))
        sheet.text((x + overall / 2, y - 3.6), f"{tag}", size_mm=3.0, align="center")


def model_tags(tags: Sequence[int], overall: float) -> TagSheet:
    """Tags for the models' trays; `overall` in mm over the white ring."""
    size_mm = overall * 0.8
    title = _(
        "model tags tag36h11, {size} mm over the white ring (tag_size_mm = {edge}); arrow = front",
        size=f"{overall:g}",
        edge=f"{size_mm:g}",
    )
    return TagSheet(title, tuple(tags), size_mm)


def reference_tags(tags: Sequence[int], size_mm: float = 40.0) -> TagSheet:
    """Tags that lie flat on the table; size_mm is the edge of the black square."""
    title = _(
        "reference tags tag36h11, size_mm = {edge} (cut at {size} mm); arrow = +y of the table",
        edge=f"{size_mm:g}",
        size=f"{overall_mm(size_mm):g}",
    )
    return TagSheet(title, tuple(tags), size_mm, center_lines=True)


def _places(sheet: Sheet, overall: float) -> Iterator[Point]:
    """Lower left corners on one page, row by row from the top, the block of columns centred."""
    width = sheet.paper.width_mm - 2 * SIDE_MM
    height = sheet.paper.height_mm - TITLE_BAND_MM - sheet.bottom_band_mm - GAP_Y_MM
    columns = int((width + GAP_X_MM) // (overall + GAP_X_MM))
    rows = int((height + GAP_Y_MM) // (overall + GAP_Y_MM))
    left = (sheet.paper.width_mm - columns * (overall + GAP_X_MM) + GAP_X_MM) / 2
    top = sheet.paper.height_mm - TITLE_BAND_MM - 4.0
    for row in range(rows):
        for column in range(columns):
            yield left + column * (overall + GAP_X_MM), top - overall - row * (overall + GAP_Y_MM)
