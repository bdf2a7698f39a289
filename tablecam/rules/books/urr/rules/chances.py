"""The exact chances of the decisions of Urr: a round of combat, an engine at a section, a shot at a ramp.

odds = round_odds(state, {"ann": "attack", "bob": "defend"})     # the combat of `state`, its stances still to be taken
odds.tolls.chance(lambda toll: toll[1].lost > toll[0].lost)       # sides in the order of `combat.sides`
section_hits(state, engine, "gate")                               # how many hits on a section count

They are put together as the rules play them. Where a side chooses who takes a hit, the unit with most steps left is
taken. Undead that go berserk in the middle of a round fight it out as they are. A star on a counter counts as 0, and so
do magic and what the table says of the breach.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from tablecam.rules.books.urr.rules.bombardment import engine_check, hits_of
from tablecam.rules.books.urr.rules.combat_events import FightPhase, FightPhaseClosed, StancesTaken
from tablecam.rules.books.urr.rules.evolve import evolve
from tablecam.rules.books.urr.rules.losses import armoured, remove_fallen, take_hit, takers
from tablecam.rules.books.urr.rules.ramp import known_shot
from tablecam.rules.books.urr.rules.rounds import known_ladder, to_roll
from tablecam.rules.books.urr.rules.siege import SiegeEngine
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import STAR
from tablecam.rules.check import Ladder
from tablecam.rules.dice import D6
from tablecam.rules.odds import Distribution, added, certainly, roll_one
from tablecam.rules.play import Play

# losses of both phases, by who stands after the first; the same for the hits that are rolled
Chances = dict[int, Fraction]


class Toll(NamedTuple):
    """What a round costs a side: steps, those of armour included, and units."""

    lost: int
    out: int


@dataclass(frozen=True)
class RoundOdds:
    """A round. begun: with its stances taken; tolls: of the sides in the order of `combat.sides`."""

    begun: UrrState
    tolls: Distribution[tuple[Toll, Toll]]


class UnitRoll(NamedTuple):
    """The die of a unit in a phase."""

    unit: str
    phase: FightPhase
    ladder: Ladder


def round_odds(state: UrrState, stances: Mapping[str, str]) -> RoundOdds:
    """A round of the combat in progress with these stances, by unit. Clauses: UR-02, UR-04, UR-07."""
    begun = _without_fallen(evolve(state, StancesTaken(stances=stances)))
    assert begun.combat
    one, two = begun.combat.sides
    first = {party: phase_hits(begun, begun.combat.other(party)) for party in (one, two)}
    tracks = {party: _track(begun, party, max(first[party].chances)) for party in (one, two)}
    groups = {party: _by_standing(first[party], tracks[party], party) for party in (one, two)}
    tolls: dict[tuple[Toll, Toll], Fraction] = {}
    for ours, theirs in product(groups[one].values(), groups[two].values()):
        melee = _closed(_merged(ours[0][0], theirs[0][0], two))
        mine = _tolls(begun, one, ours, phase_hits(melee, two))
        others = _tolls(begun, two, theirs, phase_hits(melee, one))
        for (a, chance), (b, further) in product(mine.items(), others.items()):
            tolls[a, b] = tolls.get((a, b), Fraction(0)) + chance * further
    return RoundOdds(begun, Distribution(tolls))


def rolls_of(state: UrrState, party: str) -> tuple[UnitRoll, ...]:
    """The dice of a side in the phase in progress."""
    combat = state.combat
    assert combat
    phase: FightPhase = "ranged" if combat.stage.value == "ranged" else "melee"
    mine = (unit for unit in to_roll(state) if unit in combat.parties.get(party, ()))
    return tuple(UnitRoll(unit, phase, unit_ladder(state, unit, phase)) for unit in mine)


def unit_ladder(state: UrrState, unit: str, phase: FightPhase) -> Ladder:
    """What a unit rolls against, as far as nobody has to be asked."""
    profile = state[unit].profile
    printed = profile.ranged if phase == "ranged" else profile.melee
    return known_ladder(state, unit, phase, 0 if printed == STAR else printed)


def phase_hits(state: UrrState, party: str) -> Distribution[int]:
    """The hits that a side rolls in the phase in progress."""
    total = certainly(0)
    for each in rolls_of(state, party):
        total = added(total, each.ladder.spread)
    return total


def melee_of(begun: UrrState) -> UrrState:
    """The melee phase of a round in which nobody has been hit before it."""
    return _closed(begun)


def section_hits(state: UrrState, engine: SiegeEngine, section: str) -> Distribution[int]:
    """The hits of an engine on a section that still count. Clauses: UR-23, UR-24."""
    check = engine_check(state, engine, section, engine_score(state, engine))
    one = roll_one(D6).map(lambda face: hits_of(check, face))
    total = certainly(0)
    for _die in range(engine.dice):
        total = added(total, one)
    left = state.sections[section].left
    return total.map(lambda hits: min(hits, left))


def engine_score(state: UrrState, engine: SiegeEngine) -> int:
    """The score of an engine; 0 where the table says it each time."""
    return 0 if state.rules.engine_base != "data" or engine.base == STAR else engine.base


def falls_to(state: UrrState, section: str, hits: int) -> int:
    """The strength of a section after so many hits more."""
    each = state.sections[section]
    return replace(each, hits=each.hits + hits).strength


def builder_hits(state: UrrState, shooter: str, builder: str) -> Distribution[int]:
    """The hits of a shot at one that builds a ramp. Clause: UR-33."""
    return builder_ladder(state, shooter, builder).spread


def builder_ladder(state: UrrState, shooter: str, builder: str) -> Ladder:
    """What such a shot is rolled against, as far as nobody has to be asked."""
    printed = state[shooter].profile.ranged
    return known_shot(state, shooter, builder, 0 if printed == STAR else printed)


def hits_it_stands(state: UrrState, unit: str) -> int:
    """After how many hits a unit is out."""
    return state[unit].steps + (state[unit].armour if armoured(state, unit) else 0)


def _without_fallen(state: UrrState) -> UrrState:
    game = Play(state, evolve)
    remove_fallen(game)
    return game.state


def _closed(state: UrrState) -> UrrState:
    return evolve(state, FightPhaseClosed(phase="ranged"))


def _track(state: UrrState, party: str, hits: int) -> tuple[UrrState, ...]:
    """How things stand after no hit on a side, after one, and so on."""
    game = Play(state, evolve)
    found = [state]
    for _hit in range(hits):
        if units := takers(game.state, party):
            take_hit(game, max(units, key=lambda unit: hits_it_stands(game.state, unit)))
        found.append(game.state)
    return tuple(found)


def _by_standing(
    hits: Distribution[int], track: tuple[UrrState, ...], party: str
) -> dict[tuple[str, ...], list[tuple[UrrState, Fraction]]]:
    """The states after the first phase, by who of a side still stands: on that alone depends what is rolled next."""
    found: dict[tuple[str, ...], list[tuple[UrrState, Fraction]]] = {}
    for number, chance in hits.chances.items():
        found.setdefault(track[number].living(party), []).append((track[number], chance))
    return found


def _merged(one: UrrState, two: UrrState, party: str) -> UrrState:
    """What has become of a side in `two`, and of everybody else in `one`."""
    assert one.combat
    moved = {unit: two.units[unit] for unit in one.combat.parties.get(party, ()) if unit in two.units}
    return replace(one, units={**one.units, **moved})


def _tolls(
    begun: UrrState, party: str, after: list[tuple[UrrState, Fraction]], hits: Distribution[int]
) -> dict[Toll, Fraction]:
    """What a side has lost after both phases."""
    found: dict[Toll, Fraction] = {}
    for state, chance in after:
        track = _track(_closed(state), party, max(hits.chances))
        for number, further in hits.chances.items():
            toll = toll_of(begun, track[number], party)
            found[toll] = found.get(toll, Fraction(0)) + chance * further
    return found


def toll_of(before: UrrState, after: UrrState, party: str) -> Toll:
    """What a side has lost between two moments of a combat."""
    units = before.living(party)
    lost = sum(_left(before, unit) - _left(after, unit) for unit in units)
    return Toll(lost, len(units) - len(after.living(party)))


def _left(state: UrrState, unit: str) -> int:
    return state[unit].steps + state[unit].armour
