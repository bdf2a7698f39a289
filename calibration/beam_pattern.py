"""The pattern of dots that a projector shows, and how they are found and told apart in the camera's images.

All dots are lit at once, and none: the difference shows each dot. Then each blinks its own number, in twelve images of
which every dot is lit in six: a blob that is lit in more or fewer is no dot. Nothing is assumed about their order, so
terrain may throw them anywhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import cv2
import numpy as np
import shapely

from tablecam.table.geometry.projection import Camera
from tablecam.table.terrain import Terrain

COLUMNS, ROWS = 34, 20
CODE_IMAGES, LIT_IMAGES = 12, 6
# shares of the image: the outermost dots from its edges, and the radius of a dot as a share of the width
MARGIN_SHARE, RADIUS_SHARE = 0.03, 1 / 300
# a dot nearer to an edge of terrain may be cut by it, and one nearer to a model may lie on it
EDGE_IN, MODEL_IN = 0.45, 1.1
# grey levels; a lamp that flickers stays below
LEAST_LEVELS = 10.0
# of the brightest hundredth's light; the corners of a projector's image have a half
LEAST_SHARE = 0.2
# an image without light has this many grey levels of its own
BLACK_LEVELS = 8.0
LEAST_AREA_PX = 6


@dataclass(frozen=True)
class DotPattern:
    """The dots for an image of that size, and the images that show them in turn."""

    width: int
    height: int

    @property
    def radius_px(self) -> float:
        """The radius of a dot."""
        return self.width * RADIUS_SHARE

    @cached_property
    def dots_px(self) -> np.ndarray:
        """The middles of the dots, (680, 2)."""
        margin = MARGIN_SHARE * self.width
        across = np.linspace(margin, self.width - margin, COLUMNS)
        down = np.linspace(margin, self.height - margin, ROWS)
        return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)

    @cached_property
    def codes(self) -> np.ndarray:
        """The images in which each dot is lit, (680, 12) bool."""
        lit = np.zeros((COLUMNS * ROWS, CODE_IMAGES), bool)
        # in steps, so that neighbours differ in several images
        choices = list(combinations(range(CODE_IMAGES), LIT_IMAGES))
        for dot in range(len(lit)):
            lit[dot, list(choices[dot * 101 % len(choices)])] = True
        return lit

    @cached_property
    def images(self) -> tuple[tuple[int, ...], ...]:
        """The dots of each image in turn: of none, of all, and of the codes."""
        coded = (tuple(np.flatnonzero(self.codes[:, image]).tolist()) for image in range(CODE_IMAGES))
        return ((), tuple(range(COLUMNS * ROWS)), *coded)

    @cached_property
    def watch_dots(self) -> tuple[int, ...]:
        """The four dots at the edges by which a moved projector is noticed: one at the middle of each side."""
        middle_column, middle_row = COLUMNS // 2, ROWS // 2 * COLUMNS
        return (middle_column, middle_row, middle_row + COLUMNS - 1, (ROWS - 1) * COLUMNS + middle_column)

    def draw(self, dots: Iterable[int]) -> np.ndarray:
        """Draw an image with these dots, (height, width) uint8."""
        image = np.zeros((self.height, self.width), np.uint8)
        radius = round(self.radius_px * 16)
        for x, y in self.dots_px[list(dots)]:
            cv2.circle(image, (round(x * 16), round(y * 16)), radius, 255, cv2.FILLED, cv2.LINE_AA, 4)
        return image

    def to_json(self) -> dict[str, Any]:
        """The dots and images as the page draws them."""
        return {
            "radius_px": round(self.radius_px, 2),
            "dots_px": np.round(self.dots_px, 2).tolist(),
            "images": [list(image) for image in self.images],
            "watch": list(self.watch_dots),
        }


@dataclass(frozen=True)
class Blob:
    """A lit spot of the camera's image: its middle, and its pixels as rows and columns."""

    middle_px: np.ndarray
    rows: np.ndarray
    columns: np.ndarray


def read_dots(pattern: DotPattern, images: Sequence[np.ndarray]) -> dict[int, np.ndarray]:
    """Return the camera's pixel of each dot whose code is read. images: grey, in the order of the pattern's."""
    dark, full, *coded = images
    blobs = find_blobs(dark.astype(np.float32), full.astype(np.float32))
    if not blobs:
        return {}
    light, *levels = (_measure_light(blobs, dark, image) for image in (full, *coded))
    codes = (np.array(levels) > light / 2).T
    numbers = {code.tobytes(): dot for dot, code in enumerate(pattern.codes)}
    found: dict[int, list[np.ndarray]] = {}
    for blob, code in zip(blobs, codes, strict=True):
        if (dot := numbers.get(code.tobytes())) is not None:
            found.setdefault(dot, []).append(blob.middle_px)
    # a dot that shows in two parts is cut by an edge
    return {dot: middles[0] for dot, middles in found.items() if len(middles) == 1}


def _measure_light(blobs: Sequence[Blob], dark: np.ndarray, image: np.ndarray) -> np.ndarray:
    """Return the mean light of each blob in an image, (n,)."""
    rows, columns = (np.concatenate([getattr(blob, axis) for blob in blobs]) for axis in ("rows", "columns"))
    starts = np.cumsum([0, *(len(blob.rows) for blob in blobs)])[:-1]
    light = image[rows, columns].astype(np.float32) - dark[rows, columns]
    return np.asarray(np.add.reduceat(light, starts) / np.add.reduceat(np.ones_like(light), starts))


def find_blobs(dark: np.ndarray, full: np.ndarray) -> list[Blob]:
    """Find what lights up between two grey images, (h, w) float32."""
    light = cv2.GaussianBlur(full - dark, (0, 0), 1.0)
    limit = max(LEAST_LEVELS, LEAST_SHARE * float(np.quantile(light, 0.995)))
    count, labels, stats, _ = cv2.connectedComponentsWithStats((light > limit).astype(np.uint8))
    # how much brighter each pixel becomes hardly depends on the paint under it
    gain = np.maximum(full - dark, 0) / (dark + BLACK_LEVELS)
    return [
        _measure_blob(labels, stats[label], label, gain)
        for label in range(1, count)
        if stats[label, cv2.CC_STAT_AREA] >= LEAST_AREA_PX
    ]


def _measure_blob(labels: np.ndarray, box: np.ndarray, label: int, gain: np.ndarray) -> Blob:
    left, top, wide, high = (int(number) for number in box[:4])
    rows, columns = np.nonzero(labels[top : top + high, left : left + wide] == label)
    rows, columns = rows + top, columns + left
    weight = gain[rows, columns]
    weight = np.minimum(weight, np.median(weight)) + 1e-6
    middle = np.array([np.average(columns, weights=weight), np.average(rows, weights=weight)])
    return Blob(middle, rows, columns)


def place_dots(
    camera: Camera, size_in: tuple[float, float], terrain: Terrain, dots: Mapping[int, np.ndarray]
) -> dict[int, np.ndarray]:
    """Return the place on mat or roof (x, y, z) that the camera sees each dot at; none where an edge is near."""
    if not dots:
        return {}
    px = np.array(list(dots.values()))
    places, is_open = np.full((len(px), 3), np.nan), np.ones(len(px), bool)
    for feature in sorted(terrain.features, key=lambda feature: -feature.z_top_in):
        top, foot = (camera.back_project(px, z_in) for z_in in (feature.z_top_in, feature.z_bottom_in))
        is_inside = shapely.contains_xy(feature.polygon, top)
        is_clear = shapely.distance(feature.polygon.exterior, shapely.points(top)) >= EDGE_IN
        passes_near = shapely.distance(feature.polygon, shapely.linestrings(np.stack([top, foot], axis=1))) < EDGE_IN
        places[is_open & is_inside & is_clear] = np.column_stack([top, np.full(len(top), feature.z_top_in)])[
            is_open & is_inside & is_clear
        ]
        is_open &= ~(is_inside | passes_near)
    ground = camera.back_project(px)
    is_open &= ((ground > EDGE_IN) & (ground < np.array(size_in) - EDGE_IN)).all(axis=1)
    places[is_open] = np.pad(ground, ((0, 0), (0, 1)))[is_open]
    return {dot: place for dot, place in zip(dots, places, strict=True) if np.isfinite(place).all()}


def leave_out_models(
    places: Mapping[int, np.ndarray], models_in: Sequence[tuple[float, float]]
) -> dict[int, np.ndarray]:
    """Return the places that are not at a model, of which only the table knows where it stands."""
    standing = np.array(models_in, float).reshape(-1, 2)
    return {
        dot: place
        for dot, place in places.items()
        if len(standing) == 0 or float(np.linalg.norm(standing - place[:2], axis=1).min()) > MODEL_IN
    }


def find_lit_dots(
    dark: np.ndarray, lit: np.ndarray, expected_px: Mapping[int, np.ndarray], within_px: float
) -> dict[int, np.ndarray]:
    """Return where dots light up between two grey images, each the nearest spot to where it is expected."""
    middles = [blob.middle_px for blob in find_blobs(dark.astype(np.float32), lit.astype(np.float32))]
    found: dict[int, np.ndarray] = {}
    for dot, expected in expected_px.items():
        nearest = min(middles, key=lambda middle: float(np.linalg.norm(middle - expected)), default=None)
        if nearest is not None and float(np.linalg.norm(nearest - expected)) < within_px:
            found[dot] = nearest
    return found
