"""Tags that are no reading of a model: tags that are not in play, and second copies of those that are.

The result of searching a part of the picture replaces what was noted there before, so a tag that is taken away is
forgotten when its place is searched again.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import BLACK_CELLS

Box = tuple[int, int, int, int]


class ForeignTags:
    """The tags besides the models'. in_play: the models' tags. reference: the table's own, which are ignored."""

    def __init__(self, in_play: frozenset[int], reference: frozenset[int]) -> None:
        self._in_play, self._reference = in_play, reference
        self._noted: list[Detection] = []

    @property
    def strangers(self) -> tuple[Detection, ...]:
        """Tags that are not in play."""
        return tuple(noted for noted in self._noted if noted.tag not in self._in_play)

    @property
    def copies(self) -> tuple[Detection, ...]:
        """Tags in play of whose number there is another."""
        return tuple(noted for noted in self._noted if noted.tag in self._in_play)

    def sort(self, found: Sequence[Detection], box: Box, known_px: Mapping[int, np.ndarray]) -> list[Detection]:
        """Notes what a search of a box found, and returns the tags in play that are nowhere else.

        known_px: the places of the tags in sight.
        """
        self._noted = [old for old in self._noted if not _whole_in(old, box)]
        elsewhere = {old.tag for old in self._noted}
        found = [detection for detection in found if detection.tag not in self._reference]
        numbers = [detection.tag for detection in found]
        ours = []
        for detection in found:
            if detection.tag not in self._in_play:
                self._noted.append(detection)
            elif detection.tag in known_px:
                if np.linalg.norm(detection.center_px - known_px[detection.tag]) > detection.side_px:
                    self._noted.append(detection)
            elif numbers.count(detection.tag) > 1 or detection.tag in elsewhere:
                self._noted.append(detection)
            else:
                ours.append(detection)
        return ours


def _whole_in(tag: Detection, box: Box) -> bool:
    """Whether the tag lies in the box with its white ring, so that a search of the box would find it."""
    ring = tag.side_px * 1.5 / BLACK_CELLS
    low, high = tag.corners_px.min(axis=0) - ring, tag.corners_px.max(axis=0) + ring
    left, top, right, bottom = box
    return bool(low[0] >= left and low[1] >= top and high[0] < right and high[1] < bottom)
