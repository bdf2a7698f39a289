"""Draws a tag as an area of black: vectors, not pixels, so that its edges are as fine as the printer."""

import numpy as np
from shapely.affinity import affine_transform
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from hardware.sheet import CannotPrint, Point, Sheet
from tablecam.base.i18n import Message
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS, COUNT, NAME, bitmap

# The mark of the top reaches this far into the white ring, so that a stub of it stays on the tag when it is cut out.
# The detector needs at least 0.75 of a cell of white in the ring.
STUB_CELLS = 0.2
STUB_WIDTH_MM = 0.2


def overall_mm(black_mm: float) -> float:
    """Returns the size over the white ring of a tag whose black square has this edge."""
    return black_mm * CELLS / BLACK_CELLS


def black_mm(overall: float) -> float:
    """Returns the edge of the black square of a tag of this size over its white ring."""
    return overall * BLACK_CELLS / CELLS


def black_area(cells: np.ndarray, cell: float = 1.0) -> Polygon | MultiPolygon:
    """Returns the black of a bitmap (rows, columns), 0 being black, row 0 the top; lower left corner at 0, 0, `cell`
    wide.
    """
    rows = len(cells)
    squares = [
        box(column, rows - 1 - row, column + 1, rows - row) for row, column in np.argwhere(np.asarray(cells) == 0)
    ]
    return affine_transform(unary_union(squares), [cell, 0, 0, cell, 0, 0])


def draw_tag(sheet: Sheet, tag: int, overall: float, lower_left: Point) -> None:
    """Draws one tag, its top towards the top of the sheet; `overall` in mm, over the white ring.

    Raises CannotPrint for a number that the family does not have.
    """
    if not 0 <= tag < COUNT:
        raise CannotPrint(
            Message(
                "there is no tag {tag} in {family}: choose numbers from 0 to {last}",
                tag=tag,
                family=NAME,
                last=COUNT - 1,
            )
        )
    with sheet.shift_origin(lower_left):
        sheet.fill(black_area(bitmap(tag), overall / CELLS))


def draw_top_mark(sheet: Sheet, overall: float, lower_left: Point) -> None:
    """Draws a tick and an arrow head over the tag's top, which is the front of the model."""
    x, top_mm = lower_left[0] + overall / 2, lower_left[1] + overall
    sheet.line((x, top_mm - STUB_CELLS * overall / CELLS), (x, top_mm + 0.8), STUB_WIDTH_MM)
    sheet.fill(Polygon([(x - 0.8, top_mm + 0.8), (x + 0.8, top_mm + 0.8), (x, top_mm + 2.4)]))


def draw_side_marks(sheet: Sheet, overall: float, lower_left: Point) -> None:
    """Draws ticks at the middles of the other three sides: with the top's, their lines cross at the tag's centre."""
    x, y = lower_left
    stub, middle = STUB_CELLS * overall / CELLS, overall / 2
    sheet.line((x - 2.0, y + middle), (x + stub, y + middle), STUB_WIDTH_MM)
    sheet.line((x + overall - stub, y + middle), (x + overall + 2.0, y + middle), STUB_WIDTH_MM)
    sheet.line((x + middle, y - 1.0), (x + middle, y + stub), STUB_WIDTH_MM)
