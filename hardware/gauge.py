"""The gauge card: 12.00 in between its two ends, with a tag near each end and two between them.

Twelve inches are longer than A4 (11.69 in) and Letter (11.00 in) but shorter than their diagonals, so the card lies
diagonally. On the table it checks the camera: two entries for `models.toml` stand for bases that touch the card's ends
from outside, so the range between them is the card's length. The six distances between its four tags differ.
"""

import math

from shapely.geometry import box

from hardware.sheet import CannotPrint, Paper, Sheet
from hardware.tag_art import black_mm, draw_tag, draw_top_mark
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.base.units import MM_PER_INCH, to_inches, to_mm

LENGTH_IN = 12.0
# Tag centres at the inch marks 1 and 11: a steel rule along the card's edge reads 10.00 in between two ticks.
TAG_INSET_IN = 1.0
CARD_WIDTH_MM = 30.0
TAG_OVERALL_MM = 24.0
# Not those of models (0-39) and tables (40-47); among the family's first 64, which differ most from each other.
LEFT_TAG, RIGHT_TAG = 62, 63
# The inch marks of all tags' centres: six lengths of 1.5 to 10 in. Cards printed before have the outer two.
TAG_MARKS_IN = {LEFT_TAG: TAG_INSET_IN, 60: 2.5, 61: 7.5, RIGHT_TAG: LENGTH_IN - TAG_INSET_IN}
# The diameter of the imaginary base of each entry in models.toml.
BASE_IN = 1.0
# 1 mm card and the paper on it
TAG_HEIGHT_MM = 1.2

# one line of the sheet each
HOW_TO = (
    Message("1. Glue the sheet on flat 1 mm card. 2. Cut along the outline with a knife and a steel rule."),
    Message("The card must then measure 12.00 in from end to end; trust the rule, not the print."),
    Message("3. Measure between the ticks at 1 and 11 and write the length on the card: 10.00 in if the printer"),
    Message("is true. Otherwise set tag_offset_mm to 165.1 mm minus half of the length (docs/build.md)."),
)


def gauge_pdf(paper: Paper) -> bytes:
    """Makes the card on one sheet. Raises CannotPrint if even the diagonal is too short."""
    page = paper.turned
    turn_deg, margin = _find_best_turn(page)
    if margin < 5.0:
        raise CannotPrint(
            Message("the 12.00 in gauge card does not fit on {paper}: choose larger paper", paper=paper.name)
        )
    sheet = Sheet(page, _("gauge card, 12.00 in from end to end"), title_align="right")
    for number, line in enumerate(HOW_TO):
        sheet.text((page.width_mm - 12.0, page.height_mm - 19.0 - 4.0 * number), str(line), 2.6, "right")
    # the card falls to the right: the lower left corner stays free for the bars, the upper right one for the title
    with sheet.shift_origin((page.width_mm / 2, page.height_mm / 2), -turn_deg):
        _draw_card(sheet)
    return sheet.pdf()


def gauge_stanza() -> str:
    """Makes two entries for `models.toml`: the range between them is the camera's reading of 12.00 in."""
    outward_mm = to_mm(LENGTH_IN / 2 + BASE_IN / 2) - to_mm(LENGTH_IN / 2 - TAG_INSET_IN)
    entries = (("gauge-left", LEFT_TAG, outward_mm), ("gauge-right", RIGHT_TAG, -outward_mm))
    return "\n".join(
        # no text
        f'[[models]]\nid = "{name}"\nname = "{name}"\nside = "gauge"\ntag = {tag}\n'
        f"tag_size_mm = {black_mm(TAG_OVERALL_MM):g}\ntag_offset_mm = [{offset:.1f}, 0.0]\n"
        f"tag_height_mm = {TAG_HEIGHT_MM:g}\n"
        f'base = {{ shape = "circle", diameter_mm = {to_mm(BASE_IN):g} }}\nheight_in = 0.1\n'
        for name, tag, offset in entries
    )


def _find_best_turn(page: Paper) -> tuple[float, float]:
    """Finds the turn, in degrees, that leaves the widest margin around the card, and that margin in mm."""

    def margin(turn_deg: float) -> float:
        cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
        length = to_mm(LENGTH_IN)
        margin_x = page.width_mm - length * cos - CARD_WIDTH_MM * sin
        margin_y = page.height_mm - length * sin - CARD_WIDTH_MM * cos
        return min(margin_x, margin_y) / 2

    turn_deg = max((tenth / 10 for tenth in range(900)), key=margin)
    return turn_deg, margin(turn_deg)


def _draw_card(sheet: Sheet) -> None:
    """Draws the card, its centre at the origin."""
    half_length, half_width = to_mm(LENGTH_IN) / 2, CARD_WIDTH_MM / 2
    sheet.outline(box(-half_length, -half_width, half_length, half_width))
    for x in (-half_length, half_length):
        sheet.line((x, -half_width - 3.0), (x, half_width + 3.0))
    for tag, mark_in in TAG_MARKS_IN.items():
        center = to_mm(mark_in) - half_length
        corner = (center - TAG_OVERALL_MM / 2, -TAG_OVERALL_MM / 2)
        draw_tag(sheet, tag, TAG_OVERALL_MM, corner)
        draw_top_mark(sheet, TAG_OVERALL_MM, corner)
        sheet.text((center + TAG_OVERALL_MM / 2 + 2.0, -1.0), f"{tag}", 3.0)
    _draw_rule(sheet, -half_length, -half_width)
    # between the inner tags
    middle = to_mm(5.0) - half_length
    sheet.text((middle, 2.5), _("12.00 in from end to end"), 4.0, "center")
    sheet.text((middle, -4.0), _("tick 1 to tick 11, measured: ________ mm (254.0)"), 3.0, "center")


def _draw_rule(sheet: Sheet, left: float, bottom: float) -> None:
    """Draws ticks every tenth of an inch along the card's lower edge."""
    half_tag_in = to_inches(TAG_OVERALL_MM) / 2
    for tenth in range(1, int(LENGTH_IN * 10)):
        x = left + tenth * MM_PER_INCH / 10
        tall = 2.6 if tenth % 10 == 0 else 1.8 if tenth % 5 == 0 else 1.0
        sheet.line((x, bottom), (x, bottom + tall))
        if tenth % 10 == 0:
            is_under_tag = min(abs(tenth / 10 - mark_in) for mark_in in TAG_MARKS_IN.values()) <= half_tag_in
            place, size, align = (
                ((x + 0.4, bottom + 1.3), 1.8, "left") if is_under_tag else ((x, bottom + 3.2), 2.4, "center")
            )
            sheet.text(place, f"{tenth // 10}", size, align)
