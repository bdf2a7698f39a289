"""Places that look different from when all tags were in sight, and where the detector reads no missing tag.

The detector may never read a model at 1080p, or one whose gun reaches over its tag. The place then looks different for
as long as the model stands there: there the search by rings is worth its cost.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from tablecam.sensing.vision.gate import differs

# a place is searched this many times: finely, then coarsely; then its present look becomes the background
TRIES = 2
# the largest width of a window in cells, so that searching it is quick
WINDOW_CELLS = 20
# the smallest tag that can be read covers four cells; two of them are noise
LEAST_CELLS = 3

# rows and columns of the grid
Window = tuple[slice, slice]


class SuspectedRegions:
    """The look of the table when all tags were in sight, and the searches of each cell since it last moved.

    look: a grid as from `gate.sampled`.
    """

    def __init__(self, look: np.ndarray) -> None:
        self._original_look = look.copy()
        self._tries = np.zeros(look.shape, np.int8)

    def moved(self, moving: np.ndarray) -> None:
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
