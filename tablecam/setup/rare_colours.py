"""Finds things on a mat by colours that the mat does not have.

A mat may have many colours, but each of them lies in many places: cobbles, roads and mud are all over the table. A
piece of terrain has colours that lie where it stands and hardly anywhere else. So the mat is divided into squares, and
a colour counts as the terrain's if it is in few of them. Shares of all pixels do not separate the two: a large hill
covers more of the picture than the yellow line of a road.

Colour is compared as ratios, which light and shadow leave alone, and as brightness, where a darker shade of a mat's
colour still belongs to the mat: shadows make it. Small things show in a sharp picture. A concrete roof on cobbles has
the colours of single stones, and shows in a blurred picture, where no patch of cobbles is as bright as a stone.
"""

from dataclasses import dataclass

import cv2
import numpy as np

# all lengths in pixels of a picture that has ten to the inch
SQUARE_PX = 30
# a colour that lies in a smaller share of the squares is rare; next to a rare one, so is a colour of the second share
RARE, RARE_BESIDE = 0.10, 0.17
# least share of rare pixels in a patch of such colours
LEAST_RARE = 0.1
# least number of pixels of a colour in a square that has the colour
LEAST_PX = 4
# steps of colours that count as one: natural logarithms of their ratios, and of their brightness
RATIO_STEP, BRIGHTNESS_STEP = 0.03, 0.08
# share of the light that a shadow leaves
SHADOW = 0.3
DARKEST = 2.0
SHARP_PX, BLURRED_PX = 1.0, 3.0
# blurred colours at the rim of a thing are a mixture and rare by themselves
RIM_PX = 3
# margin in which a thing of the blurred picture is searched for in the sharp one
AROUND_PX = 6
# a blurred thing is dropped if the sharp picture shows more than this share of it
SHOWN = 0.5


def find_rare_colours(image: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Masks things of rare colours, (h, w) uint8.

    image: (h, w, 3) BGR uint8, from straight above, ten pixels an inch. inside: the area of the search, (h, w) uint8.
    """
    smooth = cv2.GaussianBlur(image, (0, 0), SHARP_PX).astype(np.float32)
    small = _grow_rare(_measure_commonness(smooth, inside))
    blurred = cv2.GaussianBlur(image, (0, 0), BLURRED_PX).astype(np.float32)
    rare = (_measure_commonness(blurred, inside) < RARE).astype(np.uint8)
    cores = cv2.erode(rare, _make_disc(2 * RIM_PX + 1))
    things = small | _sharpen(cores, small, smooth, inside)
    closed = cv2.morphologyEx(things, cv2.MORPH_CLOSE, _make_disc(5))
    # lines of one pixel, such as kerbs, are no things
    opened: np.ndarray = cv2.morphologyEx(closed, cv2.MORPH_OPEN, _make_disc(3))
    return opened


@dataclass(frozen=True)
class _Colours:
    """The colours of a picture's pixels, in steps. index: (h, w, 3) int. shape: the number of steps of each."""

    index: np.ndarray
    shape: tuple[int, int, int]

    @property
    def flat(self) -> np.ndarray:
        """One colour number for each pixel, (h, w)."""
        return np.asarray(np.ravel_multi_index(tuple(np.moveaxis(self.index, -1, 0)), self.shape))


def _measure_commonness(image: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Measures the share of the squares in which each pixel's colour lies, (h, w); 1 outside. image: BGR float32."""
    colours = _quantise_colours(image)
    squares = _count_squares(colours, inside)
    for axis in range(3):
        squares = _spread_to_neighbours(squares, axis)
    lit = squares.copy()
    for steps in range(1, 1 + int(np.log(1 / SHADOW) / BRIGHTNESS_STEP)):
        lit[:, :, :-steps] = np.maximum(lit[:, :, :-steps], squares[:, :, steps:])
    total = len(np.unique(_number_squares(inside.shape)[inside > 0]))
    common: np.ndarray = np.where(inside > 0, lit[tuple(np.moveaxis(colours.index, -1, 0))] / max(total, 1), 1.0)
    return common


def _quantise_colours(image: np.ndarray) -> _Colours:
    blue, green, red = np.moveaxis(np.log(np.maximum(image, DARKEST)), -1, 0)
    brightness = (blue + green + red) / 3
    scaled = [(red - green) / RATIO_STEP, (blue - green) / RATIO_STEP, brightness / BRIGHTNESS_STEP]
    index = np.floor(np.stack(scaled, axis=-1)).astype(np.int64)
    index -= index.min(axis=(0, 1))
    across, along, up = (int(steps) + 1 for steps in index.max(axis=(0, 1)))
    return _Colours(index, (across, along, up))


def _count_squares(colours: _Colours, inside: np.ndarray) -> np.ndarray:
    """Counts the squares that contain each colour, in the shape of the colours."""
    colour_count = int(np.prod(colours.shape))
    numbers = _number_squares(inside.shape)
    pairs, pixels = np.unique((numbers * colour_count + colours.flat)[inside > 0], return_counts=True)
    present = pairs[pixels >= LEAST_PX] % colour_count
    return np.bincount(present, minlength=colour_count).reshape(colours.shape)


def _number_squares(shape: tuple[int, ...]) -> np.ndarray:
    """Numbers each pixel's square, (h, w)."""
    rows, columns = (np.arange(length) // SQUARE_PX for length in shape)
    return np.asarray(rows[:, None] * (int(columns.max(initial=0)) + 1) + columns[None])


def _spread_to_neighbours(squares: np.ndarray, axis: int) -> np.ndarray:
    """Counts each colour like its nearest neighbours if those are in more squares."""
    padded = np.moveaxis(
        np.pad(squares, [(1, 1) if axis == axis_index else (0, 0) for axis_index in range(3)]), axis, 0
    )
    return np.moveaxis(np.maximum(np.maximum(padded[:-2], padded[1:-1]), padded[2:]), 0, axis)


def _grow_rare(commonness: np.ndarray) -> np.ndarray:
    """Masks patches of colours that are rare, and of those beside them, (h, w) uint8."""
    count, patches = cv2.connectedComponents((commonness < RARE_BESIDE).astype(np.uint8))
    rare = np.bincount(patches[commonness < RARE], minlength=count)
    is_kept = rare >= np.maximum(LEAST_RARE * np.bincount(patches.ravel(), minlength=count), 1)
    is_kept[0] = False
    return is_kept[patches].astype(np.uint8)


def _sharpen(cores: np.ndarray, small: np.ndarray, smooth: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Gives the things of the blurred picture their edges of the sharp one, (h, w) uint8."""
    things = np.zeros_like(cores)
    count, patches, boxes, _middles = cv2.connectedComponentsWithStats(cores)
    reach = 3 * AROUND_PX
    for number in range(1, count):
        left_px, top_px, width, height, _area = (int(length) for length in boxes[number])
        rows, columns = (
            slice(max(0, origin - reach), origin + size + reach)
            for origin, size in ((top_px, height), (left_px, width))
        )
        core = (patches[rows, columns] == number).astype(np.uint8)
        if small[rows, columns][core > 0].mean() <= SHOWN:
            things[rows, columns] |= core | _find_edges(core, smooth[rows, columns], inside[rows, columns])
    return things


def _find_edges(core: np.ndarray, smooth: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Masks pixels around a core that are nearer to its colour than to that of the ground about it, (h, w) uint8."""
    near = cv2.dilate(core, _make_disc(2 * AROUND_PX + 1))
    ground = (cv2.dilate(core, _make_disc(4 * AROUND_PX + 1)) > near) & (inside > 0)
    if not ground.any():
        return core
    core_colour, ground_colour = (np.median(smooth[mask], axis=0) for mask in (core > 0, ground))
    like_core = (smooth - (core_colour + ground_colour) / 2) @ (core_colour - ground_colour) > 0
    grown = cv2.morphologyEx((like_core & (near > 0)).astype(np.uint8), cv2.MORPH_OPEN, _make_disc(5))
    return np.asarray(grown & inside)


def _make_disc(width: int) -> np.ndarray:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))
