"""A sheet of paper to draw on at true scale, in millimetres from its lower left corner."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas
from shapely.geometry import MultiPolygon, Polygon

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, current_language
from tablecam.base.units import MM_PER_INCH, to_mm


class CannotPrint(TablecamError):
    """A sheet cannot be made: the tag number is unknown, the tag larger than the paper, the folder not writable."""


@dataclass(frozen=True)
class Paper:
    """One sheet, upright unless turned."""

    name: str
    width_mm: float
    height_mm: float

    @property
    def turned(self) -> "Paper":
        """The same sheet on its side."""
        return Paper(self.name, self.height_mm, self.width_mm)


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", 210.0, 297.0),
        Paper("letter", to_mm(8.5), to_mm(11.0)),
        Paper("a3", 297.0, 420.0),
        Paper("tabloid", to_mm(11.0), to_mm(17.0)),
    )
}
# The next larger size of the same family, for a copy shop.
LARGER = {"a4": "a3", "letter": "tabloid"}
# Sheets of these sizes have a second bar in inches, since their users are likely to have a ruler in inches.
INCH_PAPERS = ("letter", "tabloid")


Area: TypeAlias = Polygon | MultiPolygon
Point: TypeAlias = tuple[float, float]

HAIRLINE_MM = 0.1
TITLE_BAND_MM = 15.0
# The bar lies clear of the 5 mm that common printers cannot reach.
BAR_LEFT_MM, BAR_BOTTOM_MM = 12.0, 7.5
# Every PDF reader has this font. Its letters are those of Western Europe (Windows-1252): a language with other letters
# needs an embedded font.
FONT, FONT_LETTERS = "Helvetica", "cp1252"
ADVICE = Message(
    "Print at 100 % (actual size), on matte paper. Use the sheet only if its 100 mm bars measure 99.8 to 100.2 mm."
)


class Sheet:
    """One or more pages of one size, in the current language. `pdf` returns the finished file; no disk is used."""

    def __init__(self, paper: Paper, title: str, title_align: str = "left") -> None:
        self.paper, self.title, self._title_align = paper, title, title_align
        self._file = io.BytesIO()
        size_pt = (paper.width_mm * mm, paper.height_mm * mm)
        # invariant: the same sheet is the same file, byte for byte, whenever it is made
        self._canvas = Canvas(self._file, pagesize=size_pt, invariant=1, lang=current_language())
        self._canvas.setTitle(f"tablecam: {title}")  # no text
        # asks the viewer not to fit the page to the printer, the usual reason for a wrong scale
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._begin_page()

    @property
    def bottom_band_mm(self) -> float:
        """The height of the check bars at the foot of the page."""
        return 20.0 if self.paper.name in INCH_PAPERS and not self._has_room_for_inch_bar else 14.0

    def pdf(self) -> bytes:
        """Returns the finished PDF."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def next_page(self) -> None:
        """Begins the next page, with its own bars and title."""
        self._canvas.showPage()
        self._begin_page()

    def line(self, start: Point, end: Point, width_mm: float = HAIRLINE_MM) -> None:
        """Draws a straight black line with square-cut ends."""
        self._canvas.setLineWidth(width_mm)
        self._canvas.line(*start, *end)

    def text(self, at: Point, words: str, size_mm: float = 2.8, align: str = "left") -> None:
        """Draws one line of text; `at` is on its baseline, at its left, center or right."""
        self._canvas.setFont(FONT, size_mm)
        draw = {"left": "drawString", "center": "drawCentredString", "right": "drawRightString"}[align]
        getattr(self._canvas, draw)(*at, words)

    def fill(self, area: Area) -> None:
        """Fills an area in solid black with white holes."""
        # One path for the whole area: neighbouring squares that are drawn one by one show white hairlines.
        self._canvas.drawPath(self._make_path(area), stroke=0, fill=1, fillMode=FILL_EVEN_ODD)

    def outline(self, area: Area, width_mm: float = HAIRLINE_MM) -> None:
        """Draw a line along the edge of an area; half of its width is outside."""
        self._canvas.setLineWidth(width_mm)
        self._canvas.drawPath(self._make_path(area), stroke=1, fill=0)

    @contextmanager
    def shift_origin(self, at: Point, turn_deg: float = 0.0) -> Iterator[None]:
        """Makes coordinates count from `at`, turned anticlockwise, in the `with` block."""
        self._canvas.saveState()
        self._canvas.translate(*at)
        self._canvas.rotate(turn_deg)
        yield
        self._canvas.restoreState()

    def crop_marks(self, box: tuple[float, float, float, float]) -> None:
        """Draws short lines outside the corners of (left, bottom, right, top), in line with the cuts."""
        left_mm, bottom_mm, right_mm, top_mm = box
        for x, outward in ((left_mm, -1), (right_mm, 1)):
            for y, upward in ((bottom_mm, -1), (top_mm, 1)):
                self.line((x + outward, y), (x + 3 * outward, y))
                self.line((x, y + upward), (x, y + 3 * upward))

    def _make_path(self, area: Area) -> object:
        path = self._canvas.beginPath()
        for polygon in getattr(area, "geoms", [area]):
            for ring in (polygon.exterior, *polygon.interiors):
                start, *points = ring.coords[:-1]
                path.moveTo(*start)
                for point in points:
                    path.lineTo(*point)
                path.close()
        return path

    def _begin_page(self) -> None:
        self._canvas.scale(mm, mm)
        x = BAR_LEFT_MM if self._title_align == "left" else self.paper.width_mm - BAR_LEFT_MM
        self.text((x, self.paper.height_mm - 8.0), self.title, 4.0, self._title_align)
        self.text((x, self.paper.height_mm - 11.3), str(ADVICE), 2.6, self._title_align)
        self._draw_bar((BAR_LEFT_MM, BAR_BOTTOM_MM), 10.0, 10, "100 mm")
        with self.shift_origin((BAR_BOTTOM_MM, BAR_BOTTOM_MM + 10.0), 90.0):
            # the turned bar's ticks then point away from the paper's edge
            self._draw_bar((0.0, 0.0), 10.0, 10, "100 mm", upward=-1)
        if self.paper.name in INCH_PAPERS:
            right_of_bar = (BAR_LEFT_MM + 108.0, BAR_BOTTOM_MM)
            above_bar = (BAR_LEFT_MM, BAR_BOTTOM_MM + 6.0)
            self._draw_bar(right_of_bar if self._has_room_for_inch_bar else above_bar, MM_PER_INCH, 4, "4 in")

    @property
    def _has_room_for_inch_bar(self) -> bool:
        return self.paper.width_mm >= BAR_LEFT_MM + 108.0 + 4 * MM_PER_INCH + 6.0

    def _draw_bar(self, at: Point, step_mm: float, steps: int, words: str, upward: int = 1) -> None:
        """Draws a ruler, measured between the middles of its two outer ticks, so that spreading ink does no harm."""
        x, y = at
        self.line((x, y), (x + step_mm * steps, y))
        for step in range(steps + 1):
            tall = 3.0 if step in (0, steps) else 1.2
            self.line((x + step * step_mm, y), (x + step * step_mm, y + upward * tall))
        middle = (x + step_mm * (steps // 2) + step_mm / 2, y + (1.5 if upward > 0 else -3.4))
        self.text(middle, words, size_mm=2.4, align="center")
