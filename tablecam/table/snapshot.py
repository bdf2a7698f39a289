"""The position of the table: immutable, so that a live thread can publish one by assigning a reference."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, count
from operator import is_not
from typing import NamedTuple

import numpy as np

from tablecam.base.i18n import Counted, Message
from tablecam.base.lengths import describe_length, figures
from tablecam.table.elevation import NONE, UNDECIDED
from tablecam.table.geometry.footprint import gaps
from tablecam.table.miniature import Miniature, Placed, Roster
from tablecam.table.table import Hex, HexGrid
from tablecam.table.terrain import Terrain

# Bases and trays are 3 to 6 mm thick: rims whose ground differs by more pass over one another.
RIM_IN = 0.25

# Bases cannot overlap. The limits allow for the error of trays and glue, and for three sigmas of the models' places.
FORGIVEN_IN = 0.03
FORGIVEN_SIGMAS = 3.0


class _Fault(NamedTuple):
    """A fault of a position, and the models that it concerns."""

    models: tuple[str, ...]
    sentence: Message


@dataclass(frozen=True)
class Snapshot:
    """The position of the table at one time.

    scale_sigma: relative one-sigma uncertainty that all distances share (camera pose and calibration).
    pose_untrusted: true while the camera's pose is not trusted; then the models are the last good ones.
    problems: sentences for the players, such as two tags of one number; put into a language when they are read.
    grid: the hexes that the table is divided into, None for a table without.
    """

    time: float
    models: tuple[Placed, ...]
    terrain: Terrain = field(default_factory=Terrain)
    width_in: float = 48.0
    depth_in: float = 48.0
    scale_sigma: float = 0.0
    pose_untrusted: bool = False
    unknown_tags: tuple[int, ...] = ()
    problems: tuple[str | Message, ...] = ()
    grid: HexGrid | None = None

    def __repr__(self) -> str:
        """The time, and the numbers of models and pieces of terrain."""
        counts = f"{len(self.models)} models, {len(self.terrain.features)} pieces of terrain"
        return f"<Snapshot at {self.time:g} s: {counts}>"

    def model(self, id: str) -> Placed:
        """The model with that id; KeyError if it is not on the table."""
        for placed in self.models:
            if placed.model.id == id:
                return placed
        raise KeyError(id)

    def with_places(self, places: Mapping[str, tuple[float, float, float]]) -> "Snapshot":
        """The same with some models at other places (x, y, z) in inches; unknown ids are ignored."""
        moved = tuple(
            replace(placed, x_in=place[0], y_in=place[1], z_in=place[2])
            if (place := places.get(placed.model.id))
            else placed
            for placed in self.models
        )
        return replace(self, models=moved) if places else self

    def hexes(self, id: str) -> tuple[Hex, ...]:
        """The hexes that a model may stand in, the likeliest first: several near an edge, none without a grid."""
        model = self.model(id)
        return self.grid.find_hexes(model.x_in, model.y_in, model.sigma_in) if self.grid else ()

    def faults(self) -> tuple[Message, ...]:
        """All faults of the position itself, as sentences; empty if there are none.

        `problems` were noticed while the position was read; these faults can be found in any position, a written one
        too.
        """
        return tuple(fault.sentence for fault in self._list_faults())

    def find_faults(self, id: str) -> tuple[Message, ...]:
        """The faults that concern one model."""
        return tuple(fault.sentence for fault in self._list_faults() if id in fault.models)

    def _list_faults(self) -> tuple[_Fault, ...]:
        return (*self._find_twins(), *self._find_strays(), *self._find_doubtful_heights(), *self._find_overlaps())

    def _find_twins(self) -> list[_Fault]:
        counts = Counter(placed.model.id for placed in self.models)
        return [
            _Fault(
                (name,),
                Counted(
                    "{model} stands on the table {n} time", "{model} stands on the table {n} times", count, model=name
                ),
            )
            for name, count in counts.items()
            if count > 1
        ]

    def _find_strays(self) -> list[_Fault]:
        return [
            _Fault(
                (placed.model.id,),
                Message(
                    "{model} stands off the table, at {x}, {y}",
                    model=placed.model.id,
                    x=f"{placed.x_in:.2f}",
                    y=f"{placed.y_in:.2f}",
                ),
            )
            for placed in self.models
            if not (0 <= placed.x_in <= self.width_in and 0 <= placed.y_in <= self.depth_in)
        ]

    def _find_doubtful_heights(self) -> list[_Fault]:
        return [
            _Fault((placed.model.id,), _describe_doubtful_height(placed))
            for placed in self.models
            if placed.stands_on in (UNDECIDED, NONE)
        ]

    def _find_overlaps(self) -> list[_Fault]:
        a_rows, b_rows = np.triu_indices(len(self.models), 1)
        gaps_in = gaps([model.footprint for model in self.models], a_rows, b_rows).gap_in
        pairs = [
            (self.models[a_rows[row]], self.models[b_rows[row]], -gaps_in[row]) for row in np.flatnonzero(gaps_in < 0)
        ]
        return [
            _Fault((a.model.id, b.model.id), _describe_overlap(a, b, depth_in))
            for a, b, depth_in in pairs
            if _is_impossible_overlap(a, b, depth_in)
        ]


def _is_impossible_overlap(a: Placed, b: Placed, depth_in: float) -> bool:
    doubt_in = FORGIVEN_SIGMAS * math.hypot(a.sigma_in, b.sigma_in)
    rise_in = abs(a.z_in - b.z_in) - FORGIVEN_SIGMAS * math.hypot(a.sigma_z_in, b.sigma_z_in)
    unsure_floor = UNDECIDED in (a.stands_on, b.stands_on)
    return depth_in > FORGIVEN_IN + doubt_in and rise_in <= RIM_IN and not unsure_floor


def _describe_doubtful_height(placed: Placed) -> Message:
    model, height = placed.model.id, describe_length(placed.z_in, 2)
    if placed.stands_on == NONE:
        return Message(
            "{model} is {height} up, where the terrain has no surface to stand on", model=model, height=height
        )
    return Message(

        "the surface under {model} is unclear; its height is assumed to be {height}, give or take {sigma}: "
        "check where it stands, or clear the camera’s view of its tag"
    ,
        model=model, height=height, sigma=figures(placed.sigma_z_in, 2),
    )  # fmt: skip


def _describe_overlap(a: Placed, b: Placed, depth_in: float) -> Message:
    apart_in = math.hypot(a.x_in - b.x_in, a.y_in - b.y_in)
    if apart_in < min(*a.model.base.half_extents_in, *b.model.base.half_extents_in) / 2:
        return Message("{model} and {other} stand in the same place", model=a.model.id, other=b.model.id)
    return Message(
        "the bases of {model} and {other} overlap by {depth}",
        model=a.model.id, other=b.model.id, depth=describe_length(depth_in, 2),
    )  # fmt: skip


def with_moved(snapshot: Snapshot, moved: Placed) -> Snapshot:
    """The snapshot with one of its models elsewhere."""
    models = tuple(moved if placed.model.id == moved.model.id else placed for placed in snapshot.models)
    return replace(snapshot, models=models)


def rename_models(snapshot: Snapshot, names: Mapping[str, str]) -> Snapshot:
    """The same position with these names, by id; a renamed model loses its card's profile too."""
    if not names:
        return snapshot
    models = tuple(replace(placed, model=_rename_model(placed.model, names)) for placed in snapshot.models)
    return replace(snapshot, models=models)


def rename_roster(roster: Roster, names: Mapping[str, str]) -> Roster:
    """The same roster with these names, by id."""
    return Roster(tuple(_rename_model(model, names) for model in roster.models)) if names else roster


def _rename_model(model: Miniature, names: Mapping[str, str]) -> Miniature:
    return replace(model, name=names[model.id], profile=None) if model.id in names else model


def find_replaced_models(earlier: Sequence[Placed], later: Sequence[Placed]) -> list[int] | None:
    """The numbers of the models that are different objects in the two; None if the models themselves differ."""
    if len(earlier) != len(later):
        return None
    numbers = list(compress(count(), map(is_not, earlier, later)))
    changed = [(earlier[number].model, later[number].model) for number in numbers]
    return numbers if all((a.id, a.side) == (b.id, b.side) for a, b in changed) else None
