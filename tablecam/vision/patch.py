"""The pixels of one tag, and their values predicted from its bitmap."""

import cmath
from dataclasses import dataclass, replace

import numpy as np

from tablecam.geometry.projection import Camera
from tablecam.vision.chart import Chart, chart
from tablecam.vision.family import BLACK_CELLS, CELLS
from tablecam.vision.template import Optics, Template, template

# pixels this far from the centre, in cells, still belong to the tag: the outer half of the white ring is left out
# because what lies around the tag blurs into it
EDGE_CELLS = 4.55
# the pixels that are fetched extend this much beyond the tag, so that it may turn and move a little
ROOM = 1.4
# a fit from more pixels is no better; OpenCV's limit is at 32767
MOST_PIXELS = 25_000

# what describes a tag in a picture: place and heading on z = 0 (inches, radians), apparent over real edge, how much
# wider it looks than long and how far it is pushed out of square (a tag that leans looks so), blur (pixels), tone, and
# the light: contrast, black level, the two slopes of the light across the tag, and by how much what lies around it
# differs from white (grey levels)
X, Y, HEADING, SCALE, STRETCH, SKEW, BLUR, TONE, GAIN, OFFSET, SLOPE_X, SLOPE_Y, AROUND = range(13)
STATES = 13


@dataclass(frozen=True)
class TagPose:
    """A tag on the plane z = 0: centre in inches, heading of its top in radians, apparent over real edge.

    stretch, skew: the part of its shape that is not square, in its own frame (x right, y up): seen from the lens, a
    point (x, y) of it lies at (1 + stretch) x + skew y and (1 - stretch) y + skew x, to first order.
    """

    x_in: float
    y_in: float
    heading_rad: float
    scale: float = 1.0
    stretch: float = 0.0
    skew: float = 0.0

    @property
    def shear(self) -> complex:
        """The same in the table's frame, as in `Observation`."""
        return -complex(self.stretch, self.skew) * cmath.exp(2j * self.heading_rad)


@dataclass(frozen=True)
class Patch:
    """The pixels around one tag.

    edge_in: of the black square. places_in: (2, n) on z = 0; values: (n,) grey levels; index: (n,) into the picture.
    """

    tag: int
    edge_in: float
    local: Chart
    places_in: np.ndarray
    values: np.ndarray
    index: np.ndarray

    def cell_in(self, state: np.ndarray) -> float:
        """The apparent width of a cell on z = 0."""
        return float(state[SCALE]) * self.edge_in / BLACK_CELLS

    def draw_template(self, state: np.ndarray) -> Template:
        """The cached template that is nearest to this state."""
        return template(self.tag, self._blur_cells(state), float(state[TONE]))

    def on_tag_only(self, state: np.ndarray) -> "Patch":
        """Only the pixels that lie on the tag."""
        x, y = self.in_cells(state)
        inside = np.maximum(np.abs(x), np.abs(y)) < EDGE_CELLS
        return replace(self, places_in=self.places_in[:, inside], values=self.values[inside], index=self.index[inside])

    def on_picture(self, grey: np.ndarray) -> "Patch":
        """The same pixels of a later picture from the same camera."""
        return replace(self, values=grey.ravel()[self.index].astype(float))

    def in_cells(self, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the pixels lie in the tag's own frame, in cells from its centre: x right, y up."""
        dx, dy = (self.places_in - state[:2, None]) / self.cell_in(state)
        cos, sin = np.cos(state[HEADING]), np.sin(state[HEADING])
        x, y = dx * sin - dy * cos, dx * cos + dy * sin
        stretch, skew = state[STRETCH], state[SKEW]
        return (x - stretch * x - skew * y, y + stretch * y - skew * x) if stretch or skew else (x, y)

    def model(self, state: np.ndarray, drawn: Template) -> tuple[np.ndarray, np.ndarray]:
        """The predicted pixels, (n,), and their derivatives by each part of the state, (13, n)."""
        cell, blur = self.cell_in(state), self._blur_cells(state)
        x, y = self.in_cells(state)
        grey, by_x, by_y, by_blur, by_tone, around = drawn.sample(x, y)
        grey = grey + by_blur * (blur - drawn.blur_cells) + by_tone * (state[TONE] - drawn.tone)
        cos, sin = np.cos(state[HEADING]), np.sin(state[HEADING])
        changes = np.empty((STATES, len(x)))
        changes[X] = (by_x * sin + by_y * cos) * (-1 / cell)
        changes[Y] = (by_x * cos - by_y * sin) * (1 / cell)
        across, along = by_x * x, by_y * y
        by_x, by_y = by_x * y, by_y * x
        changes[HEADING] = by_x - by_y
        changes[SCALE] = (across + along) * (-1 / state[SCALE])
        changes[STRETCH] = along - across
        changes[SKEW] = -(by_x + by_y)
        changes[BLUR] = by_blur * (state[BLUR] / (blur * (cell * self.local.px_per_in) ** 2))
        changes[TONE] = by_tone
        changes[:GAIN] *= state[GAIN]
        changes[GAIN], changes[OFFSET] = grey, 1.0
        changes[SLOPE_X], changes[SLOPE_Y] = x / BLACK_CELLS, y / BLACK_CELLS
        changes[AROUND] = around
        return state[GAIN:] @ changes[GAIN:], changes

    def _blur_cells(self, state: np.ndarray) -> float:
        return Optics(float(state[BLUR]), float(state[TONE])).blur_cells(self.cell_in(state) * self.local.px_per_in)


def patch(grey: np.ndarray, camera: Camera, tag: int, edge_in: float, pose: TagPose, stride: int = 1) -> Patch | None:
    """The pixels around a place; None if hardly any are in the picture.

    grey: (rows, columns) uint8. stride: every stride-th row and column is read.
    """
    local = chart(camera, pose.x_in, pose.y_in, ROOM / 2 * edge_in * pose.scale * CELLS / BLACK_CELLS)
    if not np.isfinite(local.outline_px).all():
        return None
    height, width = grey.shape
    low = np.maximum(np.floor(local.outline_px.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(local.outline_px.max(axis=0)).astype(int) + 1, [width, height])
    if (high - low).min() < 4:
        return None
    # a tag of two hundred pixels is known as well from every second of them
    stride = max(stride, int(np.ceil(np.sqrt((high - low).prod() / MOST_PIXELS))))
    columns, rows = np.arange(low[0], high[0], stride), np.arange(low[1], high[1], stride)
    index = (rows[:, None] * width + columns).ravel()
    places = local.to_table(np.tile(columns, len(rows)), np.repeat(rows, len(columns)))
    return Patch(tag, edge_in, local, places, grey.ravel()[index].astype(float), index)


def state_of(pose: TagPose, optics: Optics, light: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)) -> np.ndarray:
    """The thirteen numbers as one array."""
    place = (pose.x_in, pose.y_in, pose.heading_rad, pose.scale, pose.stretch, pose.skew)
    return np.array([*place, optics.blur_px, optics.tone, *light])
