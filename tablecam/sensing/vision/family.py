"""The tag family tag36h11: the bitmap of each tag.

The bitmaps come from OpenCV's dictionary, which draws the tags turned by 180 degrees against their authors (Olson 2011,
Wang and Olson 2016). This module turns them back.
"""

from functools import cache

import cv2
import numpy as np

NAME = "tag36h11"
COUNT = 587
# the black square is 8 cells wide: 6 of data and a ring of black; a ring of white lies around it
BLACK_CELLS = 8
CELLS = 10


@cache
def bitmap(tag: int) -> np.ndarray:
    """Return the tag as its authors print it: (10, 10) uint8, 1 is white, row 0 the top, white ring included.

    Raises ValueError for a number outside the family.
    """
    if not 0 <= tag < COUNT:
        raise ValueError(f"{NAME} has no tag {tag}; its numbers run from 0 to {COUNT - 1}")
    marker = cv2.aruco.generateImageMarker(_get_dictionary(), tag, BLACK_CELLS, borderBits=1)
    cells = np.ones((CELLS, CELLS), np.uint8)
    cells[1:-1, 1:-1] = np.rot90(marker, 2) > 127
    cells.setflags(write=False)
    return cells


@cache
def _get_dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
