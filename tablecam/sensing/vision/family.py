"""The tag family tag36h11: the bitmap of each tag, and its look through a lens.

The bitmaps come from OpenCV's dictionary, which draws the tags turned by 180 degrees against their authors (Olson 2011,
Wang and Olson 2016). This module turns them back.
"""

import math
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np

NAME = "tag36h11"
COUNT = 587
# the black square is 8 cells wide: 6 of data and a ring of black; a ring of white lies around it
BLACK_CELLS = 8
CELLS = 10


@cache
def bitmap(tag: int) -> np.ndarray:
    """Return the tag as its authors print it: (10, 10) uint8, 1 is white, row 0 the top, white ring included.

    Raises ValueError for a number outside the family.
    """
    if not 0 <= tag < COUNT:
        raise ValueError(f"{NAME} has no tag {tag}; its numbers run from 0 to {COUNT - 1}")
    marker = cv2.aruco.generateImageMarker(_get_dictionary(), tag, BLACK_CELLS, borderBits=1)
    cells = np.ones((CELLS, CELLS), np.uint8)
    cells[1:-1, 1:-1] = np.rot90(marker, 2) > 127
    cells.setflags(write=False)
    return cells


@cache
def _get_dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)


# The look of a tag through a lens: its bitmap blurred, and toned as a camera tones it.
#
# Blur happens in light, before the camera bends the tones (gamma, over-exposure). A toned edge therefore seems to lie
# inside the black: black squares look about a quarter of a pixel a side too small. One exponent models that.

# samples a cell: linear interpolation between them errs by less than a thousandth of the contrast
FINE = 10
MARGIN_CELLS = 2
# light that black print still reflects, as a share of white
BLACK_LIGHT = 0.06
# a pixel integrates over its square: the variance of that box in square pixels
PIXEL_VARIANCE = 1 / 12
# templates are cached at these steps of blur (in cells) and tone
BLUR_STEP = 0.05
TONE_STEP = 0.1


@dataclass(frozen=True)
class Optics:
    """The rendering of edges in an image. blur_px: sigma of the blur. tone: exponent from light to grey; 1 is
    linear.
    """

    blur_px: float = 0.7
    tone: float = 0.4

    def blur_cells(self, cell_px: float) -> float:
        """Return the blur with the pixel's own box, in cells of the tag."""
        return blur_in_cells(self.blur_px, cell_px)


def blur_in_cells(blur_px: float, cell_px: float) -> float:
    """Return a blur in pixels with the pixel's own box, in cells of a tag."""
    return math.sqrt(blur_px**2 + PIXEL_VARIANCE) / cell_px


# for an image that has not been measured yet
DEFAULT_OPTICS = Optics()


@dataclass(frozen=True)
class Template:
    """One tag, blurred and toned: its grey in 0..1, and how that changes with place, blur and tone.

    maps: (rows, columns, 4) of grey, slope by x, slope by y and slope by blur (all a cell); by_tone: (rows, columns).
    around: (rows, columns), how much of the light comes from beyond the white ring, which may be dark.
    FINE samples a cell, row 0 at the top. blur_cells, tone: where the slopes were taken.
    """

    maps: np.ndarray
    by_tone: np.ndarray
    around: np.ndarray
    blur_cells: float
    tone: float

    def sample(self, x: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return grey, its slopes by x, y, blur and tone, and the share of light from the surroundings, (6, n).

        x, y: (n,), in cells from the centre, x right, y up.
        """
        samples = np.empty((6, len(x)))
        self.sample_into(samples, np.array([x, y]))
        return samples

    def sample_into(self, found: np.ndarray, cells: np.ndarray) -> None:
        """Write `sample` of cells, (2, n), into an existing array, (6, n)."""
        middle = (CELLS / 2 + MARGIN_CELLS) * FINE - 0.5
        columns = (middle + cells[0] * FINE).astype(np.float32)
        rows = (middle - cells[1] * FINE).astype(np.float32)
        samples = cv2.remap(self.maps, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        found[:4] = samples.reshape(-1, 4).T
        found[4] = cv2.remap(self.by_tone, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel()
        found[5] = cv2.remap(self.around, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).ravel()


def template(tag: int, blur_cells: float, tone: float) -> Template:
    """Return the cached template nearest to a blur in cells and a tone; its slopes bridge the difference."""
    return _draw_template(tag, max(1, round(blur_cells / BLUR_STEP)), max(1, round(tone / TONE_STEP)))


# a template takes 0.4 MB, and a table has 64 tags of one or two each
@lru_cache(maxsize=256)
def _draw_template(tag: int, blur_step: int, tone_step: int) -> Template:
    blur, tone = blur_step * BLUR_STEP, tone_step * TONE_STEP
    light, wider_light = _draw_light(tag, blur), _draw_light(tag, blur + 0.02)
    grey = _apply_tone(light, tone)
    slopes = np.gradient(grey, axis=1) * FINE, -np.gradient(grey, axis=0) * FINE
    by_blur = (_apply_tone(wider_light, tone) - grey) / 0.02
    by_tone = (_apply_tone(light, tone + 0.02) - _apply_tone(light, tone - 0.02)) / 0.04
    maps = np.stack([grey, *slopes, by_blur], axis=2).astype(np.float32)
    return Template(maps, by_tone.astype(np.float32), _draw_surroundings(blur_step), blur, tone)


@lru_cache(maxsize=128)
def _draw_surroundings(blur_step: int) -> np.ndarray:
    ring = MARGIN_CELLS * FINE
    around = np.pad(np.zeros((CELLS * FINE, CELLS * FINE), np.float32), ring, constant_values=1)
    return cv2.GaussianBlur(around, (0, 0), blur_step * BLUR_STEP * FINE, borderType=cv2.BORDER_REPLICATE)


def _draw_light(tag: int, blur_cells: float) -> np.ndarray:
    cells = np.pad(bitmap(tag), MARGIN_CELLS, constant_values=1)
    light = np.kron(cells, np.ones((FINE, FINE), np.uint8)).astype(np.float32)
    return cv2.GaussianBlur(light, (0, 0), blur_cells * FINE, borderType=cv2.BORDER_REPLICATE)


def _apply_tone(light: np.ndarray, tone: float) -> np.ndarray:
    black = BLACK_LIGHT**tone
    return ((BLACK_LIGHT + (1 - BLACK_LIGHT) * light) ** tone - black) / (1 - black)
