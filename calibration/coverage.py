"""Measures the parts of the picture that the board has covered: only there is a lens known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.views import BoardView
from tablecam.base.i18n import InContext, Message

ACROSS, DOWN = 8, 6
# Corners from fewer views than this may be a mistake of a single view.
VIEWS_A_CELL = 2
# names for programs; `region_title` gives those for people
TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = "top left", "top right", "bottom left", "bottom right"  # no text
CORNERS = (TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)
REGIONS = ((TOP_LEFT, "top", TOP_RIGHT), ("left", "middle", "right"), (BOTTOM_LEFT, "bottom", BOTTOM_RIGHT))
_TITLES = {
    TOP_LEFT: InContext("part of the picture", "top left"),
    "top": InContext("part of the picture", "top"),
    TOP_RIGHT: InContext("part of the picture", "top right"),
    "left": InContext("part of the picture", "left"),
    "middle": InContext("part of the picture", "middle"),
    "right": InContext("part of the picture", "right"),
    BOTTOM_LEFT: InContext("part of the picture", "bottom left"),
    "bottom": InContext("part of the picture", "bottom"),
    BOTTOM_RIGHT: InContext("part of the picture", "bottom right"),
}
# The outermost cells are hard to fill: many finders need the whole board in the picture. Half of a region suffices.
REGION_SHARE = 0.5


@dataclass(frozen=True)
class Coverage:
    """counts: (DOWN, ACROSS), the number of views with a corner in each cell of the picture."""

    counts: np.ndarray

    @property
    def share(self) -> float:
        """The share of the picture's cells that two or more views cover."""
        return float((self.counts >= VIEWS_A_CELL).mean())

    def compute_share(self, region: str) -> float:
        """Returns the share of a region's cells that is covered."""
        row, column = next((index, names.index(region)) for index, names in enumerate(REGIONS) if region in names)
        cells = self.counts[_slice_third(row, DOWN), _slice_third(column, ACROSS)]
        return float((cells >= VIEWS_A_CELL).mean())

    @property
    def missing(self) -> tuple[str, ...]:
        """The regions still to be covered, by name, "top left" first."""
        return tuple(name for names in REGIONS for name in names if self.compute_share(name) < REGION_SHARE)

    @property
    def corners_covered(self) -> int:
        """The number of the picture's four corners that the board has covered."""
        return sum(name not in self.missing for name in CORNERS)


def region_title(region: str) -> Message:
    """Returns a region's name for people."""
    return _TITLES[region]


def measure_coverage(views: Sequence[BoardView]) -> Coverage:
    """Measures how views of one size cover their picture."""
    counts = np.zeros((DOWN, ACROSS), int)
    for view in views:
        counts += np.isin(np.arange(ACROSS * DOWN), find_covered_cells(view)).reshape(DOWN, ACROSS)
    return Coverage(counts)


def find_covered_cells(view: BoardView) -> np.ndarray:
    """Numbers the cells in which a view has a corner, row after row from the top left."""
    cell = (view.corners_px + 0.5) / view.size * (ACROSS, DOWN)
    column, row = cell.T.astype(int)
    return np.unique(row.clip(0, DOWN - 1) * ACROSS + column.clip(0, ACROSS - 1))


def _slice_third(place: int, count: int) -> slice:
    return slice(round(place * count / 3), round((place + 1) * count / 3))
