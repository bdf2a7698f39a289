"""Terrain without a tag that the picture shows elsewhere than it was mapped.

While the table is at rest, each part is compared every few seconds with what it looked like when it was first seen on
its place of the map. Nothing is told before several looks agree, and nothing where the picture leaves a doubt.
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
# so many looks in a row agree before a part is told, or its picture is kept
AGREEING = 3
# looks agree that are no further apart
SAME_IN, SAME_DEG = 0.15, 4.0
# what was hidden of a part when its picture is taken cannot be compared later
LEAST_SHOWN = 0.4
# two looks at a part at rest are the same
STILL = 0.8
# a thing cannot stand where other terrain is mapped: what is found there is that terrain
ON_OTHERS = 0.1
# after a search in vain so many looks pass
PAUSE = 3
# so many parts that moved alike were not moved: the camera was, or the map
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
        """The square around a part, without what models hide."""
        seen = view_of(self.frame, self.camera, part.middle, half, part.top_in)
        hidden = mask_of(hidden_by(self.models, self.camera, part.top_in), part.middle, half)
        return PlaneView(seen.grey, seen.seen * (1 - hidden))


class PushedTerrain:
    """Compares and remembers. For several threads."""

    def __init__(self, memory: TerrainMemory) -> None:
        self._memory = memory
        self._lock = threading.Lock()
        self._found: dict[str, list[Displacement]] = {}
        self._told: dict[str, tuple[TerrainPart, Displacement]] = {}
        self._learning: dict[str, list[PlaneView]] = {}
        self._in_vain: dict[str, int] = {}

    @property
    def drifts(self) -> list[TerrainDrift]:
        """The parts that stand elsewhere."""
        with self._lock:
            told = list(self._told.values())
        return [TerrainDrift(part.name, by.away_in, by.turn_deg) for part, by in told]

    def look(self, table: StillTable, parts: Sequence[TerrainPart]) -> None:
        """Compares one picture with what the parts looked like."""
        sight = _Sight(table.frame, table.camera, table.models)
        digests = {part.digest for part in parts}
        with self._lock:
            self._told = {digest: told for digest, told in self._told.items() if digest in digests}
        self._memory.forget_others(list(parts))
        away: dict[str, Displacement] = {}
        for part in parts:
            seen = self._memory.of(part, sight.eye_in)
            if seen is None:
                self._learn(part, sight)
                continue
            at = self._place(part, seen, sight, parts)
            if at is not None:
                away[part.digest] = at
        alike = {digest for digest, at in away.items() if sum(_same(at, o) for o in away.values()) >= ALIKE}
        for part in parts:
            at = away.get(part.digest) if part.digest not in alike else None
            self._found[part.digest] = [] if at is None else _agreeing(self._found.get(part.digest, []), at)
            if len(self._found[part.digest]) >= AGREEING:
                self._tell(part, _mean(self._found[part.digest][-AGREEING:]))

    def moved(self, name: str) -> tuple[TerrainPart, tuple[Feature, ...]]:
        """The part that is told under a name, and its features where they stand. Raises SetupRefusal."""
        with self._lock:
            told = [(part, part.moved(by)) for part, by in self._told.values() if part.name == name]
        if not told:
            raise SetupRefusal(Message("{piece} stands where it was mapped, as far as the picture shows", piece=name))
        return told[0]

    def forget(self, part: TerrainPart) -> None:
        """The map has the part where it stands."""
        with self._lock:
            self._told.pop(part.digest, None)

    def _tell(self, part: TerrainPart, by: Displacement) -> None:
        corners = shapely.get_coordinates(part.ground)
        with self._lock:
            if np.linalg.norm(by.of_points(corners, part.middle) - corners, axis=1).max() >= TOLD_IN:
                self._told[part.digest] = part, by

    def _place(
        self, part: TerrainPart, seen: SeenPart, sight: _Sight, parts: Iterable[TerrainPart]
    ) -> Displacement | None:
        """Where the part stands if that is certainly not its place; one that is at its place is told no more."""
        thing = _tops_only(part, seen)
        now = sight.view(part, half_in(part))
        if edges_in2(thing) < LEAST_EDGES_IN2:
            return None
        home = at_home(thing, now)
        if home >= AT_HOME:
            with self._lock:
                self._told.pop(part.digest, None)
            return None
        # what was covered or taken away is not looked for all the time
        if self._in_vain.get(part.digest, 0) > 0:
            self._in_vain[part.digest] -= 1
            return None
        at = elsewhere(thing, sight.view(part, half_in(part) + REACH_IN), home)
        if at is None or _on_others(part, at, parts):
            self._in_vain[part.digest] = PAUSE
            return None
        return at

    def _learn(self, part: TerrainPart, sight: _Sight) -> None:
        """Keeps what the part looks like once several looks show the same."""
        look = sight.view(part, half_in(part))
        tops = mask_of(part.seen_ground(sight.eye_in), part.middle, half_in(part))
        if (look.seen * tops).sum() < LEAST_SHOWN * tops.sum():
            self._learning.pop(part.digest, None)
            return
        before = self._learning.get(part.digest, [])
        thing = PlaneView(look.grey, look.seen * tops)
        looks = [one for one in before if at_home(thing, one) >= STILL]
        self._learning[part.digest] = [*looks, look] if len(looks) == len(before) else [look]
        if len(self._learning[part.digest]) >= AGREEING:
            self._memory.keep(part, SeenPart(sight.eye_in, look))
            del self._learning[part.digest]


class TerrainWatch:
    """Looks every few seconds in a thread of its own, inside a `with` block.

    still: the newest picture of the table while it is at rest, or nothing. parts: those of the map.
    """

    def __init__(
        self,
        pushed: PushedTerrain,
        still: Callable[[], StillTable | None],
        parts: Callable[[], Sequence[TerrainPart]],
        every_s: float = EVERY_S,
    ) -> None:
        self._pushed, self._still, self._parts, self._every_s = pushed, still, parts, every_s
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="terrain", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        before: Frame | None = None
        while not self._over.wait(self._every_s):
            table = self._still()
            if table is not None and table.frame is not before:
                before = table.frame
                self._pushed.look(table, self._parts())


def _tops_only(part: TerrainPart, seen: SeenPart) -> PlaneView:
    tops = mask_of(part.seen_ground(seen.eye_in), part.middle, half_in(part))
    return PlaneView(seen.look.grey, seen.look.seen * tops)


def _on_others(part: TerrainPart, at: Displacement, parts: Iterable[TerrainPart]) -> bool:
    """Whether the part would stand on ground that other parts have on the map, and that it did not have before."""
    there = shapely.union_all([feature.polygon for feature in part.moved(at)])
    others = shapely.union_all([other.ground for other in parts if other.digest != part.digest])
    new = there.intersection(others).area - part.ground.intersection(others).area
    return bool(new > ON_OTHERS * part.ground.area)


def _same(one: Displacement, other: Displacement) -> bool:
    apart_in = math.hypot(one.x_in - other.x_in, one.y_in - other.y_in)
    return apart_in <= SAME_IN and abs(one.turn_deg - other.turn_deg) <= SAME_DEG


def _agreeing(before: list[Displacement], now: Displacement) -> list[Displacement]:
    return [*(one for one in before if _same(one, now)), now][-AGREEING:]


def _mean(found: Sequence[Displacement]) -> Displacement:
    x, y, turn = np.mean([(one.x_in, one.y_in, one.turn_deg) for one in found], axis=0).tolist()
    return Displacement(x, y, turn)
