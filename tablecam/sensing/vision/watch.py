"""The fast path: knows where every tag was, and reads only those parts of the image that have changed.

    box unchanged   the last reading holds; a few are read again each frame, in turn
    box changed     fitted where it was going, or where it was; else detected near there and fitted
    neither         verified if still partly visible where it stood; otherwise hidden
    not in sight    searched where other cameras read it; if none does, searched where something was put down or
                    moves; if nothing is read there, by its rings

So a table at rest costs a hundredth of a full search, with the same result.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

import numpy as np

from tablecam.sensing.vision.clear_view import ClearView
from tablecam.sensing.vision.detection import Detection, Search, TagDetector
from tablecam.sensing.vision.family import BLACK_CELLS, DEFAULT_OPTICS, Optics
from tablecam.sensing.vision.fit import FormerLook, TagFit
from tablecam.sensing.vision.full_search import cell_px, corner_fits, fit_detection, search_by_rings
from tablecam.sensing.vision.gate import Gate, Surroundings
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.places import GONE_FRAMES, NEVER, PIECES, Places, SearchSchedule, select_sought
from tablecam.sensing.vision.second_look import (
    ExpectedTags,
    Expecting,
    TagStep,
    compute_box,
    count_cells,
    detect_near,
    fit_moving,
    fit_resting,
    nowhere,
    shift_detections,
)
from tablecam.table.geometry.projection import Camera

# Tags that are no reading of a model: tags that are not in play, and second copies of tags in play.
#
# A search of a part of the image replaces the notes about that part. A tag that is taken away is forgotten when its
# place is searched again.

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


def _crop(grey: np.ndarray, box: Box) -> np.ndarray:
    left, top, right, bottom = box
    return grey[top:bottom, left:right]


def _is_inside(tag: Detection, box: Box) -> bool:
    """Report whether the tag lies in the box with its white ring, so that a search of the box would find it."""
    ring = tag.side_px * 1.5 / BLACK_CELLS
    low, high = tag.corners_px.min(axis=0) - ring, tag.corners_px.max(axis=0) + ring
    left, top, right, bottom = box
    return bool(low[0] >= left and low[1] >= top and high[0] < right and high[1] < bottom)


WIDE_SEARCH = Search(1.0, 1.0, 40)
COARSE_SEARCH = Search(1.5, 1.0, 40)
# from this width of a cell on, the coarse search finds as many tags as the fine one
COARSE_NEEDS_PX = 2.4
# tags read again each frame though nothing changed: 64 tags in a second at 30 frames a second
READ_AGAIN = 2
# how many while hands change at least this many boxes, whose tags are read in any case
BUSY_CHANGED, BUSY_READ_AGAIN = 4, 1
# the tracker needs three readings of a tag before it counts, and gets them from the next frames
READINGS_TO_BELIEVE = 3
# how many of these per frame, so that a new table does not stall the camera
MOST_UNSURE = 16
STAYED_CELLS = 0.2
# a tag this near to its last pose has its middle at the same pixel
SAME_CELLS = 0.05
# a tag is watched a little beyond its bitmap
WATCHED_WIDTHS = 1.05
# tags that the detector did not read near their places are searched there again in turn, at most this many a frame
MOST_NEAR = 2
# a tag in place counts as verified while this much of it shows; one that was hidden has to show more, so that fingers
# passing over it do not make it flicker
STILL_VISIBLE, VISIBLE_AGAIN = 0.4, 0.6
# nothing moves over a place without its tag that looks the same this many times
STILL_LOOKS = 2
# the detector searches a piece of the table every n-th frame: all of it within a few seconds
PIECE_FRAMES = 6
# if tags are missing, it searches the whole table once more in these frames: glare may have washed tags out at first
WHOLE_FRAMES = (4, 7)
# an empty table is searched as a whole in its first frames, since a camera's first images are often dark; then now
# and then
FIRST_FRAMES = 12


class Shown(Enum):
    """The visibility of a tag in this frame."""

    WHOLE = "whole"
    PARTLY = "partly"
    UNCHANGED = "unchanged"
    HIDDEN = "hidden"
    GONE = "gone"


OUT_OF_SIGHT = (Shown.HIDDEN, Shown.GONE)


@dataclass(frozen=True)
class TagSight:
    """One tag in this frame; unless it is WHOLE, with its last whole fit."""

    fit: TagFit
    shown: Shown


@dataclass(frozen=True)
class Sweep:
    """The tags that one frame shows. strangers: tags not in play. copies: second ones of tags in play. clear: whether
    nothing moves in the image, and no hand is in it.
    """

    sights: tuple[TagSight, ...]
    strangers: tuple[Detection, ...] = ()
    copies: tuple[Detection, ...] = ()
    clear: bool = False


@dataclass(frozen=True)
class _Now:
    """The present frame: the image, the camera, and the state stored for this position of the camera."""

    grey: np.ndarray
    camera: Camera
    optics: Optics
    gate: Gate
    veils: Gate
    places: Places
    # as coarse as the smallest tag allows
    quick: Search

    def center_px(self, fit: TagFit) -> np.ndarray:
        """Return the middle of a fitted tag, (2,)."""
        return self.camera.project(np.array([fit.pose.x_in, fit.pose.y_in, 0.0]))

    def centers_px(self, fits: Sequence[TagFit]) -> dict[int, np.ndarray]:
        """Return the middles of fitted tags, each (2,)."""
        if not fits:
            return {}
        centers = self.camera.project(np.array([[fit.pose.x_in, fit.pose.y_in, 0.0] for fit in fits]))
        return {fit.tag: center for fit, center in zip(fits, centers, strict=True)}


class TagWatch:
    """Reads the tags in play from one frame after another.

    edges_in: the real edge of each one's black square. reference: the table's own tags, read elsewhere.
    size_in: width and depth of the playing area.
    """

    def __init__(self, edges_in: Mapping[int, float], reference: frozenset[int], size_in: tuple[float, float]) -> None:
        self._edges, self._reference, self._size = dict(edges_in), reference, size_in
        self._tag_order = sorted(self._edges)
        self._detector = TagDetector()
        self._fits: dict[int, TagFit] = {}
        self.forget()

    def look_again(self) -> None:
        """Read everything again, for instance after the camera was moved; places on the table stay known."""
        self._view_state: tuple[Gate, Gate, Places, Search] | None = None
        self._still_hidden_frames: dict[int, int] = {}
        self._clear_view = ClearView()
        self._surroundings = Surroundings()
        self._steps: dict[int, TagStep] = {}
        self._centers: dict[int, tuple[TagPose, np.ndarray]] = {}
        self._looks: dict[int, FormerLook | None] = {}
        # the last failed search of tags near their places, and the tags that wait for their turn
        self._failed_turns: dict[int, int] = {}
        self._waiting_tags: set[int] = set()
        # their pixels belong to the camera's former position
        self._fits = {tag: replace(fit, pixels=None) for tag, fit in self._fits.items()}

    def forget(self) -> None:
        """Start over."""
        self._fits = {}
        self.look_again()
        self._agreeing_readings: dict[int, int] = {}
        self._expected_tags = ExpectedTags(self._edges)
        self._hidden_tags: set[int] = set()
        self._foreign_tags = ForeignTags(frozenset(self._edges), self._reference)
        self._ring_schedule = SearchSchedule()
        self._turn = 0

    def read(
        self, grey: np.ndarray, camera: Camera, optics: Optics = DEFAULT_OPTICS, expecting: Expecting = nowhere
    ) -> Sweep:
        """Read the tags in this frame. expecting: returns where tags should show that other cameras read."""
        self._turn += 1
        if self._view_state is None or self._view_state[0].shape != grey.shape:
            places, quick_search = Places(camera, grey.shape, self._size), self._quick_search(grey, camera)
            self._view_state = Gate(grey.shape), Gate(grey.shape), places, quick_search
        frame = _Now(grey, camera, optics, *self._view_state)
        is_clear = self._clear_view.update(_crop(grey, frame.places.table), self._find_largest_side_px())
        if not self._fits and (self._turn <= FIRST_FRAMES or self._turn % PIECE_FRAMES == 0):
            return self._read_first(frame)
        changed = frame.gate.find_changed_tags(grey) | self._hidden_tags | (set(self._fits) - frame.gate.watched)
        reread = self._choose_unsure(changed) | self._choose_in_turn(changed)
        self._waiting_tags = set(
            sorted(changed & self._failed_turns.keys(), key=self._failed_turns.__getitem__)[MOST_NEAR:]
        )
        sights = [self._sight_again(frame, tag, tag in changed) for tag in sorted(changed | reread)]
        sights += [TagSight(self._fits[tag], Shown.UNCHANGED) for tag in self._fits if tag not in changed | reread]
        sights = self._search_elsewhere(frame, sights, expecting)
        self._hidden_tags = {sight.fit.tag for sight in sights if sight.shown in OUT_OF_SIGHT}
        sights = self._mark_gone(frame, sights)
        is_clear &= all(sight.shown is not Shown.HIDDEN for sight in sights)
        return Sweep(tuple(sights), self._foreign_tags.strangers, self._foreign_tags.copies, is_clear)

    def _find_largest_side_px(self) -> float:
        """Return the side of the largest tag in sight."""
        return max((fit.px_per_in * self._edges[tag] for tag, fit in self._fits.items()), default=0.0)

    def _read_first(self, now: _Now) -> Sweep:
        """Run the detector once; the tags' corners give the start of the fits in the next frames."""
        detections = self._detect_in_box(now, now.places.table, now.quick, {})
        for detection, fit in zip(
            detections, corner_fits(now.camera, detections, self._edges, now.optics), strict=True
        ):
            self._keep_fit(now, fit, detection.corners_px.mean(axis=0))
        sights = tuple(TagSight(self._fits[detection.tag], Shown.WHOLE) for detection in detections)
        return Sweep(sights, self._foreign_tags.strangers, self._foreign_tags.copies)

    def _quick_search(self, grey: np.ndarray, camera: Camera) -> Search:
        """Return the search settings: as coarse as the smallest tag allows."""
        if not self._edges:
            return WIDE_SEARCH
        cell = cell_px(camera, grey, min(self._edges.values()))[0]
        return COARSE_SEARCH if cell >= COARSE_NEEDS_PX else WIDE_SEARCH

    def _sight_again(self, now: _Now, tag: int, changed: bool) -> TagSight:
        last_fit, former_look = self._fits[tag], self._looks.get(tag)
        fit = self._fit_predicted(now, last_fit, changed) or (
            self._fit_detected_near(now, last_fit) if changed else None
        )
        if fit is not None:
            center = self._get_center_px(now, fit)
            self._keep_fit(now, fit, center)
            if not changed:
                self._surroundings.remember(now.grey, tag, center, fit.px_per_in * self._edges[tag])
            return TagSight(fit, Shown.WHOLE)
        self._steps.pop(tag, None)
        if former_look is None or former_look.fit is not last_fit:
            former_look = self._looks[tag] = FormerLook.from_fit(now.grey, now.camera, self._edges[tag], last_fit)
        least_visible = VISIBLE_AGAIN if tag in self._hidden_tags else STILL_VISIBLE
        if former_look is not None and former_look.visible_share(now.grey) >= least_visible:
            self._agreeing_readings[tag] += 1
            return TagSight(last_fit, Shown.PARTLY)
        return TagSight(last_fit, Shown.HIDDEN if changed else Shown.UNCHANGED)

    def _get_center_px(self, now: _Now, fit: TagFit) -> np.ndarray:
        """Return the middle of a fitted tag, (2,): that of its last fit if it still lies there."""
        center = self._centers.get(fit.tag)
        if center is None or count_cells(fit.pose, center[0], self._edges[fit.tag]) > SAME_CELLS:
            center = self._centers[fit.tag] = fit.pose, now.center_px(fit)
        return center[1]

    def _fit_predicted(self, now: _Now, last: TagFit, changed: bool) -> TagFit | None:
        """Fit the tag where it was going, or where it was."""
        edge_in, step, former_look = self._edges[last.tag], self._steps.get(last.tag), self._looks.get(last.tag)
        if changed and step is not None:
            fit = fit_moving(now.grey, now.camera, last, edge_in, step)
            if fit is not None:
                return fit
        if (
            former_look is not None
            and former_look.fit is last
            and last.pixels is not None
            and not former_look.hints(now.grey)
        ):
            return None
        return fit_resting(now.grey, now.camera, last, edge_in)

    def _fit_detected_near(self, now: _Now, last: TagFit) -> TagFit | None:
        """Fit the tag where the detector reads it near its place; a tag not read there waits for its turn."""
        if last.tag in self._waiting_tags:
            return None
        fit = detect_near(
            now.grey, now.camera, self._detector, last, self._edges[last.tag], self._get_center_px(now, last)
        )
        if fit is None:
            self._failed_turns[last.tag] = self._turn
        return fit

    def _search_elsewhere(self, now: _Now, sights: list[TagSight], expecting: Expecting) -> list[TagSight]:
        """Search for tags not in sight: where they are expected, where the image moves or has changed, and by rings.

        The search by rings takes one piece at a time.
        """
        hidden = {sight.fit.tag for sight in sights if sight.shown is Shown.HIDDEN}
        shown = [sight.fit for sight in sights if sight.fit.tag not in hidden]
        tags_out_of_sight = self._edges.keys() - {fit.tag for fit in shown}
        expected_poses = expecting(tags_out_of_sight) if tags_out_of_sight else {}
        resting_tags = self._expected_tags.update(expected_poses)
        lay_px = now.centers_px([self._fits[tag] for tag in sorted(hidden.difference(resting_tags))])
        is_any_missing = len(resting_tags) < len(tags_out_of_sight)
        boxes, moving_boxes = now.places.to_search(now.grey, is_any_missing, list(lay_px.values()))
        if self._turn in WHOLE_FRAMES and is_any_missing:
            boxes.append(now.places.table)
        elif self._turn % PIECE_FRAMES == 0:
            # for models put down between two frames, and for tags not in play, the whole table is searched in turn
            boxes.append(now.places.piece(self._turn // PIECE_FRAMES, PIECES))
        known_px = now.centers_px(shown) if boxes or moving_boxes else {}
        # moving parts are searched again in the next frames
        searches = [*((box, WIDE_SEARCH) for box in boxes), *((box, now.quick) for box in moving_boxes)]
        fits = {fit.tag: fit for box, search in searches for fit in self._fit_in_box(now, box, search, known_px)}
        for fit in self._expected_tags.find_due_tag(now.grey, now.camera, self._detector, now.optics):
            fits[fit.tag] = fit
        for fit in self._search_by_rings(now, [*shown, *fits.values()], lay_px, expected_poses.keys()):
            fits[fit.tag] = fit
        for fit in fits.values():
            self._keep_fit(now, fit, now.center_px(fit))
        unchanged_sights = [sight for sight in sights if sight.fit.tag not in fits]
        return unchanged_sights + [TagSight(fit, Shown.WHOLE) for fit in fits.values()]

    def _fit_in_box(
        self, now: _Now, box: tuple[int, int, int, int], search: Search, known: Mapping[int, np.ndarray]
    ) -> list[TagFit]:
        detections = self._detect_in_box(now, box, search, known)
        fits = [
            fit_detection(now.grey, now.camera, detection, self._edges[detection.tag], now.optics)
            for detection in detections
        ]
        return [fit for fit in fits if fit is not None]

    def _detect_in_box(
        self, now: _Now, box: tuple[int, int, int, int], search: Search, known: Mapping[int, np.ndarray]
    ) -> list[Detection]:
        left_px, top_px, right_px, bottom_px = box
        detections = shift_detections(
            self._detector.detect(now.grey[top_px:bottom_px, left_px:right_px], search), np.array([left_px, top_px])
        )
        return self._foreign_tags.sort(detections, box, known)

    def _mark_gone(self, now: _Now, sights: list[TagSight]) -> list[TagSight]:
        """Mark tags as gone if their place rests without them and nothing lies over it."""
        changed_tags = now.veils.find_changed_tags(now.grey)
        hidden = [sight for sight in sights if sight.shown is Shown.HIDDEN]
        for tag in {sight.fit.tag for sight in hidden}:
            if tag not in self._still_hidden_frames or tag in changed_tags:
                fit = self._fits[tag]
                box = compute_box(now.grey.shape, fit, self._edges[tag] * WATCHED_WIDTHS, self._get_center_px(now, fit))
                now.veils.watch(now.grey, tag, box)
                self._still_hidden_frames[tag] = 0
            self._still_hidden_frames[tag] += 1
        self._still_hidden_frames = {sight.fit.tag: self._still_hidden_frames[sight.fit.tag] for sight in hidden}
        gone_tags = {tag for tag, frames in self._still_hidden_frames.items() if self._is_gone(now, tag, frames)}
        return [replace(sight, shown=Shown.GONE) if sight.fit.tag in gone_tags else sight for sight in sights]

    def _is_gone(self, now: _Now, tag: int, still_frames: int) -> bool:
        if still_frames < STILL_LOOKS:
            return False
        is_covered = self._surroundings.is_covered(now.grey, tag)
        return still_frames > GONE_FRAMES if is_covered is None else not is_covered

    def _search_by_rings(
        self, now: _Now, shown: Sequence[TagFit], lay_px: Mapping[int, np.ndarray], told: Collection[int]
    ) -> list[TagFit]:
        """Search tags that neither the detector nor other cameras read, in the part of the image whose turn it is."""
        found_tags = {fit.tag for fit in shown} | {copy.tag for copy in self._foreign_tags.copies} | set(told)
        missed = {
            # while something moves over its place, the tag may be under it
            tag: NEVER if tag not in lay_px else self._still_hidden_frames.get(tag, 0) * now.places.is_calm(lay_px[tag])
            for tag in self._edges.keys() - found_tags
        }
        if not self._ring_schedule.due(missed):
            return []
        shown_px = list(now.centers_px(shown).values())
        box = self._ring_schedule.next(now.places, [*shown_px, *lay_px.values()])
        if box is None:
            return []
        edges = {tag: self._edges[tag] for tag in sorted(select_sought(missed))}
        return search_by_rings(now.grey, now.camera, edges, shown_px, now.optics, box)

    def _keep_fit(self, now: _Now, fit: TagFit, center_px: np.ndarray) -> None:
        last_fit, edge_in = self._fits.get(fit.tag), self._edges[fit.tag]
        stayed = last_fit is not None and count_cells(fit.pose, last_fit.pose, edge_in) < STAYED_CELLS
        self._agreeing_readings[fit.tag] = self._agreeing_readings.get(fit.tag, 0) + 1 if stayed else 1
        self._steps.pop(fit.tag, None)
        self._failed_turns.pop(fit.tag, None)
        was_fitted = last_fit is not None and last_fit.pixels is not None and fit.tag not in self._hidden_tags
        if last_fit is not None and was_fitted and not stayed and fit.pixels is not None:
            self._steps[fit.tag] = TagStep.from_poses(last_fit.pose, fit.pose)
        self._fits[fit.tag] = fit
        now.gate.watch(now.grey, fit.tag, compute_box(now.grey.shape, fit, edge_in * WATCHED_WIDTHS, center_px))

    def _choose_unsure(self, changed: set[int]) -> set[int]:
        """Choose some tags that were not yet read often enough at their present place to count."""
        unsure = sorted(
            tag for tag, count in self._agreeing_readings.items() if count < READINGS_TO_BELIEVE and tag not in changed
        )
        return set(unsure[:MOST_UNSURE])

    def _choose_in_turn(self, changed: set[int]) -> set[int]:
        """Choose a few tags whose image did not change: the same ones for all cameras that began together."""
        if not self._fits:
            return set()
        round_number, start = divmod(self._turn * READ_AGAIN, len(self._tag_order))
        count = READ_AGAIN
        if len(changed) >= BUSY_CHANGED:
            # the remaining tags of this step have their turn in the next round
            count, start = BUSY_READ_AGAIN, start + round_number % READ_AGAIN
        tags_in_turn = (*self._tag_order[start:], *self._tag_order[:start])
        return set(islice((tag for tag in tags_in_turn if tag in self._fits and tag not in changed), count))
