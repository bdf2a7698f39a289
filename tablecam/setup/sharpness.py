"""Measures the softness of a picture's edges, whatever its subject.

At the middle of a straight edge of a contrast C, blurred by a Gaussian of sigma s, half of the difference of the two
neighbouring pixels is C/2 * erf(1 / (s * sqrt 2)). The steepest edges of a picture are the sharp ones, so their blur is
that of the lens and the focus.
"""

from statistics import NormalDist

import cv2
import numpy as np

# Weaker edges come from noise and shadow.
LEAST_CONTRAST = 60
# The window that both sides of an edge fit into, for a blur of 3 px.
WINDOW_PX = 15
LEAST_EDGES = 50
STEEPEST_PERCENT = 90.0
# A wider blur cannot be distinguished from a slope of light.
MOST_PX = 6.0


def softness_px(grey: np.ndarray) -> float | None:
    """Returns sigma in pixels of the blur of the steepest edges of a (rows, columns) uint8 picture; None
    without edges.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.5)
    across, down = (cv2.Sobel(smooth, cv2.CV_16S, dx, 1 - dx, ksize=1) for dx in (1, 0))
    slope = cv2.magnitude(across.astype(np.float32), down.astype(np.float32)) / 2
    window = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    contrast = cv2.subtract(cv2.dilate(smooth, window), cv2.erode(smooth, window))
    # the middle of an edge is its steepest place
    middle = (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8))) & (contrast > LEAST_CONTRAST)
    steep = slope[middle] / contrast[middle]
    steep = steep[steep > 0.5 * _compute_steepness(MOST_PX)]
    if len(steep) < LEAST_EDGES:
        return None
    ratio = min(float(np.percentile(steep, STEEPEST_PERCENT)), 0.4999)
    # sqrt(2) * erfinv(2r) is the standard normal quantile of r + 1/2
    total_px = 1 / NormalDist().inv_cdf(ratio + 0.5)
    # take out the blur that was added against noise
    return float(np.sqrt(max(total_px**2 - 0.25, 0.04)))


def _compute_steepness(sigma_px: float) -> float:
    """Returns half the difference of neighbours over the contrast, at the middle of an edge of this blur."""
    return float(1 / (np.sqrt(2 * np.pi) * sigma_px))
