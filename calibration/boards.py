"""The boards that are held in front of the camera: ChArUco boards and plain chessboards."""

from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.base.errors import NotCalibratable

CHARUCO, CHESSBOARD = "charuco", "chessboard"
# for the command line's option --board
# no text
FORMS = "charuco:11x8:30:22:DICT_5X5_100 (squares; edge and marker in mm) or chessboard:9x6:25 (inner corners; edge)"


@dataclass(frozen=True)
class Board:
    """A flat printed board.

    columns, rows: squares of a ChArUco board, inner corners of a chessboard, as is usual for each. square_mm,
    marker_mm: edge of a square, and of the marker within it. dictionary: OpenCV's name of the markers.
    """

    kind: str
    columns: int
    rows: int
    square_mm: float
    marker_mm: float = 0.0
    dictionary: str = ""

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of inner corners in a row and in a column."""
        less = 1 if self.kind == CHARUCO else 0
        return self.columns - less, self.rows - less

    @property
    def points_mm(self) -> np.ndarray:
        """The inner corners on the board, (n, 2), row after row; a corner's index is its id."""
        across, down = self.grid
        x, y = np.meshgrid(np.arange(across), np.arange(down))
        return np.column_stack([x.ravel(), y.ravel()]) * self.square_mm

    @property
    def clear(self) -> float:
        """Distance from an edge of a square to the next marker, as a share of the square."""
        return (1 - self.marker_mm / self.square_mm) / 2 if self.kind == CHARUCO else 1.0

    def __str__(self) -> str:
        size = f"{self.kind}:{self.columns}x{self.rows}:{self.square_mm:g}"
        return f"{size}:{self.marker_mm:g}:{self.dictionary}" if self.kind == CHARUCO else size


# the board that `tablecam print` makes
DEFAULT_BOARD = Board(CHARUCO, 11, 8, 30.0, 22.0, "DICT_5X5_100")


def parse_board(text: str) -> Board:
    """Parses a text such as `charuco:11x8:30:22:DICT_5X5_100` or `chessboard:9x6:25`.

    Raises NotCalibratable if the text names no board.
    """
    kind, *fields = text.split(":")
    try:
        if kind == CHARUCO and len(fields) == 4:
            return _check_board(
                Board(kind, *_parse_counts(fields[0]), float(fields[1]), float(fields[2]), fields[3].upper())
            )
        if kind == CHESSBOARD and len(fields) == 2:
            return _check_board(Board(kind, *_parse_counts(fields[0]), float(fields[1])))
    except ValueError as reason:
        raise NotCalibratable(f"--board {text}: {reason}, write {FORMS}") from reason  # no text
    raise NotCalibratable(f"--board {text} names no board, write {FORMS}")  # no text


def charuco_board(board: Board, legacy: bool) -> cv2.aruco.CharucoBoard:
    """Makes OpenCV's own board. legacy: the pattern before OpenCV 4.6, which begins with a white square at even
    heights.
    """
    markers = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.dictionary))
    opencv_board = cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_mm, board.marker_mm, markers)
    opencv_board.setLegacyPattern(legacy)
    return opencv_board


def _parse_counts(text: str) -> tuple[int, int]:
    columns, rows = text.lower().split("x")
    return int(columns), int(rows)


def _check_board(board: Board) -> Board:
    # four corners make a homography, but the smallest board that says anything about a lens has more
    if min(board.grid) < 2 or max(board.grid) > 100:
        raise ValueError("a board has 2 to 100 inner corners each way")
    if not 0.1 <= board.square_mm <= 10_000:
        raise ValueError("a square is 0.1 to 10000 mm wide")
    if board.kind == CHARUCO:
        _check_markers(board)
    return board


def _check_markers(board: Board) -> None:
    if not 0 < board.marker_mm < board.square_mm:
        raise ValueError("a marker is smaller than its square")
    number = getattr(cv2.aruco, board.dictionary, None) if board.dictionary.startswith("DICT_") else None
    if number is None:
        raise ValueError(f"OpenCV knows no markers called {board.dictionary}")
    available = len(cv2.aruco.getPredefinedDictionary(number).bytesList)
    needed = board.columns * board.rows // 2
    if available < needed:
        raise ValueError(f"{board.dictionary} has only {available} markers, the board needs {needed}")
