"""The fast path: knows where every tag was, and reads only those parts of the picture that have changed.

    box unchanged   the last reading holds; a few are read again each frame, in turn
    box changed     fitted where it was going, or where it was; else detected near there and fitted
    neither         verified if still partly visible where it stood; otherwise hidden
    not in sight    looked for where other cameras read it; if none does, searched where something was put down or
                    moves; if nothing is read there, by its rings

So a table at rest costs a hundredth of a full search, with the same result.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

import numpy as np

from tablecam.sensing.vision.apriltag import Search, TagDetector
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.expected_tags import ExpectedTags, Expecting, nowhere
from tablecam.sensing.vision.fit import TagFit
from tablecam.sensing.vision.foreign_tags import ForeignTags
from tablecam.sensing.vision.full_search import cell_px, corner_fits, fit_detection, search_by_rings
from tablecam.sensing.vision.gate import Gate
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.places import Places
from tablecam.sensing.vision.search_schedule import GONE_FRAMES, NEVER, PIECES, SearchSchedule, sought
from tablecam.sensing.vision.second_look import (
    TagStep,
    box_around,
    cells_between,
    detected_near,
    fitted_ahead,
    fitted_there,
    shifted,
)
from tablecam.sensing.vision.surroundings import Surroundings
from tablecam.sensing.vision.template import DEFAULT_OPTICS, Optics
from tablecam.sensing.vision.verify import FormerLook
from tablecam.table.geometry.projection import Camera

WIDE_SEARCH = Search(1.0, 1.0, 40)
COARSE_SEARCH = Search(1.5, 1.0, 40)
# from this width of a cell on, the coarse search finds all that the fine one does
COARSE_NEEDS_PX = 2.4
# tags read again each frame though nothing changed: 64 tags in a second at 30 frames a second
READ_AGAIN = 2
# and how few while hands change so many others, which are read anyhow
BUSY_CHANGED, BUSY_READ_AGAIN = 4, 1
# the tracker needs three readings of a tag before it counts, and gets them from the next frames
READINGS_TO_BELIEVE = 3
# how many of these per frame, so that a new table does not stall the picture
MOST_UNSURE = 16
STAYED_CELLS = 0.2
# within so many its middle is the same pixel
SAME_CELLS = 0.05
# a tag is watched a little beyond its bitmap
WATCHED_WIDTHS = 1.05
# a tag that the detector did not read near its place is looked for there again in turn with others, so many a frame
MOST_NEAR = 2
# a tag in place counts as verified while this much of it shows; one that was hidden has to show more, so that fingers
# passing over it do not make it flicker
STILL_VISIBLE, VISIBLE_AGAIN = 0.4, 0.6
# a place without its tag that looks the same so often is one over which nothing moves
STILL_LOOKS = 2
# the detector searches a piece of the table every n-th frame: all of it within a few seconds
PIECE_FRAMES = 6
# in these frames it searches all of it once more, if tags are missing: glare may have washed them out in the first
WHOLE_FRAMES = (4, 7)
# an empty table is searched as a whole in its first frames, since a camera's first pictures are often dark; then now
# and then
FIRST_FRAMES = 12


class Shown(Enum):
    """How a tag shows in this frame."""

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
    """What one frame shows of the tags in play. strangers: tags not in play. copies: second ones of tags in play."""

    sights: tuple[TagSight, ...]
    strangers: tuple[Detection, ...] = ()
    copies: tuple[Detection, ...] = ()


@dataclass(frozen=True)
class _Now:
    """The present frame: the picture, the camera, and what is kept for this place of the camera."""

    grey: np.ndarray
    camera: Camera
    optics: Optics
    gate: Gate
    veils: Gate
    places: Places
    # as coarse as the smallest tag allows
    quick: Search

    def center_px(self, fit: TagFit) -> np.ndarray:
        """The middle of a fitted tag, (2,)."""
        return self.camera.project(np.array([fit.pose.x_in, fit.pose.y_in, 0.0]))

    def centers_px(self, fits: Sequence[TagFit]) -> dict[int, np.ndarray]:
        """The middles of fitted tags, each (2,)."""
        if not fits:
            return {}
        places = self.camera.project(np.array([[fit.pose.x_in, fit.pose.y_in, 0.0] for fit in fits]))
        return {fit.tag: place for fit, place in zip(fits, places, strict=True)}


class TagWatch:
    """Reads the tags in play from one frame after another.

    edges_in: the real edge of each one's black square. reference: the table's own tags, read elsewhere.
    size_in: width and depth of the playing area.
    """

    def __init__(self, edges_in: Mapping[int, float], reference: frozenset[int], size_in: tuple[float, float]) -> None:
        self._edges, self._reference, self._size = dict(edges_in), reference, size_in
        self._order = sorted(self._edges)
        self._detector = TagDetector()
        self._fits: dict[int, TagFit] = {}
        self.forget()

    def look_again(self) -> None:
        """Reads everything again, for instance after the camera was moved; places on the table stay known."""
        self._kept: tuple[Gate, Gate, Places, Search] | None = None
        self._still_hidden: dict[int, int] = {}
        self._surroundings = Surroundings()
        self._steps: dict[int, TagStep] = {}
        self._centers: dict[int, tuple[TagPose, np.ndarray]] = {}
        self._looks: dict[int, FormerLook | None] = {}
        # tags that were looked for near their places in vain, and when last; those that wait for their turn
        self._in_vain: dict[int, int] = {}
        self._waiting: set[int] = set()
        # their pixels belong to the camera's former place
        self._fits = {tag: replace(fit, pixels=None) for tag, fit in self._fits.items()}

    def forget(self) -> None:
        """Starts over."""
        self._fits = {}
        self.look_again()
        self._agreed: dict[int, int] = {}
        self._expected = ExpectedTags(self._edges)
        self._hidden: set[int] = set()
        self._foreign = ForeignTags(frozenset(self._edges), self._reference)
        self._rounds = SearchSchedule()
        self._turn = 0

    def read(
        self, grey: np.ndarray, camera: Camera, optics: Optics = DEFAULT_OPTICS, expecting: Expecting = nowhere
    ) -> Sweep:
        """Where the tags are in this frame. expecting: where tags should show that other cameras read."""
        self._turn += 1
        if self._kept is None or self._kept[0].shape != grey.shape:
            places, quick = Places(camera, grey.shape, self._size), self._quick_search(grey, camera)
            self._kept = Gate(grey.shape), Gate(grey.shape), places, quick
        now = _Now(grey, camera, optics, *self._kept)
        if not self._fits and (self._turn <= FIRST_FRAMES or self._turn % PIECE_FRAMES == 0):
            return self._first_look(now)
        changed = now.gate.changed(grey) | self._hidden | (set(self._fits) - now.gate.watched)
        again = self._unsure(changed) | self._in_turn(changed)
        self._waiting = set(sorted(changed & self._in_vain.keys(), key=self._in_vain.__getitem__)[MOST_NEAR:])
        sights = [self._sight_again(now, tag, tag in changed) for tag in sorted(changed | again)]
        sights += [TagSight(self._fits[tag], Shown.UNCHANGED) for tag in self._fits if tag not in changed | again]
        sights = self._found_elsewhere(now, sights, expecting)
        self._hidden = {sight.fit.tag for sight in sights if sight.shown in OUT_OF_SIGHT}
        sights = self._mark_gone(now, sights)
        return Sweep(tuple(sights), self._foreign.strangers, self._foreign.copies)

    def _first_look(self, now: _Now) -> Sweep:
        """One pass of the detector; the tags' corners say where to fit them in the frames that follow."""
        ours = self._searched_in(now, now.places.table, now.quick, {})
        for detection, fit in zip(ours, corner_fits(now.camera, ours, self._edges, now.optics), strict=True):
            self._keep(now, fit, detection.corners_px.mean(axis=0))
        sights = tuple(TagSight(self._fits[detection.tag], Shown.WHOLE) for detection in ours)
        return Sweep(sights, self._foreign.strangers, self._foreign.copies)

    def _quick_search(self, grey: np.ndarray, camera: Camera) -> Search:
        """The search settings: as coarse as the smallest tag allows."""
        if not self._edges:
            return WIDE_SEARCH
        cell = cell_px(camera, grey, min(self._edges.values()))[0]
        return COARSE_SEARCH if cell >= COARSE_NEEDS_PX else WIDE_SEARCH

    def _sight_again(self, now: _Now, tag: int, changed: bool) -> TagSight:
        last, before = self._fits[tag], self._looks.get(tag)
        fit = self._fitted(now, last, changed) or (self._detected_near(now, last) if changed else None)
        if fit is not None:
            center = self._center_px(now, fit)
            self._keep(now, fit, center)
            if not changed:
                self._surroundings.remember(now.grey, tag, center, fit.px_per_in * self._edges[tag])
            return TagSight(fit, Shown.WHOLE)
        self._steps.pop(tag, None)
        if before is None or before.fit is not last:
            before = self._looks[tag] = FormerLook.of(now.grey, now.camera, self._edges[tag], last)
        least = VISIBLE_AGAIN if tag in self._hidden else STILL_VISIBLE
        if before is not None and before.visible_share(now.grey) >= least:
            self._agreed[tag] += 1
            return TagSight(last, Shown.PARTLY)
        return TagSight(last, Shown.HIDDEN if changed else Shown.UNCHANGED)

    def _center_px(self, now: _Now, fit: TagFit) -> np.ndarray:
        """The middle of a fitted tag, (2,), that of its last fit where it lies there still."""
        at = self._centers.get(fit.tag)
        if at is None or cells_between(fit.pose, at[0], self._edges[fit.tag]) > SAME_CELLS:
            at = self._centers[fit.tag] = fit.pose, now.center_px(fit)
        return at[1]

    def _fitted(self, now: _Now, last: TagFit, changed: bool) -> TagFit | None:
        """The fit where the tag was going, or where it was."""
        edge_in, step, before = self._edges[last.tag], self._steps.get(last.tag), self._looks.get(last.tag)
        if changed and step is not None:
            fit = fitted_ahead(now.grey, now.camera, last, edge_in, step)
            if fit is not None:
                return fit
        if before is not None and before.fit is last and last.pixels is not None and not before.hints(now.grey):
            return None
        return fitted_there(now.grey, now.camera, last, edge_in)

    def _detected_near(self, now: _Now, last: TagFit) -> TagFit | None:
        """The fit where the detector reads the tag near its place; one that it did not read there waits its turn."""
        if last.tag in self._waiting:
            return None
        fit = detected_near(
            now.grey, now.camera, self._detector, last, self._edges[last.tag], self._center_px(now, last)
        )
        if fit is None:
            self._in_vain[last.tag] = self._turn
        return fit

    def _found_elsewhere(self, now: _Now, sights: list[TagSight], expecting: Expecting) -> list[TagSight]:
        """Searches for tags not in sight: where they are expected; the others where the picture moves or has changed,
        and by rings, one piece at a time.
        """
        hidden = {sight.fit.tag for sight in sights if sight.shown is Shown.HIDDEN}
        shown = [sight.fit for sight in sights if sight.fit.tag not in hidden]
        away = self._edges.keys() - {fit.tag for fit in shown}
        told = expecting(away) if away else {}
        resting = self._expected.update(told)
        lay_px = now.centers_px([self._fits[tag] for tag in sorted(hidden.difference(resting))])
        missing = len(resting) < len(away)
        boxes, moving = now.places.to_search(now.grey, missing, list(lay_px.values()))
        if self._turn in WHOLE_FRAMES and missing:
            boxes.append(now.places.table)
        elif self._turn % PIECE_FRAMES == 0:
            # for models put down between two frames, and for tags not in play, the whole table is searched in turn
            boxes.append(now.places.piece(self._turn // PIECE_FRAMES, PIECES))
        known = now.centers_px(shown) if boxes or moving else {}
        # what moves is searched again in the next frames
        searches = [*((box, WIDE_SEARCH) for box in boxes), *((box, now.quick) for box in moving)]
        fits = {fit.tag: fit for box, search in searches for fit in self._in_box(now, box, search, known)}
        for fit in self._expected.looked_for(now.grey, now.camera, self._detector, now.optics):
            fits[fit.tag] = fit
        for fit in self._by_rings(now, [*shown, *fits.values()], lay_px, told.keys()):
            fits[fit.tag] = fit
        for fit in fits.values():
            self._keep(now, fit, now.center_px(fit))
        kept = [sight for sight in sights if sight.fit.tag not in fits]
        return kept + [TagSight(fit, Shown.WHOLE) for fit in fits.values()]

    def _in_box(
        self, now: _Now, box: tuple[int, int, int, int], search: Search, known: Mapping[int, np.ndarray]
    ) -> list[TagFit]:
        ours = self._searched_in(now, box, search, known)
        fits = [
            fit_detection(now.grey, now.camera, detection, self._edges[detection.tag], now.optics) for detection in ours
        ]
        return [fit for fit in fits if fit is not None]

    def _searched_in(
        self, now: _Now, box: tuple[int, int, int, int], search: Search, known: Mapping[int, np.ndarray]
    ) -> list[Detection]:
        left, top, right, bottom = box
        found = shifted(self._detector.detect(now.grey[top:bottom, left:right], search), np.array([left, top]))
        return self._foreign.sort(found, box, known)

    def _mark_gone(self, now: _Now, sights: list[TagSight]) -> list[TagSight]:
        """Tags whose place rests without them, with its surroundings free, are gone; something lies over the others."""
        changed = now.veils.changed(now.grey)
        hidden = [sight for sight in sights if sight.shown is Shown.HIDDEN]
        for tag in {sight.fit.tag for sight in hidden}:
            if tag not in self._still_hidden or tag in changed:
                fit = self._fits[tag]
                box = box_around(now.grey.shape, fit, self._edges[tag] * WATCHED_WIDTHS, self._center_px(now, fit))
                now.veils.watch(now.grey, tag, box)
                self._still_hidden[tag] = 0
            self._still_hidden[tag] += 1
        self._still_hidden = {sight.fit.tag: self._still_hidden[sight.fit.tag] for sight in hidden}
        gone = {tag for tag, frames in self._still_hidden.items() if self._is_gone(now, tag, frames)}
        return [replace(sight, shown=Shown.GONE) if sight.fit.tag in gone else sight for sight in sights]

    def _is_gone(self, now: _Now, tag: int, still_frames: int) -> bool:
        if still_frames < STILL_LOOKS:
            return False
        covered = self._surroundings.covered(now.grey, tag)
        return still_frames > GONE_FRAMES if covered is None else not covered

    def _by_rings(
        self, now: _Now, shown: Sequence[TagFit], lay_px: Mapping[int, np.ndarray], told: Collection[int]
    ) -> list[TagFit]:
        """Tags that neither the detector nor other cameras read, in the part of the picture whose turn it is."""
        placed = {fit.tag for fit in shown} | {copy.tag for copy in self._foreign.copies} | set(told)
        missed = {
            # while something moves over its place, the tag may be under it
            tag: NEVER if tag not in lay_px else self._still_hidden.get(tag, 0) * now.places.is_calm(lay_px[tag])
            for tag in self._edges.keys() - placed
        }
        if not self._rounds.due(missed):
            return []
        shown_px = list(now.centers_px(shown).values())
        turn = self._rounds.next(now.places, [*shown_px, *lay_px.values()])
        if turn is None:
            return []
        edges = {tag: self._edges[tag] for tag in sorted(sought(missed))}
        return search_by_rings(now.grey, now.camera, edges, shown_px, now.optics, *turn)

    def _keep(self, now: _Now, fit: TagFit, center_px: np.ndarray) -> None:
        last, edge_in = self._fits.get(fit.tag), self._edges[fit.tag]
        stayed = last is not None and cells_between(fit.pose, last.pose, edge_in) < STAYED_CELLS
        self._agreed[fit.tag] = self._agreed.get(fit.tag, 0) + 1 if stayed else 1
        self._steps.pop(fit.tag, None)
        self._in_vain.pop(fit.tag, None)
        seen_before = last is not None and last.pixels is not None and fit.tag not in self._hidden
        if last is not None and seen_before and not stayed and fit.pixels is not None:
            self._steps[fit.tag] = TagStep.between(last.pose, fit.pose)
        self._fits[fit.tag] = fit
        now.gate.watch(now.grey, fit.tag, box_around(now.grey.shape, fit, edge_in * WATCHED_WIDTHS, center_px))

    def _unsure(self, changed: set[int]) -> set[int]:
        """Some tags that were not yet read often enough at their present place to count."""
        unsure = sorted(
            tag for tag, count in self._agreed.items() if count < READINGS_TO_BELIEVE and tag not in changed
        )
        return set(unsure[:MOST_UNSURE])

    def _in_turn(self, changed: set[int]) -> set[int]:
        """Tags whose picture did not change, a few in each frame: the same ones for all cameras that began together."""
        if not self._fits:
            return set()
        rounds, first = divmod(self._turn * READ_AGAIN, len(self._order))
        count = READ_AGAIN
        if len(changed) >= BUSY_CHANGED:
            # the others of these have their turn in the next round
            count, first = BUSY_READ_AGAIN, first + rounds % READ_AGAIN
        from_there = (*self._order[first:], *self._order[:first])
        return set(islice((tag for tag in from_there if tag in self._fits and tag not in changed), count))
