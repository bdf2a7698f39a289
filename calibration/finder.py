"""Finds a board in a picture and its corners to hundredths of a pixel."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.boards import CHARUCO, Board, charuco_board

# Fits the crossing of two edges of a chessboard, to hundredths of a pixel.
#
# Around a crossing the picture is a soft saddle: two straight edges, each blurred by lens, sensor and JPEG. Seven
# numbers describe it (place, two directions, mean, contrast, softness), and a least-squares fit to the grey levels
# finds them. On rendered views its error is a quarter to a half of that of cv2.cornerSubPix, whose window takes in the
# markers or misses most of the edges; and the fitted softness separates a blurred view from a sharp one.

# Edges are straight only over a short length, since lens distortion bends longer ones, and the window must end before
# the next corner.
REACH_SQUARES = 0.28
# Wider windows cost time and gain little; a blur that fills this one is too large for any calibration.
REACH_PX = 20.0
# The blur of a marker's edge reaches this far; but a far board must keep some pixels.
GUARD_PX, ARM_PX = 1.0, 1.5
MIN_PIXELS = 20
ROUNDS = 12
# tanh(x / w) rises at its middle like a Gaussian edge of sigma 0.8 w
TANH_TO_SIGMA = 0.8


@dataclass(frozen=True)
class Saddles:
    """The fitted crossings, in the order of the request.

    px: (n, 2). softness_px: (n,), sigma of the blur. contrast: (n,), half of black to white, in grey levels. misfit:
    (n,), the residual of the fit as a share of the contrast. sound: (n,), whether there was enough to fit.
    """

    px: np.ndarray
    softness_px: np.ndarray
    contrast: np.ndarray
    misfit: np.ndarray
    sound: np.ndarray


@dataclass(frozen=True)
class _Patches:
    """The pixels around each crossing: offsets (n, p, 2) from a whole pixel, grey levels and weights (n, p)."""

    origin: np.ndarray
    offsets: np.ndarray
    grey: np.ndarray
    weight: np.ndarray
    whole: np.ndarray


def board_scale(points: np.ndarray, px: np.ndarray, square: float) -> tuple[np.ndarray, np.ndarray]:
    """Computes the homography from board (n, 2) to picture (n, 2), and pixels per square around each
    point, (n, 2, 2).
    """
    plane = cv2.findHomography(points.astype(float), px.astype(float), 0)[0]
    if plane is None:
        raise ValueError("the corners lie on one line")
    return plane, pixels_per_square(plane, points, square)


def pixels_per_square(plane: np.ndarray, points: np.ndarray, square: float) -> np.ndarray:
    """Computes the pixels of one square's sides at points (n, 2) of a plane seen through a homography: (n, 2, 2)."""
    projected = np.column_stack([points, np.ones(len(points))]) @ plane.T
    depth = projected[:, 2, None, None]
    return square * (plane[None, :2, :2] * depth - projected[:, :2, None] * plane[None, 2:, :2]) / depth**2


def fit_saddles(grey: np.ndarray, px: np.ndarray, scale: np.ndarray, clear: float) -> Saddles:
    """Fits the crossings near px (n, 2): from a start half a pixel to two pixels off, to hundredths of a pixel.

    scale: (n, 2, 2), pixels per square, the columns along the two edges. clear: distance from an edge of a square to
    the next marker, in squares: pixels beyond both arms are left out.
    """
    patches = _cut_patches(grey, np.asarray(px, float), scale, clear)
    state, cost = _minimise_residuals(_estimate_start(patches, np.asarray(px, float), scale), patches)
    count = np.maximum(patches.weight.sum(axis=1), 1)
    contrast = np.abs(state[:, 5])
    crossings = patches.origin + state[:, :2]
    # a fit that went beyond the arm of its own window is of something else
    near = np.linalg.norm(crossings - px, axis=1) < np.maximum(2.0, 0.1 * np.linalg.norm(scale, axis=1).min(axis=1))
    sound = near & patches.whole & (count > MIN_PIXELS) & (contrast > 2)
    misfit = np.sqrt(cost / count) / np.maximum(contrast, 1e-6)
    return Saddles(crossings, TANH_TO_SIGMA * np.exp(state[:, 6]), contrast, misfit, sound)


def _cut_patches(grey: np.ndarray, px: np.ndarray, scale: np.ndarray, clear: float) -> _Patches:
    square_px = np.linalg.norm(scale, axis=1).min(axis=1)
    reach = np.minimum(REACH_SQUARES, REACH_PX / square_px)
    half_px = int(np.ceil((np.abs(scale).sum(axis=2).max(axis=1) * reach).max(initial=1.0)))
    half_px = min(half_px, int(2 * REACH_PX))
    steps = np.arange(-half_px, half_px + 1)
    offsets = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    origin = np.round(px).astype(int)
    place = origin[:, None] + offsets
    height, width = grey.shape
    inside = ((place >= 0) & (place < (width, height))).all(axis=2)
    values = grey[place[..., 1].clip(0, height - 1), place[..., 0].clip(0, width - 1)].astype(float)
    squares = np.abs(np.einsum("nij,npj->npi", np.linalg.inv(scale), place - px[:, None]))
    arm = np.maximum(clear * square_px - GUARD_PX, ARM_PX) / square_px
    is_near = (squares.max(axis=2) < reach[:, None]) & (squares.min(axis=2) < arm[:, None])
    is_whole = ~(is_near & ~inside).any(axis=1)
    shown = np.broadcast_to(offsets, place.shape).astype(float)
    return _Patches(origin, shown, values, (is_near & inside).astype(float), is_whole)


def _estimate_start(patches: _Patches, px: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Estimates the seven numbers to start from: x, y, two directions, mean, contrast, log of the softness."""
    count = np.maximum(patches.weight.sum(axis=1), 1)
    mean = (patches.weight * patches.grey).sum(axis=1) / count
    along = np.arctan2(scale[:, 1], scale[:, 0])
    ones = np.ones(len(px))
    state = np.column_stack([px - patches.origin, along, mean, ones, np.log(0.9) * ones])
    shape = _compute_surface(state, patches.offsets)[0] - mean[:, None]
    swing = (patches.weight * shape * (patches.grey - mean[:, None])).sum(axis=1)
    state[:, 5] = swing / np.maximum((patches.weight * shape**2).sum(axis=1), 1e-9)
    return state


def _compute_surface(state: np.ndarray, offsets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Computes grey levels (n, p) of the saddles at offsets (n, p, 2), and their derivatives (n, p, 7)."""
    distances = offsets - state[:, None, :2]
    sine, cosine = np.sin(state[:, None, 2:4]), np.cos(state[:, None, 2:4])
    across = distances[..., 1:] * cosine - distances[..., :1] * sine
    along = distances[..., :1] * cosine + distances[..., 1:] * sine
    sharp = np.exp(-state[:, None, 6:7])
    side = np.tanh(across * sharp)
    slope = (1 - side**2) * sharp * side[..., ::-1]
    contrast = state[:, 5:6]
    saddle = side[..., 0] * side[..., 1]
    columns = [
        contrast * (slope * sine).sum(axis=2),
        -contrast * (slope * cosine).sum(axis=2),
        -contrast * slope[..., 0] * along[..., 0],
        -contrast * slope[..., 1] * along[..., 1],
        np.ones_like(saddle),
        saddle,
        -contrast * (slope * across).sum(axis=2),
    ]
    return state[:, 4:5] + contrast * saddle, np.stack(columns, axis=-1)


def _minimise_residuals(state: np.ndarray, patches: _Patches) -> tuple[np.ndarray, np.ndarray]:
    """Minimises by Levenberg and Marquardt for all crossings at once: the states, and the weighted
    squared residuals.
    """
    damping = np.full(len(state), 1e-2)
    value, slope = _compute_surface(state, patches.offsets)
    cost = (patches.weight * (patches.grey - value) ** 2).sum(axis=1)
    for _ in range(ROUNDS):
        weighted = slope * patches.weight[..., None]
        normal = np.einsum("npi,npj->nij", weighted, slope)
        pull = np.einsum("npi,np->ni", weighted, patches.grey - value)
        size = np.einsum("nii->ni", normal)
        damped = normal + (damping[:, None] * size + 1e-9)[:, :, None] * np.eye(7)
        trial = state + np.linalg.solve(damped, pull[..., None])[..., 0].clip(-2, 2)
        new_value, new_slope = _compute_surface(trial, patches.offsets)
        new_cost = (patches.weight * (patches.grey - new_value) ** 2).sum(axis=1)
        better = new_cost < cost
        state = np.where(better[:, None], trial, state)
        value = np.where(better[:, None], new_value, value)
        slope = np.where(better[:, None, None], new_slope, slope)
        cost = np.where(better, new_cost, cost)
        damping = np.where(better, damping * 0.2, damping * 6)
    return state, cost


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
