"""The parts of the image worth searching for tags that are not where they were, and the schedule of the search."""

import math
from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from tablecam.sensing.vision.gate import STEP_PX, MotionMap, differs, sample_grid
from tablecam.table.geometry.projection import Camera

# Places that look different from when all tags were in sight, and where the detector reads no missing tag.
#
# The detector may never read a model at 1080p, or one whose gun reaches over its tag. The place then looks different
# for as long as the model stands there: there the search by rings is worth its cost.

# a place is searched this many times, in frames with other noise; then its present look becomes the background
TRIES = 2
# the largest width of a window in cells, so that searching it is quick
WINDOW_CELLS = 20
# the smallest tag that can be read covers four cells; two of them are noise
LEAST_CELLS = 3

# rows and columns of the grid
Window = tuple[slice, slice]


class SuspectedRegions:
    """The look of the table when all tags were in sight, and the searches of each cell since it last moved.

    look: a grid as from `gate.sample_grid`.
    """

    def __init__(self, look: np.ndarray) -> None:
        self._original_look = look.copy()
        self._tries = np.zeros(look.shape, np.int8)

    def reset_tries(self, moving: np.ndarray) -> None:
        """Reset the tries of cells that move: they may hold something else afterwards."""
        self._tries *= ~moving

    def window(self, look: np.ndarray, resting: np.ndarray, known: Sequence[np.ndarray]) -> tuple[Window, int] | None:
        """Return part of the grid to search by rings, and its number of failed searches; it counts as tried from then
        on.

        resting: grid of bool. known: (row, column) where tags are or were; windows without any of them come first.
        """
        is_strange = differs(look, self._original_look) & resting
        for tries in range(TRIES):
            is_wanted = is_strange & (self._tries == tries)
            windows = sorted(_find_windows(is_wanted), key=lambda window: _holds_any(window, known))
            if windows:
                self._try_window(windows[0], is_wanted, look)
                return windows[0], tries
        return None

    def _try_window(self, window: Window, wanted: np.ndarray, look: np.ndarray) -> None:
        mask = wanted[window]
        tries, origin = self._tries[window], self._original_look[window]
        tries[mask] += 1
        is_spent = mask & (tries >= TRIES)
        origin[is_spent], tries[is_spent] = look[window][is_spent], 0


def _find_windows(wanted: np.ndarray) -> Iterator[Window]:
    """Yield the first part of each group of cells in a grid of bool; cells that nearly touch form one group."""
    if not wanted.any():
        return
    joined = cv2.dilate(wanted.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(joined)
    for label in range(1, count):
        rows, columns = np.nonzero((labels == label) & wanted)
        if len(rows) >= LEAST_CELLS:
            is_upper = rows < rows.min() + WINDOW_CELLS
            top_row, left_column = rows.min(), columns[is_upper].min()
            is_inside = is_upper & (columns < left_column + WINDOW_CELLS)
            yield (
                slice(int(top_row), int(rows[is_inside].max()) + 1),
                slice(int(left_column), int(columns[is_inside].max()) + 1),
            )


def _holds_any(window: Window, places: Sequence[np.ndarray]) -> bool:
    rows, columns = window
    return any(rows.start <= row < rows.stop and columns.start <= column < columns.stop for row, column in places)


# the tracker takes a model further outside the playing area as off the table
MARGIN_IN = 3.0
# the most pixels to search in one frame, so that a busy moment does not stall the table
MOST_PX = 400_000
# the budget refills by this much a frame: where things come to rest frame after frame, as behind an arm that sweeps
# over the table, the places are searched in turns
LASTING_PX = 100_000
# the budget for moving parts: enough for a hand and its load every frame; an arm across the table is searched in turns
MOST_MOVING_PX = 160_000
TILE_PX = 400
# a place is searched with this margin, so that a tag on its edge is whole
AROUND_PX = 48
# a tag is searched elsewhere only if nothing moves within this share of the table's width around its place
CALM_OF_TABLE = 20
# while all tags are in sight the background is stored every n-th frame; a model that has moved in the next frame shows
# against it
LOOK_FRAMES = 15

Box = tuple[int, int, int, int]


class Places:
    """Keeps the motion map of one camera position."""

    def __init__(self, camera: Camera, shape: tuple[int, int], size_in: tuple[float, float]) -> None:
        # exists only while a tag is missing: from then on, anything that changes and comes to rest may be it
        self._motion: MotionMap | None = None
        self._unread: SuspectedRegions | None = None
        self._moving: np.ndarray | None = None
        self._last_complete: np.ndarray | None = None
        self._looks = 0
        self._turn = self._frame = 0
        # the pixels that may be searched now, and the last search of each tile, by its first row and column
        self._allowed_px = MOST_PX
        self._last_searched: dict[tuple[int, int], int] = {}
        self._table = table_box(camera, shape, size_in)
        self._on_table = _mark_cells(self._table, shape)

    @property
    def table(self) -> Box:
        """The part of the image that shows the table: (left, top, right, bottom)."""
        return self._table

    def piece(self, number: int, pieces: int) -> Box:
        """Return one of pieces x pieces overlapping parts of the table, (left, top, right, bottom)."""
        left_px, top_px, right_px, bottom_px = self._table
        across, down = (right_px - left_px) / pieces, (bottom_px - top_px) / pieces
        column, row = number % pieces, number // pieces % pieces
        return (
            max(int(left_px + column * across) - AROUND_PX, 0),
            max(int(top_px + row * down) - AROUND_PX, 0),
            int(left_px + (column + 1) * across) + AROUND_PX,
            int(top_px + (row + 1) * down) + AROUND_PX,
        )

    def to_search(self, grey: np.ndarray, missing: bool, hidden_px: list[np.ndarray]) -> tuple[list[Box], list[Box]]:
        """Return boxes to search in this frame: where something came to rest, and where it moves near a hidden tag."""
        if not missing:
            self._store_background(grey)
            return [], []
        if self._motion is None or self._unread is None:
            self._motion = MotionMap(grey, self._last_complete)
            self._unread = SuspectedRegions(self._motion.latest if self._last_complete is None else self._last_complete)
            return [], []
        moving, settled = self._motion.update(grey)
        self._moving = moving
        self._unread.reset_tries(moving)
        boxes = self._find_settled_boxes(self._motion, settled)
        return boxes, self._find_moving_boxes(moving, hidden_px) if hidden_px else []

    def _find_settled_boxes(self, motion: MotionMap, settled: np.ndarray) -> list[Box]:
        """Return boxes where something came to rest, the least recently searched first."""
        boxes = []
        self._frame, self._allowed_px = self._frame + 1, min(self._allowed_px + LASTING_PX, MOST_PX)
        tiles = self._split_into_tiles(settled, motion.step_px)
        for box, cells in sorted(tiles, key=lambda tile: self._last_searched.get(_get_corner(tile[1]), 0)):
            if _compute_area(box) > self._allowed_px:
                break
            self._allowed_px -= _compute_area(box)
            self._last_searched[_get_corner(cells)] = self._frame
            boxes.append(box)
            motion.accept(settled[cells], cells)
        return boxes

    def _find_moving_boxes(self, moving: np.ndarray, hidden_px: list[np.ndarray]) -> list[Box]:
        """Return boxes where something moves near a hidden tag, in turns: as many as fit the limit, but at least
        one.
        """
        is_near = _mark_near(hidden_px, moving.shape, STEP_PX, (self._table[2] - self._table[0]) // 8)
        tiles = sorted(box for box, _ in self._split_into_tiles(moving & is_near, STEP_PX))
        boxes: list[Box] = []
        remaining_px = MOST_MOVING_PX
        for number in range(len(tiles)):
            box = tiles[(self._turn + number) % len(tiles)]
            remaining_px -= _compute_area(box)
            if remaining_px < 0 and boxes:
                break
            boxes.append(box)
        self._turn += len(boxes)
        return boxes

    def is_calm(self, place_px: np.ndarray) -> bool:
        """Report whether nothing moves around a place. An arm that passes over it moves at its edges."""
        if self._moving is None or not np.isfinite(place_px).all():
            return False
        reach = (self._table[2] - self._table[0]) / CALM_OF_TABLE / STEP_PX
        (left_cell, top_cell), (right_cell, bottom_cell) = (
            np.maximum(place_px / STEP_PX + offset, 0).astype(int) for offset in (-reach, reach + 1)
        )
        return not self._moving[top_cell:bottom_cell, left_cell:right_cell].any()

    def unread(self, known_px: Sequence[np.ndarray]) -> Box | None:
        """Return a box where something new rests since all tags were in sight, None if there is none.

        It counts as tried from then on. Boxes without a known place come first.
        """
        if self._motion is None or self._unread is None:
            return None
        step_px = self._motion.step_px
        known_cells = [place[::-1] / step_px for place in known_px]
        region = self._unread.window(self._motion.latest, self._motion.resting & self._on_table, known_cells)
        if region is None:
            return None
        rows, columns = region[0]
        lowest_cell, highest_cell = np.array([columns.start, rows.start]), np.array([columns.stop, rows.stop])
        return self._add_margin(lowest_cell * step_px, highest_cell * step_px)

    def _store_background(self, grey: np.ndarray) -> None:
        if self._motion is not None:
            self._last_complete, self._motion, self._unread, self._looks = self._motion.latest, None, None, 0
        self._looks += 1
        if self._last_complete is None or self._looks % LOOK_FRAMES == 0:
            self._last_complete = sample_grid(grey)

    def _add_margin(self, low: np.ndarray, high: np.ndarray) -> Box:
        """Return a box of pixels with its margin, on the table."""
        low, high = np.maximum(low - AROUND_PX, self._table[:2]), np.minimum(high + AROUND_PX, self._table[2:])
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _split_into_tiles(self, wanted: np.ndarray, step_px: int) -> list[tuple[Box, tuple[slice, slice]]]:
        """Cut the wanted cells into pieces for one frame each: boxes of pixels with their cells, smallest first."""
        size, tiles, mask = TILE_PX // step_px, [], wanted.view(np.uint8)
        top_cells, left_cells = (np.arange(0, length, size) for length in wanted.shape)
        is_wanted = np.logical_or.reduceat(np.logical_or.reduceat(wanted, top_cells, axis=0), left_cells, axis=1)
        for row, column in np.argwhere(is_wanted).tolist():
            top_cell, left_cell = row * size, column * size
            x, y, width, height = cv2.boundingRect(mask[top_cell : top_cell + size, left_cell : left_cell + size])
            lowest_cell, extent = np.array([left_cell + x, top_cell + y]), np.array([width, height])
            box = self._add_margin(lowest_cell * step_px, (lowest_cell + extent) * step_px)
            if box[2] > box[0] and box[3] > box[1]:
                tiles.append((box, (slice(top_cell, top_cell + size), slice(left_cell, left_cell + size))))
        return sorted(tiles, key=lambda place: _compute_area(place[0]))


def _get_corner(cells: tuple[slice, slice]) -> tuple[int, int]:
    return cells[0].start, cells[1].start


def _compute_area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _mark_cells(box: Box, shape: tuple[int, int]) -> np.ndarray:
    """Mark the cells of the motion map whose samples lie in a box of an image (rows, columns)."""
    rows, columns = (np.arange(STEP_PX // 2, length, STEP_PX) for length in shape)
    left_px, top_px, right_px, bottom_px = box
    return ((rows >= top_px) & (rows < bottom_px))[:, None] & ((columns >= left_px) & (columns < right_px))


def _mark_near(places_px: list[np.ndarray], shape: tuple[int, int], step_px: int, reach_px: int) -> np.ndarray:
    """Mark the cells within reach of some places."""
    mask = np.zeros(shape, np.uint8)
    for place in places_px:
        if np.isfinite(place).all():
            cv2.circle(mask, (int(place[0] / step_px), int(place[1] / step_px)), reach_px // step_px, 1, -1)
    return mask > 0


def table_box(camera: Camera, shape: tuple[int, int], size_in: tuple[float, float]) -> Box:
    """Return the part of an image (rows, columns) that shows the table and its margin: (left, top, right, bottom)."""
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


# The schedule of the slow search by rings: its cost is spread over the frames.
#
# Places where something was put down come first, sooner while a tag is newly missing. Then the table is searched piece
# by piece: at first in every frame, so that it is complete soon; then with ever longer pauses, because a model that is
# still missing is in its box.

# the table is cut into PIECES x PIECES parts; in each successive round, a part is searched every n-th frame
PIECES = 4
EVERY = (1, 13, 13, 61, 61, 241)
# a tag is gone, and not just under a finger, when its place rests for this many frames without it
LIFTED_FRAMES = 5
# a place that rests for this many frames without its tag shows the mat, not a hand: three seconds at 15 frames a second
GONE_FRAMES = 45
# a place is searched every n-th frame: while a tag is newly missing, when it is gone, when it was never read
NEWLY_EVERY, GONE_EVERY, NEVER_EVERY = 2, 10, 61
# the same in the one round for a tag that is gone
HURRIED_EVERY = 5
# the count of missed frames of a tag that was never read
NEVER = math.inf


class SearchSchedule:
    """Decides which part of one table is searched in which frame."""

    def __init__(self) -> None:
        self._frames_since_search = self._pieces_searched = self._hurried_pieces = 0
        self._is_place_due = self._is_piece_due = False
        self._hurried_tags: set[int] = set()

    def due(self, missed: Mapping[int, float]) -> bool:
        """Report whether there may be something to search in this frame; call it once per frame.

        missed: each tag that is not in sight, and for how many frames its place has rested without it.
        """
        self._frames_since_search += 1
        self._start_hurried_round(missed)
        interval = HURRIED_EVERY if self._hurried_pieces else NEVER_EVERY
        self._is_place_due = (
            bool(select_sought(missed))
            and self._frames_since_search % min(interval, _choose_place_interval(missed)) == 0
        )
        self._is_piece_due = (
            max(missed.values(), default=0) > GONE_FRAMES and self._frames_since_search >= self._piece_interval
        )
        return self._is_place_due or self._is_piece_due

    def next(self, places: Places, known_px: Sequence[np.ndarray]) -> Box | None:
        """Return the part of the image to search next; None if no place remains.

        known_px: where tags are, or were.
        """
        region = places.unread(known_px) if self._is_place_due else None
        if region is not None:
            self._frames_since_search = 0
            return region
        return self._choose_piece(places) if self._is_piece_due else None

    @property
    def _round_number(self) -> int:
        return self._pieces_searched // PIECES**2

    @property
    def _piece_interval(self) -> int:
        return HURRIED_EVERY if self._hurried_pieces else EVERY[min(self._round_number, len(EVERY) - 1)]

    def _choose_piece(self, places: Places) -> Box:
        piece = places.piece(self._pieces_searched, PIECES)
        self._frames_since_search, self._pieces_searched, self._hurried_pieces = (
            0,
            self._pieces_searched + 1,
            max(self._hurried_pieces - 1, 0),
        )
        return piece

    def _start_hurried_round(self, missed: Mapping[int, float]) -> None:
        """Start one round for all tags that have gone since they were last in sight."""
        gone_tags = {tag for tag, frames in missed.items() if GONE_FRAMES < frames < NEVER}
        self._hurried_tags &= missed.keys()
        if gone_tags - self._hurried_tags:
            self._hurried_pieces, self._hurried_tags = PIECES**2, self._hurried_tags | gone_tags


def select_sought(missed: Mapping[int, float]) -> set[int]:
    """Return the tags that are not just under a finger, and may lie elsewhere."""
    return {tag for tag, frames in missed.items() if frames > LIFTED_FRAMES}


def _choose_place_interval(missed: Mapping[int, float]) -> int:
    if any(LIFTED_FRAMES < frames <= GONE_FRAMES for frames in missed.values()):
        return NEWLY_EVERY
    return GONE_EVERY if any(GONE_FRAMES < frames < NEVER for frames in missed.values()) else NEVER_EVERY
