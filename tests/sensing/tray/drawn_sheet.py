"""The sheet of a dice tray in an image, by its homography alone."""

import cv2
import numpy as np

from tablecam.sensing.tray import layout
from tablecam.sensing.tray.pose import TrayPose
from tablecam.sensing.vision.family import CELLS, bitmap

PAPER, MAT = 225, 70


def draw_sheet(to_px: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """The sheet on a grey mat: (height, width, 3) uint8."""
    pose, image = TrayPose(to_px), np.full((size[1], size[0]), MAT, np.uint8)
    margin = 8.0
    left, low, right, high = layout.LEFT_MM, layout.LOW_MM, layout.RIGHT_MM, layout.HIGH_MM
    sheet = [(left - margin, low - margin), (right + margin, low - margin), (right + margin, high + margin),
             (left - margin, high + margin)]  # fmt: skip
    fill(image, pose, np.array(sheet), PAPER)
    cell = layout.TAG_MM / CELLS
    for tag, (x, y) in layout.CENTERS_MM.items():
        for row, column in np.argwhere(bitmap(tag) == 0):
            corner = np.array([x - layout.TAG_MM / 2 + column * cell, y + layout.TAG_MM / 2 - row * cell])
            fill(image, pose, corner + np.array([(0, 0), (cell, 0), (cell, -cell), (0, -cell)]), 20)
    return cv2.cvtColor(cv2.GaussianBlur(image, (3, 3), 0), cv2.COLOR_GRAY2BGR)


def fill(image: np.ndarray, pose: TrayPose, outline_mm: np.ndarray, grey: int) -> None:
    points = np.round(pose.project(outline_mm) * 16).astype(np.int32)
    cv2.fillConvexPoly(image, points, grey, shift=4)
