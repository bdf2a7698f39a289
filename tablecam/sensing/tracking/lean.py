"""The stance of a model whose tag shows that it leans: base and tray turned together about their rim.

A tilted tag looks longer one way than the other, and larger or smaller than a level one: the more, the further it lies
from the camera's axis. Near the axis a lean hardly shows, but hardly matters there either. So all leans that the
reading allows are weighed against each other, by how well each agrees with it and by how usual leans of that size are
on this table. Place, heading and their uncertainty are the mean and the spread over all of them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.table.miniature import Miniature, Rectangle

# leans of these sizes, one sigma along each axis: trays as they are printed, glue, a pebble, the edge of a ruin
SIZES_RAD = np.radians([0.02, 0.25, 0.7, 2.0, 6.0])
# how usual they are on an unknown table, and how many models that prior counts for
USUAL_MIX = np.array([0.60, 0.30, 0.06, 0.025, 0.015])
USUAL_MODELS = 6.0
LEARNING_ROUNDS = 20
# a mix that differs by less than this, of one, moves no model
SAME_MIX = 0.03
# the sizes from this one on are of whole degrees
LARGE = 3
# the trial leans of one size, in sigmas of the lean that the reading leaves
_STEPS = np.linspace(-3.0, 3.0, 9)
_STEP_GRID = (_STEPS[:, None] + 1j * _STEPS).ravel()
_STEP_AREA = (_STEPS[1] - _STEPS[0]) ** 2
# how often the likeliest lean of each size is improved, and the steps for its derivatives, in radians
ROUNDS = 2
PROBE = 1e-3
_PROBES = PROBE * np.array([0.0, 1.0, -1.0, 1j, -1j])
# leans that are less likely than this share of the likeliest do not agree with the reading
LIKELY = 1e-3
# beyond this (half a radian) a tag does not show: its model lies on its side
MOST = 0.5


@dataclass(frozen=True)
class Stance:
    """A model on ground at one height, over all leans.

    place: (3,) of x, y and heading of the base, with covariance (3, 3): of reading and lean, on ground of that height.
    lean: the mean of its lean (radians times a unit vector of the table, as a complex number); lean_sigma: of that,
    along one axis. evidence: (sizes,) logarithm of how likely the reading is at each of SIZES_RAD. misfit: chi-square
    of the lean that agrees best.
    """

    z_in: float
    place: np.ndarray
    covariance: np.ndarray
    lean: complex
    lean_sigma: float
    evidence: np.ndarray
    misfit: float

    def likelihood(self, mix: np.ndarray) -> float:
        """Return the logarithm of how likely the reading is on this ground."""
        return float(np.logaddexp.reduce(self.evidence + np.log(mix)))


def stances(
    reading: Observation,
    model: Miniature,
    grounds_in: Sequence[float],
    mix: np.ndarray = USUAL_MIX,
    slope: complex = 0.0,
) -> list[Stance]:
    """Return the model's stance on ground at each of these heights. slope: the lean of a model that lies flat on it."""
    figures = _Seen.from_reading(reading, model)
    grounds = np.asarray(grounds_in, float)[:, None]
    means, halves = _find_likeliest_leans(figures, grounds, slope)
    leans = means[..., None] + _spread_steps(halves, _STEP_GRID)
    turned = figures.compute_look(leans, grounds[..., None])
    inverse = np.linalg.inv(figures.covariance[3:, 3:])
    chi = ((turned.off @ inverse) * turned.off).sum(axis=-1)
    sizes = SIZES_RAD[:, None]
    prior = -(np.abs(leans - slope) ** 2) / (2 * sizes**2) - 2 * np.log(sizes) - math.log(2 * math.pi)
    area = np.log(halves[..., 0] * halves[..., 2] * _STEP_AREA)
    logs = prior - chi / 2 + area[..., None]
    rows = zip(grounds_in, leans, turned.off, turned.shrink, turned.turn, turned.shift, logs, chi, strict=True)
    return [_build_stance(figures, _Tried(*row), mix) for row in rows]


def foreshorten_square(tilt: np.ndarray | complex, lean: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the look of a tilted square along a sight line that goes by `tilt` in plan while it goes an inch down.

    (flat, bent): the vector z from its centre is seen as flat * z + bent * conj(z). lean: sine of the angle times the
    unit vector of its direction. All in complex numbers for x + iy.
    """
    flat = 1 - (lean * lean.conj()).real / 4 - tilt * lean.conj() / 2
    return flat, -(lean**2 / 4 + tilt * lean / 2)


def learn_leans(evidences: Sequence[np.ndarray]) -> np.ndarray:
    """Return how usual each size of lean is on a table, (sizes,), from the evidence of its models."""
    mix = USUAL_MIX
    if not evidences:
        return mix
    logs = np.array(evidences)
    for _ in range(LEARNING_ROUNDS):
        shares = logs + np.log(mix)
        shares = np.exp(shares - shares.max(axis=1, keepdims=True))
        counts = (shares / shares.sum(axis=1, keepdims=True)).sum(axis=0) + USUAL_MODELS * USUAL_MIX
        mix = counts / counts.sum()
    return mix


def same_mix(a: np.ndarray | None, b: np.ndarray | None) -> bool:
    """Report whether two mixes place models alike."""
    return a is b or (a is not None and b is not None and float(np.abs(a - b).max()) < SAME_MIX)


@dataclass(frozen=True)
class _Turned:
    """The model under many leans. off: (..., 3), apparent size and shape as read less the expected ones.

    shrink, turn, shift: from the tag's place and heading on z = 0 to its base: share of the distance from the lens,
    turn of its heading, and the vector in plan from the tag's centre to its place if the model stood level.
    """

    off: np.ndarray
    shrink: np.ndarray
    turn: np.ndarray
    shift: np.ndarray


@dataclass(frozen=True)
class _Tried:
    """Leans on one ground, (sizes, n) each: as in `_Turned`, with the logarithm of their odds and their chi-square."""

    z_in: float
    leans: np.ndarray
    off: np.ndarray
    shrink: np.ndarray
    turn: np.ndarray
    shift: np.ndarray
    logs: np.ndarray
    chi: np.ndarray


@dataclass(frozen=True)
class _Seen:
    """One reading of one model, in complex numbers for x + iy."""

    model: Miniature
    at: complex
    eye: complex
    eye_in: float
    heading_rad: float
    scale: float
    shear: complex
    covariance: np.ndarray
    tells_lean: bool

    @classmethod
    def from_reading(cls, reading: Observation, model: Miniature) -> "_Seen":
        """Build it from a reading."""
        return cls(
            model,
            complex(reading.x_in, reading.y_in),
            complex(reading.eye_in[0], reading.eye_in[1]),
            float(reading.eye_in[2]),
            reading.heading_rad,
            reading.scale,
            reading.shear,
            reading.full_covariance,
            reading.tells_lean,
        )

    @property
    def tilt(self) -> complex:
        """The vector in plan of the sight line, for an inch downwards."""
        return (self.at - self.eye) / self.eye_in

    def compute_look(self, leans: np.ndarray, grounds_in: np.ndarray) -> _Turned:
        """Return the look of the tag, for leans and heights of the ground whose shapes broadcast."""
        sin = np.minimum(np.abs(leans), MOST)
        cos = np.sqrt(1 - sin**2)
        direction = np.where(sin > 0, leans / np.maximum(np.abs(leans), 1e-12), 1.0)
        lean = sin * direction
        flat, bent = (1.0, 0.0) if self.tells_lean else foreshorten_square(self.tilt, lean)
        turn = -np.angle(flat) * np.ones(lean.shape)
        offset = self.offset(self.heading_rad + turn)
        along = (offset * direction.conj()).real - _compute_reach_in(
            self.model, direction * np.exp(-1j * (self.heading_rad + turn))
        )
        height = to_inches(self.model.tag_height_mm)
        shrink = 1 - (grounds_in + height * cos - along * sin) / self.eye_in
        size = (np.abs(flat) ** 2 - np.abs(bent) ** 2) / np.abs(flat) / shrink
        shear = self.shear - (lean if self.tells_lean else bent / np.conj(flat))
        residual = np.stack([self.scale - size, shear.real, shear.imag], axis=-1)
        return _Turned(residual, shrink, turn, direction * (along * (cos - 1) + height * sin))

    def offset(self, heading_rad: np.ndarray) -> np.ndarray:
        """Return the vector from the base's centre to the tag's, level."""
        right, forward = (to_inches(length_mm) for length_mm in self.model.tag_offset_mm)
        return np.asarray(complex(forward, -right) * np.exp(1j * heading_rad))


def _find_likeliest_leans(seen: _Seen, grounds: np.ndarray, slope: complex) -> tuple[np.ndarray, np.ndarray]:
    """Return the likeliest lean for each ground and size, (grounds, sizes), and the root of its covariance."""
    inverse = np.linalg.inv(seen.covariance[3:, 3:])
    # a measured lean is itself the start of the search
    start = slope + (seen.shear - slope) * np.minimum(1.0, 3 * SIZES_RAD / max(abs(seen.shear - slope), 1e-12))
    means = np.tile(start if seen.tells_lean else np.full(len(SIZES_RAD), complex(slope)), (len(grounds), 1))
    for _ in range(ROUNDS):
        residuals = seen.compute_look(means[..., None] + _PROBES, grounds[..., None]).off
        slopes = np.stack(
            [residuals[..., 1, :] - residuals[..., 2, :], residuals[..., 3, :] - residuals[..., 4, :]], axis=-1
        ) / (2 * PROBE)
        weighted = slopes.swapaxes(-1, -2) @ inverse
        normal = weighted @ slopes + np.eye(2) / SIZES_RAD[:, None, None] ** 2
        pull = weighted @ residuals[..., 0, :, None]
        deviation = means - slope
        pull[..., 0] += np.stack([deviation.real, deviation.imag], axis=-1) / SIZES_RAD[:, None] ** 2
        step = np.linalg.solve(normal, pull)[..., 0]
        deviation = deviation - (step[..., 0] + 1j * step[..., 1])
        means = slope + deviation * np.minimum(1.0, 3 * SIZES_RAD / np.maximum(np.abs(deviation), 1e-12))
    halves = np.linalg.cholesky(np.linalg.inv(normal))
    return means, np.stack([halves[..., 0, 0], halves[..., 1, 0], halves[..., 1, 1]], axis=-1)


def _spread_steps(halves: np.ndarray, tried: np.ndarray) -> np.ndarray:
    """Return the steps, (n,) in sigmas, as leans, (..., n), where the root of their covariance is `halves`."""
    real_steps = halves[..., :1] * tried.real
    return real_steps + 1j * (halves[..., 1:2] * tried.real + halves[..., 2:] * tried.imag)


def _build_stance(seen: _Seen, leans: _Tried, mix: np.ndarray) -> Stance:
    weights = leans.logs + np.log(mix)[:, None]
    weights = np.exp(weights - weights.max())
    weights /= weights.sum()
    # the correction of the place by the size and shape of the tag, through their common errors
    gain = seen.covariance[:3, 3:] @ np.linalg.inv(seen.covariance[3:, 3:])
    figures = np.array([seen.at.real, seen.at.imag, seen.heading_rad]) - leans.off @ gain.T
    heading = figures[..., 2] + leans.turn
    tag_place = seen.eye + (figures[..., 0] + 1j * figures[..., 1] - seen.eye) * leans.shrink
    base_place = tag_place - seen.offset(heading) - leans.shift
    places = np.stack([base_place.real, base_place.imag, heading], axis=-1)
    place = np.einsum("kn,kni->i", weights, places)
    deviations = places - place
    reading_covariance = seen.covariance[:3, :3] - gain @ seen.covariance[3:, :3]
    lever = np.eye(3)
    lever[[0, 1], [0, 1]] = float((weights * leans.shrink).sum())
    swing = 1j * seen.offset(place[2])
    lever[:2, 2] = -swing.real, -swing.imag
    lean = complex((weights * leans.leans).sum())
    return Stance(
        leans.z_in,
        place,
        lever @ reading_covariance @ lever.T + np.einsum("kn,kni,knj->ij", weights, deviations, deviations),
        lean,
        float(np.sqrt((weights * np.abs(leans.leans - lean) ** 2).sum() / 2)),
        np.asarray(np.logaddexp.reduce(leans.logs, axis=1)),
        float(leans.chi[weights > LIKELY * weights.max()].min()),
    )


def _compute_reach_in(model: Miniature, to: np.ndarray) -> np.ndarray:
    """Return the reach of base and tray from the base's centre in a direction: a unit vector, forward + i left."""
    half_tag_in = to_inches(model.tag_size_mm) * CELLS / BLACK_CELLS / 2
    tags = [(to_inches(right_mm), to_inches(forward_mm)) for right_mm, forward_mm in model.offsets_mm]
    corners = [
        complex(ahead + a * half_tag_in, -right + b * half_tag_in)
        for right, ahead in tags
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    # the corner of the tray that lies furthest in that direction
    tray_reach = np.maximum.reduce([(corner * to.conj()).real for corner in corners])
    half_width, half_depth = model.base.half_extents_in
    if isinstance(model.base, Rectangle):
        base_reach = half_width * np.abs(to.imag) + half_depth * np.abs(to.real)
    else:
        base_reach = np.hypot(half_width * to.imag, half_depth * to.real)
    return np.maximum(tray_reach, base_reach)
