"""The combats of a tactical turn: places, units, raiders with them, crews, and the modifiers of each unit's die."""

from collections.abc import Iterable, Iterator, Sequence

from tablecam.base.clause import Clause
from tablecam.rules.ask import Choose, Option, Pick
from tablecam.rules.books.urr.rules import codes
from tablecam.rules.books.urr.rules.codes import UrrReason, because, not_allowed, row
from tablecam.rules.books.urr.rules.combat_events import CombatBegan, Mustered, PlaceTaken, RaidersAttached, TowerManned
from tablecam.rules.books.urr.rules.pieces import CREW, DWARVES, UNDEAD, WORTH, good_company
from tablecam.rules.books.urr.rules.siege_events import CombatsDeclined
from tablecam.rules.books.urr.rules.state import STACKING, BattlePlace, UrrState
from tablecam.rules.check import Modifier
from tablecam.rules.play import Play
from tablecam.rules.standing import Standing

# The modifiers of a unit's die, each with its reason and its clause.
#
# The modifiers depend on the place and on the unit that rolls, never on the particular opponent, except for undead
# targets. Clause: Urr Combat resolution (UR-05).

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


NOBODY, NO_MORE = "nobody", "no-more"
# a unit within this distance of a wall storms it
AT_THE_WALL_IN = 1.0
# kinds of places that belong to the side that holds the city
HELD = ("wall", "rampart", "city")


def beginner(state: UrrState) -> str:
    """The side that may begin the next combat: the attacker of the scenario, then the other; empty for neither."""
    for seat in (state.attacker, state.defender):
        if f"no-more:{seat}" not in state.done and any(
            open_place(state, seat, place) for place in state.places.values()
        ):
            return seat
    return ""


def open_place(state: UrrState, seat: str, place: BattlePlace) -> bool:
    """Whether a side can begin a combat at a place, or take it: places of the city need no defender."""
    if is_fought_for(state, place) or (place.kind in ("wall", "rampart") and seat != state.attacker):
        return False
    needed = (seat,) if falls_empty(state, seat, place) else state.seats
    return all(who_can(state, side, place) for side in needed)


def is_fought_for(state: UrrState, place: BattlePlace) -> bool:
    """Whether a house rule allows no further combat at a place in this tactical turn. Clause: UR-40."""
    return state.rules.fights_per_turn == "once" and f"fought:{place.id}" in state.done


def is_free(state: UrrState, unit: str) -> bool:
    """Whether a unit can fight: it fights no fire, and the house rules allow another fight. Clause: UR-40."""
    duty = state[unit].duty
    return not duty or (duty == "fought" and state.rules.fights_per_turn == "any")


def falls_empty(state: UrrState, seat: str, place: BattlePlace) -> bool:
    """Whether a side takes a place where nobody defends it: part of a city that it does not hold. Clause: UR-25."""
    return state.empty_places_fall and place.kind in HELD and not state.sides[seat].holds_city


def who_can(state: UrrState, seat: str, place: BattlePlace) -> tuple[str, ...]:
    """The units of a side that are free to fight at a place: attackers inside the city fight only there."""
    holder = state.sides[seat].holds_city
    in_city = place.kind == "city"
    return tuple(
        unit for unit in state.standing(seat) if is_free(state, unit) and (holder or state[unit].inside == in_city)
    )


def next_combat(game: Play[UrrState]) -> None:
    """Let a side begin a combat, or decline."""
    state, seat = game.state, beginner(game.state)
    options = [
        Option(candidate.id, why_not=_find_obstacle(state, seat, candidate), clause=row(40))
        for candidate in state.places.values()
    ]
    place = game.choose(seat, codes.NEXT_COMBAT, [*options, Option(NO_MORE, because(NO_MORE))])
    if place == NO_MORE:
        game.tell(CombatsDeclined(seat=seat))
    else:
        game.tell(CombatBegan(place=place, by=seat, against=state.other(seat)))


def _find_obstacle(state: UrrState, seat: str, place: BattlePlace) -> UrrReason | str:
    """The reason why a side cannot begin a combat at a place, empty if it can. Old logs have one reason for all."""
    if open_place(state, seat, place):
        return ""
    return because("fought-there" if state.empty_places_fall and is_fought_for(state, place) else "nobody-there")


def to_muster(state: UrrState) -> str:
    """The party that has not yet named its units; empty for none."""
    combat = state.combat
    assert combat
    return next((party for party in (combat.by, combat.against) if party not in combat.parties), "")


def muster(game: Play[UrrState]) -> None:
    """Name the units of a party: those at the place's feature, or a choice if they do not fit or it has no feature.

    Clauses: UR-08, UR-21.
    """
    place, seat = get_place(game.state), to_muster(game.state)
    candidates = who_can(game.state, seat, place)
    if place.feature and candidates:
        present = game.ask(Standing(feature=place.feature, models=candidates, within_in=AT_THE_WALL_IN)).there
        candidates = tuple(unit for unit in candidates if unit in present)
        if _fits_place(game.state, place, candidates):
            game.tell(Mustered(party=seat, units=candidates))
            return
    limit = min(STACKING[place.kind], len(candidates))
    options = tuple(map(Option, candidates))
    minimum = int(seat == game.state.combat.by) if game.state.combat else 0
    question = Pick(
        seat=seat, options=options, least=minimum, most=limit, clause=row(8), **codes.MUSTER(place.id)._asdict()
    )
    units = game.ask(question) if options else ()
    check_company(game.state, units)
    game.tell(Mustered(party=seat, units=units))


def is_undefended(state: UrrState) -> bool:
    """Whether the attackers meet nobody at a place that falls to them. Clause: UR-25."""
    combat = state.combat
    assert combat
    attacks = combat.by in state.sides and bool(state.living(combat.by))
    return attacks and not state.living(combat.against) and falls_empty(state, combat.by, get_place(state))


def take_place(game: Play[UrrState]) -> None:
    """Let the attacking units enter without a fight; the place is theirs. Clause: UR-25."""
    combat = game.state.combat
    assert combat
    units, city = game.state.living(combat.by), get_place(game.state).kind == "city"
    game.tell(PlaceTaken(place=combat.place, by=combat.by, units=units, city=city))


def _fits_place(state: UrrState, place: BattlePlace, units: Sequence[str]) -> bool:
    return len(units) <= STACKING[place.kind] and good_company(state[unit].profile.people for unit in units)


def check_company(state: UrrState, units: Iterable[str]) -> None:
    """Raise IllegalAnswer if undead would stand with units that do not tolerate them. Clause: UR-21."""
    if not good_company(state[unit].profile.people for unit in units):
        raise not_allowed(row(21), "company")


def raiders_to_attach(state: UrrState) -> str:
    """Raiders of a party whose companion is not yet chosen; empty for none."""
    combat = state.combat
    assert combat
    for name, unit in state.units.items():
        free = unit.profile.raider and unit.standing and f"raiders:{name}" not in combat.prepared
        if free and unit.side in combat.sides and _list_unaccompanied(state, unit.side):
            return name
    return ""


def _list_unaccompanied(state: UrrState, party: str) -> tuple[str, ...]:
    combat = state.combat
    assert combat
    return tuple(unit for unit in state.living(party) if unit not in combat.attached)


def attach_raiders(game: Play[UrrState]) -> None:
    """Attach raiders to one unit; a unit takes one party of raiders. Clause: UR-09."""
    raiders = raiders_to_attach(game.state)
    side = game.state[raiders].side
    options = [*map(Option, _list_unaccompanied(game.state, side)), Option(NOBODY, because(NOBODY))]
    unit = game.choose(side, codes.RAIDERS(raiders), options)
    game.tell(RaidersAttached(raiders=raiders, unit="" if unit == NOBODY else unit))


def tower_to_man(state: UrrState) -> str:
    """The section whose siege tower is ready and has no crew yet; empty for none."""
    combat = state.combat
    assert combat
    section = get_place(state).section
    tower = state.towers.get(section)
    is_ready = tower and tower.ready(state.turn) and tower.side == combat.by and "tower" not in combat.prepared
    return section if is_ready and get_place(state).kind == "wall" and state.living(combat.by) else ""


def man_tower(game: Play[UrrState]) -> None:
    """Choose a crew of at most two: one only shoots, the other only fights. Clauses: UR-08, UR-33."""
    combat = game.state.combat
    assert combat
    section, units = tower_to_man(game.state), game.state.living(combat.by)
    options = tuple(map(Option, units))
    picked = game.ask(Pick(seat=combat.by, options=options, most=CREW, clause=row(33), **codes.CREW(section)._asdict()))
    shooter = ""
    if picked:
        choices = (*map(Option, picked), *([Option(NOBODY, because(NOBODY))] if len(picked) < CREW else []))
        topic = codes.TOWER_SHOOTER(section)
        shooter = game.ask(Choose(seat=combat.by, options=choices, **topic._asdict()))
    fighter = next((unit for unit in picked if unit != shooter), "")
    game.tell(TowerManned(shooter="" if shooter == NOBODY else shooter, fighter=fighter))
