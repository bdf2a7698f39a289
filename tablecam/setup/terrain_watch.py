"""Detects untagged terrain that the picture shows elsewhere than the map.

While the table is at rest, each part is compared every few seconds with its picture from when it was first seen at its
place on the map. A move is reported only once several looks agree, and not while the picture leaves a doubt.
"""

import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
import shapely

from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.terrain_drift import TOLD_IN, TerrainDrift
from tablecam.setup.terrain_match import AT_HOME, LEAST_EDGES_IN2, REACH_IN, at_home, edges_in2, elsewhere
from tablecam.setup.terrain_memory import SeenPart, TerrainMemory, half_in
from tablecam.setup.terrain_parts import TerrainPart
from tablecam.setup.terrain_picture import PlaneView, hidden_by, mask_of, view_of
from tablecam.table.displacement import Displacement
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed
from tablecam.table.terrain import Feature

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
        square = view_of(self.frame, self.camera, part.middle, half, part.top_in)
        hidden = mask_of(hidden_by(self.models, self.camera, part.top_in), part.middle, half)
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
            remembered = self._memory.of(part, sight.eye_in)
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

    def moved(self, name: str) -> tuple[TerrainPart, tuple[Feature, ...]]:
        """Returns the reported part of that name, and its features where they stand now. Raises SetupRefusal."""
        with self._lock:
            matches = [
                (part, part.moved(displacement)) for part, displacement in self._reports.values() if part.name == name
            ]
        if not matches:
            raise SetupRefusal(Message("{piece} stands where it was mapped, as far as the picture shows", piece=name))
        return matches[0]

    def forget(self, part: TerrainPart) -> None:
        """Drops the report of a part: the map now shows it where it stands."""
        with self._lock:
            self._reports.pop(part.digest, None)

    def _report_move(self, part: TerrainPart, by: Displacement) -> None:
        corners = shapely.get_coordinates(part.ground)
        with self._lock:
            if np.linalg.norm(by.of_points(corners, part.middle) - corners, axis=1).max() >= TOLD_IN:
                self._reports[part.digest] = part, by

    def _locate_part(
        self, part: TerrainPart, seen: SeenPart, sight: _Sight, parts: Iterable[TerrainPart]
    ) -> Displacement | None:
        """Finds where the part stands if it is certainly displaced; withdraws the report of one at its place."""
        roof = _cut_out_roof(part, seen)
        view = sight.view(part, half_in(part))
        if edges_in2(roof) < LEAST_EDGES_IN2:
            return None
        home_score = at_home(roof, view)
        if home_score >= AT_HOME:
            with self._lock:
                self._reports.pop(part.digest, None)
            return None
        # do not search all the time for a part that was covered or taken away
        if self._pauses.get(part.digest, 0) > 0:
            self._pauses[part.digest] -= 1
            return None
        displacement = elsewhere(roof, sight.view(part, half_in(part) + REACH_IN), home_score)
        if displacement is None or _is_on_other_terrain(part, displacement, parts):
            self._pauses[part.digest] = PAUSE
            return None
        return displacement

    def _learn_part(self, part: TerrainPart, sight: _Sight) -> None:
        """Keeps the picture of the part once several looks show the same."""
        look = sight.view(part, half_in(part))
        tops = mask_of(part.seen_ground(sight.eye_in), part.middle, half_in(part))
        if (look.seen * tops).sum() < LEAST_SHOWN * tops.sum():
            self._learned_views.pop(part.digest, None)
            return
        earlier = self._learned_views.get(part.digest, [])
        roof = PlaneView(look.grey, look.seen * tops)
        looks = [view for view in earlier if at_home(roof, view) >= STILL]
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
    tops = mask_of(part.seen_ground(seen.eye_in), part.middle, half_in(part))
    return PlaneView(seen.look.grey, seen.look.seen * tops)


def _is_on_other_terrain(part: TerrainPart, at: Displacement, parts: Iterable[TerrainPart]) -> bool:
    """Whether the part would stand on ground that other parts have on the map, and that it did not have before."""
    new_ground = shapely.union_all([feature.polygon for feature in part.moved(at)])
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
