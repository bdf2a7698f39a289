"""Calibration boards: ChArUco and chessboard."""

from dataclasses import dataclass

import cv2
import numpy as np
from shapely.affinity import translate
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from hardware.sheet import BAR_BOTTOM_MM, TITLE_BAND_MM, CannotPrint, Paper, Sheet
from hardware.tag_art import black_area
from tablecam.base.i18n import Message

# A white edge around the board: the finders look for black outer squares on white.
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
        """The board in the form of `tablecam calibrate --board`."""
        return f"charuco:{self.columns}x{self.rows}:{self.square_mm:g}:{self.marker_mm:g}:{self.dictionary}"

    def board(self) -> cv2.aruco.CharucoBoard:
        """Makes the board as an object of OpenCV. Raises CannotPrint if there is no such board."""
        number = getattr(cv2.aruco, self.dictionary, None)
        if not self.dictionary.startswith("DICT_") or number is None:
            raise CannotPrint(
                Message(
                    "OpenCV has no dictionary {dictionary}: choose one such as DICT_5X5_100", dictionary=self.dictionary
                )
            )
        dictionary = cv2.aruco.getPredefinedDictionary(number)
        needed, available = self.columns * self.rows // 2, len(dictionary.bytesList)
        if needed > available:
            raise CannotPrint(
                Message(
                    "{dictionary} has {given} markers, but a board of {columns} x {rows} needs {needed}: "
                    "choose fewer squares",
                    dictionary=self.dictionary,
                    given=available,
                    columns=self.columns,
                    rows=self.rows,
                    needed=needed,
                )
            )
        if not 0 < self.marker_mm < self.square_mm:
            raise CannotPrint(
                Message(
                    "a marker of {marker} mm in a square of {square} mm leaves no white around it: make it about 0.73 "
                    "of the square",
                    marker=f"{self.marker_mm:g}",
                    square=f"{self.square_mm:g}",
                )
            )
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square_mm, self.marker_mm, dictionary)

    def black(self) -> Polygon | MultiPolygon:
        """Returns the black squares and markers, mm, with the lower left corner of the board at 0, 0."""
        board = self.board()
        dictionary = board.getDictionary()
        side = dictionary.markerSize + 2
        height = self.rows * self.square_mm
        parts = [_make_squares(self.columns, self.rows, self.square_mm)]
        for marker, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True):
            cells = cv2.aruco.generateImageMarker(dictionary, int(marker), side, borderBits=1)
            # OpenCV counts from the top: the third corner is the marker's lowest
            left_mm, bottom_mm = float(corners[0][0]), height - float(corners[2][1])
            parts.append(translate(black_area(cells > 127, self.marker_mm / side), left_mm, bottom_mm))
        return unary_union(parts)


@dataclass(frozen=True)
class Chessboard:
    """A chessboard. An even number of squares one way and an odd number the other make its orientation clear."""

    columns: int = 10
    rows: int = 7
    square_mm: float = 24.0

    @property
    def option(self) -> str:
        """The board in the form of `tablecam calibrate --board`, counted by its inner corners."""
        return f"chessboard:{self.columns - 1}x{self.rows - 1}:{self.square_mm:g}"

    def black(self) -> Polygon | MultiPolygon:
        """Returns the black squares, mm, with the lower left corner of the board at 0, 0."""
        return _make_squares(self.columns, self.rows, self.square_mm)


def board_pdf(board: Charuco | Chessboard, paper: Paper) -> bytes:
    """Draws the board in the middle of a page laid on its side. Raises CannotPrint if it does not fit."""
    _check_squares(board)
    sheet = Sheet(paper.turned, f"tablecam calibrate --board {board.option}")  # no text
    width, height = board.columns * board.square_mm, board.rows * board.square_mm
    low, high = sheet.bottom_band_mm, sheet.paper.height_mm - TITLE_BAND_MM
    left_mm, bottom_mm = (sheet.paper.width_mm - width) / 2, (low + high - height) / 2
    if left_mm < BAR_BOTTOM_MM + WHITE_EDGE_MM or height > high - low:
        raise CannotPrint(
            Message(
                "a board of {width} x {height} mm does not fit on {paper}: choose larger paper or smaller squares",
                width=f"{width:g}",
                height=f"{height:g}",
                paper=paper.name,
            )
        )
    with sheet.shift_origin((left_mm, bottom_mm)):
        sheet.fill(board.black())
    edge = min(WHITE_EDGE_MM, (high - low - height) / 2)
    sheet.crop_marks((left_mm - edge, bottom_mm - edge, left_mm + width + edge, bottom_mm + height + edge))
    return sheet.pdf()


def _check_squares(board: Charuco | Chessboard) -> None:
    if min(board.columns, board.rows) < 3 or board.square_mm <= 0:
        raise CannotPrint(
            Message(
                "a board of {columns} x {rows} squares of {square} mm cannot calibrate a lens: choose 3 x 3 squares or "
                "more",
                columns=board.columns,
                rows=board.rows,
                square=f"{board.square_mm:g}",
            )
        )


def _make_squares(columns: int, rows: int, square_mm: float) -> Polygon | MultiPolygon:
    """Returns the black squares of a chessboard whose top left square is black."""
    row, column = np.indices((rows, columns))
    return black_area((row + column) % 2, square_mm)
