"""Images of a ChArUco board held under the lens at many angles, for calibrations with a known true answer."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.camera.synthetic.actions import ChartHold
from tablecam.sensing.camera.synthetic.light import Light, Noise
from tablecam.sensing.camera.synthetic.mat import clouds, plane_maps, tint_pattern
from tablecam.sensing.camera.synthetic.scene import Sensor
from tablecam.sensing.camera.synthetic.sprite import Sprite, blur_image, paste
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose

SQUARES = (11, 8)
SQUARE_MM, MARKER_MM = 30.0, 22.0
DICTIONARY = cv2.aruco.DICT_5X5_100
# white paper around the squares
MARGIN_MM = 12.0
# rows drawn at once, so that a 4K image does not need gigabytes
BAND_ROWS = 180
FINENESS = 2
DESK: tuple[int, int, int] = (92, 104, 116)
# held in front of hands and models
BEFORE_ALL = (100.0, 0.0, 0.0)

# ways of holding it that together cover the image: flat and tilted, in the middle and in its corners, near and far
HOLDS: tuple[ChartHold, ...] = (
    ChartHold(0.50, 0.50, 0.62),
    ChartHold(0.30, 0.34, 0.50, 18, -20, 8),
    ChartHold(0.70, 0.34, 0.50, 22, 24, -10),
    ChartHold(0.30, 0.66, 0.50, -24, -18, 94),
    ChartHold(0.70, 0.66, 0.50, -20, 22, 80),
    ChartHold(0.50, 0.50, 0.52, 36, 0, 0),
    ChartHold(0.50, 0.50, 0.52, -36, 4, 180),
    ChartHold(0.50, 0.50, 0.55, 2, 38, 90),
    ChartHold(0.50, 0.50, 0.55, 0, -38, -4),
    ChartHold(0.20, 0.26, 0.36, -10, 26, 30),
    ChartHold(0.80, 0.26, 0.36, -14, -28, -34),
    ChartHold(0.20, 0.74, 0.36, 12, 30, -28),
    ChartHold(0.80, 0.74, 0.36, 16, -24, 40),
    ChartHold(0.50, 0.24, 0.44, -30, 6, 3),
    ChartHold(0.50, 0.78, 0.44, 32, -6, -176),
    ChartHold(0.16, 0.50, 0.34, 5, 34, 88),
    ChartHold(0.84, 0.50, 0.34, -6, -34, 92),
    ChartHold(0.42, 0.56, 0.80, 8, 10, 12),
    ChartHold(0.26, 0.50, 0.44, 28, 8, 45),
    ChartHold(0.74, 0.50, 0.44, -28, -8, -45),
    ChartHold(0.50, 0.30, 0.30, 4, -32, 60),
    ChartHold(0.50, 0.70, 0.30, -4, 32, -60),
    ChartHold(0.34, 0.52, 0.66, 20, 14, -6),
    ChartHold(0.64, 0.46, 0.70, -18, -12, 170),
    ChartHold(0.18, 0.22, 0.28, 24, -10, 12),
    ChartHold(0.82, 0.78, 0.28, -24, 10, -15),
)


@dataclass(frozen=True)
class RenderedBoard:
    """image: (h, w, 3) BGR uint8. pose: of the board in inches, x along its rows, y down, z away from the lens."""

    image: np.ndarray
    pose: Pose

    def corners_px(self, intrinsics: Intrinsics) -> np.ndarray:
        """Return the true inner corners, in the board's own order, (70, 2)."""
        return Camera(intrinsics, self.pose).project(np.asarray(board().getChessboardCorners(), float) / 25.4)


def board(legacy: bool = False) -> cv2.aruco.CharucoBoard:
    """Return the board as an OpenCV object, in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    charuco_board = cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)
    charuco_board.setLegacyPattern(legacy)
    return charuco_board


def charuco_view(number: int, intrinsics: Intrinsics, sensor: Sensor = Sensor(noise=2.0)) -> RenderedBoard:  # noqa: B008
    """Draw the board over a desk, held in one of 26 ways, then in the same a little farther off."""
    pose = compute_board_pose(HOLDS[number % len(HOLDS)], intrinsics, 1 + 0.12 * (number // len(HOLDS)))
    camera = Camera(intrinsics, pose)
    shape = intrinsics.height, intrinsics.width
    desk = tint_pattern(1 + 0.1 * clouds(shape, np.random.default_rng(number), intrinsics.width / 12), DESK)
    light = Light(camera, sensor)
    lit = blur_image(light.on_picture(desk), sensor.blur_px)
    paste(lit, (0, 0), chart_sprite(camera, light))
    noise = Noise(sensor.noise, seed=number)
    noise.write_noisy(noise.subtract_pedestal(lit), lit)
    return RenderedBoard(lit, pose)


def chart_sprite(camera: Camera, light: Light) -> Sprite:
    """Draw the sheet in front of everything else. camera: with the pose of the board, not of the table."""
    intrinsics = camera.intrinsics
    detail = max(2, round(FINENESS * float(intrinsics.matrix[0, 0]) / to_mm(float(camera.pose.translation[2]))))
    printed = _draw_sheet(detail)
    tops = range(0, intrinsics.height, BAND_ROWS)
    bands = [_draw_band(camera, printed, detail, range(top, min(top + BAND_ROWS, intrinsics.height))) for top in tops]
    colour, cover = (np.concatenate(rows) for rows in zip(*bands, strict=True))
    blur = light.sensor.blur_px
    return Sprite(0, 0, blur_image(light.on_picture(colour), blur), blur_image(cover, blur), BEFORE_ALL)


def compute_board_pose(hold: ChartHold, intrinsics: Intrinsics, farther: float = 1.0) -> Pose:
    """Return the board's pose for a way of holding it, at a multiple of its distance."""
    turns = (math.radians(angle) for angle in (hold.lean_x_deg, hold.lean_y_deg, hold.turn_deg))
    rotation = np.eye(3)
    for angle, axis in zip(turns, np.eye(3), strict=True):
        rotation = rotation @ cv2.Rodrigues(axis * angle)[0]
    wide_in, high_in = (to_inches(count * SQUARE_MM) for count in SQUARES)
    distance_in = farther * wide_in * float(intrinsics.matrix[0, 0]) / (hold.width * intrinsics.width)
    sight_line = intrinsics.undistort(np.array([hold.x * intrinsics.width, hold.y * intrinsics.height]))
    middle_in = np.array([*sight_line, 1.0]) * distance_in
    return Pose(rotation, middle_in - rotation @ np.array([wide_in / 2, high_in / 2, 0.0]))


def _draw_sheet(detail: int) -> np.ndarray:
    """Draw the sheet of paper, (h, w, 3), with `detail` pixels a millimetre."""
    width, height = (round((count * SQUARE_MM + 2 * MARGIN_MM) * detail) for count in SQUARES)
    sheet = board().generateImage((width, height), marginSize=round(MARGIN_MM * detail))
    grey = cv2.convertScaleAbs(sheet, alpha=0.72, beta=34)
    return cv2.merge([grey, grey, grey])


def _draw_band(camera: Camera, printed: np.ndarray, detail: int, rows: range) -> tuple[np.ndarray, np.ndarray]:
    """Draw some rows of the image: the sheet's colour (n, w, 3) and its share of each pixel, (n, w)."""
    x_in, y_in = plane_maps(camera, FINENESS, rows)
    columns, lines = ((inches * to_mm(1.0) + MARGIN_MM) * detail - 0.5 for inches in (x_in, y_in))
    # beyond its edge the sheet goes on, so that the blurred edge takes its colour
    colour = cv2.remap(printed, columns, lines, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = printed.shape[:2]
    is_on_sheet = (columns > -0.5) & (columns < width - 0.5) & (lines > -0.5) & (lines < height - 0.5)
    size = camera.intrinsics.width, len(rows)
    cover = cv2.resize(is_on_sheet.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(colour, size, interpolation=cv2.INTER_AREA)), np.asarray(cover)
