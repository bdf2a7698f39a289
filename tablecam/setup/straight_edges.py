"""Finds straight edges in the picture along a line on the table, where one colour ends and another begins.

All places are table inches. The calibrated camera maps them to pixels, so that a lens's bend does not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera

# number of parts of its length in which an edge is followed
PARTS = 24
# greatest slope of the line against the expected one, and number of slopes tried
STEEPEST, SLOPES = 0.03, 21
# two lines nearer to each other than this count as one
APART_IN = 0.2
# least share of its parts in which an edge must be visible
LEAST_SUPPORT = 0.6
# step in colour, in levels of CIELAB, that noise and texture do not reach on average over a whole line
LEAST_STEP = 4.0
# greatest distance between the line and the own edge of a part that agrees with it
NEAR_IN = 0.08
# smallest uncertainty of an edge, in pixels: blur is not the same on both sides
FLOOR_PX = 0.15
MOST_LINES = 6
# distance of samples along the edge
ROW_IN = 0.25


@dataclass(frozen=True)
class Strip:
    """The strip to search. start, end: of the expected line, (2,). to_left_in, to_right_in: its width on either side.

    z_in: its height. side_in: width of the ground on each side whose colours are compared.
    """

    start: np.ndarray
    end: np.ndarray
    to_left_in: float
    to_right_in: float
    z_in: float = 0.0
    side_in: float = 0.15

    @property
    def length_in(self) -> float:
        """The distance from start to end."""
        return float(np.linalg.norm(self.end - self.start))

    @property
    def along(self) -> np.ndarray:
        """The unit vector from start to end."""
        return (self.end - self.start) / self.length_in

    @property
    def to_right(self) -> np.ndarray:
        """The unit vector to the right, seen in the direction from start to end."""
        return np.array([self.along[1], -self.along[0]])


@dataclass(frozen=True)
class StraightEdge:
    """An edge in the picture. start, end: (2,), beside those of its strip. sigma_in: of its place across its length.

    step: the difference of the colours on both sides. support: the share of its length in which it is visible.
    """

    start: np.ndarray
    end: np.ndarray
    sigma_in: float
    step: float
    support: float


def straight_edges(frame: Frame, camera: Camera, strip: Strip, hidden: Sequence[np.ndarray] = ()) -> list[StraightEdge]:
    """Finds the edges in a strip, the clearest first; none where nothing is clear.

    hidden: polygons on the table, (n, 2) each, that are left out of the search.
    """
    pitch = 0.5 / _measure_resolution(camera, strip)
    offsets = np.arange(-strip.to_left_in, strip.to_right_in + pitch / 2, pitch)
    rows = np.linspace(0.0, 1.0, max(PARTS * 4, round(strip.length_in / ROW_IN)))
    colours, visible = _sample_strip(frame, camera, strip, rows, offsets, hidden)
    steps = _compute_steps(colours, max(2, round(strip.side_in / pitch)))
    lines = _find_clearest_lines(steps, visible, rows * strip.length_in, offsets)
    edges = [_follow_line(colours, visible, line, rows * strip.length_in, offsets, strip) for line in lines]
    floor_in = FLOOR_PX * 2 * pitch
    return [
        StraightEdge(edge.start, edge.end, float(np.hypot(edge.sigma_in, floor_in)), edge.step, edge.support)
        for edge in edges
        if edge is not None
    ]


def _measure_resolution(camera: Camera, strip: Strip) -> float:
    middle = np.array([*(strip.start + strip.end) / 2, strip.z_in])
    beside = middle + np.array([*strip.to_right, 0.0]) * 0.5
    return max(2 * float(np.linalg.norm(camera.project(beside) - camera.project(middle))), 1.0)


def _sample_strip(
    frame: Frame,
    camera: Camera,
    strip: Strip,
    rows: np.ndarray,
    offsets: np.ndarray,
    hidden: Sequence[np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    """Samples the colours at (rows, offsets), CIELAB (n, m, 3), and says which of the samples are visible, (n, m)."""
    ground = strip.start + rows[:, None, None] * (strip.end - strip.start) + offsets[None, :, None] * strip.to_right
    px = camera.project(np.concatenate([ground, np.full_like(ground[..., :1], strip.z_in)], axis=-1))
    px = (px + 0.5) * frame.size[0] / camera.intrinsics.width - 0.5
    image = frame.image if frame.image.ndim == 3 else cv2.cvtColor(frame.image, cv2.COLOR_GRAY2BGR)
    left_px, top_px = np.floor(px.reshape(-1, 2).min(axis=0)).astype(int) - 2
    right_px, bottom_px = np.ceil(px.reshape(-1, 2).max(axis=0)).astype(int) + 3
    box = image[max(top_px, 0) : max(bottom_px, 0), max(left_px, 0) : max(right_px, 0)]
    if box.size == 0:
        return np.zeros((*px.shape[:2], 3), np.float32), np.zeros(px.shape[:2], bool)
    lab = cv2.cvtColor(box.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    x, y = np.moveaxis(px - [max(left_px, 0), max(top_px, 0)], -1, 0).astype(np.float32)
    colours = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    visible = (x >= 0) & (y >= 0) & (x <= box.shape[1] - 1) & (y <= box.shape[0] - 1)
    for polygon in hidden:
        visible &= ~_is_inside(polygon, ground)
    return colours, visible


def _is_inside(polygon: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Tells which of the points (..., 2) lie in a convex polygon (n, 2)."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    turns = [
        edge[0] * (points[..., 1] - start[1]) - edge[1] * (points[..., 0] - start[0])
        for start, edge in zip(polygon, edges, strict=True)
    ]
    return np.all(np.array(turns) >= 0, axis=0) | np.all(np.array(turns) <= 0, axis=0)


def _compute_steps(colours: np.ndarray, side: int) -> np.ndarray:
    """Subtracts the colour to the left of each place from that to its right, (n, m, 3); 0 at the ends."""
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


def _find_clearest_lines(steps: np.ndarray, seen: np.ndarray, lengths: np.ndarray, offsets: np.ndarray) -> list[_Line]:
    """Finds the lines along which colour changes most, each at least `APART_IN` from a clearer one."""
    middle, pitch = lengths.mean(), offsets[1] - offsets[0]
    candidates: list[tuple[float, _Line]] = []
    for slope in np.linspace(-STEEPEST, STEEPEST, SLOPES):
        shift = np.rint(slope * (lengths - middle) / pitch).astype(int)
        columns = np.clip(np.arange(len(offsets)) + shift[:, None], 0, len(offsets) - 1)
        rows = np.arange(len(lengths))[:, None]
        weight = seen[rows, columns].astype(float)
        total = weight.sum(axis=0)
        means = (steps[rows, columns] * weight[..., None]).sum(axis=0) / np.maximum(total, 1)[:, None]
        size = np.linalg.norm(means, axis=1) * (total > LEAST_SUPPORT / 2 * len(lengths))
        peaks = np.flatnonzero((size >= np.roll(size, 1)) & (size > np.roll(size, -1)) & (size > LEAST_STEP))
        candidates += [
            (float(size[peak]), _Line(float(offsets[peak] - slope * middle), float(slope), means[peak]))
            for peak in peaks
        ]
    lines: list[_Line] = []
    for _size, line in sorted(candidates, key=lambda one: -one[0]):
        middle_offset = line.offset + line.slope * middle
        if all(abs(middle_offset - clearer.offset - clearer.slope * middle) > APART_IN for clearer in lines):
            lines.append(line)
    return lines[:MOST_LINES]


def _follow_line(
    colours: np.ndarray, seen: np.ndarray, line: _Line, lengths: np.ndarray, offsets: np.ndarray, strip: Strip
) -> StraightEdge | None:
    """Fits the line through the edge's own places in each part of its length; None if too few of them agree."""
    direction = line.step / np.linalg.norm(line.step)
    levels = colours @ direction
    lengths_in, places = [], []
    for rows in np.array_split(np.arange(len(lengths)), PARTS):
        expected = line.offset + line.slope * lengths[rows].mean()
        place = _find_crossing(levels[rows], seen[rows], offsets, expected, strip.side_in)
        if place is not None:
            lengths_in.append(float(lengths[rows].mean()))
            places.append(place)
    if len(places) < LEAST_SUPPORT * PARTS:
        return None
    slope, offset, agreeing, spread = _fit_line(np.array(lengths_in), np.array(places))
    support = agreeing / PARTS
    if support < LEAST_SUPPORT:
        return None
    start = strip.start + offset * strip.to_right
    end = strip.end + (offset + slope * strip.length_in) * strip.to_right
    return StraightEdge(start, end, spread / np.sqrt(agreeing), float(np.linalg.norm(line.step)), support)


def _find_crossing(
    levels: np.ndarray, seen: np.ndarray, offsets: np.ndarray, near: float, side_in: float
) -> float | None:
    """Finds the offset where the mean level of these rows passes the middle between both sides; None if it does not."""
    weight = seen.astype(float)
    total = weight.sum(axis=0)
    profile = (levels * weight).sum(axis=0) / np.maximum(total, 1)
    window = (np.abs(offsets - near) <= 1.5 * side_in) & (total > 0)
    left_side, right_side = window & (offsets < near - side_in / 2), window & (offsets > near + side_in / 2)
    if left_side.sum() < 2 or right_side.sum() < 2:
        return None
    low, high = float(np.median(profile[left_side])), float(np.median(profile[right_side]))
    if high - low < LEAST_STEP / 2:
        return None
    inner = window & (np.abs(offsets - near) <= side_in)
    share = np.clip((profile[inner] - low) / (high - low), 0, 1)
    pitch = offsets[1] - offsets[0]
    # the area that is still low gives the place of a blurred step without a threshold
    return float(offsets[inner][0] - pitch / 2 + (1 - share).sum() * pitch)


def _fit_line(at: np.ndarray, places: np.ndarray) -> tuple[float, float, int, float]:
    """Fits a line. Returns slope, offset, the number of places that agree, and their spread; other
    places are ignored.
    """
    weight = np.ones_like(places)
    slope, offset = 0.0, float(np.median(places))
    for near_in in (4 * NEAR_IN, 2 * NEAR_IN, NEAR_IN, NEAR_IN):
        weight = (np.abs(places - offset - slope * at) < near_in).astype(float)
        if weight.sum() < 3:
            return slope, offset, 0, 1.0
        slope, offset = (float(number) for number in np.polyfit(at, places, 1, w=weight))
    residuals = (places - offset - slope * at)[weight > 0]
    return slope, offset, int(weight.sum()), float(np.sqrt((residuals**2).sum() / max(len(residuals) - 2, 1)))
