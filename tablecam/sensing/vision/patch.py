"""The pixels of one tag, and their values predicted from its bitmap."""

import cmath
import math
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.vision.family import BLACK_CELLS, CELLS, Optics, Template, blur_in_cells, template
from tablecam.table.geometry.projection import Camera

# A local map from pixels to inches on the table's plane, exact enough for a tag and quick.
#
# Within a few inches lens and perspective bend so little that a quadratic map of the pixel is right to 1e-4 px.

_GRID = np.stack(np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 5), 0.0), axis=-1).reshape(-1, 3)


@dataclass(frozen=True)
class Chart:
    """A map from pixels to the plane z = 0 near one point: center_px (2,), reach_px, terms (6, 2), px_per_in."""

    center_px: np.ndarray
    reach_px: float
    terms: np.ndarray
    px_per_in: float
    outline_px: np.ndarray

    def to_table(self, columns: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return table points (2, n) of the pixels of a grid, row by row. columns (c,), rows (r,): of the grid."""
        x, y = (columns - self.center_px[0]) / self.reach_px, (rows - self.center_px[1]) / self.reach_px
        terms = self.terms.T[:, :, None]
        across = terms[:, 0] + (terms[:, 1] + terms[:, 3] * x) * x
        down = (terms[:, 2] + terms[:, 5] * y) * y
        places: np.ndarray = (terms[:, 4] * y)[:, :, None] * x
        places += across[:, None]
        places += down[:, :, None]
        return places.reshape(2, -1)


def chart(camera: Camera, x_in: float, y_in: float, reach_in: float) -> Chart:
    """Return the chart of the square of ±reach_in around a point on z = 0."""
    on_table = np.array([x_in, y_in, 0.0]) + _GRID * reach_in
    places_in = on_table[:, :2]
    px = camera.project(on_table)
    center_px = px[12]
    offsets_px = px - center_px
    reach_px = float(np.abs(offsets_px).max())
    basis = _compute_quadratic_basis(offsets_px[:, 0], offsets_px[:, 1], reach_px)
    terms = np.linalg.solve(basis @ basis.T, basis @ places_in)
    (x_across, y_across), (x_down, y_down) = terms[1:3].tolist()
    area = abs(x_across * y_down - y_across * x_down) / reach_px**2
    return Chart(center_px, reach_px, terms, 1 / math.sqrt(area) if area > 0 else math.inf, px)


def _compute_quadratic_basis(x: np.ndarray, y: np.ndarray, reach: float) -> np.ndarray:
    x, y = x / reach, y / reach
    return np.array([np.ones_like(x), x, y, x * x, x * y, y * y])


# pixels this far from the centre, in cells, still belong to the tag: the outer half of the white ring is left out
# because the tag's surroundings blur into it
EDGE_CELLS = 4.55
# the pixels that are fetched extend this much beyond the tag, so that it may turn and move a little
ROOM = 1.4
# a fit from more pixels is no better; OpenCV's limit is at 32767
MOST_PIXELS = 25_000

# the state of a tag in an image: place and heading on z = 0 (inches, radians), apparent over real edge, stretch (wider
# than long) and skew (out of square; a tilted tag shows both), blur (pixels), tone, and the light: contrast, black
# level, the two slopes of the light across the tag, and the difference of its surroundings from white (grey levels)
X, Y, HEADING, SCALE, STRETCH, SKEW, BLUR, TONE, GAIN, OFFSET, SLOPE_X, SLOPE_Y, AROUND = range(13)
STATES = 13
# the light before any fit
UNLIT = (0.0,) * (STATES - GAIN)
# the number of terms of predicted pixels and their derivatives: see `Patch.parts`
PARTS = 13


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
        """Stretch and skew in the table's frame, as in `Observation`."""
        return -complex(self.stretch, self.skew) * cmath.exp(2j * self.heading_rad)


@dataclass(frozen=True)
class Patch:
    """The pixels around one tag.

    edge_in: of the black square. places_in: (2, n) on z = 0; values: (n,) grey levels; index: (n,) into the image.
    grid: (n,) into the rectangle of `shape`, (rows, columns), of every stride-th pixel of the image.
    """

    tag: int
    edge_in: float
    local: Chart
    places_in: np.ndarray
    values: np.ndarray
    index: np.ndarray
    grid: np.ndarray
    shape: tuple[int, int]
    stride: int = 1

    def cell_in(self, state: np.ndarray) -> float:
        """The apparent width of a cell on z = 0."""
        return float(state[SCALE]) * self.edge_in / BLACK_CELLS

    def draw_template(self, state: np.ndarray) -> Template:
        """Return the cached template nearest to this state."""
        return template(self.tag, self._compute_blur_cells(state), float(state[TONE]))

    def on_tag_only(self, state: np.ndarray) -> "Patch":
        """Return only the pixels that lie on the tag."""
        return self.only(np.abs(self.compute_cells(state)).max(axis=0) < EDGE_CELLS)

    def only(self, these: np.ndarray) -> "Patch":
        """Return a selection of the pixels. these: (n,), whether each pixel is selected."""
        indices = np.flatnonzero(these)
        return replace(
            self,
            places_in=self.places_in.take(indices, axis=1),
            values=self.values[indices],
            index=self.index[indices],
            grid=self.grid[indices],
        )

    def on_picture(self, grey: np.ndarray) -> "Patch":
        """Return the same pixels of a later image from the same camera."""
        return replace(self, values=_read_levels(grey, self.index))

    def compute_cells(self, state: np.ndarray) -> np.ndarray:
        """Return the pixels in the tag's own frame, (2, n), in cells from its centre: x right, y up."""
        heading, stretch, skew = float(state[HEADING]), float(state[STRETCH]), float(state[SKEW])
        cell = self.cell_in(state)
        cos, sin = math.cos(heading) / cell, math.sin(heading) / cell
        right, up = np.array([sin, -cos]), np.array([cos, sin])
        to_cells = np.array([right - stretch * right - skew * up, up + stretch * up - skew * right])
        cells: np.ndarray = to_cells @ self.places_in
        cells -= (to_cells @ state[:2])[:, None]
        return cells

    def parts(self, state: np.ndarray, drawn: Template) -> np.ndarray:
        """Return the terms whose sums are the predicted pixels and their derivatives, (13, n).

        In the order of `mixing`: grey, its slopes by x, y, blur and tone, the light from around, one, x, y, and x, y
        times the slope by x and that by y.
        """
        cells = self.compute_cells(state)
        parts = np.empty((PARTS, cells.shape[1]))
        drawn.sample_into(parts[:6], cells)
        parts[6] = 1.0
        parts[7:9] = cells
        np.multiply(cells, parts[1], out=parts[9:11])
        np.multiply(cells, parts[2], out=parts[11:])
        return parts

    def mixing(self, state: np.ndarray, drawn: Template) -> np.ndarray:
        """Return the share of each of `parts` in the derivative by each number of the state, (13, 13).

        The predicted pixels are the sum of the derivatives by the numbers of the light, each times that number.
        """
        cell, blur, gain = self.cell_in(state), self._compute_blur_cells(state), float(state[GAIN])
        heading, scale = float(state[HEADING]), float(state[SCALE])
        cos, sin = math.cos(heading), math.sin(heading)
        mixing = np.zeros((STATES, PARTS))
        mixing[X, 1:3] = -sin * gain / cell, -cos * gain / cell
        mixing[Y, 1:3] = cos * gain / cell, -sin * gain / cell
        mixing[HEADING, 10:12] = gain, -gain
        mixing[SCALE, 9] = mixing[SCALE, 12] = -gain / scale
        mixing[STRETCH, 9], mixing[STRETCH, 12] = -gain, gain
        mixing[SKEW, 10:12] = -gain
        mixing[BLUR, 3] = gain * float(state[BLUR]) / (blur * (cell * self.local.px_per_in) ** 2)
        mixing[TONE, 4] = gain
        mixing[GAIN, 0] = 1.0
        mixing[GAIN, 3:5] = blur - drawn.blur_cells, float(state[TONE]) - drawn.tone
        mixing[OFFSET, 6] = 1.0
        mixing[SLOPE_X, 7] = mixing[SLOPE_Y, 8] = 1 / BLACK_CELLS
        mixing[AROUND, 5] = 1.0
        return mixing

    def predict_pixels(self, state: np.ndarray, drawn: Template) -> np.ndarray:
        """Return the predicted pixels, (n,)."""
        return np.asarray(state[GAIN:] @ self.mixing(state, drawn)[GAIN:] @ self.parts(state, drawn))

    def _compute_blur_cells(self, state: np.ndarray) -> float:
        return blur_in_cells(float(state[BLUR]), self.cell_in(state) * self.local.px_per_in)


def patch(grey: np.ndarray, camera: Camera, tag: int, edge_in: float, pose: TagPose, stride: int = 1) -> Patch | None:
    """Return the pixels around a pose; None if hardly any are in the image.

    grey: (rows, columns) uint8. stride: every stride-th row and column is read.
    """
    local = chart(camera, pose.x_in, pose.y_in, ROOM / 2 * edge_in * pose.scale * CELLS / BLACK_CELLS)
    if not np.isfinite(local.outline_px).all():
        return None
    height, width = grey.shape
    lowest_px = np.maximum(np.floor(local.outline_px.min(axis=0)).astype(int), 0)
    highest_px = np.minimum(np.ceil(local.outline_px.max(axis=0)).astype(int) + 1, [width, height])
    if (highest_px - lowest_px).min() < 4:
        return None
    # every second pixel is enough for a tag two hundred pixels wide
    stride = max(stride, int(np.ceil(np.sqrt((highest_px - lowest_px).prod() / MOST_PIXELS))))
    columns, rows = np.arange(lowest_px[0], highest_px[0], stride), np.arange(lowest_px[1], highest_px[1], stride)
    index = (rows[:, None] * width + columns).ravel()
    grid, shape = np.arange(len(index)), (len(rows), len(columns))
    return Patch(
        tag, edge_in, local, local.to_table(columns, rows), _read_levels(grey, index), index, grid, shape, stride
    )


def make_state(pose: TagPose, optics: Optics, light: tuple[float, ...] = UNLIT) -> np.ndarray:
    """Return the thirteen numbers of the state as one array."""
    pose_values = (pose.x_in, pose.y_in, pose.heading_rad, pose.scale, pose.stretch, pose.skew)
    return np.array([*pose_values, optics.blur_px, optics.tone, *light])


def _read_levels(grey: np.ndarray, index: np.ndarray) -> np.ndarray:
    return grey.ravel().take(index).astype(float)
