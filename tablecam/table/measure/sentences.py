"""A position in sentences for a person who does not see the table: ranges, directions, sight, edges and terrain.

Directions are hours of a clock that lies on the table: twelve points straight away from the listener's own edge. The
names of models are those of the snapshot, so that a snapshot with hidden names tells nothing hidden.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np
import shapely
from shapely import Point

from tablecam.base.i18n import InContext, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.spoken_numbers import spell_clock_direction, spell_count, spell_exact_length, spell_length
from tablecam.table.measure.ranges import Range, measure_range, measure_ranges
from tablecam.table.measure.shelter import WITHIN_IN, find_shelter
from tablecam.table.measure.sight import sight_table, sighting
from tablecam.table.measure.sighting import NOTHING, Obstruction, Sighting
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import TERRAIN_SIDE, Feature

# More pieces of terrain around a model are not listened to.
MOST_TERRAIN = 8
# A model lower than this stands on the table, whatever the thickness of the mat.
RAISED_IN = 0.05

# A text that gets its values later.
Template = Message
# The shares of a target that are said, with the least share for each: alone, and past something that hides a part.
SHARES: tuple[tuple[float, Message, Template], ...] = (
    (0.995, Message("in full sight"), Message("in full sight")),
    (0.875, Message("almost all in sight"), Message("almost all in sight past {hider}")),
    (0.625, Message("three quarters in sight"), Message("three quarters in sight past {hider}")),
    (0.375, Message("half in sight"), Message("half in sight past {hider}")),
    (0.125, Message("a quarter in sight"), Message("a quarter in sight past {hider}")),
    (NOTHING, Message("barely in sight"), Message("barely in sight past {hider}")),
    (0.0, Message("out of sight"), Message("out of sight behind {hider}")),
)

# The edges of the table as the listener has them.
FROM_EDGES = (
    InContext("from a table edge", "the near edge"),
    InContext("from a table edge", "the right edge"),
    InContext("from a table edge", "the far edge"),
    InContext("from a table edge", "the left edge"),
)


class TableEdge(Enum):
    """The edge at which the listener sits, as the board is drawn; the value is its number anticlockwise."""

    NEAR = 0
    RIGHT = 1
    FAR = 2
    LEFT = 3

    @property
    def facing_rad(self) -> float:
        """The direction away from the listener, in radians anticlockwise from x."""
        return (self.value + 1) * math.pi / 2


@dataclass(frozen=True)
class TableSentences:
    """The sentences of one position for one listener.

    blocks: which models block sight, as for `scene`. others: ids of models that count for nothing, such as those that
    are out of the game; they still stand in the way.
    """

    snapshot: Snapshot
    seat: TableEdge = TableEdge.NEAR
    blocks: np.ndarray | None = None
    others: frozenset[str] = frozenset()

    @cached_property
    def listed(self) -> tuple[Placed, ...]:
        """The models that are spoken of, in the snapshot's order."""
        return tuple(
            placed
            for placed in self.snapshot.models
            if placed.model.side != TERRAIN_SIDE and placed.model.id not in self.others
        )

    def describe_table(self) -> str:
        """The size of the table, and the number of models."""
        across, deep = self.snapshot.width_in, self.snapshot.depth_in
        if self.seat in (TableEdge.LEFT, TableEdge.RIGHT):
            across, deep = deep, across
        size = _("The table is {width} wide and {depth} deep.", width=spell_length(across), depth=spell_length(deep))
        count = len(self.listed)
        models = ngettext(
            "{number} model stands on it.", "{number} models stand on it.", count, number=spell_count(count)
        )
        return f"{size} {_capital(models)}"

    def describe_place(self, id: str) -> str:
        """One model's place: its distances from two edges, and what it stands on. KeyError for an unknown id."""
        placed = self.snapshot.model(id)
        (first_in, first), (second_in, second) = self._find_edges(placed)
        values = {
            "model": placed.model.name,
            "first": spell_length(first_in),
            "first_edge": first,
            "second": spell_length(second_in),
            "second_edge": second,
        }
        on_table = _("{model}, {first} from {first_edge}, {second} from {second_edge}", **values)
        return _sentence(", ".join([on_table, *self._describe_stand(placed)]))

    def describe_nearest_enemy(self, id: str) -> str:
        """The nearest enemy of a model, or that there is none."""
        rows = self.list_enemies(id)
        return _("Nearest enemy: {enemy}", enemy=rows[0][1]) if rows else _("No enemy stands on the table.")

    def list_enemies(self, id: str) -> list[tuple[str, str]]:
        """The ids and sentences of a model's enemies, nearest first: range, direction and sight."""
        return [(range_.b, self._describe_enemy(range_)) for range_ in self._list_ranges(id, of_own_side=False)]

    def list_friends(self, id: str) -> list[tuple[str, str]]:
        """The ids and sentences of the other models on a model's side, nearest first."""
        return [
            (range_.b, _sentence(self._describe_range(range_))) for range_ in self._list_ranges(id, of_own_side=True)
        ]

    def describe_watchers(self, id: str) -> str:
        """The enemies that see a model, or that none does."""
        watchers = self._find_watchers(id)
        if not watchers:
            return _("No enemy sees it.")
        names = join_items(self.snapshot.model(watcher).model.name for watcher in watchers)
        count = len(watchers)
        return _capital(
            ngettext(
                "{number} enemy sees it: {models}.", "{number} enemies see it: {models}.", count,
                number=spell_count(count), models=names,
            )
        )  # fmt: skip

    def list_terrain(self, id: str) -> list[str]:
        """The terrain around a model, nearest first: distance, direction and height of each piece."""
        placed = self.snapshot.model(id)
        nearest = sorted(
            ((feature.polygon.distance(placed.polygon), feature) for feature in _list_pieces(self.snapshot)),
            key=lambda pair: pair[0],
        )
        return [
            self._describe_feature(placed, feature, far_in)
            for far_in, feature in nearest[:MOST_TERRAIN]
            if feature.name != placed.stands_on
        ]

    def describe_shelter(self, id: str, watchers: Sequence[str] = ()) -> str:
        """The nearest place where a model is out of sight of some enemies; by default of all of them."""
        enemies = [range_.b for range_ in self._list_ranges(id, of_own_side=False)]
        asked = list(watchers) or enemies
        if not asked:
            return _("No enemy stands on the table.")
        all_asked = len(asked) > 1 and set(asked) == set(enemies)
        whose = _("all enemies") if all_asked else join_items(self.snapshot.model(name).model.name for name in asked)
        shelter = find_shelter(self.snapshot, id, asked, self.blocks)
        if shelter is None:
            return _(
                "Within {length} no place is out of sight of {enemy}.", length=spell_length(WITHIN_IN), enemy=whose
            )
        if shelter.length_in == 0:
            return _("Here it is out of sight of {enemy}.", enemy=whose)
        placed = self.snapshot.model(id)
        values = {
            "enemy": whose,
            "length": spell_length(shelter.length_in),
            "direction": self._spell_direction((placed.x_in, placed.y_in), (shelter.x_in, shelter.y_in)),
        }
        if not shelter.hider:
            return _("Out of sight of {enemy}: a move of {length}, {direction}.", **values)
        return _(
            "Out of sight of {enemy}: a move of {length}, {direction}, behind {hider}.", **values, hider=shelter.hider
        )

    def list_details(self, id: str, other: str) -> list[str]:
        """The details of a pair: the range with its error, both sights, and the way out of an enemy’s sight.

        KeyError for an unknown id, ValueError for one id twice.
        """
        range_ = measure_range(self.snapshot, id, other)
        own, target = self.snapshot.model(id).model, self.snapshot.model(other).model
        sentences = [
            _sentence(self._describe_range(range_)),
            _("The exact range: {length}.", length=spell_exact_length(range_.range_in, range_.sigma_in)),
            *(
                _(
                    "Seen from {model}, {other} is {sight}.",
                    model=a.name,
                    other=b.name,
                    sight=self._spell_sight_of(a.id, b.id),
                )
                for a, b in ((own, target), (target, own))
            ),
        ]
        return sentences if own.side == target.side else [*sentences, self.describe_shelter(id, [other])]

    def _list_ranges(self, id: str, of_own_side: bool) -> list[Range]:
        side = self.snapshot.model(id).model.side
        wanted = {
            placed.model.id
            for placed in self.listed
            if placed.model.id != id and (placed.model.side == side) is of_own_side
        }
        return sorted(measure_ranges(self.snapshot, id, wanted), key=lambda range_: range_.range_in)

    def _describe_enemy(self, range_: Range) -> str:
        seen = self._sightings[range_.a, range_.b]
        return _sentence(f"{self._describe_range(range_)}, {spell_sight(seen.visible, seen.obstructions)}")

    def _describe_range(self, range_: Range) -> str:
        """The name of the other model, its range and its direction."""
        here, there = self.snapshot.model(range_.a), self.snapshot.model(range_.b)
        direction = self._spell_direction((here.x_in, here.y_in), (there.x_in, there.y_in))
        length = _("touching") if range_.is_touching else spell_length(range_.range_in)
        return f"{there.model.name}, {length}, {direction}"

    def _spell_sight_of(self, viewer: str, target: str) -> str:
        seen = sighting(self.snapshot, viewer, target, self.blocks, error=False)
        return spell_sight(seen.visible, seen.obstructions)

    def _find_watchers(self, id: str) -> list[str]:
        ids = [range_.b for range_ in self._list_ranges(id, of_own_side=False)]
        return [watcher for watcher in ids if self._sightings[watcher, id].visible > NOTHING]

    @cached_property
    def _sightings(self) -> Mapping[tuple[str, str], Sighting]:
        """The sightings of all pairs of enemies, by viewer and target."""
        rows = sight_table(self.snapshot, self.blocks).without_error()
        return {(seen.viewer, seen.target): seen for seen in rows}

    def _find_edges(self, placed: Placed) -> list[tuple[float, Message]]:
        """The nearer of the near and the far edge, and of the left and the right one, with their distances."""
        left, low, right, high = placed.polygon.bounds
        # anticlockwise from the edge that is drawn lowest
        gaps = [low, self.snapshot.width_in - right, self.snapshot.depth_in - high, left]
        own = [(max(0.0, gaps[(self.seat.value + turn) % 4]), FROM_EDGES[turn]) for turn in range(4)]
        return [min(own[0], own[2], key=_distance), min(own[3], own[1], key=_distance)]

    def _describe_stand(self, placed: Placed) -> Iterable[str]:
        if placed.stands_on == "air":
            yield _("lifted off the table")
        elif placed.z_in > RAISED_IN:
            yield _("{length} up", length=spell_length(placed.z_in))
            if placed.stands_on in {feature.name for feature in self.snapshot.terrain.features}:
                yield _("on {surface}", surface=placed.stands_on)
        if placed.state in ("occluded", "lost"):
            yield _("not seen by the camera now")

    def _describe_feature(self, placed: Placed, feature: Feature, far_in: float) -> str:
        (_here, there) = shapely.get_coordinates(
            shapely.shortest_line(Point(placed.x_in, placed.y_in), feature.polygon)
        ).tolist()
        direction = self._spell_direction((placed.x_in, placed.y_in), tuple(there))
        length = spell_length(far_in) if far_in > 0 else _("touching")
        height = _("{length} high", length=spell_length(feature.z_top_in))
        return _sentence(f"{feature.name}, {length}, {direction}, {height}")

    def _spell_direction(self, here: tuple[float, ...], there: tuple[float, ...]) -> str:
        if here == there:
            return _("right here")
        turn_rad = self.seat.facing_rad - math.atan2(there[1] - here[1], there[0] - here[0])
        return spell_clock_direction(turn_rad)


def spell_sight(share: float, obstructions: Sequence[Obstruction]) -> str:
    """The visible share of a model in words, and what hides most of it."""
    for least, alone, past in SHARES:
        if share >= least:
            return str(past.with_values(hider=obstructions[0].name) if obstructions else alone)
    return str(SHARES[-1][1])


def _list_pieces(snapshot: Snapshot) -> list[Feature]:
    """The features of the terrain; of several with one name and piece the highest, such as a house's roof."""
    by_name: dict[tuple[str, str | None], Feature] = {}
    for feature in snapshot.terrain.features:
        key = feature.name, feature.piece
        if key not in by_name or by_name[key].z_top_in < feature.z_top_in:
            by_name[key] = feature
    return list(by_name.values())


def _distance(edge: tuple[float, Message]) -> float:
    return edge[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(phrase: str) -> str:
    return f"{_capital(phrase)}."
