"""Finds what on a mat has a colour that the mat has not.

A mat may have many colours, but each of them lies in many places: cobbles, roads and mud are all over the table. A
piece of terrain has colours that lie where it stands and hardly anywhere else. So the mat is divided into squares, and
a colour counts as the terrain's if it is in few of them. Shares of all pixels do not tell the two apart: a large hill
covers more of the picture than the yellow line of a road.

Colour is compared as ratios, which light and shadow leave alone, and as brightness, in which a darker shade of what
the mat has is still the mat: shadows make it. Small things show in a sharp picture. A concrete roof on cobbles has the
colours of single stones there, and shows in a blurred picture, where no patch of cobbles is as bright as a stone.
"""

from dataclasses import dataclass

import cv2
import numpy as np

# all lengths in pixels of a picture that has ten to the inch
SQUARE_PX = 30
# a colour that lies in a smaller share of the squares is rare; next to a rare one, so is a colour of the second share
RARE, RARE_BESIDE = 0.10, 0.17
# of a patch of such colours, so much is rare
LEAST_RARE = 0.1
# a colour is in a square if so many of its pixels have it
LEAST_PX = 4
# colours as near as this are one: natural logarithms of their ratios, and of their brightness
RATIO_STEP, BRIGHTNESS_STEP = 0.03, 0.08
# a shadow leaves so much of the light
SHADOW = 0.3
DARKEST = 2.0
SHARP_PX, BLURRED_PX = 1.0, 3.0
# blurred colours at the rim of a thing are a mixture and rare by themselves
RIM_PX = 3
# a thing in the blurred picture is sought again in the sharp one so far around
AROUND_PX = 6
# a blurred thing of which the sharp picture shows more is known by that
SHOWN = 0.5


def find_rare_colours(image: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Where things of rare colours are, (h, w) uint8.

    image: (h, w, 3) BGR uint8, from straight above, ten pixels an inch. inside: what is looked at, (h, w) uint8.
    """
    smooth = cv2.GaussianBlur(image, (0, 0), SHARP_PX).astype(np.float32)
    small = _grow_rare(_measure_commonness(smooth, inside))
    blurred = cv2.GaussianBlur(image, (0, 0), BLURRED_PX).astype(np.float32)
    rare = (_measure_commonness(blurred, inside) < RARE).astype(np.uint8)
    cores = cv2.erode(rare, _disc(2 * RIM_PX + 1))
    things = small | _sharpen(cores, small, smooth, inside)
    closed = cv2.morphologyEx(things, cv2.MORPH_CLOSE, _disc(5))
    # lines of one pixel, such as kerbs, are no things
    opened: np.ndarray = cv2.morphologyEx(closed, cv2.MORPH_OPEN, _disc(3))
    return opened


@dataclass(frozen=True)
class _Colours:
    """The colours of a picture's pixels, in steps. index: (h, w, 3) int. shape: how many steps there are of each."""

    index: np.ndarray
    shape: tuple[int, int, int]

    @property
    def flat(self) -> np.ndarray:
        """One number a pixel, (h, w)."""
        return np.asarray(np.ravel_multi_index(tuple(np.moveaxis(self.index, -1, 0)), self.shape))


def _measure_commonness(image: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """The share of the squares in which each pixel's colour lies, (h, w); 1 outside. image: BGR float32."""
    colours = _steps_of(image)
    squares = _count_squares(colours, inside)
    for axis in range(3):
        squares = _widest(squares, axis)
    lit = squares.copy()
    for steps in range(1, 1 + int(np.log(1 / SHADOW) / BRIGHTNESS_STEP)):
        lit[:, :, :-steps] = np.maximum(lit[:, :, :-steps], squares[:, :, steps:])
    total = len(np.unique(_square_numbers(inside.shape)[inside > 0]))
    common: np.ndarray = np.where(inside > 0, lit[tuple(np.moveaxis(colours.index, -1, 0))] / max(total, 1), 1.0)
    return common


def _steps_of(image: np.ndarray) -> _Colours:
    blue, green, red = np.moveaxis(np.log(np.maximum(image, DARKEST)), -1, 0)
    brightness = (blue + green + red) / 3
    scaled = [(red - green) / RATIO_STEP, (blue - green) / RATIO_STEP, brightness / BRIGHTNESS_STEP]
    index = np.floor(np.stack(scaled, axis=-1)).astype(np.int64)
    index -= index.min(axis=(0, 1))
    across, along, up = (int(steps) + 1 for steps in index.max(axis=(0, 1)))
    return _Colours(index, (across, along, up))


def _count_squares(colours: _Colours, inside: np.ndarray) -> np.ndarray:
    """In how many squares each colour is, in the shape of the colours."""
    colour_count = int(np.prod(colours.shape))
    numbers = _square_numbers(inside.shape)
    pairs, pixels = np.unique((numbers * colour_count + colours.flat)[inside > 0], return_counts=True)
    there = pairs[pixels >= LEAST_PX] % colour_count
    return np.bincount(there, minlength=colour_count).reshape(colours.shape)


def _square_numbers(shape: tuple[int, ...]) -> np.ndarray:
    """The number of each pixel's square, (h, w)."""
    rows, columns = (np.arange(length) // SQUARE_PX for length in shape)
    return np.asarray(rows[:, None] * (int(columns.max(initial=0)) + 1) + columns[None])


def _widest(squares: np.ndarray, axis: int) -> np.ndarray:
    """The same, where each colour counts as its nearest neighbours if those are in more squares."""
    padded = np.moveaxis(np.pad(squares, [(1, 1) if axis == own else (0, 0) for own in range(3)]), axis, 0)
    return np.moveaxis(np.maximum(np.maximum(padded[:-2], padded[1:-1]), padded[2:]), 0, axis)


def _grow_rare(commonness: np.ndarray) -> np.ndarray:
    """Patches of colours that are rare, and of those beside them, (h, w) uint8."""
    count, patches = cv2.connectedComponents((commonness < RARE_BESIDE).astype(np.uint8))
    rare = np.bincount(patches[commonness < RARE], minlength=count)
    kept = rare >= np.maximum(LEAST_RARE * np.bincount(patches.ravel(), minlength=count), 1)
    kept[0] = False
    return kept[patches].astype(np.uint8)


def _sharpen(cores: np.ndarray, small: np.ndarray, smooth: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """The things of the blurred picture with their edges of the sharp one, (h, w) uint8."""
    things = np.zeros_like(cores)
    count, patches, boxes, _middles = cv2.connectedComponentsWithStats(cores)
    reach = 3 * AROUND_PX
    for number in range(1, count):
        left, top, width, height, _area = (int(length) for length in boxes[number])
        rows, columns = (slice(max(0, at - reach), at + size + reach) for at, size in ((top, height), (left, width)))
        core = (patches[rows, columns] == number).astype(np.uint8)
        if small[rows, columns][core > 0].mean() <= SHOWN:
            things[rows, columns] |= core | _find_edges(core, smooth[rows, columns], inside[rows, columns])
    return things


def _find_edges(core: np.ndarray, smooth: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """What around a core is nearer to its colour than to that of the ground about it, (h, w) uint8."""
    near = cv2.dilate(core, _disc(2 * AROUND_PX + 1))
    ground = (cv2.dilate(core, _disc(4 * AROUND_PX + 1)) > near) & (inside > 0)
    if not ground.any():
        return core
    own, other = (np.median(smooth[part], axis=0) for part in (core > 0, ground))
    like_core = (smooth - (own + other) / 2) @ (own - other) > 0
    grown = cv2.morphologyEx((like_core & (near > 0)).astype(np.uint8), cv2.MORPH_OPEN, _disc(5))
    return np.asarray(grown & inside)


def _disc(width: int) -> np.ndarray:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))
