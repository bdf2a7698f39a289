"""Urr as a rulebook: all events, the first state, and the next procedure; the other modules do the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.ask import Below, IllegalAnswer
from tablecam.rules.books.urr.rules import combat_events, siege_events, step_names, week_events
from tablecam.rules.books.urr.rules.bombardment import bombardment_step
from tablecam.rules.books.urr.rules.codes import because
from tablecam.rules.books.urr.rules.pieces import UNDEAD, Palisade, SiegeEngine, TokenStock, UnitProfile, UrrUnit
from tablecam.rules.books.urr.rules.rounds import all_fallen, remove_fallen
from tablecam.rules.books.urr.rules.siege_events import PlayEnded, UndeadWentBerserk
from tablecam.rules.books.urr.rules.state import (
    BERSERK,
    STEPS,
    BattlePlace,
    UrrHouseRules,
    UrrPhase,
    UrrSide,
    UrrState,
    WallSection,
    count_hits_to_strength,
)
from tablecam.rules.books.urr.rules.strategic import strategic_step
from tablecam.rules.books.urr.rules.tactical import combat_step, tactical_step
from tablecam.rules.event import collect_events
from tablecam.rules.plain import BadRecord, Json, from_plain, to_plain
from tablecam.rules.play import Play
from tablecam.rules.system import EventSystem, Step

EVENTS = collect_events(combat_events, week_events, siege_events)


# The first state of a game of Urr, from plain data.
#
# {"sides": {"red": {"name": "The Prince", "units": [{"id": "m1", "melee": 4, "steps": 4}], "engines": [..], "food": 6},
#            "blue": {"name": "Urr", "holds_city": true, "units": [..], "gold": 100}},
#  "attacker": "red", "places": [{"id": "outer 2", "kind": "wall", "section": "outer 2"}],
#  "sections": [{"id": "outer 2", "ring": "outer", "strength": 2}], "quarters": ["tanners' row"],
#  "begins": "tactical", "weeks": 1}
#
# sections: strength, and hits, the steps crossed off below it. lowlands: places that can be flooded; sapping: whether
# it is asked for. palisades: {place: seat}. empty_places_fall: see `state.UrrState`. All other keys are house rules.
# `TODAY` is for a game that begins now; a log without its keys was played by the rules of `BEFORE`.

SCENARIO_KEYS = (
    "attacker", "places", "sections", "quarters", "lowlands", "begins", "weeks", "sapping", "palisades", "table_in",
)  # fmt: skip
OWN_KEYS = ("sides", "empty_places_fall", *SCENARIO_KEYS)
BEFORE: Mapping[str, Json] = {"fights_per_turn": "once"}
TODAY: Mapping[str, Json] = {"fights_per_turn": UrrHouseRules.fights_per_turn, "empty_places_fall": True}
GROUND = ("wood", "city", "bog", "hill", "river", "dwarf-hill", "dwarf-tunnel")
SIDES = 2


def new_game(setup: Mapping[str, Json]) -> UrrState:
    """The state before the first question; IllegalAnswer for a setup that cannot be played."""
    try:
        return _build_game(setup)
    except (BadRecord, TypeError, AttributeError) as error:
        raise IllegalAnswer(Message("the setup cannot be played: {fault}", fault=error), code="setup") from error


def _build_game(setup: Mapping[str, Json]) -> UrrState:
    house_values = {key: value for key, value in setup.items() if key not in OWN_KEYS}
    rules: UrrHouseRules = from_plain(UrrHouseRules, {**BEFORE, **house_values}, "house rules")
    side_records = setup.get("sides", {})
    if len(side_records) != SIDES or not all(record.get("units") for record in side_records.values()):
        raise IllegalAnswer(Message("the setup must name two sides with at least one unit each"), code="two-sides")
    attacker = setup.get("attacker", next(iter(side_records)))
    if attacker not in side_records:
        raise BadRecord(f"the attacker is {attacker}, and the sides are {', '.join(side_records)}")
    holder = next((seat for seat, record in side_records.items() if record.get("holds_city")), "")
    begins = UrrPhase(
        _check_choice(setup.get("begins", "strategic"), ("strategic", "bombardment", "tactical"), "begins")
    )
    units, palisades = _build_units(side_records), setup.get("palisades", {})
    return UrrState(
        units=units,
        sides={seat: _build_side(seat, record) for seat, record in side_records.items()},
        attacker=attacker,
        places=_build_places(setup.get("places") or [{"id": "field"}]),
        rules=rules,
        sections=_build_sections(setup.get("sections", ()), holder),
        engines=_build_engines(side_records, units),
        quarters=tuple(setup.get("quarters", ())),
        lowlands=tuple(setup.get("lowlands", ())),
        sapping=bool(setup.get("sapping", False)),
        empty_places_fall=bool(setup.get("empty_places_fall", False)),
        weeks=int(setup.get("weeks", 0)),
        palisades={
            place: Palisade(_check_choice(seat, tuple(side_records), place)) for place, seat in palisades.items()
        },
        phase=begins,
        begins=begins,
    )


def _build_units(sides: Mapping[str, Json]) -> dict[str, UrrUnit]:
    profiles = [_build_profile(seat, record) for seat, side in sides.items() for record in side["units"]]
    units = {profile.id: UrrUnit(profile, profile.steps, profile.armour_worth) for profile in profiles}
    if len(units) != len(profiles) or BERSERK in units or set(units) & set(sides):
        raise IllegalAnswer(Message("two units share an id; give each its own"), code="same-id")
    return units


def _build_profile(seat: str, said: Json) -> UnitProfile:
    profile: UnitProfile = from_plain(UnitProfile, {"name": said.get("id"), **said, "side": seat}, f"a unit of {seat}")
    if profile.steps < 1:
        raise BadRecord(f"{profile.id} must have at least one step")
    return profile


def _build_side(seat: str, said: Json) -> UrrSide:
    stock = TokenStock(float(said.get("food", 0)), float(said.get("gold", 0)))
    return UrrSide(str(said.get("name", seat)), bool(said.get("holds_city", False)), stock, stock)


def _build_engines(sides: Mapping[str, Json], units: Mapping[str, UrrUnit]) -> dict[str, SiegeEngine]:
    read = [
        from_plain(SiegeEngine, {**record, "side": seat}, f"an engine of {seat}")
        for seat, side in sides.items()
        for record in side.get("engines", ())
    ]
    engines = {engine.id: engine for engine in read}
    if len(engines) != len(read) or set(engines) & set(units):
        raise IllegalAnswer(Message("two engines share an id; give each its own"), code="same-id")
    return engines


def _build_places(said: Sequence[Any]) -> dict[str, BattlePlace]:
    places: dict[str, BattlePlace] = {}
    for record in said:
        place: BattlePlace = from_plain(BattlePlace, record, "a place")
        for ground in place.ground:
            _check_choice(ground, GROUND, f"the ground of {place.id}")  # no text
        places[place.id] = place
    return places


def _build_sections(said: Sequence[Any], holder: str) -> dict[str, WallSection]:
    sections: dict[str, WallSection] = {}
    for record in said:
        ring = _check_choice(record.get("ring", "outer"), tuple(STEPS), "a ring of walls")  # no text
        strengths = (*(strength for strength, _ in STEPS[ring]), 1)
        # no text
        field_name = f"the strength of {record.get('id')}"
        strength = _check_choice(record.get("strength", strengths[0]), strengths, field_name)
        plain_fields = {key: value for key, value in record.items() if key not in ("strength", "hits")}
        hits = count_hits_to_strength(ring, strength) + int(record.get("hits", 0))
        section: WallSection = from_plain(WallSection, {**plain_fields, "side": holder, "hits": hits}, "a section")
        sections[section.id] = section
    return sections


def _check_choice(value: Json, known: tuple[Any, ...], what: str) -> Any:
    if value not in known:
        raise BadRecord(f"{what} is one of {', '.join(map(str, known))}, not {value}")
    return value


@dataclass(frozen=True)
class UrrRules(EventSystem):
    """The rulebook of Urr: combat and siege."""

    events = EVENTS
    name: str = "urr"

    def new_game(self, setup: Mapping[str, Json]) -> UrrState:
        """The state before the first question."""
        return new_game(setup)

    def seats(self, state: UrrState) -> tuple[str, ...]:
        """The two sides."""
        return state.seats

    def next_procedure(self, state: UrrState) -> Step | None:
        """The next procedure, from the state alone."""
        return next_step(state)

    def get_visible_state(self, state: UrrState, seat: str) -> Json:
        """The state as a seat may know it."""
        return build_visible_state(state, seat)

    def sample_hidden(self, state: UrrState, _seat: str, _below: Below) -> UrrState:
        """The state itself: stances are secret only until both sides have answered."""
        return state


def next_step(state: UrrState) -> Step | None:
    """The next procedure by phase; units that are out, and sides without units, come first."""
    if state.phase is UrrPhase.OVER:
        return None
    if all_fallen(state):
        return Step(step_names.UNITS_OUT(), remove_fallen)
    if leaderless(state):
        return Step(step_names.NECROMANCER(), go_berserk)
    if state.combat:
        return combat_step(state, state.combat)
    if list_destroyed_sides(state):
        return Step(step_names.GAME_END(), end)
    if state.phase is UrrPhase.STRATEGIC:
        return strategic_step(state)
    return bombardment_step(state) if state.phase is UrrPhase.BOMBARDMENT else tactical_step(state)


def leaderless(state: UrrState) -> str:
    """The side whose undead have lost the Grand Necromancer and are not berserk yet. Clause: UR-21."""
    for unit in state.units.values():
        if unit.profile.necromancer and unit.removed and _has_led_undead(state, unit.side):
            return unit.side
    return ""


def _has_led_undead(state: UrrState, side: str) -> bool:
    return any(
        unit.side == side and unit.profile.people == UNDEAD and not unit.removed and not unit.berserk
        for unit in state.units.values()
    )


def go_berserk(game: Play[UrrState]) -> None:
    """Make the undead attack all living units from now on."""
    game.tell(UndeadWentBerserk(side=leaderless(game.state)))


def list_destroyed_sides(state: UrrState) -> tuple[str, ...]:
    """The sides without units."""
    return tuple(seat for seat in state.seats if not state.standing(seat))


def end(game: Play[UrrState]) -> None:
    """End the game: a side without units cannot go on; the players know what else it has lost."""
    gone = list_destroyed_sides(game.state)
    if len(gone) > 1:
        game.tell(PlayEnded(why=because("both-destroyed")))
    else:
        game.tell(PlayEnded(winner=game.state.other(gone[0]), why=because("destroyed", side=gone[0])))


URR_RULES = UrrRules()


def build_visible_state(state: UrrState, seat: str) -> Json:  # noqa: ARG001 both see the same
    """The state for the screen of a seat."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "sides": {name: to_plain(side) for name, side in state.sides.items()},
        "attacker": state.attacker,
        "combat": to_plain(state.combat),
        "places": to_plain(state.places),
        "sections": {
            name: {"ring": wall.ring, "strength": wall.strength, "left": wall.left, "feature": wall.feature}
            for name, wall in state.sections.items()
        },
        "engines": to_plain(state.engines),
        "towers": to_plain(state.towers),
        "palisades": to_plain(state.palisades),
        "works": to_plain(state.works),
        "fires": to_plain(state.fires),
        "flooded": list(state.flooded),
        "quarters_lost": list(state.quarters_lost),
        "places_lost": list(state.places_lost),
        "winner": state.winner,
        "rules": to_plain(state.rules),
        "models": {name: _unit_to_json(state, unit) for name, unit in state.units.items()},
    }


def _unit_to_json(state: UrrState, unit: UrrUnit) -> Json:
    combat = state.combat
    profile = unit.profile
    return {
        "alive": unit.standing,
        "steps": unit.steps,
        "armour": unit.armour,
        "of": profile.steps,
        "duty": unit.duty,
        "inside": unit.inside,
        "berserk": unit.berserk,
        "profile": to_plain(profile),
        "men": profile.men,
        "stance": state.stance(unit.id),
        "fights": bool(combat and combat.find_party(unit.id)),
        "raiders": combat.attached.get(unit.id, "") if combat else "",
        "tower": combat.tower.get(unit.id, "") if combat else "",
    }
