"""Where a model stands whose tag shows that it leans: base and tray turned together about their rim.

A tag that leans looks longer one way than the other, and larger or smaller than one that lies level: the more, the
further it lies from the camera's axis. Near the axis a lean hardly shows, but hardly matters there either. So all leans
that the reading allows are weighed against each other, by how well each agrees with it and by how usual leans of that
size are on this table; place, heading and their uncertainty are the mean and the spread over all of them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.table.base import Rectangle
from tablecam.table.miniature import Miniature

# leans of these sizes, one sigma along each axis: trays as they are printed, glue, a pebble, the edge of a ruin
SIZES_RAD = np.radians([0.02, 0.25, 0.7, 2.0, 6.0])
# how usual they are where nothing is known of the table, and how many models' worth that counts
USUAL_MIX = np.array([0.60, 0.30, 0.06, 0.025, 0.015])
USUAL_MODELS = 6.0
LEARNING_ROUNDS = 20
# a mix that differs by less, of one, places nothing elsewhere
SAME_MIX = 0.03
# the sizes from this one on are of whole degrees
LARGE = 3
# the leans of one size that are tried, in sigmas of what the reading leaves of them
_STEPS = np.linspace(-3.0, 3.0, 9)
_TRIED = (_STEPS[:, None] + 1j * _STEPS).ravel()
_STEP_AREA = (_STEPS[1] - _STEPS[0]) ** 2
# how often the likeliest lean of each size is improved, and the steps, in radians, by which it is
ROUNDS = 2
PROBE = 1e-3
_PROBES = PROBE * np.array([0.0, 1.0, -1.0, 1j, -1j])
# leans that are so much less likely than the likeliest do not count as agreeing with the reading
LIKELY = 1e-3
# a tag does not show beyond this (half a radian): its model lies on its side
MOST = 0.5


@dataclass(frozen=True)
class Stance:
    """A model on ground at one height, over all leans.

    place: (3,) of x, y and heading of the base, with covariance (3, 3): of reading and lean, on ground as it is.
    lean: by how much it leans and where to (radians times a unit vector of the table, as a complex number), the mean;
    lean_sigma: of that, along one axis. evidence: (sizes,) logarithm of how likely the reading is at each of SIZES_RAD.
    misfit: chi-square of the lean that agrees best.
    """

    z_in: float
    place: np.ndarray
    covariance: np.ndarray
    lean: complex
    lean_sigma: float
    evidence: np.ndarray
    misfit: float

    def likelihood(self, mix: np.ndarray) -> float:
        """The logarithm of how likely the reading is on this ground."""
        return float(np.logaddexp.reduce(self.evidence + np.log(mix)))


def stances(
    reading: Observation,
    model: Miniature,
    grounds_in: Sequence[float],
    mix: np.ndarray = USUAL_MIX,
    slope: complex = 0.0,
) -> list[Stance]:
    """How the model would stand on ground at each of these heights; slope: the lean of one that is flat on it."""
    seen = _Seen.of(reading, model)
    grounds = np.asarray(grounds_in, float)[:, None]
    means, halves = _centred(seen, grounds, slope)
    leans = means[..., None] + _spread(halves, _TRIED)
    tried = seen.turned(leans, grounds[..., None])
    inverse = np.linalg.inv(seen.covariance[3:, 3:])
    chi = ((tried.off @ inverse) * tried.off).sum(axis=-1)
    sizes = SIZES_RAD[:, None]
    prior = -(np.abs(leans - slope) ** 2) / (2 * sizes**2) - 2 * np.log(sizes) - math.log(2 * math.pi)
    area = np.log(halves[..., 0] * halves[..., 2] * _STEP_AREA)
    logs = prior - chi / 2 + area[..., None]
    rows = zip(grounds_in, leans, tried.off, tried.shrink, tried.turn, tried.shift, logs, chi, strict=True)
    return [_stance(seen, _Tried(*row), mix) for row in rows]


def foreshortened(tilt: np.ndarray | complex, lean: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How a square that leans looks along a sight line that goes by `tilt` in plan while it goes an inch down.

    (flat, bent): the vector z from its centre is seen as flat * z + bent * conj(z). lean: sine of the angle times the
    unit vector that it leans to. All in complex numbers for x + iy.
    """
    flat = 1 - (lean * lean.conj()).real / 4 - tilt * lean.conj() / 2
    return flat, -(lean**2 / 4 + tilt * lean / 2)


def learned(evidences: Sequence[np.ndarray]) -> np.ndarray:
    """How usual each size of lean is on a table, (sizes,), from the evidence of its models."""
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
    """Whether two mixes place models alike."""
    return a is b or (a is not None and b is not None and float(np.abs(a - b).max()) < SAME_MIX)


@dataclass(frozen=True)
class _Turned:
    """The model under many leans. off: (..., 3), apparent size and shape as read less those that would be seen.

    shrink, turn, shift: from the tag's place and heading on z = 0 to its base: share of the way from the lens, turn of
    its heading, and the way in plan from the tag's centre to where it would be if the model stood level.
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
    def of(cls, reading: Observation, model: Miniature) -> "_Seen":
        """The reading."""
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
        """The way in plan of the sight line, an inch downwards."""
        return (self.at - self.eye) / self.eye_in

    def turned(self, leans: np.ndarray, grounds_in: np.ndarray) -> _Turned:
        """What would be seen, for leans and heights of the ground that suit each other's shapes."""
        sin = np.minimum(np.abs(leans), MOST)
        cos = np.sqrt(1 - sin**2)
        to = np.where(sin > 0, leans / np.maximum(np.abs(leans), 1e-12), 1.0)
        lean = sin * to
        flat, bent = (1.0, 0.0) if self.tells_lean else foreshortened(self.tilt, lean)
        turn = -np.angle(flat) * np.ones(lean.shape)
        offset = self.offset(self.heading_rad + turn)
        along = (offset * to.conj()).real - _reach(self.model, to * np.exp(-1j * (self.heading_rad + turn)))
        height = to_inches(self.model.tag_height_mm)
        shrink = 1 - (grounds_in + height * cos - along * sin) / self.eye_in
        size = (np.abs(flat) ** 2 - np.abs(bent) ** 2) / np.abs(flat) / shrink
        shear = self.shear - (lean if self.tells_lean else bent / np.conj(flat))
        off = np.stack([self.scale - size, shear.real, shear.imag], axis=-1)
        return _Turned(off, shrink, turn, to * (along * (cos - 1) + height * sin))

    def offset(self, heading_rad: np.ndarray) -> np.ndarray:
        """The vector from the base's centre to the tag's, level."""
        right, forward = (to_inches(length_mm) for length_mm in self.model.tag_offset_mm)
        return np.asarray(complex(forward, -right) * np.exp(1j * heading_rad))


def _centred(seen: _Seen, grounds: np.ndarray, slope: complex) -> tuple[np.ndarray, np.ndarray]:
    """For each ground and size, the likeliest lean, (grounds, sizes), and the root of its covariance."""
    inverse = np.linalg.inv(seen.covariance[3:, 3:])
    # a lean that was told is not looked for from afar
    most = slope + (seen.shear - slope) * np.minimum(1.0, 3 * SIZES_RAD / max(abs(seen.shear - slope), 1e-12))
    means = np.tile(most if seen.tells_lean else np.full(len(SIZES_RAD), complex(slope)), (len(grounds), 1))
    for _ in range(ROUNDS):
        near = seen.turned(means[..., None] + _PROBES, grounds[..., None]).off
        slopes = np.stack([near[..., 1, :] - near[..., 2, :], near[..., 3, :] - near[..., 4, :]], axis=-1) / (2 * PROBE)
        weighted = slopes.swapaxes(-1, -2) @ inverse
        normal = weighted @ slopes + np.eye(2) / SIZES_RAD[:, None, None] ** 2
        pull = weighted @ near[..., 0, :, None]
        own = means - slope
        pull[..., 0] += np.stack([own.real, own.imag], axis=-1) / SIZES_RAD[:, None] ** 2
        go = np.linalg.solve(normal, pull)[..., 0]
        own = own - (go[..., 0] + 1j * go[..., 1])
        means = slope + own * np.minimum(1.0, 3 * SIZES_RAD / np.maximum(np.abs(own), 1e-12))
    halves = np.linalg.cholesky(np.linalg.inv(normal))
    return means, np.stack([halves[..., 0, 0], halves[..., 1, 0], halves[..., 1, 1]], axis=-1)


def _spread(halves: np.ndarray, tried: np.ndarray) -> np.ndarray:
    """The steps, (n,) in sigmas, as leans, (..., n), where the root of their covariance is `halves`."""
    across = halves[..., :1] * tried.real
    return across + 1j * (halves[..., 1:2] * tried.real + halves[..., 2:] * tried.imag)


def _stance(seen: _Seen, leans: _Tried, mix: np.ndarray) -> Stance:
    weights = leans.logs + np.log(mix)[:, None]
    weights = np.exp(weights - weights.max())
    weights /= weights.sum()
    # what the size and shape of the tag say of its place, where their errors go together
    gain = seen.covariance[:3, 3:] @ np.linalg.inv(seen.covariance[3:, 3:])
    better = np.array([seen.at.real, seen.at.imag, seen.heading_rad]) - leans.off @ gain.T
    heading = better[..., 2] + leans.turn
    tag = seen.eye + (better[..., 0] + 1j * better[..., 1] - seen.eye) * leans.shrink
    base = tag - seen.offset(heading) - leans.shift
    places = np.stack([base.real, base.imag, heading], axis=-1)
    place = np.einsum("kn,kni->i", weights, places)
    off = places - place
    own = seen.covariance[:3, :3] - gain @ seen.covariance[3:, :3]
    lever = np.eye(3)
    lever[[0, 1], [0, 1]] = float((weights * leans.shrink).sum())
    swing = 1j * seen.offset(place[2])
    lever[:2, 2] = -swing.real, -swing.imag
    lean = complex((weights * leans.leans).sum())
    return Stance(
        leans.z_in,
        place,
        lever @ own @ lever.T + np.einsum("kn,kni,knj->ij", weights, off, off),
        lean,
        float(np.sqrt((weights * np.abs(leans.leans - lean) ** 2).sum() / 2)),
        np.asarray(np.logaddexp.reduce(leans.logs, axis=1)),
        float(leans.chi[weights > LIKELY * weights.max()].min()),
    )


def _reach(model: Miniature, to: np.ndarray) -> np.ndarray:
    """How far base and tray reach from the base's centre in a direction: a unit vector, forward + i left."""
    half = to_inches(model.tag_size_mm) * CELLS / BLACK_CELLS / 2
    tags = [(to_inches(right_mm), to_inches(forward_mm)) for right_mm, forward_mm in model.offsets_mm]
    corners = [complex(ahead + a * half, -right + b * half) for right, ahead in tags for a in (-1, 1) for b in (-1, 1)]
    # the corner of the tray that lies furthest in that direction
    tray = np.maximum.reduce([(corner * to.conj()).real for corner in corners])
    across, along = model.base.half_extents_in
    if isinstance(model.base, Rectangle):
        base = across * np.abs(to.imag) + along * np.abs(to.real)
    else:
        base = np.hypot(across * to.imag, along * to.real)
    return np.maximum(tray, base)
