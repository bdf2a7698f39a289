"""Straight edges in the picture, found along a line on the table: where one colour ends and another begins.

All places are table inches; the calibrated camera maps them to pixels, so that a lens's bend does not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera

# an edge is followed in so many parts of its length
PARTS = 24
# the line may be turned so much against the expected one, as a slope
STEEPEST, SLOPES = 0.03, 21
# two lines nearer to each other than this are one
APART_IN = 0.2
# an edge is there in so many of its parts, or it is none
LEAST_SUPPORT = 0.6
# a step in colour, in levels of CIELAB, that noise and texture do not make on average over a whole line
LEAST_STEP = 4.0
# a part agrees with the line if its own edge is so near
NEAR_IN = 0.08
# no edge is known better than this, in pixels: blur is not the same on both sides
FLOOR_PX = 0.15
MOST_LINES = 6
# the picture is sampled so densely along the edge
ROW_IN = 0.25


@dataclass(frozen=True)
class Strip:
    """Where to look. start, end: of the expected line, (2,). to_left_in, to_right_in: how far beside it.

    z_in: its height. side_in: how wide the ground on each side is that is compared.
    """

    start: np.ndarray
    end: np.ndarray
    to_left_in: float
    to_right_in: float
    z_in: float = 0.0
    side_in: float = 0.15

    @property
    def length_in(self) -> float:
        """From start to end."""
        return float(np.linalg.norm(self.end - self.start))

    @property
    def along(self) -> np.ndarray:
        """The unit vector from start to end."""
        return (self.end - self.start) / self.length_in

    @property
    def to_right(self) -> np.ndarray:
        """The unit vector to the right of somebody who walks from start to end."""
        return np.array([self.along[1], -self.along[0]])


@dataclass(frozen=True)
class StraightEdge:
    """A found edge. start, end: (2,) beside those of its strip. sigma_in: of its place across its length.

    step: how different the colours on both sides are. support: the share of its length in which it is seen.
    """

    start: np.ndarray
    end: np.ndarray
    sigma_in: float
    step: float
    support: float


def straight_edges(frame: Frame, camera: Camera, strip: Strip, hidden: Sequence[np.ndarray] = ()) -> list[StraightEdge]:
    """The edges in a strip, the clearest first; none where there is nothing clear.

    hidden: polygons on the table, (n, 2) each, under which nothing is looked for.
    """
    pitch = 0.5 / _px_per_in(camera, strip)
    offsets = np.arange(-strip.to_left_in, strip.to_right_in + pitch / 2, pitch)
    rows = np.linspace(0.0, 1.0, max(PARTS * 4, round(strip.length_in / ROW_IN)))
    colours, seen = _sampled(frame, camera, strip, rows, offsets, hidden)
    steps = _steps(colours, max(2, round(strip.side_in / pitch)))
    lines = _clearest(steps, seen, rows * strip.length_in, offsets)
    found = [_followed(colours, seen, line, rows * strip.length_in, offsets, strip) for line in lines]
    floor_in = FLOOR_PX * 2 * pitch
    return [
        StraightEdge(edge.start, edge.end, float(np.hypot(edge.sigma_in, floor_in)), edge.step, edge.support)
        for edge in found
        if edge is not None
    ]


def _px_per_in(camera: Camera, strip: Strip) -> float:
    middle = np.array([*(strip.start + strip.end) / 2, strip.z_in])
    beside = middle + np.array([*strip.to_right, 0.0]) * 0.5
    return max(2 * float(np.linalg.norm(camera.project(beside) - camera.project(middle))), 1.0)


def _sampled(
    frame: Frame,
    camera: Camera,
    strip: Strip,
    rows: np.ndarray,
    offsets: np.ndarray,
    hidden: Sequence[np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    """The colours at (rows, offsets), CIELAB (n, m, 3), and which rows are seen whole, (n, m)."""
    ground = strip.start + rows[:, None, None] * (strip.end - strip.start) + offsets[None, :, None] * strip.to_right
    px = camera.project(np.concatenate([ground, np.full_like(ground[..., :1], strip.z_in)], axis=-1))
    px = (px + 0.5) * frame.size[0] / camera.intrinsics.width - 0.5
    image = frame.image if frame.image.ndim == 3 else cv2.cvtColor(frame.image, cv2.COLOR_GRAY2BGR)
    left, top = np.floor(px.reshape(-1, 2).min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(px.reshape(-1, 2).max(axis=0)).astype(int) + 3
    box = image[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if box.size == 0:
        return np.zeros((*px.shape[:2], 3), np.float32), np.zeros(px.shape[:2], bool)
    lab = cv2.cvtColor(box.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    x, y = np.moveaxis(px - [max(left, 0), max(top, 0)], -1, 0).astype(np.float32)
    colours = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inside = (x >= 0) & (y >= 0) & (x <= box.shape[1] - 1) & (y <= box.shape[0] - 1)
    for polygon in hidden:
        inside &= ~_inside(polygon, ground)
    return colours, inside


def _inside(polygon: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Which of the points (..., 2) a convex polygon (n, 2) holds."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    turns = [
        edge[0] * (points[..., 1] - a[1]) - edge[1] * (points[..., 0] - a[0])
        for a, edge in zip(polygon, edges, strict=True)
    ]
    return np.all(np.array(turns) >= 0, axis=0) | np.all(np.array(turns) <= 0, axis=0)


def _steps(colours: np.ndarray, side: int) -> np.ndarray:
    """The colour to the right of each place less that to its left, (n, m, 3); 0 at the ends."""
    sums = np.cumsum(np.pad(colours, ((0, 0), (1, 0), (0, 0))), axis=1, dtype=np.float64)
    means = (sums[:, side:] - sums[:, :-side]) / side
    steps = np.zeros_like(colours)
    count = colours.shape[1]
    # the edge lies between two samples; half of them on each side
    steps[:, side : count - side + 1] = means[:, side:] - means[:, : means.shape[1] - side]
    return steps


@dataclass(frozen=True)
class _Line:
    """offset + slope * length along the strip."""

    offset: float
    slope: float
    step: np.ndarray


def _clearest(steps: np.ndarray, seen: np.ndarray, lengths: np.ndarray, offsets: np.ndarray) -> list[_Line]:
    """The lines along which colour changes most, each at least `APART_IN` from a clearer one."""
    middle, pitch = lengths.mean(), offsets[1] - offsets[0]
    found: list[tuple[float, _Line]] = []
    for slope in np.linspace(-STEEPEST, STEEPEST, SLOPES):
        shift = np.rint(slope * (lengths - middle) / pitch).astype(int)
        columns = np.clip(np.arange(len(offsets)) + shift[:, None], 0, len(offsets) - 1)
        rows = np.arange(len(lengths))[:, None]
        weight = seen[rows, columns].astype(float)
        total = weight.sum(axis=0)
        means = (steps[rows, columns] * weight[..., None]).sum(axis=0) / np.maximum(total, 1)[:, None]
        size = np.linalg.norm(means, axis=1) * (total > LEAST_SUPPORT / 2 * len(lengths))
        peaks = np.flatnonzero((size >= np.roll(size, 1)) & (size > np.roll(size, -1)) & (size > LEAST_STEP))
        found += [
            (float(size[at]), _Line(float(offsets[at] - slope * middle), float(slope), means[at])) for at in peaks
        ]
    kept: list[_Line] = []
    for _size, line in sorted(found, key=lambda one: -one[0]):
        at = line.offset + line.slope * middle
        if all(abs(at - other.offset - other.slope * middle) > APART_IN for other in kept):
            kept.append(line)
    return kept[:MOST_LINES]


def _followed(
    colours: np.ndarray, seen: np.ndarray, line: _Line, lengths: np.ndarray, offsets: np.ndarray, strip: Strip
) -> StraightEdge | None:
    """The line through the edge's own places in each part of its length; None where too few of them agree."""
    direction = line.step / np.linalg.norm(line.step)
    levels = colours @ direction
    at, places = [], []
    for rows in np.array_split(np.arange(len(lengths)), PARTS):
        there = line.offset + line.slope * lengths[rows].mean()
        place = _crossing(levels[rows], seen[rows], offsets, there, strip.side_in)
        if place is not None:
            at.append(float(lengths[rows].mean()))
            places.append(place)
    if len(places) < LEAST_SUPPORT * PARTS:
        return None
    slope, offset, agreeing, spread = _fitted(np.array(at), np.array(places))
    support = agreeing / PARTS
    if support < LEAST_SUPPORT:
        return None
    start = strip.start + offset * strip.to_right
    end = strip.end + (offset + slope * strip.length_in) * strip.to_right
    return StraightEdge(start, end, spread / np.sqrt(agreeing), float(np.linalg.norm(line.step)), support)


def _crossing(levels: np.ndarray, seen: np.ndarray, offsets: np.ndarray, near: float, side_in: float) -> float | None:
    """Where the mean level of these rows passes the middle between both sides; None where it does not."""
    weight = seen.astype(float)
    total = weight.sum(axis=0)
    profile = (levels * weight).sum(axis=0) / np.maximum(total, 1)
    window = (np.abs(offsets - near) <= 1.5 * side_in) & (total > 0)
    left, right = window & (offsets < near - side_in / 2), window & (offsets > near + side_in / 2)
    if left.sum() < 2 or right.sum() < 2:
        return None
    low, high = float(np.median(profile[left])), float(np.median(profile[right]))
    if high - low < LEAST_STEP / 2:
        return None
    inner = window & (np.abs(offsets - near) <= side_in)
    share = np.clip((profile[inner] - low) / (high - low), 0, 1)
    pitch = offsets[1] - offsets[0]
    # the area that is still low gives the place of a blurred step without a threshold
    return float(offsets[inner][0] - pitch / 2 + (1 - share).sum() * pitch)


def _fitted(at: np.ndarray, places: np.ndarray) -> tuple[float, float, int, float]:
    """Slope, offset, how many places agree, and their spread; places that do not agree count for nothing."""
    weight = np.ones_like(places)
    slope, offset = 0.0, float(np.median(places))
    for near_in in (4 * NEAR_IN, 2 * NEAR_IN, NEAR_IN, NEAR_IN):
        weight = (np.abs(places - offset - slope * at) < near_in).astype(float)
        if weight.sum() < 3:
            return slope, offset, 0, 1.0
        slope, offset = (float(number) for number in np.polyfit(at, places, 1, w=weight))
    off = (places - offset - slope * at)[weight > 0]
    return slope, offset, int(weight.sum()), float(np.sqrt((off**2).sum() / max(len(off) - 2, 1)))
