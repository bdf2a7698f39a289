"""Finds lengths in the picture: straight edges along a line on the table, and the edges of a bank card.

All places are table inches. The calibrated camera maps them to pixels, so that a lens's bend does not matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tablecam.base.units import to_inches
from tablecam.live.rectification import MARGIN_IN, PX_PER_IN, rectify_frame
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


# Finds a bank card in the picture: ISO 7810 makes all of them 85.60 x 53.98 mm (ID-1), to an eighth of a millimetre.

WIDTH_IN, DEPTH_IN, THICK_IN = to_inches(85.60), to_inches(53.98), to_inches(0.76)
# the standard's tolerance, one sigma of each side
MADE_SIGMA_IN = to_inches(0.06)
CORNER_IN = to_inches(3.18)
# tolerance of candidates in the picture from above, against the true size; share of their rectangle that they fill
ROUGHLY, FILLED = 0.10, 0.9
# greatest difference of the scales by both sides of a card
SAME_SCALE = 0.015
# greatest distance of the true edge from a candidate's outline
REACH_IN = 0.22
LEVELS = 14
MOST_CANDIDATES = 12


@dataclass(frozen=True)
class BankCard:
    """corners_in: of the card at the height of its top, on the table at its believed scale, (4, 2).

    size_in: its long and its short side there. sigma_in: of each.
    """

    corners_in: np.ndarray
    size_in: tuple[float, float]
    sigma_in: float

    @property
    def scale(self) -> tuple[float, float]:
        """True inches to one believed inch, and its one sigma as a share."""
        total = WIDTH_IN + DEPTH_IN
        sigma = float(np.hypot(self.sigma_in, MADE_SIGMA_IN)) * np.sqrt(2) / total
        return total / sum(self.size_in), float(sigma)


def find_cards(frame: Frame, camera: Camera, size_in: tuple[float, float]) -> list[BankCard]:
    """Finds all things on the table with the shape and about the size of a bank card; a player lays down one."""
    above = rectify_frame(frame, camera, size_in, THICK_IN)
    cards: list[BankCard] = []
    for corners in _find_candidates(above, size_in):
        if any(_is_covered(card.corners_in, corners.mean(axis=0)) for card in cards):
            continue
        card = _measure_card(frame, camera, corners)
        if card is not None:
            cards.append(card)
    return cards


def _find_candidates(above: np.ndarray, size_in: tuple[float, float]) -> Iterator[np.ndarray]:
    """Yields rectangles of about the right size, the longest side first, (4, 2) on the table; each thing
    once or twice.
    """
    lab = cv2.cvtColor(cv2.medianBlur(above, 5), cv2.COLOR_BGR2LAB)
    middles: list[tuple[float, float]] = []
    for channel in cv2.split(lab):
        lowest, highest = (float(level) for level in np.percentile(channel, (0.02, 99.98)))
        for level in np.unique(np.linspace(lowest, highest, LEVELS + 2).astype(int)[1:-1]):
            mask = (channel > level).astype(np.uint8)
            for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
                box = _fit_card_box(contour)
                if box is None or any(abs(box[0][0] - x) + abs(box[0][1] - y) < 4 for x, y in middles):
                    continue
                middles.append(box[0])
                if len(middles) > MOST_CANDIDATES:
                    return
                yield _to_inches(cv2.boxPoints(box), size_in)


def _fit_card_box(contour: np.ndarray) -> tuple[tuple[float, float], tuple[float, float], float] | None:
    """Returns the rectangle around a contour if it has a card's size and shape; None otherwise."""
    shortest = 2 * (WIDTH_IN + DEPTH_IN) * PX_PER_IN * (1 - 2 * ROUGHLY)
    if not shortest * 0.7 < len(contour) < shortest * 3:
        return None
    box = cv2.minAreaRect(contour)
    long, short = max(box[1]), min(box[1])
    fits = abs(long / PX_PER_IN / WIDTH_IN - 1) < ROUGHLY and abs(short / PX_PER_IN / DEPTH_IN - 1) < ROUGHLY
    if not fits or cv2.contourArea(contour) < FILLED * long * short:
        return None
    return (float(box[0][0]), float(box[0][1])), (float(box[1][0]), float(box[1][1])), float(box[2])


def _to_inches(px: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (px[:, 0] + 0.5) / PX_PER_IN - MARGIN_IN
    y = size_in[1] + MARGIN_IN - (px[:, 1] + 0.5) / PX_PER_IN
    corners = np.column_stack([x, y])
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return corners if sides[0] > sides[1] else np.roll(corners, -1, axis=0)


def _measure_card(frame: Frame, camera: Camera, corners: np.ndarray) -> BankCard | None:
    """Measures the card's edges to a part of a pixel; None if they are no card's."""
    edges = [_find_edge(frame, camera, corners[side], corners[(side + 1) % 4]) for side in range(4)]
    found_edges = [edge for edge in edges if edge is not None]
    if len(found_edges) < len(edges):
        return None
    corners_in = np.array([_intersect_edges(found_edges[side - 1], found_edges[side]) for side in range(4)])
    sides = np.linalg.norm(np.roll(corners_in, -1, axis=0) - corners_in, axis=1)
    size = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    sigma = float(np.sqrt(2 * np.mean([edge.sigma_in**2 for edge in found_edges])))
    skewed = max(abs(sides[0] - sides[2]), abs(sides[1] - sides[3])) > 0.05
    if skewed or abs(size[0] / size[1] / (WIDTH_IN / DEPTH_IN) - 1) > SAME_SCALE:
        return None
    return BankCard(corners_in, size, sigma)


def _find_edge(frame: Frame, camera: Camera, start: np.ndarray, end: np.ndarray) -> StraightEdge | None:
    """Finds the straight part of one side, between its round corners."""
    inset = (end - start) / np.linalg.norm(end - start) * 1.3 * CORNER_IN
    strip = Strip(start + inset, end - inset, REACH_IN, REACH_IN, THICK_IN, 0.09)
    edges = straight_edges(frame, camera, strip)
    return edges[0] if edges else None


def _intersect_edges(before: StraightEdge, edge: StraightEdge) -> np.ndarray:
    first, second = before.end - before.start, edge.end - edge.start
    turn = first[0] * second[1] - first[1] * second[0]
    gap = edge.start - before.start
    place: np.ndarray = before.start + first * (gap[0] * second[1] - gap[1] * second[0]) / turn
    return place


def _is_covered(corners: np.ndarray, place: np.ndarray) -> bool:
    return cv2.pointPolygonTest(corners.astype(np.float32), (float(place[0]), float(place[1])), False) >= 0
