"""The umpire's forecasts for Urban War, before anybody rolls: targets, odds, reach.

They rest on the same answers and rules as the game itself; nothing in this module changes the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import shapely

from tablecam.rules.books.urban_war.rules.chances import shot_attack
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, Look
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved as has_moved
from tablecam.rules.books.urban_war.rules.shot import Shot
from tablecam.rules.books.urban_war.rules.target_priority import Priority, TargetView, priority, usable, view
from tablecam.rules.books.urban_war.table.answers import MeasuredTable, table_answer
from tablecam.rules.facts import Fact, Ranges
from tablecam.table.measure.paths import (
    ShortestPath,
    compute_reach_region,
    models_in_the_way,
    path_to_touch,
    terrain_in_the_way,
)

BANDS = tuple(zip(("short", "medium", "long", "extreme"), BAND_LIMITS, strict=True))


def views(table: MeasuredTable, shooter: str) -> Mapping[str, TargetView]:
    """The shooter's view of every enemy on the table: range, band, sight, cover; doubts follow the measurement."""
    enemies = tuple(enemy for enemy in table.state.enemies(shooter) if table.has(enemy))
    if not enemies or not table.has(shooter):
        return {}
    friends = tuple(friend for friend in table.state.friends(shooter) if table.has(friend))
    radius = table.rules.friend_block_radius
    near = _measure_ranges(table, shooter, friends) if friends else {}
    transparent = tuple(friend for friend in friends if near[friend].is_at_most(radius))
    look = Look(viewer=shooter, targets=enemies, transparent=transparent)
    sightings, ranges = look.parse_json(table_answer(look, table)), _measure_ranges(table, shooter, enemies)
    return {enemy: view(ranges[enemy], sightings[enemy], table.rules) for enemy in enemies}


def _measure_ranges(table: MeasuredTable, model: str, others: tuple[str, ...]) -> Mapping[str, Fact]:
    ask = Ranges(model=model, others=others, limits=BAND_LIMITS)
    return ask.parse_json(table_answer(ask, table))


@dataclass(frozen=True)
class Prospect:
    """The chances of a shot at a target with a weapon. kills: to remove it, command check included."""

    target: str
    weapon: str
    priority: bool
    kills: Fraction


def prospects(
    table: MeasuredTable, shooter: str, seen: Mapping[str, TargetView] | None = None
) -> tuple[Priority, tuple[Prospect, ...]]:
    """The priority target with its reason, and every open shot with its exact odds.

    seen: the shooter's `views`, if already computed. The odds exclude the Commander's bonus, which is measured when the
    check is made.
    """
    state = table.state
    seen = views(table, shooter) if seen is None else seen
    priority_target = priority(state, shooter, seen)
    active = state.action is not None and state.action.model == shooter
    open_shots = []
    for target, it in seen.items():
        for weapon in usable(state, shooter, it.band) if it.visible and not state[target].contacts else ():
            figures = weapon.get_figures(it.band)
            assert it.band
            assert figures
            shot = Shot(it.band, it.cover, moved=active and has_moved(state))
            is_first = target in priority_target.targets
            attack = shot_attack(state, shooter, target, figures, shot, None if is_first else priority_target.check)
            open_shots.append(Prospect(target, weapon.name, is_first, attack.kills(state[target].wounds)))
    return priority_target, tuple(open_shots)


@dataclass(frozen=True)
class Reach:
    """A model's reach, by kind of move, and as a region for its base's centre; charges: the path to each enemy.

    The documents are silent on climbing and on passing friends, so nothing is guessed: paths go round other bases, and
    round terrain higher than the model's floor.
    """

    allowances: Mapping[str, float]
    regions: Mapping[str, shapely.Geometry]
    charges: Mapping[str, ShortestPath]


def reach(table: MeasuredTable, model: str) -> Reach:
    """The reach of a model's moves from its position. Clauses: UW-QS Rush, Move + Shoot, Assault."""
    snapshot, profile = table.snapshot, table.state[model].profile
    hindrances = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    in_contact = bool(table.state[model].contacts)
    # no text
    far = {"break off": profile.break_off_in} if in_contact else {"move": profile.MV, "rush": profile.charge_in}
    allowances = {kind: float(inches) for kind, inches in far.items()}
    enemies = () if in_contact else tuple(enemy for enemy in table.state.enemies(model) if table.has(enemy))
    return Reach(
        allowances=allowances,
        regions={
            kind: compute_reach_region(snapshot, model, inches, hindrances) for kind, inches in allowances.items()
        },
        charges={enemy: path_to_touch(snapshot, model, enemy, hindrances) for enemy in enemies},
    )
