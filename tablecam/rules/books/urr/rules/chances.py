"""The odds of the decisions of Urr, from the rules themselves: a round of combat, an engine at a section.

odds = round_odds(state, {"ann": "attack", "bob": "defend"})     # the combat of `state`, before its stances
odds.tolls.chance(lambda toll: toll[1].lost > toll[0].lost)       # sides in the order of `combat.sides`
section_hits(state, engine, "gate")                               # the hits on a section that count

If a side chooses who takes a hit, the unit with most steps left takes it. Undead that go berserk during a round finish
it unchanged. A star on a counter counts as 0, and so do magic and losses in the breach.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tablecam.rules.ask import Ask, Choose, Count
from tablecam.rules.books.urr.rules.bombardment import hammer
from tablecam.rules.books.urr.rules.combat_events import FightPhaseClosed, StancesTaken
from tablecam.rules.books.urr.rules.pieces import STAR, SiegeEngine
from tablecam.rules.books.urr.rules.rounds import build_ladder, is_armoured, remove_fallen, roll_units, suffer, to_roll
from tablecam.rules.books.urr.rules.state import FightPhase, UrrState
from tablecam.rules.books.urr.rules.strategic import build_shot
from tablecam.rules.check import Ladder
from tablecam.rules.event import evolve
from tablecam.rules.odds import Distribution, add_up_chances
from tablecam.rules.outlook import play_out
from tablecam.rules.plain import Json
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable

Weighted = tuple[UrrState, Fraction]


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
    """The odds of a round of the combat in progress with these stances, by unit. Clauses: UR-02, UR-04, UR-07.

    The dice of a side and the hits that it takes are played out by themselves: within a phase, neither depends on those
    of the other side, and the second phase depends on the units of both that still stand.
    """
    game = Play(evolve(state, StancesTaken(stances=stances)), evolve)
    remove_fallen(game)
    begun = game.state
    assert begun.combat
    defenders, attackers = begun.combat.sides
    groups = {party: _group_by_survivors(begun, party) for party in (defenders, attackers)}
    tolls: list[tuple[tuple[Toll, Toll], Fraction]] = []
    for ours, theirs in product(groups[defenders], groups[attackers]):
        melee = begin_melee(_merge_sides(ours[0][0], theirs[0][0], attackers))
        own_tolls = _compute_tolls(begun, defenders, ours, phase_hits(melee, attackers))
        enemy_tolls = _compute_tolls(begun, attackers, theirs, phase_hits(melee, defenders))
        tolls += [((a, b), chance * further) for a, chance in own_tolls for b, further in enemy_tolls]
    return RoundOdds(begun, add_up_chances(tolls))


def _group_by_survivors(begun: UrrState, party: str) -> list[list[Weighted]]:
    """The states after a side has taken the hits of the first phase, by its units that still stand."""
    assert begun.combat
    groups: dict[tuple[str, ...], list[Weighted]] = {}
    for hits, chance in phase_hits(begun, begun.combat.other(party)).chances.items():
        after = _take_hits(begun, party, hits)
        groups.setdefault(after.living(party), []).append((after, chance))
    return list(groups.values())


def _compute_tolls(
    begun: UrrState, party: str, after: list[Weighted], hits: Distribution[int]
) -> list[tuple[Toll, Fraction]]:
    """The losses of a side after both phases, with their chances."""
    chances: dict[Toll, Fraction] = {}
    for state, chance in after:
        for number, share in hits.chances.items():
            toll = compute_toll(begun, _take_hits(begin_melee(state), party, number), party)
            chances[toll] = chances.get(toll, Fraction(0)) + chance * share
    return list(chances.items())


def phase_hits(state: UrrState, party: str) -> Distribution[int]:
    """The hits that a side rolls in the phase in progress, by the rules."""
    assert state.combat
    units = tuple(unit for unit in to_roll(state) if unit in state.combat.parties.get(party, ()))
    outlook = play_out(evolve, state, lambda game: _roll_in_turn(game, units), answer=_answer_quietly)
    against = state.combat.other(party)
    return outlook.spread(lambda end: end.state.combat.pending.get(against, 0))


@replaceable
def _roll_in_turn(game: Play[UrrState], units: tuple[str, ...]) -> None:
    """Roll the dice of units one after another, so that equal numbers of hits go on as one."""
    if units:
        _roll_in_turn(game, units[:-1])
        roll_units(game, units[-1:])


def _take_hits(state: UrrState, party: str, hits: int) -> UrrState:
    """The state after a side has taken hits by the rules."""
    pending = state.with_combat(pending={party: hits})
    outlook = play_out(evolve, pending, suffer if hits else lambda _game: None, answer=_answer_quietly)
    after: UrrState = outlook.endings[0][0].state
    return after


def _merge_sides(one: UrrState, two: UrrState, party: str) -> UrrState:
    """The state `one` with the units of a side from `two`."""
    assert one.combat
    changed_units = {unit: two.units[unit] for unit in one.combat.parties.get(party, ()) if unit in two.units}
    return replace(one, units={**one.units, **changed_units})


def _answer_quietly(question: Ask[Any], state: UrrState) -> Json:
    """The unit with most steps left takes a hit; numbers that the players supply are 0."""
    if isinstance(question, Choose):
        return max((option.id for option in question.options), key=lambda unit: hits_it_stands(state, unit))
    return 0 if isinstance(question, Count) else None


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


def begin_melee(begun: UrrState) -> UrrState:
    """The melee phase of a round in which nobody was hit before it."""
    return evolve(begun, FightPhaseClosed(phase="ranged"))


def section_hits(state: UrrState, engine: SiegeEngine, section: str) -> Distribution[int]:
    """The hits of an engine on a section that still count. Clauses: UR-23, UR-24."""
    outlook = play_out(evolve, state, lambda game: hammer(game, engine, section), answer=_answer_quietly)
    return outlook.spread(lambda end: end.state.sections[section].hits - state.sections[section].hits)


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


def compute_toll(before: UrrState, after: UrrState, party: str) -> Toll:
    """The losses of a side between two moments of a combat."""
    units = before.living(party)
    lost = sum(_count_steps(before, unit) - _count_steps(after, unit) for unit in units)
    return Toll(lost, len(units) - len(after.living(party)))


def _count_steps(state: UrrState, unit: str) -> int:
    return state[unit].steps + state[unit].armour
