"""The sheet of a dice tray: a tag in each corner, which tell the tray's camera where the field between them lies."""

from shapely.geometry import Polygon

from hardware.sheet import TITLE_BAND_MM, CannotPrint, Paper, Sheet
from hardware.tag_art import draw_tag
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.sensing.tray import layout

# the upright check bar, on both sides, so that the field lies in the middle
SIDE_MM = 13.0
NUMBER_MM = 2.4
# one line each, along the upper edge of the field
HOW_TO = (
    Message("Print on matte paper, or lay matte felt of one colour on the field. Leave the four tags free."),
    Message("The camera looks down from 30 to 40 cm. Any wall around the tray stays outside the tags."),
)


def dice_sheet_pdf(paper: Paper) -> bytes:
    """Makes the sheet of a dice tray on one page. Raises CannotPrint if it does not fit on the paper."""
    page = paper.turned
    sheet = Sheet(page, _("dice tray, for a camera of its own"))
    width, height = layout.RIGHT_MM - layout.LEFT_MM, layout.HIGH_MM - layout.LOW_MM
    space = page.height_mm - TITLE_BAND_MM - sheet.bottom_band_mm
    if width > page.width_mm - 2 * SIDE_MM or height > space:
        raise CannotPrint(
            Message("the sheet of the dice tray does not fit on {paper}: choose larger paper", paper=paper.name)
        )
    left, low = (page.width_mm - width) / 2, sheet.bottom_band_mm + (space - height) / 2
    with sheet.shift_origin((left - layout.LEFT_MM, low - layout.LOW_MM)):
        _draw_tray(sheet)
    return sheet.pdf()


def _draw_tray(sheet: Sheet) -> None:
    """Draws the tags and the field, the centre of the lower left tag at the origin."""
    sheet.outline(Polygon(layout.FIELD_MM))
    for tag, (x, y) in layout.CENTERS_MM.items():
        draw_tag(sheet, tag, layout.TAG_MM, (x - layout.TAG_MM / 2, y - layout.TAG_MM / 2))
        # beside the field, which ends above and below the tags
        beside = layout.TAG_MM / 2 + NUMBER_MM if y == 0.0 else -layout.TAG_MM / 2 - 0.5
        sheet.text((x, y - beside), f"{tag}", NUMBER_MM, "center")
    # over the field, where no die lies
    for number, line in enumerate(HOW_TO):
        sheet.text((layout.WIDTH_MM / 2, layout.HIGH_MM + 5.0 - 3.4 * number), str(line), 2.6, "center")
