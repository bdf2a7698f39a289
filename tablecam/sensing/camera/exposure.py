"""The brightness of printed tags in an image, and the exposure at which they are read best."""

import math
from dataclasses import dataclass

import numpy as np

from tablecam.sensing.vision.apriltag import Search, TagDetector
from tablecam.sensing.vision.light import BURNT

# grey levels of a tag's white ring: below, noise counts; above, it begins to burn over its black border
DARK, WANTED, BRIGHT = 150, 190, 225
# cameras store roughly the square root of light
GAMMA = 2.2
# the largest factor in one step
MOST_CHANGE = 2.5
# smaller changes are ignored
SAME = 0.02
# at longer exposures a hand smears the model that it carries
LONGEST_S = 1 / 30
# middle of the white ring and of the black border, of the black square's half side
RING, BORDER = 9 / 8, 7 / 8
# along each side, in shares of it; corners are blurred from two sides
ALONG = np.array([-0.6, -0.3, 0.0, 0.3, 0.6])
WIDE_PX = 2000


@dataclass(frozen=True)
class TagLight:
    """Grey levels of the tags in an image: of white rings and black borders. burnt: share of rings at the end."""

    white: float
    black: float
    burnt: float

    @property
    def contrast(self) -> float:
        """Grey levels between white and black."""
        return self.white - self.black


def tag_light(grey: np.ndarray) -> TagLight | None:
    """Return the light on the tags that a quick search finds in a (rows, columns) uint8 image; None without tags."""
    tags = TagDetector().detect(grey, Search(2.0 if grey.shape[1] > WIDE_PX else 1.0, 1.0, 20))
    if not tags:
        return None
    rings = np.concatenate([_read_levels(grey, tag.corners_px, RING) for tag in tags])
    borders = np.concatenate([_read_levels(grey, tag.corners_px, BORDER) for tag in tags])
    return TagLight(float(np.median(rings)), float(np.median(borders)), float((rings >= BURNT).mean()))


def longest_s(mains_hz: int) -> float:
    """Return the longest exposure: a whole number of half periods of the mains."""
    half_s = 0.5 / mains_hz
    return math.floor(LONGEST_S / half_s + 1e-9) * half_s


def better_exposure_s(now_s: float, light: TagLight, mains_hz: int) -> float | None:
    """Return the exposure in seconds that gives the tags' white the wanted level; None if it is good already.

    An exposure longer than half a period of the mains is a whole number of half periods, or lamps would flicker.
    """
    change = 1.0
    if light.burnt >= 0.5:
        change = 1 / MOST_CHANGE
    elif not DARK <= light.white <= BRIGHT:
        change = (WANTED / max(light.white, 1.0)) ** GAMMA
    wanted_s = min(now_s * min(max(change, 1 / MOST_CHANGE), MOST_CHANGE), longest_s(mains_hz))
    half_s = 0.5 / mains_hz
    if wanted_s >= half_s:
        wanted_s = round(wanted_s / half_s) * half_s
    return None if abs(wanted_s / now_s - 1) < SAME else wanted_s


def _read_levels(grey: np.ndarray, corners_px: np.ndarray, out: float) -> np.ndarray:
    """Read grey levels inside the image along a square, `out` times the size of a tag's black one."""
    middle = corners_px.mean(axis=0)
    corners = middle + (corners_px - middle) * out
    sides = zip(corners, np.roll(corners, -1, axis=0), strict=True)
    points = np.concatenate([(a + b) / 2 + (b - a)[None] / 2 * ALONG[:, None] for a, b in sides])
    x, y = np.rint(points).astype(int).T
    is_inside = (x >= 0) & (y >= 0) & (x < grey.shape[1]) & (y < grey.shape[0])
    return np.asarray(grey[y[is_inside], x[is_inside]], float)
