"""The modifiers of a unit's die, each with its reason and its clause.

The modifiers depend on the place and on the unit that rolls, never on the particular opponent, except for undead
targets. Clause: Urr Combat resolution (UR-05).
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


def list_ranged_modifiers(state: UrrState, unit: str, score: int, magic: int = 0) -> tuple[Modifier, ...]:
    """The modifiers of the ranged table. Clauses: UR-14 to UR-17."""
    profile = state[unit].profile
    modifiers = [Modifier(score, because("ranged"), row(3))]
    if strength := find_stormed_wall(state, unit):
        modifiers.append(Modifier(-strength, because("to-wall"), row(15)))
    if strength := wall_behind(state, unit):
        modifiers.append(Modifier(strength, because("from-wall"), row(14)))
    if profile.bow_worth:
        modifiers.append(Modifier(profile.bow_worth, because("excellent-bow"), row(16)))
    if shoots_at_undead(state, unit):
        modifiers.append(Modifier(UNDEAD_TARGET, because("undead-target"), row(17)))
    if state.rules.raiders_ranged:
        modifiers += _list_raiders(state, unit)
    return (*modifiers, *_list_judged(state, unit, magic))


def attack_modifiers(state: UrrState, unit: str, score: int, magic: int = 0) -> tuple[Modifier, ...]:
    """The modifiers of the melee attack table. Clause: UR-18."""
    modifiers = [Modifier(score, because("melee"), row(3))]
    if strength := find_stormed_wall(state, unit):
        modifiers.append(Modifier(-strength, because("storming"), row(18)))
    modifiers += _list_ground(state, unit, -1, row(18))
    modifiers += _list_weapon(state, unit, row(18))
    modifiers += _list_raiders(state, unit)
    return (*modifiers, *_list_judged(state, unit, magic))


def defence_modifiers(state: UrrState, unit: str, score: int, magic: int = 0) -> tuple[Modifier, ...]:
    """The modifiers of the melee defence table. Clause: UR-19."""
    modifiers = [Modifier(score, because("melee"), row(3))]
    if strength := wall_behind(state, unit):
        modifiers.append(Modifier(strength, because("on-wall"), row(19)))
    modifiers += _list_ground(state, unit, 1, row(19))
    modifiers += _list_palisade(state, unit)
    if state.rules.weapon_in_defence:
        modifiers += _list_weapon(state, unit, row(19))
    modifiers += _list_raiders(state, unit)
    return (*modifiers, *_list_judged(state, unit, magic))


def get_place(state: UrrState) -> BattlePlace:
    """The place of the combat in progress."""
    combat = state.combat
    assert combat
    return state.places.get(combat.place, BattlePlace(combat.place))


def find_stormed_wall(state: UrrState, unit: str) -> int:
    """The strength of the wall that a unit storms; 0 in a siege tower or inside the breach."""
    combat = state.combat
    assert combat
    if unit in combat.tower or state[unit].inside or combat.find_party(unit) != combat.by:
        return 0
    return _wall_strength(state)


def wall_behind(state: UrrState, unit: str) -> int:
    """The strength of the wall that a unit stands on."""
    combat = state.combat
    assert combat
    return _wall_strength(state) if combat.find_party(unit) == combat.against else 0


def _wall_strength(state: UrrState) -> int:
    place = get_place(state)
    section = state.sections.get(place.section) if place.kind == "wall" else None
    return section.strength if section else 0


def shoots_at_undead(state: UrrState, unit: str) -> bool:
    """Whether the units shot at count as undead: all of them or one, by the house rules. Clause: UR-17."""
    combat = state.combat
    assert combat
    targets = state.living(combat.other(combat.find_party(unit)))
    undead = [state[target].profile.people == UNDEAD for target in targets]
    return bool(undead) and (all(undead) if state.rules.undead_target == "all" else any(undead))


def _list_ground(state: UrrState, unit: str, sign: int, clause: Clause) -> Iterator[Modifier]:
    """Modifiers of the ground. sign: -1 for an attack, 1 for a defence; dwarf ground helps both."""
    ground = get_place(state).ground
    rough = [kind for kind in ROUGH if kind in ground]
    if rough and state.rules.rough_once:
        yield Modifier(sign, because("rough"), clause)
    elif rough:
        yield from (Modifier(sign, because(kind), clause) for kind in rough)
    if "river" in ground:
        yield Modifier(sign * RIVER, because("river"), clause)
    if state.rules.dwarf_ground == "any" or state[unit].profile.people in DWARVES:
        for kind, worth in DWARF_GROUND.items():
            if kind in ground:
                yield Modifier(worth, because(kind), clause)


def _list_palisade(state: UrrState, unit: str) -> Iterator[Modifier]:
    palisade = state.palisades.get(get_place(state).id)
    if palisade and palisade.side == state[unit].side and not state[unit].berserk:
        yield Modifier(palisade.worth, because("palisade"), row(27))


def _list_weapon(state: UrrState, unit: str, clause: Clause) -> Iterator[Modifier]:
    profile = state[unit].profile
    if profile.weapon_worth:
        code = "good-weapon" if WORTH[profile.weapon] == WORTH["good"] else "excellent-weapon"
        yield Modifier(profile.weapon_worth, because(code), clause)


def _list_raiders(state: UrrState, unit: str) -> Iterator[Modifier]:
    combat = state.combat
    if combat and unit in combat.attached:
        yield Modifier(RAIDERS, because("raiders"), row(9))


def _list_judged(state: UrrState, unit: str, magic: int) -> Iterator[Modifier]:
    """Modifiers that the players supply: magic, and the penalty of a unit in the breach."""
    if magic:
        yield Modifier(magic, because("magic"), row(37))
    exposed = state.combat.exposed.get(unit, 0) if state.combat else 0
    if exposed:
        yield Modifier(-exposed, because("exposed"), row(25))
