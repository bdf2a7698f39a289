"""Tags that are no reading of a model: tags that are not in play, and second copies of tags in play.

A search of a part of the image replaces the notes about that part. A tag that is taken away is forgotten when its place
is searched again.
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
        return tuple(detection for detection in self._noted if detection.tag not in self._in_play)

    @property
    def copies(self) -> tuple[Detection, ...]:
        """Tags in play whose number appears a second time."""
        return tuple(detection for detection in self._noted if detection.tag in self._in_play)

    def sort(self, found: Sequence[Detection], box: Box, known_px: Mapping[int, np.ndarray]) -> list[Detection]:
        """Note what a search of a box found. Return the tags in play that appear nowhere else.

        known_px: the places of the tags in sight.
        """
        self._noted = [noted for noted in self._noted if not _is_inside(noted, box)]
        elsewhere = {noted.tag for noted in self._noted}
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


def _is_inside(tag: Detection, box: Box) -> bool:
    """Report whether the tag lies in the box with its white ring, so that a search of the box would find it."""
    ring = tag.side_px * 1.5 / BLACK_CELLS
    low, high = tag.corners_px.min(axis=0) - ring, tag.corners_px.max(axis=0) + ring
    left, top, right, bottom = box
    return bool(low[0] >= left and low[1] >= top and high[0] < right and high[1] < bottom)
