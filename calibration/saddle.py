"""Fits the crossing of two edges of a chessboard, to hundredths of a pixel.

Around a crossing the picture is a soft saddle: two straight edges, each blurred by lens, sensor and JPEG. Seven numbers
describe it (place, two directions, mean, contrast, softness), and a least-squares fit to the grey levels finds them. On
rendered views its error is a quarter to a half of that of cv2.cornerSubPix, whose window takes in the markers or misses
most of the edges; and the fitted softness separates a blurred view from a sharp one.
"""

from dataclasses import dataclass

import cv2
import numpy as np

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
