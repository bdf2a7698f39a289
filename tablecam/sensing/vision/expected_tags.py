"""Tags at rest that only other cameras see: this camera searches for them only where those cameras report them."""

from collections.abc import Callable, Collection, Mapping

import numpy as np

from tablecam.sensing.vision.apriltag import TagDetector
from tablecam.sensing.vision.fit import TagFit, fit_tag
from tablecam.sensing.vision.full_search import LEAST_AGREEMENT, is_itself
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.second_look import FIT_REACH_CELLS, count_cells, detect_by_pose
from tablecam.sensing.vision.template import Optics
from tablecam.table.geometry.projection import Camera

# returns where tags out of sight should show, for those that another camera reads
Expecting = Callable[[Collection[int]], Mapping[int, TagPose]]
# after a failed search, one tag in turn is searched again every n-th frame: it usually stays hidden
EVERY_FRAMES = 5
# a tag that other cameras read further than this from its pose one frame earlier moves, in cells
RESTS_CELLS = 0.5


def nowhere(_: Collection[int]) -> Mapping[int, TagPose]:
    """Expect no tags: for a single camera."""
    return {}


class ExpectedTags:
    """The tags that other cameras report to one camera, frame by frame. edges_in: the real edge of each tag in play."""

    def __init__(self, edges_in: Mapping[int, float]) -> None:
        self._edges = edges_in
        self._expected_poses: Mapping[int, TagPose] = {}
        self._resting: dict[int, TagPose] = {}
        self._failed_poses: dict[int, TagPose] = {}
        self._turn = 0

    def update(self, told: Mapping[int, TagPose]) -> Collection[int]:
        """Note the reported poses of tags out of sight. Return those that rest there: they need no other search."""
        self._resting = {
            tag: pose for tag, pose in told.items() if self._is_near(tag, self._expected_poses.get(tag), pose)
        }
        self._expected_poses = told
        return self._resting.keys()

    def find_due_tag(self, grey: np.ndarray, camera: Camera, detector: TagDetector, optics: Optics) -> list[TagFit]:
        """Return the fit of the tag whose turn it is, if it shows where it rests."""
        self._turn += 1
        tag = self._choose_tag()
        if tag is None:
            return []
        self._failed_poses[tag] = self._resting[tag]
        fit = self._fit_there(grey, camera, detector, optics, tag)
        return [fit] if fit is not None else []

    def _choose_tag(self) -> int | None:
        """Choose a tag that was put down since the last search for it, or now and then the next one in turn."""
        tags = sorted(self._resting)
        put_down = [tag for tag in tags if not self._is_near(tag, self._failed_poses.get(tag), self._resting[tag])]
        if put_down:
            return put_down[0]
        return tags[self._turn // EVERY_FRAMES % len(tags)] if tags and self._turn % EVERY_FRAMES == 0 else None

    def _is_near(self, tag: int, was: TagPose | None, now: TagPose) -> bool:
        return was is not None and count_cells(was, now, self._edges[tag]) < RESTS_CELLS

    def _fit_there(
        self, grey: np.ndarray, camera: Camera, detector: TagDetector, optics: Optics, tag: int
    ) -> TagFit | None:
        pose, edge_in = self._resting[tag], self._edges[tag]
        fit = fit_tag(grey, camera, tag, edge_in, pose, optics)
        agrees = fit is not None and fit.agreement >= LEAST_AGREEMENT
        if fit is not None and agrees and count_cells(fit.pose, pose, edge_in) < FIT_REACH_CELLS:
            return fit if is_itself(grey, camera, edge_in, fit) else None
        # other cameras know its height less well
        return detect_by_pose(grey, camera, detector, tag, pose, edge_in, optics)
