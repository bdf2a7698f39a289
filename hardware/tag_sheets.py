"""Sheets to be cut out: model tags, reference tags, and trays as paper templates."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hardware.sheet import TITLE_BAND_MM, CannotPrint, Paper, Point, Sheet
from hardware.tag_art import draw_side_marks, draw_tag, draw_top_mark, overall_mm
from hardware.tray import Tray
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _

# Between two tags: room for crop marks beside them, and for the arrow of one tag and the number of the next.
GAP_X_MM, GAP_Y_MM = 7.0, 8.0
# a name stands in its own line below the number, smaller where it is long
NAME_LINE_MM, NAME_MM, LEAST_NAME_MM = 3.2, 2.6, 1.6
# average width of a letter, as a share of its height
LETTER_SHARE = 0.52
# At the sides: the upright check bar, and the margin that printers cannot reach.
SIDE_MM = 13.0


@dataclass(frozen=True)
class TagSheet:
    """Tags of one size on as many pages as they need. size_mm: edge of the black square. names: the
    wearer of each tag.
    """

    title: str
    tags: tuple[int, ...]
    size_mm: float
    center_lines: bool = False
    names: Mapping[int, str] = field(default_factory=dict)

    def pdf(self, paper: Paper) -> bytes:
        """Makes the sheet as a PDF. Raises CannotPrint if a tag is unknown or too large for the paper."""
        overall = overall_mm(self.size_mm)
        sheet = Sheet(paper, self.title)
        places = list(_lay_out_tags(sheet, overall, GAP_Y_MM + (NAME_LINE_MM if any(self.names.values()) else 0.0)))
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
            self._draw_tag_with_marks(sheet, tag, places[number % len(places)])
        return sheet.pdf()

    def _draw_tag_with_marks(self, sheet: Sheet, tag: int, at: Point) -> None:
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
    """Makes tags for the models' trays; `overall` in mm over the white ring. names: the model of each tag."""
    size_mm = overall * 0.8
    title = _(
        "model tags tag36h11, {size} mm over the white ring (tag_size_mm = {edge}); arrow = front",
        size=f"{overall:g}",
        edge=f"{size_mm:g}",
    )
    return TagSheet(title, tuple(tags), size_mm, names=names or {})


def reference_tags(tags: Sequence[int], size_mm: float = 40.0) -> TagSheet:
    """Makes tags that lie flat on the table; size_mm is the edge of the black square."""
    title = _(
        "reference tags tag36h11, size_mm = {edge} (cut at {size} mm); arrow = +y of the table",
        edge=f"{size_mm:g}",
        size=f"{overall_mm(size_mm):g}",
    )
    return TagSheet(title, tuple(tags), size_mm, center_lines=True)


def _lay_out_tags(sheet: Sheet, overall: float, gap_y_mm: float) -> Iterator[Point]:
    """Yields lower left corners on one page, row by row from the top, with the block of columns centred."""
    width = sheet.paper.width_mm - 2 * SIDE_MM
    height = sheet.paper.height_mm - TITLE_BAND_MM - sheet.bottom_band_mm - gap_y_mm
    columns = int((width + GAP_X_MM) // (overall + GAP_X_MM))
    rows = int((height + gap_y_mm) // (overall + gap_y_mm))
    left_mm = (sheet.paper.width_mm - columns * (overall + GAP_X_MM) + GAP_X_MM) / 2
    top_mm = sheet.paper.height_mm - TITLE_BAND_MM - 4.0
    for row in range(rows):
        for column in range(columns):
            yield left_mm + column * (overall + GAP_X_MM), top_mm - overall - row * (overall + gap_y_mm)


GAP_MM = 5.0
TRAY_SIDE_MM = 13.0


def tray_pdf(trays: Sequence[Tray], paper: Paper) -> bytes:
    """Draws all trays on as many pages as they need. Raises CannotPrint if one is larger than the paper."""
    title = _(
        "trays for {size} mm tags, paper template: glue on 1 mm card, cut along the lines",
        size=f"{trays[0].tag_overall_mm:g}",
    )
    sheet = Sheet(paper, title)
    page = 0
    for tray, (page_number, place) in zip(trays, _lay_out_trays(trays, sheet), strict=True):
        if page_number > page:
            sheet.next_page()
            page = page_number
        with sheet.shift_origin(place):
            _draw_tray(sheet, tray)
    return sheet.pdf()


def _lay_out_trays(trays: Sequence[Tray], sheet: Sheet) -> Iterator[tuple[int, Point]]:
    """Yields the page of each tray and the place of its base's centre: in rows from the top, left to right."""
    top_edge = sheet.paper.height_mm - TITLE_BAND_MM - 3.0
    right_edge, low_edge = sheet.paper.width_mm - 8.0, sheet.bottom_band_mm + 2.0
    page, x, row_top_mm, row_height = 0, TRAY_SIDE_MM, top_edge, 0.0
    for tray in trays:
        left_mm, bottom_mm, right_mm, upper_mm = tray.outline.bounds
        width, height = right_mm - left_mm, upper_mm - bottom_mm
        if x + width > right_edge:
            x, row_top_mm, row_height = TRAY_SIDE_MM, row_top_mm - row_height - GAP_MM, 0.0
        if row_top_mm - height < low_edge:
            page, x, row_top_mm, row_height = page + 1, TRAY_SIDE_MM, top_edge, 0.0
        if x + width > right_edge or row_top_mm - height < low_edge:
            raise CannotPrint(
                Message(
                    "the tray for {base} does not fit on {paper}: choose larger paper",
                    base=tray.label,
                    paper=sheet.paper.name,
                )
            )
        yield page, (x - left_mm, row_top_mm - upper_mm)
        x, row_height = x + width + GAP_MM, max(row_height, height)


def _draw_tray(sheet: Sheet, tray: Tray) -> None:
    """Draws one tray about the origin: cut line, centre, front, and the place of the tag."""
    sheet.outline(tray.outline)
    sheet.line((-1.5, 0.0), (1.5, 0.0))
    sheet.line((0.0, -1.5), (0.0, 1.5))
    front = tray.base_outline.bounds[3]
    with sheet.shift_origin((0.0, front - 1.0)):
        sheet.line((0.0, 0.0), (0.0, -4.0), 0.2)
        sheet.line((0.0, 0.0), (-1.2, -1.8), 0.2)
        sheet.line((0.0, 0.0), (1.2, -1.8), 0.2)
    sheet.text((0.0, 3.0), str(tray.shape), 2.4, "center")
    sheet.text((0.0, -4.6), str(tray.size), 2.4, "center")
    half_tag_mm = tray.tag_overall_mm / 2
    for _x, middle in tray.tag_offsets_mm:
        # the tag's edge along the base; its other edges are the tray's
        beside = middle - math.copysign(half_tag_mm, middle)
        sheet.line((-half_tag_mm, beside), (half_tag_mm, beside))
        sheet.text((0.0, middle), _("tag {size} mm", size=f"{tray.tag_overall_mm:g}"), 2.4, "center")
        # Translators: on a tray's template: the tag is glued here, with its top at this side
        sheet.text((0.0, middle + half_tag_mm - 3.4), _("tag's top here"), 2.0, "center")
