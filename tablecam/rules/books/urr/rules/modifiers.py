"""What is added to the die of a unit, each with its reason and its clause.

The modifiers look at where a fight is and at who rolls, never at the particular opponent; undead targets are the one
exception. Clause: Urr Combat resolution (UR-05).
"""

from collections.abc import Iterator

from tablecam.base.clause import Clause
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.reasons import because
from tablecam.rules.books.urr.rules.state import BattlePlace, UrrState
from tablecam.rules.books.urr.rules.unit import DWARVES, UNDEAD, WORTH
from tablecam.rules.check import Modifier

ROUGH = ("wood", "city", "bog", "hill")
RIVER = 2
DWARF_GROUND = {"dwarf-hill": 1, "dwarf-tunnel": 2}
UNDEAD_TARGET, RAIDERS = -1, 1


def ranged_modifiers(state: UrrState, unit: str, score: int, magic: int = 0) -> tuple[Modifier, ...]:
    """The ranged table. Clauses: UR-14 to UR-17."""
    profile = state[unit].profile
    found = [Modifier(score, because("ranged"), row(3))]
    if strength := wall_before(state, unit):
        found.append(Modifier(-strength, because("to-wall"), row(15)))
    if strength := wall_behind(state, unit):
        found.append(Modifier(strength, because("from-wall"), row(14)))
    if profile.bow_worth:
        found.append(Modifier(profile.bow_worth, because("excellent-bow"), row(16)))
    if shoots_at_undead(state, unit):
        found.append(Modifier(UNDEAD_TARGET, because("undead-target"), row(17)))
    if state.rules.raiders_ranged:
        found += _raiders(state, unit)
    return (*found, *_as_judged(state, unit, magic))


def attack_modifiers(state: UrrState, unit: str, score: int, magic: int = 0) -> tuple[Modifier, ...]:
    """The melee attack table. Clause: UR-18."""
    found = [Modifier(score, because("melee"), row(3))]
    if strength := wall_before(state, unit):
        found.append(Modifier(-strength, because("storming"), row(18)))
    found += _ground(state, unit, -1, row(18))
    found += _weapon(state, unit, row(18))
    found += _raiders(state, unit)
    return (*found, *_as_judged(state, unit, magic))


def defence_modifiers(state: UrrState, unit: str, score: int, magic: int = 0) -> tuple[Modifier, ...]:
    """The melee defence table. Clause: UR-19."""
    found = [Modifier(score, because("melee"), row(3))]
    if strength := wall_behind(state, unit):
        found.append(Modifier(strength, because("on-wall"), row(19)))
    found += _ground(state, unit, 1, row(19))
    found += _palisade(state, unit)
    if state.rules.weapon_in_defence:
        found += _weapon(state, unit, row(19))
    found += _raiders(state, unit)
    return (*found, *_as_judged(state, unit, magic))


def place_of(state: UrrState) -> BattlePlace:
    """Where the combat in progress is fought."""
    combat = state.combat
    assert combat
    return state.places.get(combat.place, BattlePlace(combat.place))


def wall_before(state: UrrState, unit: str) -> int:
    """The strength of the wall that a unit storms; 0 for one in a siege tower, or that has got through the breach."""
    combat = state.combat
    assert combat
    if unit in combat.tower or state[unit].inside or combat.party_of(unit) != combat.by:
        return 0
    return _strength(state)


def wall_behind(state: UrrState, unit: str) -> int:
    """The strength of the wall that a unit stands on."""
    combat = state.combat
    assert combat
    return _strength(state) if combat.party_of(unit) == combat.against else 0


def _strength(state: UrrState) -> int:
    place = place_of(state)
    section = state.sections.get(place.section) if place.kind == "wall" else None
    return section.strength if section else 0


def shoots_at_undead(state: UrrState, unit: str) -> bool:
    """Whether the units shot at count as undead: all of them, or one, as the house plays. Clause: UR-17."""
    combat = state.combat
    assert combat
    targets = state.living(combat.other(combat.party_of(unit)))
    undead = [state[each].profile.people == UNDEAD for each in targets]
    return bool(undead) and (all(undead) if state.rules.undead_target == "all" else any(undead))


def _ground(state: UrrState, unit: str, sign: int, clause: Clause) -> Iterator[Modifier]:
    """sign: -1 for an attack, 1 for a defence; dwarf ground helps both."""
    ground = place_of(state).ground
    rough = [each for each in ROUGH if each in ground]
    if rough and state.rules.rough_once:
        yield Modifier(sign, because("rough"), clause)
    elif rough:
        yield from (Modifier(sign, because(each), clause) for each in rough)
    if "river" in ground:
        yield Modifier(sign * RIVER, because("river"), clause)
    if state.rules.dwarf_ground == "any" or state[unit].profile.people in DWARVES:
        for each, worth in DWARF_GROUND.items():
            if each in ground:
                yield Modifier(worth, because(each), clause)


def _palisade(state: UrrState, unit: str) -> Iterator[Modifier]:
    palisade = state.palisades.get(place_of(state).id)
    if palisade and palisade.side == state[unit].side and not state[unit].berserk:
        yield Modifier(palisade.worth, because("palisade"), row(27))


def _weapon(state: UrrState, unit: str, clause: Clause) -> Iterator[Modifier]:
    profile = state[unit].profile
    if profile.weapon_worth:
        code = "good-weapon" if WORTH[profile.weapon] == WORTH["good"] else "excellent-weapon"
        yield Modifier(profile.weapon_worth, because(code), clause)


def _raiders(state: UrrState, unit: str) -> Iterator[Modifier]:
    combat = state.combat
    if combat and unit in combat.attached:
        yield Modifier(RAIDERS, because("raiders"), row(9))


def _as_judged(state: UrrState, unit: str, magic: int) -> Iterator[Modifier]:
    """What the table has said: magic, and how badly a unit fares in the breach."""
    if magic:
        yield Modifier(magic, because("magic"), row(37))
    exposed = state.combat.exposed.get(unit, 0) if state.combat else 0
    if exposed:
        yield Modifier(-exposed, because("exposed"), row(25))
