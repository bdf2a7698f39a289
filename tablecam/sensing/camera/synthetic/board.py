"""Flat things as the camera sees them: the playing mat and its surroundings, and a calibration board."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.camera.synthetic.scene import USUAL_HEIGHT_IN, ChartHold, Sensor, compute_camera_height
from tablecam.sensing.camera.synthetic.sprite import Light, Noise, Sprite, blur_image, paste
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose

# texture pixels an inch: a 4K camera at 58 in has about 37
DETAIL = 32
# the painted area around the middle of the table under the lowest camera; beyond lies more of the same floor
PAINTED_IN = (112.0, 68.0)
# the wooden table reaches this far beyond the mat
BOARD_IN = 3.4
# the map from pixels to the table is computed at nodes this far apart; between them it is linear to 0.01 px
NODE_PX = 16

Mat = Callable[[tuple[int, int], np.random.Generator], np.ndarray]


def ground_picture(camera: Camera, mat: str, size_in: tuple[float, float], seed: int) -> np.ndarray:
    """Draw floor, table and mat through the lens, (h, w, 3) BGR uint8, in even light, before any blur."""
    ground = _paint_ground(mat, size_in, seed)
    left_in, _, _, far_in = _compute_painted_area(size_in)
    x_in, y_in = plane_maps(camera)
    columns = (x_in - left_in) * DETAIL - 0.5
    rows = (far_in - y_in) * DETAIL - 0.5
    return cv2.remap(ground, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def _compute_painted_area(size_in: tuple[float, float]) -> tuple[float, float, float, float]:
    """Return left, near, right and far end of the painted area, in table inches."""
    height_ratio = compute_camera_height(size_in) / USUAL_HEIGHT_IN
    beside_in, before_in = (
        (painted_in * height_ratio - side) / 2 for painted_in, side in zip(PAINTED_IN, size_in, strict=True)
    )
    return -beside_in, -before_in, size_in[0] + beside_in, size_in[1] + before_in


def plane_maps(camera: Camera, fineness: int = 1, rows: range | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return x and y on the plane z = 0 for the samples of some rows of the image (all), (h, w) float32 each.

    fineness: samples along a pixel.
    """
    width = camera.intrinsics.width
    used_rows = rows or range(camera.intrinsics.height)
    columns = np.arange(-NODE_PX, width + 2 * NODE_PX, NODE_PX, dtype=float)
    first_row = used_rows.start - NODE_PX
    node_rows = np.arange(first_row, used_rows.stop + 2 * NODE_PX, NODE_PX, dtype=float)
    nodes = camera.back_project(np.stack(np.meshgrid(columns, node_rows), axis=-1)).astype(np.float32)
    x_nodes = ((np.arange(width * fineness) + 0.5) / fineness - 0.5) / NODE_PX + 1
    y_nodes = ((np.arange(len(used_rows) * fineness) + 0.5) / fineness - 0.5) / NODE_PX + 1
    return _interpolate_nodes(nodes[..., 0], x_nodes, y_nodes), _interpolate_nodes(nodes[..., 1], x_nodes, y_nodes)


def _interpolate_nodes(nodes: np.ndarray, across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Interpolate the values of a grid of nodes linearly at fractional columns and rows."""
    left_node, upper_node = np.floor(across).astype(int), np.floor(down).astype(int)
    right_share, under_share = (across - left_node).astype(np.float32), (down - upper_node).astype(np.float32)[:, None]
    row_values = nodes[:, left_node] * (1 - right_share) + nodes[:, left_node + 1] * right_share
    return row_values[upper_node] * (1 - under_share) + row_values[upper_node + 1] * under_share


def clouds(shape: tuple[int, int], random: np.random.Generator, coarse_px: float, octaves: int = 4) -> np.ndarray:
    """Draw smooth random patches between about -1 and 1, (h, w) float32; the largest are `coarse_px` across."""
    height, width = shape
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        pitch = max(coarse_px / 2**octave, 1.0)
        grid = random.uniform(-1, 1, (int(height / pitch) + 2, int(width / pitch) + 2)).astype(np.float32)
        layer: np.ndarray = cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
        total += layer / 1.6**octave
    return total * 0.6


def tint_pattern(level: np.ndarray, colour: tuple[float, float, float]) -> np.ndarray:
    """Draw a grey pattern (1 leaves it unchanged) in one colour, (h, w, 3) uint8."""
    return cv2.convertScaleAbs(cv2.merge([level * channel for channel in colour]))


# cached, because a camera that was nudged sees the same ground again
@lru_cache(maxsize=1)
def _paint_ground(mat: str, size_in: tuple[float, float], seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    left_in, near_in, right_in, far_in = _compute_painted_area(size_in)
    shape = round((far_in - near_in) * DETAIL), round((right_in - left_in) * DETAIL)
    ground = tint_pattern(1 + 0.10 * clouds(shape, random, 24, 3), (52, 50, 48))

    def lay(margin_in: float, paint: Mat) -> None:
        row, column = round((far_in - size_in[1] - margin_in) * DETAIL), round((-margin_in - left_in) * DETAIL)
        height, width = (round((side + 2 * margin_in) * DETAIL) for side in (size_in[1], size_in[0]))
        ground[row : row + height, column : column + width] = paint((height, width), random)

    lay(BOARD_IN, _paint_boards)
    lay(0.0, MATS[mat])
    return ground


def _paint_boards(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint a table of planks with grain along x."""
    height, width = shape
    grain = random.uniform(-1, 1, (height // 2, width // 128 + 2)).astype(np.float32)
    level = 1 + 0.22 * cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
    plank = np.arange(height) // round(3.1 * DETAIL)
    level *= random.uniform(0.82, 1.12, plank.max() + 1).astype(np.float32)[plank][:, None]
    level[np.flatnonzero(np.diff(plank))] *= 0.55
    return tint_pattern(level, (52, 82, 124))


def _paint_plain(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint printed cloth of one muted green: hardly an edge anywhere."""
    level = 1 + 0.12 * clouds(shape, random, 12 * DETAIL, 5) + 0.02 * random.standard_normal(shape, np.float32)
    return tint_pattern(level, (70, 104, 92))


def _paint_stones(shape: tuple[int, int], random: np.random.Generator, pitch: int, joint: float) -> np.ndarray:
    """Return the brightness of cobbles, (h, w) float32, about 1. pitch: stone size in px; joint: brightness between."""
    height, width = shape
    seeds = np.full(shape, 255, np.uint8)
    rows, columns = np.mgrid[0 : height // pitch + 1, 0 : width // pitch + 1] * pitch
    rows = np.clip(rows + random.integers(0, pitch * 3 // 4, rows.shape), 0, height - 1)
    columns = np.clip(columns + random.integers(0, pitch * 3 // 4, columns.shape), 0, width - 1)
    seeds[rows, columns] = 0
    labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_CCOMP)[1]
    tone = random.uniform(0.78, 1.22, labels.max() + 1).astype(np.float32)[labels]
    edge = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
    return tone * np.where(cv2.GaussianBlur(edge.astype(np.float32), (0, 0), 1.0) > 0.3, joint, 1.0)


def _paint_street(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint cobbles and mud with two roads crossing."""
    mud = np.clip(clouds(shape, random, 14 * DETAIL, 4) * 2.2 + 0.2, 0, 1)[..., None]
    stones = tint_pattern(_paint_stones(shape, random, 20, 0.72), (88, 98, 104)).astype(np.float32)
    earth = tint_pattern(1 + 0.16 * clouds(shape, random, 3 * DETAIL, 5), (64, 82, 96)).astype(np.float32)
    street = cv2.convertScaleAbs(stones * (1 - mud) + earth * mud)
    _paint_road(street, round(0.36 * shape[1]), random)
    turned = np.ascontiguousarray(street.transpose(1, 0, 2))
    _paint_road(turned, round(0.57 * shape[0]), random)
    return np.ascontiguousarray(turned.transpose(1, 0, 2))


def _paint_road(ground: np.ndarray, middle: int, random: np.random.Generator) -> None:
    """Paint tarmac five inches wide along the rows, with kerbs and a broken yellow line."""
    half_px = round(2.6 * DETAIL)
    strip = ground[:, middle - half_px : middle + half_px]
    strip[:] = tint_pattern(1 + 0.13 * clouds(strip.shape[:2], random, 2 * DETAIL, 5), (62, 60, 58))
    for kerb in (2, 2 * half_px - 5):
        strip[:, kerb : kerb + 3] = (142, 148, 150)
    for start in range(10, len(strip), round(2.2 * DETAIL)):
        strip[start : start + DETAIL, half_px - 3 : half_px + 3] = (60, 150, 176)


def _paint_busy(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint the worst mat for a detector of squares: hard-edged pavement of light and dark slabs everywhere."""
    height, width = shape
    pitch = round(0.55 * DETAIL)
    slabs = random.uniform(0.35, 1.5, (height // pitch + 1, width // pitch + 1)).astype(np.float32)
    level = np.kron(slabs, np.ones((pitch, pitch), np.float32))[:height, :width]
    level[::pitch], level[:, ::pitch] = 0.25, 0.25
    level = level * (1 + 0.15 * random.standard_normal(shape, np.float32)) * _paint_stones(shape, random, 41, 0.6)
    return tint_pattern(level, (96, 108, 112))


MATS: dict[str, Mat] = {"plain": _paint_plain, "street": _paint_street, "busy": _paint_busy}


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
