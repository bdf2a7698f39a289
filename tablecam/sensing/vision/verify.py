"""Whether a tag that can no longer be read still lies where it was: a hand or an arm hides part of it.

The tag is cut into nine blocks. A block shows if its own pattern is there, with its former contrast or what
the shadow of a hand leaves of it. Hands, sleeves and mats match one block in hundreds, and never four of the nine.
"""

from dataclasses import dataclass

import numpy as np

from tablecam.sensing.vision.fit import HINT, TagFit
from tablecam.sensing.vision.patch import EDGE_CELLS, Patch, patch, state_of
from tablecam.table.geometry.projection import Camera

BLOCKS = 3
LEAST_LIKENESS = 0.75
# the contrast that a block keeps in a shadow at least, or may gain when one goes
SHADOW = (0.35, 1.6)


@dataclass(frozen=True)
class FormerLook:
    """How a tag would look where it was fitted last; made once, it is compared with any later picture of the camera.

    expected: (n,) grey levels of its pixels. index: (n,) into the picture. blocks: (n,) in which block each lies.
    """

    fit: TagFit
    expected: np.ndarray
    index: np.ndarray
    blocks: np.ndarray

    @classmethod
    def of(cls, grey: np.ndarray, camera: Camera, edge_in: float, fit: TagFit) -> "FormerLook | None":
        """The look of a fitted tag; None if it lies outside the picture."""
        state = state_of(fit.pose, fit.optics, fit.light)
        pixels = patch(grey, camera, fit.tag, edge_in, fit.pose)
        if pixels is None:
            return None
        on_tag = pixels.on_tag_only(state)
        expected = on_tag.predicted(state, on_tag.draw_template(state))
        return cls(fit, expected, on_tag.index, _blocks(on_tag, state))

    def visible_share(self, grey: np.ndarray) -> float:
        """How much of the tag still shows there: 0..1, in steps of a ninth."""
        likeness, gain = _by_block(self.blocks, self.expected, grey.ravel()[self.index].astype(float))
        return float(((likeness > LEAST_LIKENESS) & (gain > SHADOW[0]) & (gain < SHADOW[1])).mean())

    def hints(self, grey: np.ndarray) -> bool:
        """Whether the place resembles the tag at all; if not, a fit from there comes to nothing."""
        seen = grey.ravel()[self.index].astype(float)
        a, b = self.expected - self.expected.mean(), seen - seen.mean()
        return float(a @ b) >= HINT * float(np.sqrt((a @ a) * (b @ b) + 1e-9))


def _blocks(on_tag: Patch, state: np.ndarray) -> np.ndarray:
    """Which of the blocks each pixel lies in, (n,)."""
    x, y = ((at / EDGE_CELLS + 1) / 2 * BLOCKS for at in on_tag.in_cells(state))
    return np.clip(x.astype(int), 0, BLOCKS - 1) * BLOCKS + np.clip(y.astype(int), 0, BLOCKS - 1)


def _by_block(blocks: np.ndarray, expected: np.ndarray, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Correlation of the seen with the expected pixels, and the remaining contrast, block by block."""
    count = np.maximum(np.bincount(blocks, minlength=BLOCKS**2), 1)
    expected = expected - (np.bincount(blocks, expected, BLOCKS**2) / count)[blocks]
    seen = seen - (np.bincount(blocks, seen, BLOCKS**2) / count)[blocks]
    both = np.bincount(blocks, expected * seen, BLOCKS**2)
    own, theirs = np.bincount(blocks, expected**2, BLOCKS**2), np.bincount(blocks, seen**2, BLOCKS**2)
    return both / np.sqrt(own * theirs + 1e-6), both / (own + 1e-6)
