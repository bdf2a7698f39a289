"""Places that look different from when all tags were in sight, and where the detector reads none of the missing ones.

The detector may never read a model at 1080p, or one whose gun reaches over its tag. The place then looks different for
as long as the model stands there: there the search by rings is worth its cost.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from tablecam.sensing.vision.gate import differs

# a place is searched this often: finely, then coarsely; then its present look becomes the background
TRIES = 2
# the largest width of a window in cells, so that searching it is quick
WINDOW_CELLS = 20
# the smallest tag that can be read covers four cells; two of them are noise
LEAST_CELLS = 3

# rows and columns of the grid
Window = tuple[slice, slice]


class SuspectedRegions:
    """Keeps the look of the table when all tags were in sight, and how often each cell was tried since it last moved.

    look: a grid as from `gate.sampled`.
    """

    def __init__(self, look: np.ndarray) -> None:
        self._origin = look.copy()
        self._tries = np.zeros(look.shape, np.int8)

    def moved(self, moving: np.ndarray) -> None:
        """Cells that move may hold something else afterwards, so they are tried again."""
        self._tries *= ~moving

    def window(self, look: np.ndarray, resting: np.ndarray, known: Sequence[np.ndarray]) -> tuple[Window, int] | None:
        """Part of the grid to search by rings, and how often it was tried in vain; counts as tried from then on.

        resting: grid of bool. known: (row, column) where tags are or were; windows without any of them come first.
        """
        strange = differs(look, self._origin) & resting
        for tries in range(TRIES):
            wanted = strange & (self._tries == tries)
            windows = sorted(_windows(wanted), key=lambda window: _holds_any(window, known))
            if windows:
                self._try_window(windows[0], wanted, look)
                return windows[0], tries
        return None

    def _try_window(self, window: Window, wanted: np.ndarray, look: np.ndarray) -> None:
        mask = wanted[window]
        tries, origin = self._tries[window], self._origin[window]
        tries[mask] += 1
        spent = mask & (tries >= TRIES)
        origin[spent], tries[spent] = look[window][spent], 0


def _windows(wanted: np.ndarray) -> Iterator[Window]:
    """The first part of each group of cells in a grid of bool; cells that nearly touch form one group."""
    if not wanted.any():
        return
    joined = cv2.dilate(wanted.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(joined)
    for label in range(1, count):
        rows, columns = np.nonzero((labels == label) & wanted)
        if len(rows) >= LEAST_CELLS:
            upper = rows < rows.min() + WINDOW_CELLS
            top, left = rows.min(), columns[upper].min()
            here = upper & (columns < left + WINDOW_CELLS)
            yield slice(int(top), int(rows[here].max()) + 1), slice(int(left), int(columns[here].max()) + 1)


def _holds_any(window: Window, places: Sequence[np.ndarray]) -> bool:
    rows, columns = window
    return any(rows.start <= row < rows.stop and columns.start <= column < columns.stop for row, column in places)
