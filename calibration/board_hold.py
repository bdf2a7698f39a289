"""Estimates how the board is held in a view, before the lens is known."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.views import BoardView

# The assumed focal length, in picture widths, before the lens is known; it makes tilts wrong by a few degrees.
USUAL_FOCAL = 0.65


@dataclass(frozen=True)
class BoardHold:
    """tilt_deg: against the picture. nearer: the side nearest to the lens: left, right, top or bottom.

    size: the square root of the part of the picture that the corners span. normal: (3,) of the board, to the lens.
    """

    tilt_deg: float
    nearer: str
    size: float
    normal: np.ndarray

    def compute_turn_deg(self, other: "BoardHold") -> float:
        """Returns the angle between the planes of two views."""
        return float(np.degrees(np.arccos(np.clip(self.normal @ other.normal, -1, 1))))


def estimate_hold(view: BoardView) -> BoardHold:
    """Estimates the hold of the board in a view."""
    width, height = view.size
    hull = cv2.convexHull(view.corners_px.astype(np.float32))
    size = float(np.sqrt(cv2.contourArea(hull) / (width * height)))
    plane = cv2.findHomography(view.points_mm, view.corners_px, 0)[0]
    focal = USUAL_FOCAL * width
    matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    normal = _compute_normal(plane, matrix) if plane is not None else np.array([0.0, 0.0, -1.0])
    tilt = float(np.degrees(np.arccos(min(1.0, abs(normal[2])))))
    # the board faces away from its nearer side
    sideways = abs(normal[0]) >= abs(normal[1])
    nearer = ("left" if normal[0] > 0 else "right") if sideways else ("top" if normal[1] > 0 else "bottom")
    return BoardHold(tilt, nearer, size, normal)


def _compute_normal(plane: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Computes the unit normal of a plane seen through a homography, towards the lens."""
    columns = np.linalg.inv(matrix) @ plane
    normal = np.cross(columns[:, 0], columns[:, 1])
    normal /= np.linalg.norm(normal)
    return -normal if normal[2] > 0 else normal
