"""Where exactly a known tag lies: the least-squares fit of its whole bitmap in the table's plane.

Every pixel of the tag speaks, not only its corners: the centre comes within a few per cent of the Cramer-Rao bound,
where the mean of the four corners is five times worse. A level tag at any height looks like a larger one on z = 0, so
the fit runs on z = 0 with a free scale, which later tells the height. Pixels that disagree with the bitmap (a hand, a
gun, glare) lose their weight (Tukey's biweight) instead of pulling the tag along.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.geometry.projection import Camera
from tablecam.vision.chart import Chart, chart
from tablecam.vision.family import BLACK_CELLS, CELLS
from tablecam.vision.template import Optics, template

# pixels this far from the centre, in cells, still belong to the tag: the outer half of the white ring is left out
# because what lies around the tag blurs into it
EDGE_CELLS = 4.55
# each stage takes the template anew at the blur and tone found so far; Tukey's constant narrows from stage to stage
# (4.685 is 95 % efficient on Gaussian noise)
STAGES = (14.0, 7.0, 4.685)
ROUNDS = 5
# a step under this share of a cell is no step
STILL_CELLS = 3e-4
# noise under one grey level is the camera's rounding and the JPEG's, not the print's
LEAST_NOISE = 1.0
LEAST_PIXELS = 40
# a tag is cut into so many blocks by so many, to see which of them still show
BLOCKS = 3
BLOCK_LIKENESS = 0.75
# contrast that a block may have left in a shadow, or gain when one goes
SHADOW = (0.35, 1.6)
# no step is longer than this: cells, radians, scale, pixels of blur, tone
LONGEST = np.array([0.4, 0.4, 0.1, 0.05, 0.3, 0.2])
LOWEST = np.array([-np.inf, -np.inf, -np.inf, 0.6, 0.05, 0.15])
HIGHEST = np.array([np.inf, np.inf, np.inf, 1.8, 4.0, 1.6])


@dataclass(frozen=True)
class TagPose:
    """A tag on the plane z = 0: centre in inches, heading of its top in radians, apparent over real edge."""

    x_in: float
    y_in: float
    heading_rad: float
    scale: float = 1.0


@dataclass(frozen=True)
class Fit:
    """What the fit found.

    covariance: (4, 4) of (x, y, heading, scale), from the residual's own noise; zeros for what was held.
    agreement: correlation of the picture with the bitmap over all pixels of the tag, hidden ones included.
    visible: share of its pixels that agree with the bitmap. noise: residual in grey levels. contrast: white less black.
    optics: blur and tone as this tag shows them. px_per_in: on the plane, there. light: gain, offset and two slopes.
    """

    tag: int
    pose: TagPose
    covariance: np.ndarray
    agreement: float
    visible: float
    noise: float
    contrast: float
    optics: Optics
    px_per_in: float
    light: tuple[float, ...] = ()


@dataclass(frozen=True)
class Free:
    """What the fit may change besides place and heading; light and its slope over the tag are always free."""

    scale: bool = True
    optics: bool = True


def fit_tag(grey: np.ndarray, camera: Camera, tag: int, edge_in: float, start: TagPose,
            optics: Optics = Optics(), free: Free = Free(), stride: int = 1) -> Fit | None:
    """Fits one known tag near where it is expected (within about half a cell); None where too little is in the picture.

    grey: (rows, columns) uint8. edge_in: real edge of the black square. stride: every so many-th row and column is read.
    """
    local = chart(camera, start.x_in, start.y_in, 0.75 * edge_in * start.scale * CELLS / BLACK_CELLS)
    window = _window(grey, local, stride)
    if window is None:
        return None
    use = np.array([True, True, True, free.scale, free.optics, free.optics, True, True, True, True])
    work = _Work(local, *window, tag, edge_in, use)
    state = np.array([start.x_in, start.y_in, start.heading_rad, start.scale, optics.blur_px, optics.tone])
    return work.fit(state)


def visible_share(grey: np.ndarray, camera: Camera, edge_in: float, fit: Fit) -> float:
    """How much of a tag still shows where it was fitted before, 0..1, in steps of a ninth.

    The tag is cut into nine blocks; a block shows where its own pattern is there, in the contrast it had or in the shadow
    of a hand. Hands, sleeves and mats match a block once in a hundred times, and never four.
    """
    pose, optics = fit.pose, fit.optics
    local = chart(camera, pose.x_in, pose.y_in, 0.75 * edge_in * pose.scale * CELLS / BLACK_CELLS)
    window = _window(grey, local)
    if window is None:
        return 0.0
    work = _Work(local, *window, fit.tag, edge_in, np.ones(10, bool))
    state = np.array([pose.x_in, pose.y_in, pose.heading_rad, pose.scale, optics.blur_px, optics.tone])
    inside = work.inside(state)
    blocks = work.blocks(state, work.places[inside])
    expected = work.basis(state, work.places[inside]) @ np.array(fit.light)
    likeness, gain = _by_block(blocks, expected, work.values[inside])
    return float(((likeness > BLOCK_LIKENESS) & (gain > SHADOW[0]) & (gain < SHADOW[1])).mean())


def _by_block(blocks: np.ndarray, expected: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Correlation of what is seen with what was expected, and the contrast that is left of it, block by block."""
    count = np.maximum(np.bincount(blocks, minlength=BLOCKS**2), 1)
    expected = expected - (np.bincount(blocks, expected, BLOCKS**2) / count)[blocks]
    seen = seen - (np.bincount(blocks, seen, BLOCKS**2) / count)[blocks]
    both = np.bincount(blocks, expected * seen, BLOCKS**2)
    own, theirs = np.bincount(blocks, expected**2, BLOCKS**2), np.bincount(blocks, seen**2, BLOCKS**2)
    return both / np.sqrt(own * theirs + 1e-6), both / (own + 1e-6)


def _window(grey: np.ndarray, local: Chart, stride: int = 1) -> tuple[np.ndarray, np.ndarray] | None:
    if not np.isfinite(local.outline_px).all():
        return None
    height, width = grey.shape
    low = np.maximum(np.floor(local.outline_px.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(local.outline_px.max(axis=0)).astype(int) + 1, [width, height])
    if (high - low).min() < 4:
        return None
    rows, columns = np.mgrid[low[1]:high[1]:stride, low[0]:high[0]:stride]
    values = grey[low[1]:high[1]:stride, low[0]:high[0]:stride]
    return local.to_table(columns.ravel(), rows.ravel()), values.ravel().astype(float)


@dataclass
class _Work:
    """One fit at work. State: x, y, heading, scale, blur, tone; the light's gain, offset and two slopes are linear."""

    local: Chart
    places: np.ndarray
    values: np.ndarray
    tag: int
    edge_in: float
    use: np.ndarray

    def fit(self, state: np.ndarray) -> Fit | None:
        weights: np.ndarray | None = None
        for tukey in STAGES if self.use[4] else STAGES[-1:]:
            inside = self.inside(state)
            if inside.sum() < LEAST_PIXELS:
                return None
            places, seen = self.places[inside], self.values[inside]
            weights = np.ones(len(seen))
            drawn = template(self.tag, self._blur_cells(state), state[5])
            for _ in range(ROUNDS):
                design, light, residual = self._linear(state, drawn, places, seen, weights)
                noise = max(1.4826 * float(np.median(np.abs(residual))), LEAST_NOISE)
                weights = (1 - np.clip(residual / (tukey * noise), -1, 1) ** 2) ** 2
                step, normal = _solve(design, residual, weights)
                state, still = self._step(state, step)
                if still:
                    break
        return self._found(state, drawn, places, seen, weights, normal)

    def _cell(self, state: np.ndarray) -> float:
        return float(state[3] * self.edge_in / BLACK_CELLS)

    def _blur_cells(self, state: np.ndarray) -> float:
        return Optics(state[4], state[5]).blur_cells(self._cell(state) * self.local.px_per_in)

    def _in_cells(self, state: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        dx, dy = (places[:, 0] - state[0]) / self._cell(state), (places[:, 1] - state[1]) / self._cell(state)
        cos, sin = np.cos(state[2]), np.sin(state[2])
        return dx * sin - dy * cos, dx * cos + dy * sin

    def inside(self, state: np.ndarray) -> np.ndarray:
        """Which pixels lie on the tag, (n,) bool."""
        x, y = self._in_cells(state, self.places)
        return np.maximum(np.abs(x), np.abs(y)) < EDGE_CELLS

    def basis(self, state: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Grey of the bitmap, 1, and the two slopes of the light, (n, 4)."""
        x, y = self._in_cells(state, places)
        grey = template(self.tag, self._blur_cells(state), state[5]).sample(x, y)[0]
        return np.stack([grey, np.ones_like(x), x / BLACK_CELLS, y / BLACK_CELLS], axis=1)

    def blocks(self, state: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Which of the BLOCKS x BLOCKS parts of the tag each place lies in, (n,)."""
        x, y = ((np.array(at) / EDGE_CELLS + 1) / 2 * BLOCKS for at in self._in_cells(state, places))
        return np.clip(x.astype(int), 0, BLOCKS - 1) * BLOCKS + np.clip(y.astype(int), 0, BLOCKS - 1)

    def _linear(self, state, drawn, places, seen, weights):
        """The design matrix (n, used), the light found, and the residual, all at `state`."""
        cell, blur = self._cell(state), self._blur_cells(state)
        x, y = self._in_cells(state, places)
        grey, by_x, by_y, by_blur, by_tone = drawn.sample(x, y)
        grey = grey + by_blur * (blur - drawn.blur_cells) + by_tone * (state[5] - drawn.tone)
        cos, sin = np.cos(state[2]), np.sin(state[2])
        basis = np.stack([grey, np.ones_like(x), x / BLACK_CELLS, y / BLACK_CELLS], axis=1)
        weighted = basis * weights[:, None]
        light = np.linalg.solve(weighted.T @ basis + 1e-9 * np.eye(4), weighted.T @ seen)
        cell_px = cell * self.local.px_per_in
        shape = np.stack([
            -(by_x * sin + by_y * cos) / cell,
            (by_x * cos - by_y * sin) / cell,
            by_x * y - by_y * x,
            -(by_x * x + by_y * y) / state[3],
            by_blur * state[4] / (blur * cell_px**2),
            by_tone,
        ], axis=1) * light[0]
        return np.hstack([shape, basis])[:, self.use], light, seen - basis @ light

    def _step(self, state: np.ndarray, used_step: np.ndarray) -> tuple[np.ndarray, bool]:
        step = np.zeros(10)
        step[self.use] = used_step
        longest = LONGEST.copy()
        longest[:2] *= self._cell(state)
        step = np.clip(step[:6], -longest, longest)
        still = np.abs(step[:2]).max() < STILL_CELLS * self._cell(state) and abs(step[3]) < STILL_CELLS
        return np.clip(state + step, LOWEST, HIGHEST), still

    def _found(self, state, drawn, places, seen, weights, normal) -> Fit:
        _, light, residual = self._linear(state, drawn, places, seen, weights)
        model = seen - residual
        noise = np.sqrt((weights * residual**2).sum() / max(weights.sum() - self.use.sum(), 1))
        noise = max(float(noise), LEAST_NOISE)
        held = int(self.use[:4].sum())
        covariance = np.zeros((4, 4))
        covariance[:held, :held] = np.linalg.pinv(normal)[:held, :held] * noise**2
        agreement = float(np.corrcoef(model, seen)[0, 1]) if light[0] > 0 and seen.std() > 0 else 0.0
        return Fit(self.tag, TagPose(*(float(v) for v in state[:4])), covariance, agreement, float((weights > 0.3).mean()),
                   noise, float(light[0]), Optics(float(state[4]), float(state[5])), self.local.px_per_in, tuple(float(v) for v in light))


def _solve(design: np.ndarray, residual: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    weighted = design * weights[:, None]
    normal = weighted.T @ design
    size = np.sqrt(np.diag(normal)) + 1e-12
    scaled = normal / np.outer(size, size) + 1e-9 * np.eye(len(size))
    return np.linalg.solve(scaled, weighted.T @ residual / size) / size, normal
