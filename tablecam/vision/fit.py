"""Where exactly a known tag lies: the least-squares fit of its whole bitmap in the table's plane.

Every pixel of the tag speaks, not only its corners: the centre comes within a few per cent of the Cramer-Rao bound,
where the mean of the four corners is five times worse. A level tag at any height looks like a larger one on z = 0, so
the fit runs on z = 0 with a free scale, which later tells the height. Pixels that disagree with the bitmap (a hand, a
gun, glare) lose their weight (Tukey's biweight) instead of pulling the tag along.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.geometry.projection import Camera
from tablecam.vision.patch import BLUR, GAIN, SCALE, STATES, TONE, Patch, TagPose, patch, state_of
from tablecam.vision.template import DEFAULT_OPTICS, Optics, Template

# each stage takes the template anew at the blur and tone found so far; Tukey's constant narrows from stage to stage
# (4.685 is 95 % efficient on Gaussian noise)
STAGES = (14.0, 7.0, 4.685)
ROUNDS = 5
# a step under this share of a cell is no step
STILL_CELLS = 3e-4
# noise under one grey level is the camera's rounding and the JPEG's, not the print's
LEAST_NOISE = 1.0
# the median of the absolute residual is this share of a Gaussian's sigma
MEDIAN_OF_SIGMA = 0.6745
LEAST_PIXELS = 40
# a pixel of less weight disagrees with the bitmap
AGREES = 0.3
# no step is longer than this: cells (two), radians, scale, pixels of blur, tone; the light is free
LONGEST = np.array([0.4, 0.4, 0.1, 0.05, 0.3, 0.2, np.inf, np.inf, np.inf, np.inf])
LOWEST = np.array([-np.inf, -np.inf, -np.inf, 0.6, 0.05, 0.15, -np.inf, -np.inf, -np.inf, -np.inf])
HIGHEST = np.array([np.inf, np.inf, np.inf, 1.8, 4.0, 1.6, np.inf, np.inf, np.inf, np.inf])


@dataclass(frozen=True)
class Fit:
    """What the fit found.

    covariance: (4, 4) of (x, y, heading, scale), from the residual's own noise; zeros for what was held.
    agreement: correlation of the picture with the bitmap over all pixels of the tag, hidden ones included.
    visible: share of its pixels that agree with the bitmap. noise: residual in grey levels. contrast: white less black.
    optics: blur and tone as this tag shows them. px_per_in: on the plane, there. light: contrast, black, two slopes.
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


@dataclass(frozen=True)
class Free:
    """What the fit may change besides place and heading; light and its slope over the tag are always free."""

    scale: bool = True
    optics: bool = True


ALL_FREE = Free()


def fit_tag(  # noqa: PLR0913
    grey: np.ndarray,
    camera: Camera,
    tag: int,
    edge_in: float,
    start: TagPose,
    optics: Optics = DEFAULT_OPTICS,
    free: Free = ALL_FREE,
    stride: int = 1,
) -> Fit | None:
    """Fits one known tag near where it is expected (within about half a cell); None where too little is in the picture.

    grey: (rows, columns) uint8. edge_in: real edge of the black square. stride: every so many-th row and column counts.
    """
    pixels = patch(grey, camera, tag, edge_in, start, stride)
    if pixels is None:
        return None
    used = np.array([i for i in range(STATES) if (i != SCALE or free.scale) and (i not in (BLUR, TONE) or free.optics)])
    state = state_of(start, optics)
    found: list[np.ndarray] = []
    for tukey in STAGES if free.optics else STAGES[-1:]:
        on_tag = pixels.within(state)
        if len(on_tag.values) < LEAST_PIXELS:
            return None
        drawn = on_tag.drawn(state)
        state = _lit(on_tag, state, drawn) if not found else state
        state, *found = _descend(on_tag, state, drawn, used, tukey)
    return _found(on_tag, state, used, *found)


def _lit(on_tag: Patch, state: np.ndarray, drawn: Template) -> np.ndarray:
    """The state with the light that suits it best."""
    _, changes = on_tag.model(state, drawn)
    basis = changes[GAIN:]
    light = np.linalg.solve(basis @ basis.T + 1e-9 * np.eye(len(basis)), basis @ on_tag.values)
    return np.concatenate([state[:GAIN], light])


def _descend(
    on_tag: Patch, state: np.ndarray, drawn: Template, used: np.ndarray, tukey: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Gauss-Newton with Tukey's weights: the state; weights, normal matrix and residual before the last step."""
    longest = LONGEST.copy()
    longest[:2] *= on_tag.cell_in(state)
    still = STILL_CELLS * on_tag.cell_in(state)
    for _ in range(ROUNDS):
        model, changes = on_tag.model(state, drawn)
        residual = on_tag.values - model
        noise = max(float(np.median(np.abs(residual))) / MEDIAN_OF_SIGMA, LEAST_NOISE)
        weights = (1 - np.minimum(np.abs(residual) / (tukey * noise), 1) ** 2) ** 2
        changes = changes[used]
        weighted = changes * weights
        normal = weighted @ changes.T
        size = np.sqrt(np.diag(normal)) + 1e-12
        step = np.zeros(STATES)
        scaled = normal / np.outer(size, size) + 1e-9 * np.eye(len(size))
        step[used] = np.linalg.solve(scaled, weighted @ residual / size) / size
        state = np.clip(state + np.clip(step, -longest, longest), LOWEST, HIGHEST)
        if max(abs(step[0]), abs(step[1])) < still and abs(step[SCALE]) < STILL_CELLS:
            break
    return state, weights, normal, residual


def _found(
    on_tag: Patch, state: np.ndarray, used: np.ndarray, weights: np.ndarray, normal: np.ndarray, residual: np.ndarray
) -> Fit:
    total = float(weights.sum())
    noise = max(float(np.sqrt(weights @ residual**2 / max(total - len(used), 1))), LEAST_NOISE)
    posed = used[used <= SCALE]
    covariance = np.zeros((4, 4))
    covariance[np.ix_(posed, posed)] = np.linalg.pinv(normal, hermitian=True)[: len(posed), : len(posed)] * noise**2
    pose = TagPose(*(float(v) for v in state[: SCALE + 1]))
    return Fit(
        on_tag.tag,
        pose,
        covariance,
        _agreement(on_tag.values, residual, state[GAIN]),
        float((weights > AGREES).mean()),
        noise,
        float(state[GAIN]),
        Optics(float(state[BLUR]), float(state[TONE])),
        on_tag.local.px_per_in,
        tuple(float(v) for v in state[GAIN:]),
    )


def _agreement(seen: np.ndarray, residual: np.ndarray, gain: float) -> float:
    model = seen - residual
    a, b = model - model.mean(), seen - seen.mean()
    return float(a @ b / np.sqrt((a @ a) * (b @ b) + 1e-9)) if gain > 0 else 0.0
