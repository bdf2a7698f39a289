"""Range and sight between a shooter and all of its enemies, both ways, read as the ruling reads them."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_war.rules.check_chances import inspired
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, JudgedSighting, Look
from tablecam.rules.books.urban_war.rules.target_priority import TargetView, view
from tablecam.rules.books.urban_war.table.answers import MeasuredTable, seen_record, table_answer
from tablecam.rules.books.urban_war.table.cover import blocking
from tablecam.rules.check import Modifier
from tablecam.rules.facts import Fact, Ranges, SightingFact
from tablecam.table.measure.obstruction_distance import in_view
from tablecam.table.measure.sight import Eye, sighting


@dataclass(frozen=True)
class Sights:
    """What a shooter has of each enemy, and each enemy of it. seen: with what the measurement leaves in doubt.

    aura: what a Commander within reach adds to its command checks.
    """

    shooter: str
    views: Mapping[str, TargetView]
    seen: Mapping[str, SightingFact]
    back: Mapping[str, TargetView]
    back_seen: Mapping[str, SightingFact]
    aura: tuple[Modifier, ...] = ()

    def doubts(self, target: str) -> tuple[str, ...]:
        """What of the sight of a target the measurement cannot tell: sight, cover or both."""
        seen = self.seen[target]
        return seen.doubt if isinstance(seen, JudgedSighting) else ()


def sights(table: MeasuredTable, shooter: str) -> Sights | None:
    """All of it, in small steps; None where the table cannot tell: the shooter or a whole side is not seen."""
    enemies = tuple(enemy for enemy in table.state.enemies(shooter) if table.has(enemy))
    if not enemies or not table.has(shooter):
        return None
    take_breath()
    ranges = measured_ranges(table, shooter, enemies)
    transparent = near_friends(table, shooter)
    seen = {enemy: _look(table, shooter, enemy, transparent) for enemy in enemies}
    take_breath()
    through = blocking(table.snapshot, table.state)
    back = {}
    for enemy in enemies:
        take_breath()
        eye = Eye.ANYWHERE if table.rules.los_view_origin == "base" else Eye.CENTRE
        found = sighting(table.snapshot, enemy, shooter, through, eye, error=False)
        found = in_view(table.snapshot, found) if table.rules.cover_distance == "line" else found
        back[enemy] = Look(viewer=enemy, targets=(shooter,)).read({shooter: seen_record(found, table.rules)})[shooter]
    return Sights(
        shooter=shooter,
        views={enemy: view(ranges[enemy], seen[enemy], table.rules) for enemy in enemies},
        seen=seen,
        back={enemy: view(ranges[enemy], back[enemy], table.rules) for enemy in enemies},
        back_seen=back,
        aura=aura_of(table, shooter),
    )


def near_friends(table: MeasuredTable, viewer: str) -> tuple[str, ...]:
    """The friends that do not block what a model sees, as the table measures it."""
    friends = tuple(friend for friend in table.state.friends(viewer) if table.has(friend))
    near = measured_ranges(table, viewer, friends) if friends else {}
    return tuple(friend for friend in friends if near[friend].at_most(table.rules.friend_block_radius))


def measured_ranges(table: MeasuredTable, model: str, others: tuple[str, ...]) -> Mapping[str, Fact]:
    """The range to each of several models that are seen."""
    ask = Ranges(model=model, others=others, limits=BAND_LIMITS)
    return ask.read(table_answer(ask, table))


def _look(table: MeasuredTable, viewer: str, target: str, transparent: tuple[str, ...]) -> SightingFact:
    take_breath()
    ask = Look(viewer=viewer, targets=(target,), transparent=transparent)
    return ask.read(table_answer(ask, table))[target]


def aura_of(table: MeasuredTable, model: str) -> tuple[Modifier, ...]:
    """What a Commander adds to the checks of a model, where the table shows it within reach."""
    commander, bonus = table.state.commander(table.state[model].side), inspired(table.state, model)
    if not bonus or not commander or not table.has(commander.id):
        return ()
    return bonus if measured_ranges(table, commander.id, (model,))[model].at_most(table.rules.aura_in) else ()
