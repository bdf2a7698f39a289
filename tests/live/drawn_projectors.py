"""Projectors over the drawn table, for tests of their calibration."""

import cv2
import numpy as np

from tablecam.table.geometry.projection import Camera, Intrinsics, Pose

SIZE = 1920, 1080


def hang_projector(height_in: float = 75.0, shift: float = 0.5, throw: float = 0.8, turn_deg: float = 1.0) -> Camera:
    """Return a projector that looks down at the middle of a table of 48 x 48 in, a little askew.

    shift: of its lens, as a share of the image's height. throw: distance over the image's width.
    """
    width, height = SIZE
    focal = throw * width
    matrix = np.array([[focal, 0, width / 2], [0, focal, (0.5 + shift) * height], [0, 0, 1.0]])
    eye = np.array([27.0, 24 - shift * height / focal * height_in, height_in])
    rotation = np.diag([1.0, -1.0, -1.0]) @ cv2.Rodrigues(np.radians([2.0, -1.5, turn_deg]))[0]
    return Camera(Intrinsics(width, height, matrix, np.zeros(5)), Pose(rotation, -rotation @ eye))
