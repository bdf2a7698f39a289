"""Range and sight between a shooter and all of its enemies, both ways, by the same reading as the ruling."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_war.rules.check_chances import find_inspiration
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, JudgedSighting, Look
from tablecam.rules.books.urban_war.rules.target_priority import TargetView, view
from tablecam.rules.books.urban_war.table.answers import MeasuredTable, build_sighting_record, table_answer
from tablecam.rules.books.urban_war.table.cover import blocking
from tablecam.rules.check import Modifier
from tablecam.rules.facts import Fact, Ranges, SightingFact
from tablecam.table.measure.obstruction_distance import measure_along_view
from tablecam.table.measure.sight import Eye, sighting


@dataclass(frozen=True)
class Sights:
    """A shooter's sight of each enemy, and each enemy's of it. seen: with the doubts of the measurement.

    aura: the bonus of a Commander within reach on its command checks.
    """

    shooter: str
    views: Mapping[str, TargetView]
    seen: Mapping[str, SightingFact]
    back: Mapping[str, TargetView]
    back_seen: Mapping[str, SightingFact]
    aura: tuple[Modifier, ...] = ()

    def doubts(self, target: str) -> tuple[str, ...]:
        """The doubts about the sight of a target: sight, cover or both."""
        target_sighting = self.seen[target]
        return target_sighting.doubt if isinstance(target_sighting, JudgedSighting) else ()


def sights(table: MeasuredTable, shooter: str) -> Sights | None:
    """All sights, in small steps; None where the table cannot tell: the shooter or a whole side is not seen."""
    enemies = tuple(enemy for enemy in table.state.enemies(shooter) if table.has(enemy))
    if not enemies or not table.has(shooter):
        return None
    take_breath()
    ranges = measure_ranges(table, shooter, enemies)
    transparent = near_friends(table, shooter)
    sightings = {enemy: _look_at_target(table, shooter, enemy, transparent) for enemy in enemies}
    take_breath()
    through = blocking(table.snapshot, table.state)
    back = {}
    for enemy in enemies:
        take_breath()
        eye = Eye.ANYWHERE if table.rules.los_view_origin == "base" else Eye.CENTRE
        sight = sighting(table.snapshot, enemy, shooter, through, eye, error=False)
        sight = measure_along_view(table.snapshot, sight) if table.rules.cover_distance == "line" else sight
        back[enemy] = Look(viewer=enemy, targets=(shooter,)).parse_json(
            {shooter: build_sighting_record(sight, table.rules)}
        )[shooter]
    return Sights(
        shooter=shooter,
        views={enemy: view(ranges[enemy], sightings[enemy], table.rules) for enemy in enemies},
        seen=sightings,
        back={enemy: view(ranges[enemy], back[enemy], table.rules) for enemy in enemies},
        back_seen=back,
        aura=find_aura(table, shooter),
    )


def near_friends(table: MeasuredTable, viewer: str) -> tuple[str, ...]:
    """The friends that do not block a model's sight, as the table measures it."""
    friends = tuple(friend for friend in table.state.friends(viewer) if table.has(friend))
    near = measure_ranges(table, viewer, friends) if friends else {}
    return tuple(friend for friend in friends if near[friend].is_at_most(table.rules.friend_block_radius))


def measure_ranges(table: MeasuredTable, model: str, others: tuple[str, ...]) -> Mapping[str, Fact]:
    """The range to each of several visible models."""
    ask = Ranges(model=model, others=others, limits=BAND_LIMITS)
    return ask.parse_json(table_answer(ask, table))


def _look_at_target(table: MeasuredTable, viewer: str, target: str, transparent: tuple[str, ...]) -> SightingFact:
    take_breath()
    ask = Look(viewer=viewer, targets=(target,), transparent=transparent)
    return ask.parse_json(table_answer(ask, table))[target]


def find_aura(table: MeasuredTable, model: str) -> tuple[Modifier, ...]:
    """The Commander's bonus on a model's checks, where the table shows it within reach."""
    commander, bonus = table.state.commander(table.state[model].side), find_inspiration(table.state, model)
    if not bonus or not commander or not table.has(commander.id):
        return ()
    return bonus if measure_ranges(table, commander.id, (model,))[model].is_at_most(table.rules.aura_in) else ()
