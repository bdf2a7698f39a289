"""Finds a board in a picture and its corners to hundredths of a pixel."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.boards import CHARUCO, Board, charuco_board
from calibration.saddle import board_scale, fit_saddles, pixels_per_square

# a homography needs four; fewer than six do not check one another
MIN_CORNERS = 6
# A fit that leaves more than this share of the contrast is no crossing: glare, a finger, the board's rim.
MAX_MISFIT = 0.5
# Crossings beyond the board's rim that are this clear belong to a larger board.
BEYOND_CONTRAST, BEYOND_MISFIT, BEYOND_SHARE = 0.5, 0.3, 0.6
# Nothing identifies the corners of a chessboard: if fewer are crossings, the finder has joined up something else.
CHESSBOARD_SHARE = 0.9
CLASSIC_FLAGS = cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE | cv2.CALIB_CB_FAST_CHECK
SB_FLAGS = cv2.CALIB_CB_EXHAUSTIVE | cv2.CALIB_CB_ACCURACY


@dataclass(frozen=True)
class BoardCorners:
    """The corners of a board in one picture. ids: (n,). px: (n, 2). softness_px: blur of their edges, median."""

    ids: np.ndarray
    px: np.ndarray
    softness_px: float


class BoardFinder:
    """Finds boards of one kind; a ChArUco board in the new pattern and in the old one (before OpenCV 4.6)."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._charuco_detectors: list[cv2.aruco.CharucoDetector] = []
        if board.kind == CHARUCO:
            self._charuco_detectors = [
                cv2.aruco.CharucoDetector(charuco_board(board, legacy)) for legacy in (False, True)
            ]

    def glimpse(self, grey: np.ndarray) -> BoardCorners | None:
        """Finds the corners to about a pixel, in a fraction of the time: enough to locate the board.

        It may show a board that `find` then refuses. softness_px is 0.
        """
        corners = self._find_markers(grey) if self._charuco_detectors else self._find_crossings(grey)
        if corners is None or not _has_spread(self.board.points_mm[corners[0]]):
            return None
        return BoardCorners(*corners, 0.0)

    def find(self, grey: np.ndarray) -> BoardCorners | None:
        """Finds the corners in a grey picture, or None. A chessboard that is part of a larger one is not found."""
        glimpse = self.glimpse(grey)
        if glimpse is None:
            return None
        ids, px = glimpse.ids, glimpse.px
        plane, scale = board_scale(self.board.points_mm[ids], px, self.board.square_mm)
        saddles = fit_saddles(grey, px, scale, self.board.clear)
        good = saddles.sound & (saddles.misfit < MAX_MISFIT)
        if not _has_spread(self.board.points_mm[ids[good]]):
            return None
        contrast = float(np.median(saddles.contrast[good]))
        if not self._charuco_detectors and (
            good.mean() < CHESSBOARD_SHARE or self._has_more_beyond(grey, plane, contrast)
        ):
            return None
        return BoardCorners(ids[good], saddles.px[good], float(np.median(saddles.softness_px[good])))

    def _find_markers(self, grey: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        best = None
        # both patterns have the same markers, so one search suffices
        markers: dict[str, Any] = {}
        for detector in self._charuco_detectors:
            corners, ids, places, names = detector.detectBoard(grey, **markers)
            if ids is not None and (best is None or len(ids) > len(best[0])):
                best = ids.ravel(), corners.reshape(-1, 2).astype(float)
            if names is None:
                break
            markers = {"markerCorners": places, "markerIds": names}
        return best

    def _find_crossings(self, grey: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        across, down = self.board.grid
        is_found, corners = cv2.findChessboardCornersSB(grey, (across, down), flags=SB_FLAGS)
        if not is_found:
            # the older finder finds some that the newer one misses: blurred ones, and boards near the picture's edge
            is_found, corners = cv2.findChessboardCorners(grey, (across, down), flags=CLASSIC_FLAGS)
        return (np.arange(across * down), corners.reshape(-1, 2).astype(float)) if is_found else None

    def _has_more_beyond(self, grey: np.ndarray, plane: np.ndarray, contrast: float) -> bool:
        """Whether the crossings continue beyond one of the sides, so that the board is part of a larger one."""
        for beyond in _list_outer_corners(self.board):
            beyond_px = cv2.perspectiveTransform(beyond[None], plane)[0]
            saddles = fit_saddles(grey, beyond_px, pixels_per_square(plane, beyond, self.board.square_mm), 1.0)
            clear = (saddles.misfit < BEYOND_MISFIT) & (saddles.contrast > BEYOND_CONTRAST * contrast)
            if (saddles.sound & clear).mean() > BEYOND_SHARE:
                return True
        return False


def _list_outer_corners(board: Board) -> list[np.ndarray]:
    """Returns one more row of corners on each of the four sides, (n, 2) on the board, in mm."""
    across, down = board.grid
    columns, rows = np.arange(across), np.arange(down)
    sides = [
        np.column_stack([columns, np.full(across, -1)]),
        np.column_stack([columns, np.full(across, down)]),
        np.column_stack([np.full(down, -1), rows]),
        np.column_stack([np.full(down, across), rows]),
    ]
    return [side * board.square_mm for side in sides]


def _has_spread(points: np.ndarray) -> bool:
    """Whether points (n, 2) are enough and lie on more than one line."""
    if len(points) < MIN_CORNERS:
        return False
    return bool(np.linalg.matrix_rank(points - points.mean(axis=0)) == 2)
