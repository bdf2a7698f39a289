"""The playing mat, the table under it and the floor around, painted flat in table inches and then seen by the lens."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.scene import USUAL_HEIGHT_IN, height_over
from tablecam.table.geometry.projection import Camera

# texture pixels an inch: a 4K camera at 58 in has about 37
DETAIL = 32
# what is painted around the middle of the table where the camera hangs lowest; beyond lies more of the same floor
PAINTED_IN = (112.0, 68.0)
# the wooden table reaches this far beyond the mat
BOARD_IN = 3.4
# nodes this far apart carry the way from pixels to the table; between them it is straight to 0.01 px
NODE_PX = 16

Mat = Callable[[tuple[int, int], np.random.Generator], np.ndarray]


def ground_picture(camera: Camera, mat: str, size_in: tuple[float, float], seed: int) -> np.ndarray:
    """Floor, table and mat through the lens, (h, w, 3) BGR uint8, even light, before any blur."""
    ground = _ground(mat, size_in, seed)
    left, _, _, far = _painted(size_in)
    x_in, y_in = plane_maps(camera)
    columns = (x_in - left) * DETAIL - 0.5
    rows = (far - y_in) * DETAIL - 0.5
    return cv2.remap(ground, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def _painted(size_in: tuple[float, float]) -> tuple[float, float, float, float]:
    """Left, near, right and far end of what is painted, in table inches."""
    higher = height_over(size_in) / USUAL_HEIGHT_IN
    beside, before = ((all_in * higher - side) / 2 for all_in, side in zip(PAINTED_IN, size_in, strict=True))
    return -beside, -before, size_in[0] + beside, size_in[1] + before


def plane_maps(camera: Camera, fineness: int = 1, rows: range | None = None) -> tuple[np.ndarray, np.ndarray]:
    """x and y on the plane z = 0 for the samples of some rows of the picture (all), (h, w) float32 each.

    fineness: samples along a pixel.
    """
    width = camera.intrinsics.width
    wanted = rows or range(camera.intrinsics.height)
    columns = np.arange(-NODE_PX, width + 2 * NODE_PX, NODE_PX, dtype=float)
    above = wanted.start - NODE_PX
    down_to = np.arange(above, wanted.stop + 2 * NODE_PX, NODE_PX, dtype=float)
    nodes = camera.back_project(np.stack(np.meshgrid(columns, down_to), axis=-1)).astype(np.float32)
    across = ((np.arange(width * fineness) + 0.5) / fineness - 0.5) / NODE_PX + 1
    down = ((np.arange(len(wanted) * fineness) + 0.5) / fineness - 0.5) / NODE_PX + 1
    return _interpolate(nodes[..., 0], across, down), _interpolate(nodes[..., 1], across, down)


def _interpolate(nodes: np.ndarray, across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """The values of a grid of nodes at fractional columns and rows, by straight lines."""
    left, over = np.floor(across).astype(int), np.floor(down).astype(int)
    right_share, under_share = (across - left).astype(np.float32), (down - over).astype(np.float32)[:, None]
    wide = nodes[:, left] * (1 - right_share) + nodes[:, left + 1] * right_share
    return wide[over] * (1 - under_share) + wide[over + 1] * under_share


def clouds(shape: tuple[int, int], random: np.random.Generator, coarse_px: float, octaves: int = 4) -> np.ndarray:
    """Smooth random patches between about -1 and 1, (h, w) float32; the largest are `coarse_px` across."""
    height, width = shape
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        pitch = max(coarse_px / 2**octave, 1.0)
        grid = random.uniform(-1, 1, (int(height / pitch) + 2, int(width / pitch) + 2)).astype(np.float32)
        layer: np.ndarray = cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
        total += layer / 1.6**octave
    return total * 0.6


def tinted(level: np.ndarray, colour: tuple[float, float, float]) -> np.ndarray:
    """A grey pattern (1 is as it is) in one colour, (h, w, 3) uint8."""
    return cv2.convertScaleAbs(cv2.merge([level * channel for channel in colour]))


# kept, because a camera that was nudged sees the same ground again
@lru_cache(maxsize=1)
def _ground(mat: str, size_in: tuple[float, float], seed: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    left, near, right, far = _painted(size_in)
    shape = round((far - near) * DETAIL), round((right - left) * DETAIL)
    ground = tinted(1 + 0.10 * clouds(shape, random, 24, 3), (52, 50, 48))

    def lay(margin_in: float, paint: Mat) -> None:
        row, column = round((far - size_in[1] - margin_in) * DETAIL), round((-margin_in - left) * DETAIL)
        height, width = (round((side + 2 * margin_in) * DETAIL) for side in (size_in[1], size_in[0]))
        ground[row : row + height, column : column + width] = paint((height, width), random)

    lay(BOARD_IN, _boards)
    lay(0.0, MATS[mat])
    return ground


def _boards(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """A table of planks with grain along x."""
    height, width = shape
    grain = random.uniform(-1, 1, (height // 2, width // 128 + 2)).astype(np.float32)
    level = 1 + 0.22 * cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
    plank = np.arange(height) // round(3.1 * DETAIL)
    level *= random.uniform(0.82, 1.12, plank.max() + 1).astype(np.float32)[plank][:, None]
    level[np.flatnonzero(np.diff(plank))] *= 0.55
    return tinted(level, (52, 82, 124))


def _plain(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Printed cloth of one muted green: hardly an edge anywhere."""
    level = 1 + 0.12 * clouds(shape, random, 12 * DETAIL, 5) + 0.02 * random.standard_normal(shape, np.float32)
    return tinted(level, (70, 104, 92))


def _stones(shape: tuple[int, int], random: np.random.Generator, pitch: int, joint: float) -> np.ndarray:
    """Cobbles with dark joints, about 1 on average, (h, w) float32."""
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


def _street(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Cobbles and mud with two roads crossing."""
    mud = np.clip(clouds(shape, random, 14 * DETAIL, 4) * 2.2 + 0.2, 0, 1)[..., None]
    stones = tinted(_stones(shape, random, 20, 0.72), (88, 98, 104)).astype(np.float32)
    earth = tinted(1 + 0.16 * clouds(shape, random, 3 * DETAIL, 5), (64, 82, 96)).astype(np.float32)
    street = cv2.convertScaleAbs(stones * (1 - mud) + earth * mud)
    _road(street, round(0.36 * shape[1]), random)
    turned = np.ascontiguousarray(street.transpose(1, 0, 2))
    _road(turned, round(0.57 * shape[0]), random)
    return np.ascontiguousarray(turned.transpose(1, 0, 2))


def _road(ground: np.ndarray, middle: int, random: np.random.Generator) -> None:
    """Tarmac five inches wide along the rows, with kerbs and a broken yellow line."""
    half = round(2.6 * DETAIL)
    strip = ground[:, middle - half : middle + half]
    strip[:] = tinted(1 + 0.13 * clouds(strip.shape[:2], random, 2 * DETAIL, 5), (62, 60, 58))
    for kerb in (2, 2 * half - 5):
        strip[:, kerb : kerb + 3] = (142, 148, 150)
    for start in range(10, len(strip), round(2.2 * DETAIL)):
        strip[start : start + DETAIL, half - 3 : half + 3] = (60, 150, 176)


def _busy(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """The worst mat for a detector of squares: hard-edged pavement of light and dark slabs everywhere."""
    height, width = shape
    pitch = round(0.55 * DETAIL)
    slabs = random.uniform(0.35, 1.5, (height // pitch + 1, width // pitch + 1)).astype(np.float32)
    level = np.kron(slabs, np.ones((pitch, pitch), np.float32))[:height, :width]
    level[::pitch], level[:, ::pitch] = 0.25, 0.25
    level = level * (1 + 0.15 * random.standard_normal(shape, np.float32)) * _stones(shape, random, 41, 0.6)
    return tinted(level, (96, 108, 112))


MATS: dict[str, Mat] = {"plain": _plain, "street": _street, "busy": _busy}
