"""Calibration boards: ChArUco and chessboard."""

from dataclasses import dataclass

import cv2
import numpy as np
from shapely.affinity import translate
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from hardware.paper import CannotPrint, Paper
from hardware.sheet import BAR_BOTTOM_MM, TITLE_BAND_MM, Sheet
from hardware.tag_art import black_area

# A white edge around the board: the finders look for the outer black squares against white.
WHITE_EDGE_MM = 3.0


@dataclass(frozen=True)
class Charuco:
    """A ChArUco board in the pattern of OpenCV 4.6 and later (a black square at the top left)."""

    columns: int = 11
    rows: int = 8
    square_mm: float = 22.0
    marker_mm: float = 16.0
    dictionary: str = "DICT_5X5_100"

    @property
    def option(self) -> str:
        """The board as `tablecam calibrate --board` wants it."""
        return f"charuco:{self.columns}x{self.rows}:{self.square_mm:g}:{self.marker_mm:g}:{self.dictionary}"

    def board(self) -> cv2.aruco.CharucoBoard:
        """OpenCV's own idea of it. Raises CannotPrint when there is no such board."""
        number = getattr(cv2.aruco, self.dictionary, None)
        if not self.dictionary.startswith("DICT_") or number is None:
            raise CannotPrint(f"OpenCV has no dictionary {self.dictionary}: take one such as DICT_5X5_100")
        dictionary = cv2.aruco.getPredefinedDictionary(number)
        needed, given = self.columns * self.rows // 2, len(dictionary.bytesList)
        if needed > given:
            board = f"a {self.columns} x {self.rows} board"
            raise CannotPrint(f"{self.dictionary} has {given} markers and {board} needs {needed}: take fewer squares")
        if not 0 < self.marker_mm < self.square_mm:
            sizes = f"a marker of {self.marker_mm:g} mm in a square of {self.square_mm:g} mm"
            raise CannotPrint(f"{sizes} leaves no white around it: make it about 0.73 of the square")
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_mm, self.marker_mm, dictionary)

    def black(self) -> Polygon | MultiPolygon:
        """The black squares and markers, mm, lower left corner of the board at 0, 0."""
        board = self.board()
        dictionary = board.getDictionary()
        side = dictionary.markerSize + 2
        height = self.rows * self.square_mm
        parts = [_squares(self.columns, self.rows, self.square_mm)]
        for marker, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
            cells = cv2.aruco.generateImageMarker(dictionary, int(marker), side, borderBits=1)
            # OpenCV counts from the top: the third corner is the marker's lowest
            left, bottom = float(corners[0][0]), height - float(corners[2][1])
            parts.append(translate(black_area(cells > 127, self.marker_mm / side), left, bottom))
        return unary_union(parts)


@dataclass(frozen=True)
class Chessboard:
    """A chessboard. An even and an odd number of squares make its orientation plain."""

    columns: int = 10
    rows: int = 7
    square_mm: float = 24.0

    @property
    def option(self) -> str:
        """The board as `tablecam calibrate --board` wants it, counted by its inner corners."""
        return f"chessboard:{self.columns - 1}x{self.rows - 1}:{self.square_mm:g}"

    def black(self) -> Polygon | MultiPolygon:
        """The black squares, mm, lower left corner of the board at 0, 0."""
        return _squares(self.columns, self.rows, self.square_mm)


def board_pdf(board: Charuco | Chessboard, paper: Paper) -> bytes:
    """The board in the middle of a page laid on its side. Raises CannotPrint when it does not fit."""
    _check_squares(board)
    sheet = Sheet(paper.turned, f"tablecam calibrate --board {board.option}")
    width, height = board.columns * board.square_mm, board.rows * board.square_mm
    low, high = sheet.bottom_band_mm, sheet.paper.height_mm - TITLE_BAND_MM
    left, bottom = (sheet.paper.width_mm - width) / 2, (low + high - height) / 2
    if left < BAR_BOTTOM_MM + WHITE_EDGE_MM or height > high - low:
        size = f"{width:g} x {height:g} mm"
        raise CannotPrint(f"a board of {size} does not fit on {paper.name}: take larger paper or smaller squares")
    with sheet.placed((left, bottom)):
        sheet.fill(board.black())
    edge = min(WHITE_EDGE_MM, (high - low - height) / 2)
    sheet.crop_marks((left - edge, bottom - edge, left + width + edge, bottom + height + edge))
    return sheet.pdf()


def _check_squares(board: Charuco | Chessboard) -> None:
    if min(board.columns, board.rows) < 3 or board.square_mm <= 0:
        size = f"{board.columns} x {board.rows} squares of {board.square_mm:g} mm"
        raise CannotPrint(f"a board of {size} cannot calibrate: take 3 x 3 squares or more")


def _squares(columns: int, rows: int, square_mm: float) -> Polygon | MultiPolygon:
    """The black squares of a chessboard whose top left square is black."""
    row, column = np.indices((rows, columns))
    return black_area((row + column) % 2, square_mm)
