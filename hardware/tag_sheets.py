"""Sheets of model tags and reference tags, to be cut out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hardware.paper import CannotPrint, Paper
from hardware.sheet import TITLE_BAND_MM, Point, Sheet
from hardware.tag_art import draw_side_marks, draw_tag, draw_top_mark, overall_mm
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _

# Between two tags: room for crop marks beside them; above, the arrow of one and below, the number of the other.
GAP_X_MM, GAP_Y_MM = 7.0, 8.0
# a name stands in a line of its own below the number, smaller where it is long
NAME_LINE_MM, NAME_MM, LEAST_NAME_MM = 3.2, 2.6, 1.6
# of a letter's height, the usual width of a letter
LETTER_SHARE = 0.52
# At the sides: the upright check bar, and the margin that printers cannot reach.
SIDE_MM = 13.0


@dataclass(frozen=True)
class TagSheet:
    """Tags of one size on as many pages as they need. size_mm: edge of the black square. names: whose tag it is."""

    title: str
    tags: tuple[int, ...]
    size_mm: float
    center_lines: bool = False
    names: Mapping[int, str] = field(default_factory=dict)

    def pdf(self, paper: Paper) -> bytes:
        """The sheet as a PDF. Raises CannotPrint when a tag is unknown or too large for the paper."""
        overall = overall_mm(self.size_mm)
        sheet = Sheet(paper, self.title)
        places = list(_places(sheet, overall, GAP_Y_MM + (NAME_LINE_MM if any(self.names.values()) else 0.0)))
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
        if name := self.names.get(tag):
            fitting = (overall + GAP_X_MM - 1.0) / (LETTER_SHARE * len(name))
            height = min(NAME_MM, max(LEAST_NAME_MM, fitting))
            sheet.text((x + overall / 2, y - 3.6 - NAME_LINE_MM), name, size_mm=height, align="center")


def model_tags(tags: Sequence[int], overall: float, names: Mapping[int, str] | None = None) -> TagSheet:
    """Tags for the models' trays; `overall` in mm over the white ring. names: the model of each tag."""
    size_mm = overall * 0.8
    title = _(
        "model tags tag36h11, {size} mm over the white ring (tag_size_mm = {edge}); arrow = front",
        size=f"{overall:g}",
        edge=f"{size_mm:g}",
    )
    return TagSheet(title, tuple(tags), size_mm, names=names or {})


def reference_tags(tags: Sequence[int], size_mm: float = 40.0) -> TagSheet:
    """Tags that lie flat on the table; size_mm is the edge of the black square."""
    title = _(
        "reference tags tag36h11, size_mm = {edge} (cut at {size} mm); arrow = +y of the table",
        edge=f"{size_mm:g}",
        size=f"{overall_mm(size_mm):g}",
    )
    return TagSheet(title, tuple(tags), size_mm, center_lines=True)


def _places(sheet: Sheet, overall: float, gap_y_mm: float) -> Iterator[Point]:
    """Lower left corners on one page, row by row from the top, the block of columns centred."""
    width = sheet.paper.width_mm - 2 * SIDE_MM
    height = sheet.paper.height_mm - TITLE_BAND_MM - sheet.bottom_band_mm - gap_y_mm
    columns = int((width + GAP_X_MM) // (overall + GAP_X_MM))
    rows = int((height + gap_y_mm) // (overall + gap_y_mm))
    left = (sheet.paper.width_mm - columns * (overall + GAP_X_MM) + GAP_X_MM) / 2
    top = sheet.paper.height_mm - TITLE_BAND_MM - 4.0
    for row in range(rows):
        for column in range(columns):
            yield left + column * (overall + GAP_X_MM), top - overall - row * (overall + gap_y_mm)
