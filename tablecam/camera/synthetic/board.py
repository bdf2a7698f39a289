"""Pictures of a ChArUco board held under the lens at many angles, for calibrations whose true answer is known."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.camera.synthetic.light import Light, Noise
from tablecam.camera.synthetic.mat import clouds, plane_maps, tinted
from tablecam.camera.synthetic.scene import Sensor
from tablecam.camera.synthetic.sprite import blurred
from tablecam.geometry.projection import Camera, Intrinsics, Pose
from tablecam.units import to_inches, to_mm

SQUARES = (11, 8)
SQUARE_MM, MARKER_MM = 30.0, 22.0
DICTIONARY = cv2.aruco.DICT_5X5_100
# white paper around the squares
MARGIN_MM = 12.0
# rows drawn at once, so that a 4K picture does not need gigabytes
BAND_ROWS = 180
FINENESS = 2
DESK: tuple[int, int, int] = (92, 104, 116)

# where the board's middle stands in the picture (shares of its size), how wide it is there (share of the picture's
# width), how it leans about its own x and y and how it is turned (degrees)
HOLDS: tuple[tuple[float, float, float, float, float, float], ...] = (
    (0.50, 0.50, 0.62, 0, 0, 0),
    (0.30, 0.34, 0.50, 18, -20, 8),
    (0.70, 0.34, 0.50, 22, 24, -10),
    (0.30, 0.66, 0.50, -24, -18, 94),
    (0.70, 0.66, 0.50, -20, 22, 80),
    (0.50, 0.50, 0.52, 36, 0, 0),
    (0.50, 0.50, 0.52, -36, 4, 180),
    (0.50, 0.50, 0.55, 2, 38, 90),
    (0.50, 0.50, 0.55, 0, -38, -4),
    (0.20, 0.26, 0.36, -10, 26, 30),
    (0.80, 0.26, 0.36, -14, -28, -34),
    (0.20, 0.74, 0.36, 12, 30, -28),
    (0.80, 0.74, 0.36, 16, -24, 40),
    (0.50, 0.24, 0.44, -30, 6, 3),
    (0.50, 0.78, 0.44, 32, -6, -176),
    (0.16, 0.50, 0.34, 5, 34, 88),
    (0.84, 0.50, 0.34, -6, -34, 92),
    (0.42, 0.56, 0.80, 8, 10, 12),
)


@dataclass(frozen=True)
class BoardView:
    """image: (h, w, 3) BGR uint8. pose: of the board in inches, x along its rows, y down, z away from the lens."""

    image: np.ndarray
    pose: Pose

    def corners_px(self, intrinsics: Intrinsics) -> np.ndarray:
        """Where the inner corners really are, in the board's own order, (70, 2)."""
        return Camera(intrinsics, self.pose).project(np.asarray(board().getChessboardCorners(), float) / 25.4)


def board(legacy: bool = False) -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    made = cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)
    made.setLegacyPattern(legacy)
    return made


def charuco_view(number: int, intrinsics: Intrinsics, sensor: Sensor = Sensor(noise=2.0)) -> BoardView:  # noqa: B008
    """The board as this lens sees it, held in one of 18 ways and then in the same ways a little farther off."""
    pose = _held(number, intrinsics)
    camera = Camera(intrinsics, pose)
    rows = range(0, intrinsics.height, BAND_ROWS)
    detail = max(2, round(FINENESS * float(intrinsics.matrix[0, 0]) / to_mm(float(pose.translation[2]))))
    printed = _printed(detail)
    shape = intrinsics.height, intrinsics.width
    desk = tinted(1 + 0.1 * clouds(shape, np.random.default_rng(number), intrinsics.width / 12), DESK)
    bands = [_band(camera, printed, detail, top, desk[top : top + BAND_ROWS]) for top in rows]
    light = Light(camera, sensor)
    lit = blurred(light.on_picture(np.concatenate(bands)), sensor.blur_px)
    noise = Noise(sensor.noise, seed=number)
    noise.over(noise.darkened(lit), lit)
    return BoardView(lit, pose)


def _held(number: int, intrinsics: Intrinsics) -> Pose:
    x, y, width, *turns = HOLDS[number % len(HOLDS)]
    lean_x, lean_y, turn = (math.radians(angle) for angle in turns)
    rotation = np.eye(3)
    for axis in ((lean_x, 0.0, 0.0), (0.0, lean_y, 0.0), (0.0, 0.0, turn)):
        rotation = rotation @ cv2.Rodrigues(np.array(axis))[0]
    farther = 1 + 0.12 * (number // len(HOLDS))
    wide_in, high_in = (to_inches(count * SQUARE_MM) for count in SQUARES)
    distance = farther * wide_in * float(intrinsics.matrix[0, 0]) / (width * intrinsics.width)
    sight = intrinsics.undistort(np.array([x * intrinsics.width, y * intrinsics.height]))
    middle = np.array([*sight, 1.0]) * distance
    return Pose(rotation, middle - rotation @ np.array([wide_in / 2, high_in / 2, 0.0]))


def _printed(detail: int) -> np.ndarray:
    """The sheet of paper, (h, w, 3), with so many pixels a millimetre."""
    width, height = (round((count * SQUARE_MM + 2 * MARGIN_MM) * detail) for count in SQUARES)
    sheet = board().generateImage((width, height), marginSize=round(MARGIN_MM * detail))
    grey = cv2.convertScaleAbs(sheet, alpha=0.72, beta=34)
    return cv2.merge([grey, grey, grey])


def _band(camera: Camera, printed: np.ndarray, detail: int, top: int, desk: np.ndarray) -> np.ndarray:
    """The sheet over some rows of the desk, from the row `top` on."""
    x_in, y_in = plane_maps(camera, FINENESS, range(top, top + len(desk)))
    columns, lines = ((inches * to_mm(1.0) + MARGIN_MM) * detail - 0.5 for inches in (x_in, y_in))
    size = desk.shape[1], desk.shape[0]
    fine = cv2.resize(desk, (size[0] * FINENESS, size[1] * FINENESS))
    cv2.remap(printed, columns, lines, cv2.INTER_LINEAR, dst=fine, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA))
