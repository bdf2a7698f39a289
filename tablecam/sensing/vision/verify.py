"""Checks whether a tag that can no longer be read still lies in its place, partly hidden by a hand or an arm.

The tag is cut into nine blocks. A block shows if its own pattern is there, with its former contrast or the part of it
that the shadow of a hand leaves. Hands, sleeves and mats match one block in hundreds, and never four of the nine.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.sensing.vision.fit import HINT, TagFit
from tablecam.sensing.vision.patch import EDGE_CELLS, Patch, make_state, patch
from tablecam.table.geometry.projection import Camera

BLOCKS = 3
LEAST_LIKENESS = 0.75
# the least contrast that a block keeps in a shadow, and the most that it may gain when a shadow goes
SHADOW = (0.35, 1.6)


@dataclass(frozen=True)
class FormerLook:
    """The look that a tag would have where it was fitted last, to compare with any later image of the camera.

    expected: (n,) grey levels of its pixels. index: (n,) into the image. blocks: (n,) the block of each pixel.
    """

    fit: TagFit
    expected: np.ndarray
    index: np.ndarray
    blocks: np.ndarray

    @classmethod
    def from_fit(cls, grey: np.ndarray, camera: Camera, edge_in: float, fit: TagFit) -> "FormerLook | None":
        """Build the look of a fitted tag; None if it lies outside the image."""
        state = make_state(fit.pose, fit.optics, fit.light)
        pixels = patch(grey, camera, fit.tag, edge_in, fit.pose)
        if pixels is None:
            return None
        on_tag = pixels.on_tag_only(state)
        expected = on_tag.predict_pixels(state, on_tag.draw_template(state))
        return cls(fit, expected, on_tag.index, _assign_blocks(on_tag, state))

    def visible_share(self, grey: np.ndarray) -> float:
        """Return the share of the tag that still shows there: 0..1, in steps of a ninth."""
        likeness, gain = _compare_by_block(self.blocks, self.expected, grey.ravel()[self.index].astype(float))
        return float(((likeness > LEAST_LIKENESS) & (gain > SHADOW[0]) & (gain < SHADOW[1])).mean())

    def hints(self, grey: np.ndarray) -> bool:
        """Report whether the place resembles the tag at all; if not, a fit from there fails."""
        levels = grey.ravel()[self.index].astype(float)
        expected_deviation, level_deviation = self.expected - self.expected.mean(), levels - levels.mean()
        return float(expected_deviation @ level_deviation) >= HINT * float(
            np.sqrt((expected_deviation @ expected_deviation) * (level_deviation @ level_deviation) + 1e-9)
        )


def _assign_blocks(on_tag: Patch, state: np.ndarray) -> np.ndarray:
    """Return the block of each pixel, (n,)."""
    x, y = ((coordinate / EDGE_CELLS + 1) / 2 * BLOCKS for coordinate in on_tag.compute_cells(state))
    return np.clip(x.astype(int), 0, BLOCKS - 1) * BLOCKS + np.clip(y.astype(int), 0, BLOCKS - 1)


def _compare_by_block(blocks: np.ndarray, expected: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the correlation of the seen with the expected pixels, and the remaining contrast, block by block."""
    count = np.maximum(np.bincount(blocks, minlength=BLOCKS**2), 1)
    expected = expected - (np.bincount(blocks, expected, BLOCKS**2) / count)[blocks]
    seen = seen - (np.bincount(blocks, seen, BLOCKS**2) / count)[blocks]
    products = np.bincount(blocks, expected * seen, BLOCKS**2)
    expected_squares, seen_squares = (
        np.bincount(blocks, expected**2, BLOCKS**2),
        np.bincount(blocks, seen**2, BLOCKS**2),
    )
    return products / np.sqrt(expected_squares * seen_squares + 1e-6), products / (expected_squares + 1e-6)
