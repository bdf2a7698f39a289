"""The exact chances of the decisions of Urr: a round of combat, an engine at a section, a shot at a ramp.

odds = round_odds(state, {"ann": "attack", "bob": "defend"})     # the combat of `state`, before its stances
odds.tolls.chance(lambda toll: toll[1].lost > toll[0].lost)       # sides in the order of `combat.sides`
section_hits(state, engine, "gate")                               # the hits on a section that count

They follow the order of the rules. If a side chooses who takes a hit, the unit with most steps left takes it. Undead
that go berserk during a round finish it unchanged. A star on a counter counts as 0, and so do magic and losses in the
breach.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tablecam.rules.books.urr.rules.bombardment import count_hits, engine_check
from tablecam.rules.books.urr.rules.combat_events import FightPhaseClosed, StancesTaken
from tablecam.rules.books.urr.rules.pieces import STAR, SiegeEngine
from tablecam.rules.books.urr.rules.rounds import build_ladder, is_armoured, remove_fallen, take_hit, takers, to_roll
from tablecam.rules.books.urr.rules.state import FightPhase, UrrState
from tablecam.rules.books.urr.rules.strategic import build_shot
from tablecam.rules.check import Ladder
from tablecam.rules.dice import D6
from tablecam.rules.event import evolve
from tablecam.rules.odds import Distribution, add_distributions, certainly, roll_one
from tablecam.rules.play import Play

# chances by a number of hits
Chances = dict[int, Fraction]


class Toll(NamedTuple):
    """The losses of a side in a round: steps, those of armour included, and units."""

    lost: int
    out: int


@dataclass(frozen=True)
class RoundOdds:
    """The odds of a round. begun: its state with stances taken; tolls: of the sides in the order of `combat.sides`."""

    begun: UrrState
    tolls: Distribution[tuple[Toll, Toll]]


class UnitRoll(NamedTuple):
    """The die of a unit in a phase."""

    unit: str
    phase: FightPhase
    ladder: Ladder


def round_odds(state: UrrState, stances: Mapping[str, str]) -> RoundOdds:
    """The odds of a round of the combat in progress with these stances, by unit. Clauses: UR-02, UR-04, UR-07."""
    begun = _remove_fallen_units(evolve(state, StancesTaken(stances=stances)))
    assert begun.combat
    defenders, attackers = begun.combat.sides
    first_hits = {party: phase_hits(begun, begun.combat.other(party)) for party in (defenders, attackers)}
    tracks = {party: _list_states(begun, party, max(first_hits[party].chances)) for party in (defenders, attackers)}
    groups = {party: _group_by_survivors(first_hits[party], tracks[party], party) for party in (defenders, attackers)}
    tolls: dict[tuple[Toll, Toll], Fraction] = {}
    for ours, theirs in product(groups[defenders].values(), groups[attackers].values()):
        melee = _close_ranged_phase(_merge_sides(ours[0][0], theirs[0][0], attackers))
        own_tolls = _compute_tolls(begun, defenders, ours, phase_hits(melee, attackers))
        enemy_tolls = _compute_tolls(begun, attackers, theirs, phase_hits(melee, defenders))
        for (a, chance), (b, further) in product(own_tolls.items(), enemy_tolls.items()):
            tolls[a, b] = tolls.get((a, b), Fraction(0)) + chance * further
    return RoundOdds(begun, Distribution(tolls))


def list_rolls(state: UrrState, party: str) -> tuple[UnitRoll, ...]:
    """The dice of a side in the phase in progress."""
    combat = state.combat
    assert combat
    phase: FightPhase = "ranged" if combat.stage.value == "ranged" else "melee"
    mine = (unit for unit in to_roll(state) if unit in combat.parties.get(party, ()))
    return tuple(UnitRoll(unit, phase, unit_ladder(state, unit, phase)) for unit in mine)


def unit_ladder(state: UrrState, unit: str, phase: FightPhase) -> Ladder:
    """The ladder of a unit's roll; numbers that only the players know count as 0."""
    profile = state[unit].profile
    printed = profile.ranged if phase == "ranged" else profile.melee
    return build_ladder(state, unit, phase, 0 if printed == STAR else printed)


def phase_hits(state: UrrState, party: str) -> Distribution[int]:
    """The hits that a side rolls in the phase in progress."""
    total = certainly(0)
    for unit_roll in list_rolls(state, party):
        total = add_distributions(total, unit_roll.ladder.spread)
    return total


def begin_melee(begun: UrrState) -> UrrState:
    """The melee phase of a round in which nobody was hit before it."""
    return _close_ranged_phase(begun)


def section_hits(state: UrrState, engine: SiegeEngine, section: str) -> Distribution[int]:
    """The hits of an engine on a section that still count. Clauses: UR-23, UR-24."""
    check = engine_check(state, engine, section, engine_score(state, engine))
    die_hits = roll_one(D6).map(lambda face: count_hits(check, face))
    total = certainly(0)
    for _die in range(engine.dice):
        total = add_distributions(total, die_hits)
    steps_left = state.sections[section].left
    return total.map(lambda hits: min(hits, steps_left))


def engine_score(state: UrrState, engine: SiegeEngine) -> int:
    """The score of an engine; 0 if the players supply it each time."""
    return 0 if state.rules.engine_base != "data" or engine.base == STAR else engine.base


def compute_strength(state: UrrState, section: str, hits: int) -> int:
    """The strength of a section after `hits` more hits."""
    wall = state.sections[section]
    return replace(wall, hits=wall.hits + hits).strength


def builder_ladder(state: UrrState, shooter: str, builder: str) -> Ladder:
    """The ladder of such a shot; a score that only the players know counts as 0."""
    printed = state[shooter].profile.ranged
    return build_shot(state, shooter, builder, 0 if printed == STAR else printed)


def hits_it_stands(state: UrrState, unit: str) -> int:
    """The number of hits after which a unit is out."""
    return state[unit].steps + (state[unit].armour if is_armoured(state, unit) else 0)


def _remove_fallen_units(state: UrrState) -> UrrState:
    game = Play(state, evolve)
    remove_fallen(game)
    return game.state


def _close_ranged_phase(state: UrrState) -> UrrState:
    return evolve(state, FightPhaseClosed(phase="ranged"))


def _list_states(state: UrrState, party: str, hits: int) -> tuple[UrrState, ...]:
    """The states after no hit on a side, after one, and so on."""
    game = Play(state, evolve)
    states = [state]
    for _hit in range(hits):
        if units := takers(game.state, party):
            take_hit(game, max(units, key=lambda unit: hits_it_stands(game.state, unit)))
        states.append(game.state)
    return tuple(states)


def _group_by_survivors(
    hits: Distribution[int], track: tuple[UrrState, ...], party: str
) -> dict[tuple[str, ...], list[tuple[UrrState, Fraction]]]:
    """The states after the first phase, by the units of a side that still stand: further rolls depend on these."""
    groups: dict[tuple[str, ...], list[tuple[UrrState, Fraction]]] = {}
    for number, chance in hits.chances.items():
        groups.setdefault(track[number].living(party), []).append((track[number], chance))
    return groups


def _merge_sides(one: UrrState, two: UrrState, party: str) -> UrrState:
    """The state `one` with the units of a side from `two`."""
    assert one.combat
    changed_units = {unit: two.units[unit] for unit in one.combat.parties.get(party, ()) if unit in two.units}
    return replace(one, units={**one.units, **changed_units})


def _compute_tolls(
    begun: UrrState, party: str, after: list[tuple[UrrState, Fraction]], hits: Distribution[int]
) -> dict[Toll, Fraction]:
    """The chances of a side's losses after both phases."""
    chances: dict[Toll, Fraction] = {}
    for state, chance in after:
        track = _list_states(_close_ranged_phase(state), party, max(hits.chances))
        for number, hit_chance in hits.chances.items():
            toll = compute_toll(begun, track[number], party)
            chances[toll] = chances.get(toll, Fraction(0)) + chance * hit_chance
    return chances


def compute_toll(before: UrrState, after: UrrState, party: str) -> Toll:
    """The losses of a side between two moments of a combat."""
    units = before.living(party)
    lost = sum(_count_steps(before, unit) - _count_steps(after, unit) for unit in units)
    return Toll(lost, len(units) - len(after.living(party)))


def _count_steps(state: UrrState, unit: str) -> int:
    return state[unit].steps + state[unit].armour
