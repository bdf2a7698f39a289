"""Tells from a hidden tag's surroundings whether something lies over it or its model was taken away.

A hand or an arm that hides a tag hides the mat beside it too, also when it rests. A model that is taken away leaves the
mat around it unchanged.
"""

from dataclasses import dataclass, field

import numpy as np

# in widths of a tag, to each side: a base with its figure fills a small part of that, an arm half of it
REACH_WIDTHS = 4.0
# a hand's skin or sleeve differs from the mat by this many grey levels, apart from the light of the whole place
OTHER_LEVELS = 14
# if at least this share of a place differs, something lies over it
COVERED_SHARE = 0.35
# if less than this share differs, the place is the same in slightly different light
SAME_SHARE = 0.12
# a place that differs for this many looks has changed for good: a neighbour moved
LOOKS_TO_CHANGE = 10
PITCH_PX = 8


@dataclass
class _FreePlace:
    """The look of one place when it was free. waiting: for how many looks it has differed."""

    box: tuple[int, int, int, int]
    look: np.ndarray
    waiting: int = 0


@dataclass
class Surroundings:
    """The surroundings of the tags seen by one camera. A look costs a few microseconds."""

    _places: dict[int, _FreePlace] = field(default_factory=dict)

    def remember(self, grey: np.ndarray, tag: int, center_px: np.ndarray, width_px: float) -> None:
        """Note the look around a tag that was read in its former place."""
        box = _build_box(grey.shape, center_px, width_px)
        free_place, samples = self._places.get(tag), _sample_box(grey, box)
        is_same_box = (
            free_place is not None and _is_same_box(free_place.box, box) and free_place.look.shape == samples.shape
        )
        if (
            free_place is not None
            and is_same_box
            and _compute_changed_share(free_place.look, samples) > SAME_SHARE
            and free_place.waiting < LOOKS_TO_CHANGE
        ):
            free_place.waiting += 1
            return
        self._places[tag] = _FreePlace(box, samples)

    def is_covered(self, grey: np.ndarray, tag: int) -> bool | None:
        """Report whether something lies over the place of a tag; None if its surroundings are unknown."""
        free_place = self._places.get(tag)
        return (
            None
            if free_place is None
            else _compute_changed_share(free_place.look, _sample_box(grey, free_place.box)) > COVERED_SHARE
        )


def _build_box(shape: tuple[int, ...], center_px: np.ndarray, width_px: float) -> tuple[int, int, int, int]:
    reach, (height, width) = REACH_WIDTHS * width_px, shape[:2]
    x, y = float(center_px[0]), float(center_px[1])
    left_px, top_px = int(min(max(x - reach, 0), width - 1)), int(min(max(y - reach, 0), height - 1))
    return left_px, top_px, int(min(max(x + reach, left_px + 1), width)), int(min(max(y + reach, top_px + 1), height))


def _is_same_box(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """Report whether two boxes are the same place, within a sample's pitch."""
    return all(abs(edge - other_edge) < PITCH_PX for edge, other_edge in zip(a, b, strict=True))


def _sample_box(grey: np.ndarray, box: tuple[int, int, int, int]) -> np.ndarray:
    left_px, top_px, right_px, bottom_px = box
    return grey[top_px:bottom_px:PITCH_PX, left_px:right_px:PITCH_PX].astype(np.int16)


def _compute_changed_share(before: np.ndarray, now: np.ndarray) -> float:
    """Return the share of the samples that differ by more than the light of the whole place."""
    change = (now - before).ravel()
    median_change = np.partition(change, change.size // 2)[change.size // 2]
    return np.count_nonzero(np.abs(change - median_change) > OTHER_LEVELS) / change.size
