"""A tag found in an image."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Detection:
    """One tag, in pixels.

    corners_px: (4, 2), OpenCV's pixels (the centre of the first is 0, 0); bottom-left, bottom-right, top-right,
    top-left of the black square as the tag's authors print it.
    hamming: bits that were corrected. margin: the detector's decision margin, in grey levels.
    """

    tag: int
    corners_px: np.ndarray
    hamming: int = 0
    margin: float = 0.0

    @property
    def center_px(self) -> np.ndarray:
        """The point where the diagonals cross, (2,)."""
        a, b, c, d = self.corners_px
        diagonal, other_diagonal = c - a, d - b
        fraction = np.linalg.solve(np.column_stack([diagonal, -other_diagonal]), b - a)[0]
        return a + fraction * diagonal

    @property
    def side_px(self) -> float:
        """Mean length of the four sides."""
        return float(np.mean(np.linalg.norm(self.corners_px - np.roll(self.corners_px, -1, axis=0), axis=1)))
