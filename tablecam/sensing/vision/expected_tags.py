"""Tags that one camera does not see while others read them at rest: looked for only where those say that they lie."""

from collections.abc import Callable, Collection, Mapping

import numpy as np

from tablecam.sensing.vision.apriltag import TagDetector
from tablecam.sensing.vision.fit import TagFit, fit_tag
from tablecam.sensing.vision.full_search import LEAST_AGREEMENT, is_itself
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.second_look import FIT_REACH_CELLS, cells_between, detected_around
from tablecam.sensing.vision.template import Optics
from tablecam.table.geometry.projection import Camera

# asked for tags out of sight, it says where they should show, for those of them that are read elsewhere
Expecting = Callable[[Collection[int]], Mapping[int, TagPose]]
# what was looked for in vain is looked for again in so many frames, one in turn: it stays behind what hides it
EVERY_FRAMES = 5
# a tag that others read further from where they read it a frame ago moves, in cells
RESTS_CELLS = 0.5


def nowhere(_: Collection[int]) -> Mapping[int, TagPose]:
    """What a camera expects that is alone."""
    return {}


class ExpectedTags:
    """What one camera is told by others, frame by frame. edges_in: the real edge of each tag in play."""

    def __init__(self, edges_in: Mapping[int, float]) -> None:
        self._edges = edges_in
        self._told: Mapping[int, TagPose] = {}
        self._resting: dict[int, TagPose] = {}
        self._in_vain: dict[int, TagPose] = {}
        self._turn = 0

    def update(self, told: Mapping[int, TagPose]) -> Collection[int]:
        """Takes what is told now of tags out of sight; those that rest there, and are to be searched nowhere else."""
        self._resting = {tag: pose for tag, pose in told.items() if self._near(tag, self._told.get(tag), pose)}
        self._told = told
        return self._resting.keys()

    def looked_for(self, grey: np.ndarray, camera: Camera, detector: TagDetector, optics: Optics) -> list[TagFit]:
        """The fit of the tag whose turn it is, if it shows where it rests."""
        self._turn += 1
        tag = self._next()
        if tag is None:
            return []
        self._in_vain[tag] = self._resting[tag]
        fit = self._fit_there(grey, camera, detector, optics, tag)
        return [fit] if fit is not None else []

    def _next(self) -> int | None:
        """A tag that was put down since it was looked for last, or one in turn, now and then."""
        tags = sorted(self._resting)
        put_down = [tag for tag in tags if not self._near(tag, self._in_vain.get(tag), self._resting[tag])]
        if put_down:
            return put_down[0]
        return tags[self._turn // EVERY_FRAMES % len(tags)] if tags and self._turn % EVERY_FRAMES == 0 else None

    def _near(self, tag: int, was: TagPose | None, now: TagPose) -> bool:
        return was is not None and cells_between(was, now, self._edges[tag]) < RESTS_CELLS

    def _fit_there(
        self, grey: np.ndarray, camera: Camera, detector: TagDetector, optics: Optics, tag: int
    ) -> TagFit | None:
        pose, edge_in = self._resting[tag], self._edges[tag]
        fit = fit_tag(grey, camera, tag, edge_in, pose, optics)
        agrees = fit is not None and fit.agreement >= LEAST_AGREEMENT
        if fit is not None and agrees and cells_between(fit.pose, pose, edge_in) < FIT_REACH_CELLS:
            return fit if is_itself(grey, camera, edge_in, fit) else None
        # others do not know its height so well
        return detected_around(grey, camera, detector, tag, pose, edge_in, optics)
