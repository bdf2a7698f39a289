"""Draws trays as paper templates: glue on 1 mm card, cut along the lines."""

import math
from collections.abc import Iterator, Sequence

from hardware.paper import CannotPrint, Paper
from hardware.sheet import TITLE_BAND_MM, Point, Sheet
from hardware.tray import Tray
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _

GAP_MM = 5.0
SIDE_MM = 13.0


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
    page, x, row_top_mm, row_height = 0, SIDE_MM, top_edge, 0.0
    for tray in trays:
        left_mm, bottom_mm, right_mm, upper_mm = tray.outline.bounds
        width, height = right_mm - left_mm, upper_mm - bottom_mm
        if x + width > right_edge:
            x, row_top_mm, row_height = SIDE_MM, row_top_mm - row_height - GAP_MM, 0.0
        if row_top_mm - height < low_edge:
            page, x, row_top_mm, row_height = page + 1, SIDE_MM, top_edge, 0.0
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
