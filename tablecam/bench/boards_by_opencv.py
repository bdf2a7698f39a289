"""The peer of the calibration: OpenCV's own corners and `calibrateCamera`, as in its tutorials."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.boards import CHARUCO, Board
from tablecam.camera.recorded import load_image
from tablecam.geometry.projection import Intrinsics

SUBPIX = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.001)
LEAST_CORNERS = 6

Corners = tuple[np.ndarray, np.ndarray]


def opencv_lens(pictures: Sequence[Path], board: Board) -> Intrinsics:
    """The lens, with all five coefficients free."""
    greys = [load_image(path).grey for path in pictures]
    found = [_charuco(grey, board) if board.kind == CHARUCO else _chessboard(grey, board) for grey in greys]
    seen = [board for board in found if board is not None]
    height, width = greys[0].shape
    points, corners = [board_points[0] for board_points in seen], [board_points[1] for board_points in seen]
    _, matrix, distortion, _, _ = cv2.calibrateCamera(points, corners, (width, height), None, None)
    return Intrinsics(width, height, matrix, distortion.ravel(), name="OpenCV")


def _charuco(grey: np.ndarray, board: Board) -> Corners | None:
    """Tries both patterns of a ChArUco board: those from before OpenCV 4.6 begin with the other square."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, board.dictionary))
    best: Corners | None = None
    for legacy in (False, True):
        drawn = cv2.aruco.CharucoBoard((board.columns, board.rows), board.square_mm, board.marker_mm, dictionary)
        drawn.setLegacyPattern(legacy)
        corners, ids, _, _ = cv2.aruco.CharucoDetector(drawn).detectBoard(grey)
        if ids is not None and len(ids) >= LEAST_CORNERS and (best is None or len(ids) > len(best[1])):
            best = np.asarray(drawn.getChessboardCorners(), np.float32)[np.ravel(ids)], corners
    return best


def _chessboard(grey: np.ndarray, board: Board) -> Corners | None:
    there, corners = cv2.findChessboardCorners(grey, board.grid)
    if not there:
        return None
    points = np.column_stack([board.points_mm, np.zeros(len(board.points_mm))]).astype(np.float32)
    return points, cv2.cornerSubPix(grey, corners, (11, 11), (-1, -1), SUBPIX)
