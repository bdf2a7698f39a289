"""The parts of the picture worth searching for tags that are not where they were."""

from collections.abc import Sequence

import cv2
import numpy as np

from tablecam.sensing.vision.gate import STEP_PX, MotionMap, sampled
from tablecam.sensing.vision.suspected_regions import SuspectedRegions
from tablecam.table.geometry.projection import Camera

# a model further outside the playing area is off the table, as the tracker has it
MARGIN_IN = 3.0
# the most pixels to search in one frame, so that a busy moment does not stall the table
MOST_PX = 400_000
# what was searched is allowed again bit by bit: where things come to rest frame after frame, as behind an arm that
# sweeps over the table, they are searched in turns
LASTING_PX = 100_000
# so many for what moves: a hand with what it carries every frame, an arm across the table in turns
MOST_MOVING_PX = 160_000
TILE_PX = 400
# a place is searched with this margin, so that a tag on its edge is whole
AROUND_PX = 48
# nothing may move around a place within this share of the table's width, for its tag to be sought elsewhere
CALM_OF_TABLE = 20
# while all tags are in sight the background is stored this often; a model that stands elsewhere in the next frame shows
# against it
LOOK_FRAMES = 15

Box = tuple[int, int, int, int]


class Places:
    """Keeps the motion map of one camera position."""

    def __init__(self, camera: Camera, shape: tuple[int, int], size_in: tuple[float, float]) -> None:
        # only kept while something is missing: from then on, whatever changes and comes to rest may be it
        self._motion: MotionMap | None = None
        self._unread: SuspectedRegions | None = None
        self._moving: np.ndarray | None = None
        self._before: np.ndarray | None = None
        self._looks = 0
        self._turn = self._frame = 0
        # how many pixels may be searched now, and when each tile was searched last, by its first row and column
        self._allowed_px = MOST_PX
        self._searched: dict[tuple[int, int], int] = {}
        self._table = table_box(camera, shape, size_in)
        self._on_table = _cells_in(self._table, shape)

    @property
    def table(self) -> Box:
        """The part of the picture that shows the table: (left, top, right, bottom)."""
        return self._table

    def piece(self, number: int, pieces: int) -> Box:
        """One of pieces x pieces overlapping parts of the table, (left, top, right, bottom)."""
        left, top, right, bottom = self._table
        across, down = (right - left) / pieces, (bottom - top) / pieces
        column, row = number % pieces, number // pieces % pieces
        return (
            max(int(left + column * across) - AROUND_PX, 0),
            max(int(top + row * down) - AROUND_PX, 0),
            int(left + (column + 1) * across) + AROUND_PX,
            int(top + (row + 1) * down) + AROUND_PX,
        )

    def to_search(self, grey: np.ndarray, missing: bool, hidden_px: list[np.ndarray]) -> tuple[list[Box], list[Box]]:
        """Boxes to search in this frame: where something came to rest, and where something moves near a tag that went
        out of sight.
        """
        if not missing:
            self._all_in_sight(grey)
            return [], []
        if self._motion is None or self._unread is None:
            self._motion = MotionMap(grey, self._before)
            self._unread = SuspectedRegions(self._motion.latest if self._before is None else self._before)
            return [], []
        moving, settled = self._motion.update(grey)
        self._moving = moving
        self._unread.moved(moving)
        boxes = self._settled_boxes(self._motion, settled)
        return boxes, self._moving_boxes(moving, hidden_px) if hidden_px else []

    def _settled_boxes(self, motion: MotionMap, settled: np.ndarray) -> list[Box]:
        """Where something came to rest, what was not searched for longest first."""
        boxes = []
        self._frame, self._allowed_px = self._frame + 1, min(self._allowed_px + LASTING_PX, MOST_PX)
        tiles = self._tiles(settled, motion.step_px)
        for box, cells in sorted(tiles, key=lambda tile: self._searched.get(_corner(tile[1]), 0)):
            if _area(box) > self._allowed_px:
                break
            self._allowed_px -= _area(box)
            self._searched[_corner(cells)] = self._frame
            boxes.append(box)
            motion.accept(settled[cells], cells)
        return boxes

    def _moving_boxes(self, moving: np.ndarray, hidden_px: list[np.ndarray]) -> list[Box]:
        """Where something moves near a tag that is out of sight, in turns: at least one box, while there is room."""
        near = _near(hidden_px, moving.shape, STEP_PX, (self._table[2] - self._table[0]) // 8)
        tiles = sorted(box for box, _ in self._tiles(moving & near, STEP_PX))
        boxes: list[Box] = []
        left = MOST_MOVING_PX
        for number in range(len(tiles)):
            box = tiles[(self._turn + number) % len(tiles)]
            left -= _area(box)
            if left < 0 and boxes:
                break
            boxes.append(box)
        self._turn += len(boxes)
        return boxes

    def is_calm(self, place_px: np.ndarray) -> bool:
        """Whether nothing moves around a place: an arm that passes over it moves at its edges."""
        if self._moving is None or not np.isfinite(place_px).all():
            return False
        reach = (self._table[2] - self._table[0]) / CALM_OF_TABLE / STEP_PX
        (left, top), (right, bottom) = (
            np.maximum(place_px / STEP_PX + way, 0).astype(int) for way in (-reach, reach + 1)
        )
        return not self._moving[top:bottom, left:right].any()

    def unread(self, known_px: Sequence[np.ndarray]) -> tuple[Box, int] | None:
        """A box where something new rests since all tags were in sight, and how often it was tried in vain.

        It counts as tried from then on. Boxes without a known place come first.
        """
        if self._motion is None or self._unread is None:
            return None
        step_px = self._motion.step_px
        known = [place[::-1] / step_px for place in known_px]
        found = self._unread.window(self._motion.latest, self._motion.resting & self._on_table, known)
        if found is None:
            return None
        (rows, columns), tries = found
        low, high = np.array([columns.start, rows.start]), np.array([columns.stop, rows.stop])
        return self._around(low * step_px, high * step_px), tries

    def _all_in_sight(self, grey: np.ndarray) -> None:
        if self._motion is not None:
            self._before, self._motion, self._unread, self._looks = self._motion.latest, None, None, 0
        self._looks += 1
        if self._before is None or self._looks % LOOK_FRAMES == 0:
            self._before = sampled(grey)

    def _around(self, low: np.ndarray, high: np.ndarray) -> Box:
        """A box of pixels with its margin, on the table."""
        low, high = np.maximum(low - AROUND_PX, self._table[:2]), np.minimum(high + AROUND_PX, self._table[2:])
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _tiles(self, wanted: np.ndarray, step_px: int) -> list[tuple[Box, tuple[slice, slice]]]:
        """The wanted cells in pieces small enough for one frame: boxes of pixels with their cells, smallest first."""
        size, found, cells = TILE_PX // step_px, [], wanted.view(np.uint8)
        tops, lefts = (np.arange(0, length, size) for length in wanted.shape)
        held = np.logical_or.reduceat(np.logical_or.reduceat(wanted, tops, axis=0), lefts, axis=1)
        for row, column in np.argwhere(held).tolist():
            top, left = row * size, column * size
            x, y, width, height = cv2.boundingRect(cells[top : top + size, left : left + size])
            low, extent = np.array([left + x, top + y]), np.array([width, height])
            box = self._around(low * step_px, (low + extent) * step_px)
            if box[2] > box[0] and box[3] > box[1]:
                found.append((box, (slice(top, top + size), slice(left, left + size))))
        return sorted(found, key=lambda place: _area(place[0]))


def _corner(cells: tuple[slice, slice]) -> tuple[int, int]:
    return cells[0].start, cells[1].start


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _cells_in(box: Box, shape: tuple[int, int]) -> np.ndarray:
    """The cells of the motion map whose samples lie in a box of a picture (rows, columns)."""
    rows, columns = (np.arange(STEP_PX // 2, length, STEP_PX) for length in shape)
    left, top, right, bottom = box
    return ((rows >= top) & (rows < bottom))[:, None] & ((columns >= left) & (columns < right))


def _near(places_px: list[np.ndarray], shape: tuple[int, int], step_px: int, reach_px: int) -> np.ndarray:
    """The cells within reach of some places."""
    near = np.zeros(shape, np.uint8)
    for place in places_px:
        if np.isfinite(place).all():
            cv2.circle(near, (int(place[0] / step_px), int(place[1] / step_px)), reach_px // step_px, 1, -1)
    return near > 0


def table_box(camera: Camera, shape: tuple[int, int], size_in: tuple[float, float]) -> Box:
    """The part of a picture (rows, columns) that shows the table and its margin: (left, top, right, bottom)."""
    width, depth = size_in
    low, x_high, y_high = -MARGIN_IN, width + MARGIN_IN, depth + MARGIN_IN
    ends = camera.project(np.array([[x, y, z] for x in (low, x_high) for y in (low, y_high) for z in (0.0, 4.0)]))
    ends = ends[np.isfinite(ends).all(axis=1)]
    if len(ends) < 4:
        return 0, 0, shape[1], shape[0]
    lowest, highest = np.floor(ends.min(axis=0)).astype(int), np.ceil(ends.max(axis=0)).astype(int)
    return (
        int(max(lowest[0], 0)),
        int(max(lowest[1], 0)),
        int(min(highest[0], shape[1])),
        int(min(highest[1], shape[0])),
    )
