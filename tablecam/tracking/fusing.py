"""Several cameras' readings of one tag become one reading.

A square at a height is four numbers: place, heading, height; two more for its lean, and one for the size at which it
was printed. Each camera reads it as a square on z = 0 along its own sight lines. All readings are fitted at once,
weighed by their covariances (Gauss-Newton), and the result is told as one eye would have read it, so that whoever
follows the tags need not know how many cameras there are. Two sight lines that cross tell a height far better than the
size of a tag does, and so the size of its print too. Where a shape was not measured, the tag counts as level and
printed at its size (`level_fused`).
"""

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.tracking.average import LEAST_VARIANCE, wrapped
from tablecam.tracking.leaning_square import OTHERWISE, TRUE_SIZE, LeaningSquare, fitted, slope_of
from tablecam.tracking.observation import WHOLE, Observation

ROUNDS = 3
# two cameras that see a number so far apart see two tags
TWO_PLACES_IN = 1.5
# who stands so near to where it stood was not taken up
SAME_STANCE_IN = 0.25
# players are told of cameras that see the models so far apart
TOLD_APART_IN = 0.15
LEAST_TAGS = 3
# no tag lies higher than this share of the lens's height
HIGHEST = 0.9


@dataclass(frozen=True)
class _FusedTag:
    """What was fused of a tag, out of which readings, and how far apart they were."""

    of: tuple[Hashable, ...]
    readings: tuple[Observation, ...]
    apart_in: float


class Fusion:
    """Fuses the readings of several cameras, tag by tag, into readings as from one eye, `eye_in` (3,)."""

    def __init__(self, eye_in: np.ndarray) -> None:
        self._eye_in = eye_in
        # what has not changed is not fused again
        self._known: dict[int, _FusedTag] = {}
        # leans and prints that several cameras told last
        self._squares: dict[int, LeaningSquare] = {}

    def of(self, by_camera: Mapping[int, Sequence[Observation]]) -> list[Observation]:
        """One reading a tag of the readings that each camera has at one time.

        A tag that one camera sees twice, or two cameras see in two places, keeps two readings.
        """
        tags: dict[int, list[list[Observation]]] = defaultdict(list)
        for readings in by_camera.values():
            own: dict[int, list[Observation]] = defaultdict(list)
            for reading in readings:
                own[reading.tag].append(reading)
            for tag, same in own.items():
                tags[tag].append(same)
        self._known = {tag: self._of_one_tag(tag, tags[tag]) for tag in sorted(tags)}
        return [reading for known in self._known.values() for reading in known.readings]

    @property
    def apart_in(self) -> float | None:
        """How far apart the cameras see most tags; None while that is little, or too few are seen by two."""
        apart = [known.apart_in for known in self._known.values() if known.apart_in > 0]
        if len(apart) < LEAST_TAGS or (middle := float(np.median(apart))) < TOLD_APART_IN:
            return None
        return middle

    def _of_one_tag(self, tag: int, by_camera: list[list[Observation]]) -> _FusedTag:
        most = max(by_camera, key=len)
        readings = [readings[0] for readings in by_camera]
        if len(most) > 1 or not all(np.isfinite(reading.scale) for reading in readings):
            # two of one number, or a tag of unknown size: there is nothing to fuse
            return _FusedTag((), tuple(most), 0.0)
        telling = _telling(readings)
        key = tuple(_key(reading) for reading in telling)
        known = self._known.get(tag)
        if known is not None and known.of == key:
            return known
        if len(telling) == 1:
            return _FusedTag(key, (self._alone(telling[0]),), 0.0)
        apart = apart_in(telling)
        if apart > TWO_PLACES_IN:
            return _FusedTag(key, tuple(telling[:2]), apart)
        square = square_of(telling)
        if square is None:
            return _FusedTag(key, (level_fused(telling, self._eye_in),), apart)
        self._squares[tag] = square
        return _FusedTag(key, (_told(telling, square, self._eye_in),), apart)

    def _alone(self, reading: Observation) -> Observation:
        """The reading of one camera. A tag that is still where several saw it leans as they told."""
        square = self._squares.get(reading.tag)
        if square is not None and reading.shaped:
            here = fitted([reading], known=square)
            if here.worse < OTHERWISE and math.dist(here.state[:2], square.state[:2]) < SAME_STANCE_IN:
                return _told([reading], here, self._eye_in)
            del self._squares[reading.tag]
        own_words = np.array_equal(reading.eye_in, self._eye_in)
        return reading if own_words else level_fused([reading], self._eye_in)


def _key(reading: Observation) -> Hashable:
    place = (reading.x_in, reading.y_in, reading.heading_rad, reading.scale, float(reading.covariance[0, 0]))
    return (*place, reading.fresh, reading.seen, *reading.eye_in.tolist())


def _telling(readings: Sequence[Observation]) -> list[Observation]:
    """The readings that say something new: whole ones before parts, and fresh ones before those that still hold."""
    whole = [reading for reading in readings if reading.seen == WHOLE] or list(readings)
    return [reading for reading in whole if reading.fresh] or whole


def apart_in(readings: Sequence[Observation]) -> float:
    """How far apart the readings put a tag that is as high as its size says, inches.

    At the height where the sight lines meet they would agree, wherever the cameras were.
    """
    weights = np.array([1 / (reading.height_sigma_in**2 + LEAST_VARIANCE) for reading in readings])
    height_in = float(weights @ [reading.height_in for reading in readings] / weights.sum())
    places = [reading.at_height(height_in)[0][:2] for reading in readings]
    return max(float(np.linalg.norm(place - places[0])) for place in places)


def fused(readings: Sequence[Observation], eye_in: np.ndarray) -> Observation:
    """The reading that all readings of one tag together make, as from `eye_in`.

    Readings that contradict each other by more than they claim make its covariance so much larger.
    """
    square = square_of(readings)
    return level_fused(readings, eye_in) if square is None else _told(readings, square, eye_in)


def square_of(readings: Sequence[Observation]) -> LeaningSquare | None:
    """The tag with its lean and its print; None for fewer than two readings, or where a shape was not measured."""
    if len(readings) < 2 or not all(reading.shaped for reading in readings):
        return None
    found = fitted(readings)
    if found.height_sigma_in > min(reading.height_sigma_in for reading in readings):
        # eyes so near to each other tell a height by the size of the tag, if that is as it should be
        return fitted(readings, TRUE_SIZE)
    return found


def _told(readings: Sequence[Observation], square: LeaningSquare, eye_in: np.ndarray) -> Observation:
    """The square as from `eye_in`."""
    state, covariance = square.state, square.covariance
    seen, slope = _seen_from(eye_in, state[:4])
    told = np.eye(6)
    told[:4, :4] = slope
    back = np.linalg.inv(told)
    size = (float(state[6]), math.sqrt(covariance[6, 6])) if square.free_size else None
    return replace(
        readings[0],
        x_in=float(seen[0]),
        y_in=float(seen[1]),
        heading_rad=wrapped(float(seen[2])),
        scale=float(seen[3]),
        covariance=told @ covariance[:6, :6] @ told.T,
        eye_in=eye_in,
        shear=complex(state[4], state[5]),
        field_in2=_shared_field(readings),
        focal_sigma=max(reading.focal_sigma for reading in readings),
        views=tuple(slope_of(reading.eye_in, state)[:, :6] @ back for reading in readings),
        tells_lean=True,
        printed=size,
    )


def level_fused(readings: Sequence[Observation], eye_in: np.ndarray) -> Observation:
    """The same for a tag that counts as level and as printed at its size."""
    weights = [np.linalg.inv(reading.covariance[:4, :4] + np.eye(4) * LEAST_VARIANCE) for reading in readings]
    state = _start(min(readings, key=lambda reading: reading.height_sigma_in))
    for _ in range(ROUNDS):
        information, pull = np.zeros((4, 4)), np.zeros(4)
        for reading, weight in zip(readings, weights, strict=True):
            _, slope = _seen_from(reading.eye_in, state)
            information += slope.T @ weight @ slope
            pull += slope.T @ weight @ _left_over(reading, state)
        state = state + np.linalg.solve(information, pull)
        state[3] = min(state[3], HIGHEST * float(eye_in[2]))
    left = [_left_over(reading, state) for reading in readings]
    surprise = sum(float(off @ weight @ off) for off, weight in zip(left, weights, strict=True))
    # Birge's ratio
    worse = max(1.0, surprise / (4 * (len(readings) - 1))) if len(readings) > 1 else 1.0
    seen, slope = _seen_from(eye_in, state)
    back = np.linalg.inv(slope)
    return replace(
        readings[0],
        x_in=float(seen[0]),
        y_in=float(seen[1]),
        heading_rad=wrapped(float(seen[2])),
        scale=float(seen[3]),
        covariance=slope @ np.linalg.inv(information) @ slope.T * worse,
        eye_in=eye_in,
        shear=0.0,
        field_in2=_shared_field(readings),
        focal_sigma=max(reading.focal_sigma for reading in readings),
        views=tuple(_seen_from(reading.eye_in, state)[1] @ back for reading in readings),
    )


def _start(reading: Observation) -> np.ndarray:
    """Place, heading and height of the tag by one reading, (4,)."""
    height_in = reading.height_in
    shrink = 1 / reading.scale
    x, y = reading.eye_in[:2] + (np.array([reading.x_in, reading.y_in]) - reading.eye_in[:2]) * shrink
    return np.array([x, y, reading.heading_rad, height_in])


def _shared_field(readings: Sequence[Observation]) -> float:
    """The variance that the places of the cameras leave: each has its own; 0 where one knows its place exactly."""
    fields = [reading.field_in2 for reading in readings]
    return 1 / sum(1 / field for field in fields) if all(fields) else 0.0


def _seen_from(eye_in: np.ndarray, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What an eye reads of a tag, (4,): x, y, heading, scale on z = 0; and how that changes with the state, (4, 4)."""
    x, y, heading, height = state
    scale = eye_in[2] / (eye_in[2] - height)
    growth = scale**2 / eye_in[2]
    off = np.array([x, y]) - eye_in[:2]
    slope = np.diag([scale, scale, 1.0, growth])
    slope[:2, 3] = off * growth
    return np.array([*(eye_in[:2] + off * scale), heading, scale]), slope


def _left_over(reading: Observation, state: np.ndarray) -> np.ndarray:
    """What of a reading the state does not explain, (4,)."""
    seen, _ = _seen_from(reading.eye_in, state)
    off = np.array([reading.x_in, reading.y_in, reading.heading_rad, reading.scale]) - seen
    off[2] = wrapped(float(off[2]))
    return off
