"""Whether something lies over a tag that is out of sight, or its model was taken away: its surroundings tell.

A hand or an arm that hides a tag hides the mat beside it too, also when it rests. A model that is taken away leaves the
mat around it as it was.
"""

from dataclasses import dataclass, field

import numpy as np

# so many of a tag's widths to each side: a base with its figure fills a small part of that, an arm half of it
REACH_WIDTHS = 4.0
# a hand's skin or sleeve differs from the mat by so many grey levels, the light of the whole place left out
OTHER_LEVELS = 14
# with so much of it other than before, something lies over the place
COVERED_SHARE = 0.35
# with less of it other than before it is the same place, in a little other light
SAME_SHARE = 0.12
# a place that stays other than before for so many looks has changed for good: a neighbour moved
LOOKS_TO_CHANGE = 10
PITCH_PX = 8


@dataclass
class _FreePlace:
    """How one place looked when it was free. waiting: for how many looks it has been another."""

    box: tuple[int, int, int, int]
    look: np.ndarray
    waiting: int = 0


@dataclass
class Surroundings:
    """The surroundings of the tags seen by one camera. Costs a few microseconds a look."""

    _places: dict[int, _FreePlace] = field(default_factory=dict)

    def remember(self, grey: np.ndarray, tag: int, center_px: np.ndarray, width_px: float) -> None:
        """Notes how it looks around a tag that was read where it lay before."""
        box = _box(grey.shape, center_px, width_px)
        kept, look = self._places.get(tag), _look(grey, box)
        there = kept is not None and _overlap(kept.box, box) and kept.look.shape == look.shape
        if kept is not None and there and _other(kept.look, look) > SAME_SHARE and kept.waiting < LOOKS_TO_CHANGE:
            kept.waiting += 1
            return
        self._places[tag] = _FreePlace(box, look)

    def covered(self, grey: np.ndarray, tag: int) -> bool | None:
        """Whether something lies over the place of a tag; None if nothing is known of it."""
        kept = self._places.get(tag)
        return None if kept is None else _other(kept.look, _look(grey, kept.box)) > COVERED_SHARE


def _box(shape: tuple[int, ...], center_px: np.ndarray, width_px: float) -> tuple[int, int, int, int]:
    reach, (height, width) = REACH_WIDTHS * width_px, shape[:2]
    x, y = float(center_px[0]), float(center_px[1])
    left, top = int(min(max(x - reach, 0), width - 1)), int(min(max(y - reach, 0), height - 1))
    return left, top, int(min(max(x + reach, left + 1), width)), int(min(max(y + reach, top + 1), height))


def _overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """Whether two boxes are the same place, within a sample's pitch."""
    return all(abs(one - other) < PITCH_PX for one, other in zip(a, b, strict=True))


def _look(grey: np.ndarray, box: tuple[int, int, int, int]) -> np.ndarray:
    left, top, right, bottom = box
    return grey[top:bottom:PITCH_PX, left:right:PITCH_PX].astype(np.int16)


def _other(before: np.ndarray, now: np.ndarray) -> float:
    """The share of the samples that differ by more than the light of the whole place."""
    change = (now - before).ravel()
    usual = np.partition(change, change.size // 2)[change.size // 2]
    return np.count_nonzero(np.abs(change - usual) > OTHER_LEVELS) / change.size
