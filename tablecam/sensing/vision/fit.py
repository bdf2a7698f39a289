"""The exact pose of a known tag: the least-squares fit of its whole bitmap in the table's plane.

The fit uses every pixel of the tag, not only its corners: the error of the centre is within a few per cent of the
Cramer-Rao bound, while the mean of the four corners is five times worse. A level tag at any height looks like a larger
one on z = 0, so the fit runs on z = 0 with a free scale, which later gives the height. Pixels that disagree with the
bitmap (a hand, a gun, glare) lose their weight (Tukey's biweight) instead of pulling the tag along. Where many of them
lie together, the last fit uses only the pixels clear of them.
"""

import math
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from tablecam.sensing.vision.family import DEFAULT_OPTICS, Optics, Template
from tablecam.sensing.vision.patch import (
    AROUND,
    BLUR,
    EDGE_CELLS,
    GAIN,
    SCALE,
    SKEW,
    STATES,
    STRETCH,
    TONE,
    UNLIT,
    Patch,
    TagPose,
    make_state,
    patch,
)
from tablecam.table.geometry.projection import Camera

# The part of a tag that nothing covers: spots that disagree with the bitmap are left out with their surroundings.
#
# Weights take out the pixels under a gun or a strap, but not the soft edge of its shadow or its blur. The pixels
# beside it are a little off, all in one direction, and distort the fitted size and shape of the tag.

# this many touching pixels that disagree are a spot; fewer are noise. `spots` works only for this number
LEAST_SPOT = 3
# if less than this share of a tag disagrees, it stays whole: specks do no harm, and a second fit costs time
LEAST_OFF = 0.015
# pixels this near to a spot are left out too: in cells, and in sigmas of the image's blur
SOFT_CELLS, SOFT_BLURS = 0.9, 2.0
# with less than this share of a tag its shape gets no better
LEAST_CLEAR = 0.5


def clear_part(on_tag: Patch, agrees: np.ndarray, state: np.ndarray) -> Patch | None:
    """Return a tag's pixels away from its spots; None if it has no spot, or too little besides.

    agrees: (n,) whether each pixel agrees with the bitmap. state: of the tag, as in `patch`.
    """
    if len(agrees) - np.count_nonzero(agrees) < max(LEAST_SPOT, LEAST_OFF * len(agrees)):
        return None
    off = np.zeros(on_tag.shape, np.uint8)
    off.ravel()[on_tag.grid[~agrees]] = 1
    spot_mask = spots(off)
    if not spot_mask.any():
        return None
    margin_px = max(SOFT_CELLS * on_tag.cell_in(state) * on_tag.local.px_per_in, SOFT_BLURS * float(state[BLUR]))
    radius = max(1, round(margin_px / on_tag.stride))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    spot_surroundings = cv2.dilate(spot_mask, disc)
    is_clear = spot_surroundings.ravel()[on_tag.grid] == 0
    return on_tag.only(is_clear) if is_clear.mean() >= LEAST_CLEAR else None


def spots(off: np.ndarray) -> np.ndarray:
    """Mark which of the pixels that are 1 belong to three or more that touch, (rows, columns) uint8.

    Among three that touch, one touches two. OpenCV's connected components would take any number, but wake threads,
    which costs twice as much as the rest of a fit.
    """
    touching = cv2.boxFilter(off, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    middles: np.ndarray = off & (touching >= LEAST_SPOT).astype(np.uint8)
    return off & cv2.dilate(middles, np.ones((3, 3), np.uint8))


# each stage draws a new template with the latest blur and tone; Tukey's constant narrows from stage to stage
# (4.685 is 95 % efficient on Gaussian noise)
STAGES = (14.0, 7.0, 4.685)
ROUNDS = 5
# after a step below this share of a cell the next one would be a hundred times smaller
STILL_CELLS = 3e-3
# a tag that moved within the fit's range still agrees at least this much with its old place
HINT = 0.25
# the pixels of an earlier fit are used again while the tag lies within this distance of their centre
DRIFT_CELLS = 0.4
# noise below one grey level comes from rounding by camera and JPEG, not from the print
LEAST_NOISE = 1.0
# the median of the absolute residual is this share of a Gaussian's sigma
MEDIAN_OF_SIGMA = 0.6745
LEAST_PIXELS = 40
# one sigma of how much the surroundings of a tag differ from white; in a sharp image few pixels show it
AROUND_LEVELS = 100.0
# neighbouring pixels share noise (a colour sensor, a denoiser, JPEG), so they carry less information than they seem to;
# at most this many count as one
MOST_SHARED = 2.0
# a pixel with less weight disagrees with the bitmap
AGREES = 0.3
# the longest step: cells (two), radians, scale, stretch, skew, pixels of blur, tone; the light has no limit
LONGEST = np.array([0.4, 0.4, 0.1, 0.05, 0.03, 0.03, 0.3, 0.2, *[np.inf] * 5])
LOWEST = np.array([-np.inf, -np.inf, -np.inf, 0.6, -0.2, -0.2, 0.05, 0.15, *[-np.inf] * 5])
HIGHEST = np.array([np.inf, np.inf, np.inf, 1.8, 0.2, 0.2, 4.0, 1.6, *[np.inf] * 5])


@dataclass(frozen=True)
class TagFit:
    """The result of a fit.

    covariance: (6, 6) of (x, y, heading, scale, stretch, skew), from the residual and how many pixels share their
    noise; zeros for parameters that were held.
    agreement: correlation of the image with the bitmap over all pixels of the tag, hidden ones included.
    visible: share of its pixels that agree with the bitmap. noise: residual in grey levels. contrast: white less black.
    optics: blur and tone measured on this tag. px_per_in: on the plane, at the tag. light: as in `patch`.
    pixels: those of the fit, for the next frame.
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
    light: tuple[float, ...]
    pixels: Patch | None = field(default=None, repr=False, compare=False)

    @property
    def shaped(self) -> bool:
        """Whether stretch and skew were fitted."""
        return bool(self.covariance[STRETCH, STRETCH] > 0)


@dataclass(frozen=True)
class Free:
    """The free parameters besides place and heading; light and its slope over the tag are always free.

    shape: stretch and skew, by which a tag shows that it leans.
    """

    scale: bool = True
    optics: bool = True
    shape: bool = True

    def select_states(self, number: int) -> np.ndarray:
        """Return the free states in one of STAGES: the shape only from the second on, when the place is known."""
        held_states = {SCALE} if not self.scale else set()
        held_states |= {BLUR, TONE} if not self.optics else set()
        held_states |= {STRETCH, SKEW} if not self.shape or number == 0 else set()
        return np.array([i for i in range(STATES) if i not in held_states])


ALL_FREE = Free()
# blur and tone of a known tag stay as they are from frame to frame
PLACE_ONLY = Free(optics=False)


def fit_tag(  # noqa: PLR0913
    grey: np.ndarray,
    camera: Camera,
    tag: int,
    edge_in: float,
    start: TagPose,
    optics: Optics = DEFAULT_OPTICS,
    free: Free = ALL_FREE,
    stride: int = 1,
    light: tuple[float, ...] | None = None,
) -> TagFit | None:
    """Fit one known tag within about half a cell of its expected place; None if too little is in the image.

    grey: (rows, columns) uint8. edge_in: real edge of the black square. stride: every stride-th row and column counts.
    light: that of an earlier fit, where it is known.
    """
    pixels = patch(grey, camera, tag, edge_in, start, stride)
    if pixels is None:
        return None
    state, has_light = make_state(start, optics, light or UNLIT), light is not None
    for stage, tukey in list(enumerate(STAGES))[0 if free.optics else -1 :]:
        on_tag = pixels.on_tag_only(state)
        if len(on_tag.values) < LEAST_PIXELS:
            return None
        drawn = on_tag.draw_template(state)
        state, has_light = (state, True) if has_light else (_fit_light(on_tag, state, drawn), True)
        descent = _run_descent(on_tag, state, drawn, free.select_states(stage), tukey)
        if descent is None:
            return None
        state, fit_inputs = descent.state, (on_tag, drawn, descent)
    return _build_clear_fit(*fit_inputs)


def refit(grey: np.ndarray, last: TagFit, free: Free = PLACE_ONLY) -> TagFit | None:
    """Repeat a fit on a later image of the same camera, near the tag's last place and with its optics.

    Much quicker than `fit_tag`: pixels, light and start are known. None if the tag is no longer there, or if `last` has
    no pixels.
    """
    if last.pixels is None:
        return None
    on_tag = last.pixels.on_picture(grey)
    state = make_state(last.pose, last.optics, last.light)
    free_states = free.select_states(len(STAGES) - 1)
    drawn = on_tag.draw_template(state)
    descent = _run_descent(on_tag, state, drawn, free_states, STAGES[-1])
    if descent is None:
        return None
    fit = _build_clear_fit(on_tag, drawn, descent)
    drift_in = np.hypot(*(on_tag.places_in.mean(axis=1) - [fit.pose.x_in, fit.pose.y_in]))
    return fit if drift_in < DRIFT_CELLS * on_tag.cell_in(state) else replace(fit, pixels=None)


def _fit_light(on_tag: Patch, state: np.ndarray, drawn: Template) -> np.ndarray:
    """Return the state with the best-fitting light."""
    light = on_tag.mixing(state, drawn)[GAIN:] @ on_tag.parts(state, drawn)
    prior = np.full(len(light), 1e-9)
    prior[AROUND - GAIN] = (LEAST_NOISE / AROUND_LEVELS) ** 2
    best_light = np.linalg.solve(light @ light.T + np.diag(prior), light @ on_tag.values)
    return np.concatenate([state[:GAIN], best_light])


@dataclass(frozen=True)
class _Descent:
    """The result of Gauss-Newton: the state; weights, normal matrix, residual and agreement before the last step."""

    used: np.ndarray
    state: np.ndarray
    weights: np.ndarray
    normal: np.ndarray
    residual: np.ndarray
    agreement: float


def _run_descent(on_tag: Patch, state: np.ndarray, drawn: Template, used: np.ndarray, tukey: float) -> _Descent | None:
    """Run Gauss-Newton with Tukey's weights; None if the start does not resemble the image."""
    longest = LONGEST.copy()
    longest[:2] *= on_tag.cell_in(state)
    still_in = STILL_CELLS * on_tag.cell_in(state)
    agreement = 0.0
    for round_number in range(ROUNDS):
        parts, mixing = on_tag.parts(state, drawn), on_tag.mixing(state, drawn)
        residual = on_tag.values - state[GAIN:] @ mixing[GAIN:] @ parts
        if round_number == 0 and (agreement := _compute_agreement(on_tag.values, residual, state[GAIN])) < HINT:
            return None
        noise, weights = _compute_weights(residual, tukey)
        weighted, mixing = parts * weights, mixing[used]
        normal = mixing @ (weighted @ parts.T) @ mixing.T
        slope = mixing @ (weighted @ residual)
        prior = (noise / AROUND_LEVELS) ** 2
        normal[-1, -1] += prior
        slope[-1] -= prior * state[AROUND]
        step = np.zeros(STATES)
        scaled, size = _scale_normal(normal)
        step[used] = np.linalg.solve(scaled, slope / size) / size
        state = np.minimum(np.maximum(state + np.minimum(np.maximum(step, -longest), longest), LOWEST), HIGHEST)
        if max(abs(step[0]), abs(step[1])) < still_in and abs(step[SCALE]) < STILL_CELLS:
            break
    if round_number > 0:
        agreement = _compute_agreement(on_tag.values, residual, state[GAIN])
    return _Descent(used, state, weights, normal, residual, agreement)


def _compute_weights(residual: np.ndarray, tukey: float) -> tuple[float, np.ndarray]:
    """Return the noise, in grey levels, and the pixels' weights, (n,)."""
    sizes, middle = np.abs(residual), len(residual) // 2
    noise = max(float(np.partition(sizes, middle)[middle]) / MEDIAN_OF_SIGMA, LEAST_NOISE)
    relative_residual = np.minimum(sizes * (1 / (tukey * noise)), 1.0)
    root = 1 - relative_residual * relative_residual
    return noise, root * root


def _scale_normal(normal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return a normal matrix with ones along its diagonal, and the sizes by which it was divided."""
    size = np.sqrt(normal.diagonal()) + 1e-12
    scaled = normal / (size[:, None] * size)
    scaled.flat[:: len(size) + 1] += 1e-9
    return scaled, size


def _build_clear_fit(on_tag: Patch, drawn: Template, descent: _Descent) -> TagFit:
    """Build the fit from the pixels clear of spots; visible share and agreement refer to the whole tag."""
    agrees = descent.weights > AGREES
    clear = clear_part(on_tag, agrees, descent.state)
    clear_descent = _run_descent(clear, descent.state, drawn, descent.used, STAGES[-1]) if clear is not None else None
    if clear is None or clear_descent is None:
        return _build_tag_fit(on_tag, descent)
    visible_share = np.count_nonzero(agrees) / len(agrees)
    return replace(
        _build_tag_fit(clear, clear_descent), agreement=descent.agreement, visible=visible_share, pixels=on_tag
    )


def _build_tag_fit(on_tag: Patch, descent: _Descent) -> TagFit:
    state, weights, residual = descent.state, descent.weights, descent.residual
    weighted = weights * residual
    noise = math.sqrt(float(weighted @ residual) / max(float(weights.sum()) - len(descent.used), 1.0))
    noise = max(noise, LEAST_NOISE)
    values = state.tolist()
    return TagFit(
        on_tag.tag,
        TagPose(*values[: SKEW + 1]),
        _compute_covariance(descent) * (noise**2 * _estimate_noise_sharing(weighted)),
        descent.agreement,
        np.count_nonzero(weights > AGREES) / len(weights),
        noise,
        values[GAIN],
        Optics(values[BLUR], values[TONE]),
        on_tag.local.px_per_in,
        tuple(values[GAIN:]),
        on_tag,
    )


def _estimate_noise_sharing(residual: np.ndarray) -> float:
    """Estimate how many pixels count as one, from the correlation of neighbours in a row; 1 for white noise."""
    # the few pairs from the end of one row to the beginning of the next do not matter
    likeness = min(max(float(residual[1:] @ residual[:-1]) / (float(residual @ residual) + 1e-9), 0.0), 0.9)
    # along rows and columns alike
    return min(((1 + likeness) / (1 - likeness)) ** 2, MOST_SHARED)


def _compute_covariance(descent: _Descent) -> np.ndarray:
    """Compute the covariance of the six pose numbers for noise of one grey level, (6, 6); zeros for held ones."""
    posed = descent.used[descent.used <= SKEW]
    scaled, size = _scale_normal(descent.normal)
    inverse = np.linalg.inv(scaled)[: len(posed), : len(posed)] / (size[: len(posed), None] * size[: len(posed)])
    covariance = np.zeros((SKEW + 1, SKEW + 1))
    covariance[posed[:, None], posed] = inverse
    return covariance


def _compute_agreement(seen: np.ndarray, residual: np.ndarray, gain: float) -> float:
    """Return the correlation of the image with its prediction."""
    if gain <= 0:
        return 0.0
    model = seen - residual
    model_deviation, seen_deviation = model - model.sum() / len(model), seen - seen.sum() / len(seen)
    return float(model_deviation @ seen_deviation) / math.sqrt(
        float(model_deviation @ model_deviation) * float(seen_deviation @ seen_deviation) + 1e-9
    )


# Checks whether a tag that can no longer be read still lies in its place, partly hidden by a hand or an arm.
#
# The tag is cut into nine blocks. A block shows if its own pattern is there, with its former contrast or the part of
# it that the shadow of a hand leaves. Hands, sleeves and mats match one block in hundreds, and never four of the nine.

BLOCKS = 3
LEAST_LIKENESS = 0.75
# the least contrast that a block keeps in a shadow, and the most that it may gain when a shadow goes
SHADOW = (0.35, 1.6)


@dataclass(frozen=True)
class FormerLook:
    """The look that a tag would have where it was fitted last, to compare with any later image of the camera.

    expected: (n,) grey levels of its pixels. index: (n,) into the image. blocks: (n,) the block of each pixel.
    """

    fit: TagFit
    expected: np.ndarray
    index: np.ndarray
    blocks: np.ndarray

    @classmethod
    def from_fit(cls, grey: np.ndarray, camera: Camera, edge_in: float, fit: TagFit) -> "FormerLook | None":
        """Build the look of a fitted tag; None if it lies outside the image."""
        state = make_state(fit.pose, fit.optics, fit.light)
        pixels = patch(grey, camera, fit.tag, edge_in, fit.pose)
        if pixels is None:
            return None
        on_tag = pixels.on_tag_only(state)
        expected = on_tag.predict_pixels(state, on_tag.draw_template(state))
        return cls(fit, expected, on_tag.index, _assign_blocks(on_tag, state))

    def visible_share(self, grey: np.ndarray) -> float:
        """Return the share of the tag that still shows there: 0..1, in steps of a ninth."""
        likeness, gain = _compare_by_block(self.blocks, self.expected, grey.ravel()[self.index].astype(float))
        return float(((likeness > LEAST_LIKENESS) & (gain > SHADOW[0]) & (gain < SHADOW[1])).mean())

    def hints(self, grey: np.ndarray) -> bool:
        """Report whether the place resembles the tag at all; if not, a fit from there fails."""
        levels = grey.ravel()[self.index].astype(float)
        expected_deviation, level_deviation = self.expected - self.expected.mean(), levels - levels.mean()
        return float(expected_deviation @ level_deviation) >= HINT * float(
            np.sqrt((expected_deviation @ expected_deviation) * (level_deviation @ level_deviation) + 1e-9)
        )


def _assign_blocks(on_tag: Patch, state: np.ndarray) -> np.ndarray:
    """Return the block of each pixel, (n,)."""
    x, y = ((coordinate / EDGE_CELLS + 1) / 2 * BLOCKS for coordinate in on_tag.compute_cells(state))
    return np.clip(x.astype(int), 0, BLOCKS - 1) * BLOCKS + np.clip(y.astype(int), 0, BLOCKS - 1)


def _compare_by_block(blocks: np.ndarray, expected: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the correlation of the seen with the expected pixels, and the remaining contrast, block by block."""
    count = np.maximum(np.bincount(blocks, minlength=BLOCKS**2), 1)
    expected = expected - (np.bincount(blocks, expected, BLOCKS**2) / count)[blocks]
    seen = seen - (np.bincount(blocks, seen, BLOCKS**2) / count)[blocks]
    products = np.bincount(blocks, expected * seen, BLOCKS**2)
    expected_squares, seen_squares = (
        np.bincount(blocks, expected**2, BLOCKS**2),
        np.bincount(blocks, seen**2, BLOCKS**2),
    )
    return products / np.sqrt(expected_squares * seen_squares + 1e-6), products / (expected_squares + 1e-6)
