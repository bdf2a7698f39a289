"""The sheet of a dice tray in millimetres: four tags in its corners, and the field between them for the dice.

One layout for every size of paper, so that the camera need not know which one was printed. The origin is the centre of
the lower left tag; x runs to the right, y up the sheet.
"""

import numpy as np

# among the family's first 64 tags, which differ most; models have 0-39, tables 40-47, the gauge card 60-63
LOWER_LEFT, LOWER_RIGHT, UPPER_RIGHT, UPPER_LEFT = 56, 57, 58, 59
WIDTH_MM, HEIGHT_MM = 220.0, 145.0
TAG_MM = 24.0
# the black square, which the detector finds
BLACK_MM = 0.8 * TAG_MM
CENTERS_MM = {
    LOWER_LEFT: (0.0, 0.0),
    LOWER_RIGHT: (WIDTH_MM, 0.0),
    UPPER_RIGHT: (WIDTH_MM, HEIGHT_MM),
    UPPER_LEFT: (0.0, HEIGHT_MM),
}
# a tag's corners about its centre, in the detector's order: bottom left, bottom right, top right, top left
_CORNERS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * BLACK_MM / 2
# dice lie between the tags, never on one
_OUT, _IN = TAG_MM / 2, TAG_MM / 2 + 2.0
FIELD_MM = (
    (_IN, -_OUT), (WIDTH_MM - _IN, -_OUT), (WIDTH_MM - _IN, _IN), (WIDTH_MM + _OUT, _IN),
    (WIDTH_MM + _OUT, HEIGHT_MM - _IN), (WIDTH_MM - _IN, HEIGHT_MM - _IN), (WIDTH_MM - _IN, HEIGHT_MM + _OUT),
    (_IN, HEIGHT_MM + _OUT), (_IN, HEIGHT_MM - _IN), (-_OUT, HEIGHT_MM - _IN), (-_OUT, _IN), (_IN, _IN),
)  # fmt: skip
# the sheet to its outer edge
LEFT_MM, LOW_MM, RIGHT_MM, HIGH_MM = -_OUT, -_OUT, WIDTH_MM + _OUT, HEIGHT_MM + _OUT


def get_corners_mm(tag: int) -> np.ndarray:
    """Return the corners of a tag's black square on the sheet, (4, 2), in the detector's order."""
    return np.array(CENTERS_MM[tag]) + _CORNERS
