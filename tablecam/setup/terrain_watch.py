"""Detects untagged terrain that the picture shows elsewhere than the map.

While the table is at rest, each part is compared every few seconds with its picture from when it was first seen at its
place on the map. A move is reported only once several looks agree, and not while the picture leaves a doubt.
"""

import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import cv2
import numpy as np
import shapely

from tablecam.base.i18n import Message
from tablecam.live.rectification import CUT_PX_PER_IN, PlaneView, cut_view, draw_mask, outline_hidden
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.mapped_terrain import TOLD_IN, SeenPart, TerrainDrift, TerrainMemory, TerrainPart, half_in
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed
from tablecam.table.terrain import Displacement, Feature

# Finds a known thing in a newer picture: at its place, elsewhere, or undecided.
#
# The comparison uses the direction of brightness gradients, which light, shade and exposure hardly change, over the
# thing's tops as far as both pictures show them. A thing is elsewhere only if almost all of it is found there, nothing
# of it is left at its place, and no other place fits.

# greatest distance and turn in the search for a thing
REACH_IN = 3.0
TURNS_DEG = range(-24, 25, 3)
# weaker steps than this, in grey levels a pixel, are mostly noise
FAINT = 5.0
# least agreement of a picture of a thing with itself: 1 is everything, 0 is chance
AT_HOME = 0.6
LEFT, CLEARER, UNIQUE = 0.55, 0.4, 0.1
# least agreement of a find; it is higher for a thing with few edges, in square inches, which may resemble another thing
FOUND, FOUND_OF_LITTLE, LITTLE_IN2 = 0.6, 0.8, 3.0
# no decision, because too little is visible
HIDDEN = -1.0
# least share of a thing's known area that must be visible
LEAST_SEEN = 0.6
# allowance at its place for a camera whose own place is slightly uncertain
HOME_IN = 0.19
# two finds that are further apart are distinct
APART_IN = 0.45
# greatest error of a find in a picture of half the size
CLOSE_PX = 3
# a thing with fewer edges, in square inches, is not searched for
LEAST_EDGES_IN2 = 0.8


@dataclass(frozen=True)
class Match:
    """The place where a thing fits best, and its agreement there."""

    at: Displacement
    agreement: float


def edges_in2(thing: PlaneView) -> float:
    """Measures the clear edges by which a thing can be recognised, in square inches."""
    return float(((_compute_gradients(thing.grey) ** 2).sum(axis=-1) * thing.seen).sum()) / CUT_PX_PER_IN**2


def measure_agreement(thing: PlaneView, now: PlaneView) -> float:
    """Measures the agreement of a thing with its old place, -1 to 1; HIDDEN if too little is visible. Both views show
    one square.
    """
    margin = int(HOME_IN * CUT_PX_PER_IN)
    inner = slice(margin, -margin)
    agreement = _compute_agreement(
        _compute_gradients(now.grey),
        now.seen,
        _compute_gradients(thing.grey)[inner, inner],
        thing.seen[inner, inner].copy(),
    )
    return float(agreement.max())


def elsewhere(thing: PlaneView, around: PlaneView, home: float) -> Displacement | None:
    """Finds the place where a thing certainly stands, in a square larger by REACH_IN on each side; None if it is
    uncertain.

    home: the result of `measure_agreement`, below AT_HOME.
    """
    enough = FOUND if edges_in2(thing) >= LITTLE_IN2 else FOUND_OF_LITTLE
    if not HIDDEN < home <= LEFT:
        return None
    best, second = (_refine_place(thing, around, near) for near in _find_candidates(thing, around))
    clear = best.agreement >= max(enough, home + CLEARER, second.agreement + UNIQUE)
    inside = max(abs(best.at.x_in), abs(best.at.y_in)) < REACH_IN - 0.1 and abs(best.at.turn_deg) < max(TURNS_DEG)
    return best.at if clear and inside else None


def _find_candidates(thing: PlaneView, around: PlaneView) -> tuple[Displacement, Displacement]:
    """Finds the two likeliest places, some distance apart, in pictures of half the size."""
    small, per_in = _halve_view(around), CUT_PX_PER_IN / 2
    gradients = _compute_gradients(small.grey)
    rotated = [_halve_view(_rotate_view(thing, turn)) for turn in TURNS_DEG]
    scores = np.stack(
        [_compute_agreement(gradients, small.seen, _compute_gradients(view.grey), view.seen) for view in rotated]
    )
    middle = (scores.shape[1] - 1) / 2
    down, right = np.mgrid[: scores.shape[1], : scores.shape[2]]
    places = []
    for _ in range(2):
        turn_index, row, column = (int(index) for index in np.unravel_index(scores.argmax(), scores.shape))
        places.append(Displacement((column - middle) / per_in, (middle - row) / per_in, float(TURNS_DEG[turn_index])))
        scores[:, np.hypot(down - row, right - column) <= APART_IN * per_in] = HIDDEN
    return places[0], places[1]


def _refine_place(thing: PlaneView, around: PlaneView, near: Displacement) -> Match:
    """Refines the place of a thing that stands about there, to a fraction of a pixel and half a degree."""
    size, margin = thing.grey.shape[0], CLOSE_PX
    middle = (around.grey.shape[0] - size) // 2
    left_px, top_px = (
        round(near.x_in * CUT_PX_PER_IN) + middle - margin,
        middle - round(near.y_in * CUT_PX_PER_IN) - margin,
    )
    rows, columns = (slice(max(low, 0), low + size + 2 * margin) for low in (top_px, left_px))
    gradients, visible = _compute_gradients(around.grey[rows, columns]), around.seen[rows, columns]
    best = Match(near, HIDDEN)
    for step in range(-4, 5):
        turn = near.turn_deg + step / 2
        rotated = _rotate_view(thing, turn)
        scores = _compute_agreement(gradients, visible, _compute_gradients(rotated.grey), rotated.seen)
        row, column = (int(index) for index in np.unravel_index(scores.argmax(), scores.shape))
        if scores[row, column] > best.agreement:
            right = columns.start + column + _find_peak(scores[row], column) - middle
            up = middle - rows.start - row - _find_peak(scores[:, column], row)
            best = Match(Displacement(right / CUT_PX_PER_IN, up / CUT_PX_PER_IN, turn), float(scores[row, column]))
    return best


def _halve_view(view: PlaneView) -> PlaneView:
    grey, visible = (
        cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for image in (view.grey, view.seen)
    )
    return PlaneView(grey, visible)


def _find_peak(values: np.ndarray, at: int) -> float:
    """Finds the offset of a parabola's top through three values from the middle one, -0.5 to 0.5."""
    if not 0 < at < len(values) - 1:
        return 0.0
    previous, middle, following = (float(value) for value in values[at - 1 : at + 2])
    bend = previous - 2 * middle + following
    return 0.0 if bend >= 0 else float(np.clip((previous - following) / (2 * bend), -0.5, 0.5))


def _compute_gradients(grey: np.ndarray) -> np.ndarray:
    """Computes the steps of brightness, (n, n, 2): of length 1 where they are clear, and shorter where
    they are faint.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3, scale=0.25) for axis in ((1, 0), (0, 1)))
    length = np.sqrt(across**2 + down**2 + FAINT**2)
    return np.stack([across / length, down / length], axis=-1)


def _compute_agreement(gradients: np.ndarray, seen: np.ndarray, thing: np.ndarray, shape: np.ndarray) -> np.ndarray:
    """Scores a thing at each place of a picture, over the area that both show; HIDDEN where that is too little."""
    masked = thing * shape[..., None]
    strength = (gradients**2).sum(axis=-1) * seen
    product = cv2.matchTemplate(gradients * seen[..., None], masked, cv2.TM_CCORR)
    picture_energy = cv2.matchTemplate(strength, shape, cv2.TM_CCORR)
    thing_energy = cv2.matchTemplate(seen, (masked**2).sum(axis=-1), cv2.TM_CCORR)
    share = cv2.matchTemplate(seen, shape, cv2.TM_CCORR) / max(float(shape.sum()), 1e-6)
    agreement = product / np.sqrt(np.maximum(picture_energy, 1e-3) * np.maximum(thing_energy, 1e-3))
    return np.where(share >= LEAST_SEEN, agreement, np.float32(HIDDEN))


def _rotate_view(thing: PlaneView, turn_deg: float) -> PlaneView:
    size = thing.grey.shape[0]
    turn = cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), float(turn_deg), 1)
    grey = cv2.warpAffine(thing.grey, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return PlaneView(grey, cv2.warpAffine(thing.seen, turn, (size, size), flags=cv2.INTER_LINEAR))


EVERY_S = 3.0
# looks in a row that must agree before a part is reported or its picture is kept
AGREEING = 3
# greatest difference between looks that agree
SAME_IN, SAME_DEG = 0.15, 4.0
# least visible share when a part's picture is taken: hidden area cannot be compared later
LEAST_SHOWN = 0.4
# least correlation between two looks at a part at rest
STILL = 0.8
# a thing cannot stand where other terrain is mapped: a match there is that terrain
ON_OTHERS = 0.1
# looks that are skipped after a search in vain
PAUSE = 3
# when this number of parts moved alike, the camera moved or the map is wrong
ALIKE = 3


class StillTable(Protocol):
    """The newest picture of a table at rest."""

    @property
    def frame(self) -> Frame:
        """The picture."""

    @property
    def camera(self) -> Camera:
        """The lens in its place."""

    @property
    def models(self) -> Sequence[Placed]:
        """The models on the table."""


@dataclass(frozen=True)
class _Sight:
    """One look at the table. eye_in: (3,)."""

    frame: Frame
    camera: Camera
    models: Sequence[Placed]

    @property
    def eye_in(self) -> np.ndarray:
        return np.asarray(self.camera.pose.position_in, float)

    def view(self, part: TerrainPart, half: float) -> PlaneView:
        """Returns the square around a part, with the area that models hide masked out."""
        square = cut_view(self.frame, self.camera, part.middle, half, part.top_in)
        hidden = draw_mask(outline_hidden(self.models, self.camera, part.top_in), part.middle, half)
        return PlaneView(square.grey, square.seen * (1 - hidden))


class PushedTerrain:
    """Compares parts with their remembered pictures. Safe to use from several threads."""

    def __init__(self, memory: TerrainMemory) -> None:
        self._memory = memory
        self._lock = threading.Lock()
        self._sightings: dict[str, list[Displacement]] = {}
        self._reports: dict[str, tuple[TerrainPart, Displacement]] = {}
        self._learned_views: dict[str, list[PlaneView]] = {}
        self._pauses: dict[str, int] = {}

    @property
    def drifts(self) -> list[TerrainDrift]:
        """The parts that stand elsewhere than on the map."""
        with self._lock:
            reports = list(self._reports.values())
        return [TerrainDrift(part.name, displacement.away_in, displacement.turn_deg) for part, displacement in reports]

    def look(self, table: StillTable, parts: Sequence[TerrainPart]) -> None:
        """Compares one picture with the remembered pictures of the parts."""
        sight = _Sight(table.frame, table.camera, table.models)
        digests = {part.digest for part in parts}
        with self._lock:
            self._reports = {digest: report for digest, report in self._reports.items() if digest in digests}
        self._memory.forget_others(list(parts))
        displacements: dict[str, Displacement] = {}
        for part in parts:
            remembered = self._memory.find_part(part, sight.eye_in)
            if remembered is None:
                self._learn_part(part, sight)
                continue
            displacement = self._locate_part(part, remembered, sight, parts)
            if displacement is not None:
                displacements[part.digest] = displacement
        alike = {
            digest
            for digest, displacement in displacements.items()
            if sum(_is_same_move(displacement, o) for o in displacements.values()) >= ALIKE
        }
        for part in parts:
            displacement = displacements.get(part.digest) if part.digest not in alike else None
            self._sightings[part.digest] = (
                [] if displacement is None else _keep_agreeing(self._sightings.get(part.digest, []), displacement)
            )
            if len(self._sightings[part.digest]) >= AGREEING:
                self._report_move(part, _average_moves(self._sightings[part.digest][-AGREEING:]))

    def get_moved(self, name: str) -> tuple[TerrainPart, tuple[Feature, ...]]:
        """Returns the reported part of that name, and its features where they stand now. Raises SetupRefusal."""
        with self._lock:
            matches = [
                (part, part.move_features(displacement))
                for part, displacement in self._reports.values()
                if part.name == name
            ]
        if not matches:
            raise SetupRefusal(Message("{piece} stands where it was mapped, as far as the image shows", piece=name))
        return matches[0]

    def forget(self, part: TerrainPart) -> None:
        """Drops the report of a part: the map now shows it where it stands."""
        with self._lock:
            self._reports.pop(part.digest, None)

    def _report_move(self, part: TerrainPart, by: Displacement) -> None:
        corners = shapely.get_coordinates(part.ground)
        with self._lock:
            if np.linalg.norm(by.move_points(corners, part.middle) - corners, axis=1).max() >= TOLD_IN:
                self._reports[part.digest] = part, by

    def _locate_part(
        self, part: TerrainPart, seen: SeenPart, sight: _Sight, parts: Iterable[TerrainPart]
    ) -> Displacement | None:
        """Finds where the part stands if it is certainly displaced; withdraws the report of one at its place."""
        roof = _cut_out_roof(part, seen)
        view = sight.view(part, half_in(part))
        if edges_in2(roof) < LEAST_EDGES_IN2:
            return None
        home_score = measure_agreement(roof, view)
        if home_score >= AT_HOME:
            with self._lock:
                self._reports.pop(part.digest, None)
            return None
        # do not search all the time for a part that was covered or taken away
        if self._pauses.get(part.digest, 0) > 0:
            self._pauses[part.digest] -= 1
            return None
        displacement = elsewhere(roof, sight.view(part, half_in(part) + REACH_IN), home_score)
        if displacement is None or is_on_other_terrain(part, displacement, parts):
            self._pauses[part.digest] = PAUSE
            return None
        return displacement

    def _learn_part(self, part: TerrainPart, sight: _Sight) -> None:
        """Keeps the picture of the part once several looks show the same."""
        look = sight.view(part, half_in(part))
        tops = draw_mask(part.project_tops(sight.eye_in), part.middle, half_in(part))
        if (look.seen * tops).sum() < LEAST_SHOWN * tops.sum():
            self._learned_views.pop(part.digest, None)
            return
        earlier = self._learned_views.get(part.digest, [])
        roof = PlaneView(look.grey, look.seen * tops)
        looks = [view for view in earlier if measure_agreement(roof, view) >= STILL]
        self._learned_views[part.digest] = [*looks, look] if len(looks) == len(earlier) else [look]
        if len(self._learned_views[part.digest]) >= AGREEING:
            self._memory.keep(part, SeenPart(sight.eye_in, look))
            del self._learned_views[part.digest]


class TerrainWatch:
    """Looks every few seconds in its own thread, inside a `with` block.

    still: returns the newest picture of the table while it is at rest, or None. parts: returns the parts of the map.
    """

    def __init__(
        self,
        pushed: PushedTerrain,
        still: Callable[[], StillTable | None],
        parts: Callable[[], Sequence[TerrainPart]],
        every_s: float = EVERY_S,
    ) -> None:
        self._pushed, self._still, self._parts, self._every_s = pushed, still, parts, every_s
        self._stop_event = threading.Event()
        self._thread = threading.Thread(target=self._watch_table, name="terrain", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_event.set()
        self._thread.join()

    def _watch_table(self) -> None:
        last_frame: Frame | None = None
        while not self._stop_event.wait(self._every_s):
            table = self._still()
            if table is not None and table.frame is not last_frame:
                last_frame = table.frame
                self._pushed.look(table, self._parts())


def _cut_out_roof(part: TerrainPart, seen: SeenPart) -> PlaneView:
    tops = draw_mask(part.project_tops(seen.eye_in), part.middle, half_in(part))
    return PlaneView(seen.look.grey, seen.look.seen * tops)


def is_on_other_terrain(part: TerrainPart, at: Displacement, parts: Iterable[TerrainPart]) -> bool:
    """Whether the part would stand on ground that other parts have on the map, and that it did not have before."""
    new_ground = shapely.union_all([feature.polygon for feature in part.move_features(at)])
    other_ground = shapely.union_all([neighbour.ground for neighbour in parts if neighbour.digest != part.digest])
    overlap_in2 = new_ground.intersection(other_ground).area - part.ground.intersection(other_ground).area
    return bool(overlap_in2 > ON_OTHERS * part.ground.area)


def _is_same_move(one: Displacement, other: Displacement) -> bool:
    distance_in = math.hypot(one.x_in - other.x_in, one.y_in - other.y_in)
    return distance_in <= SAME_IN and abs(one.turn_deg - other.turn_deg) <= SAME_DEG


def _keep_agreeing(before: list[Displacement], now: Displacement) -> list[Displacement]:
    return [*(displacement for displacement in before if _is_same_move(displacement, now)), now][-AGREEING:]


def _average_moves(found: Sequence[Displacement]) -> Displacement:
    x, y, turn = np.mean(
        [(displacement.x_in, displacement.y_in, displacement.turn_deg) for displacement in found], axis=0
    ).tolist()
    return Displacement(x, y, turn)
