"""A game of Urr before anything has happened, from plain data.

{"sides": {"red": {"name": "The Prince", "units": [{"id": "m1", "melee": 4, "steps": 4}], "engines": [..], "food": 6},
           "blue": {"name": "Urr", "holds_city": true, "units": [..], "gold": 100}},
 "attacker": "red", "places": [{"id": "outer 2", "kind": "wall", "section": "outer 2"}],
 "sections": [{"id": "outer 2", "ring": "outer", "strength": 2}], "quarters": ["tanners' row"],
 "begins": "tactical", "weeks": 1}

sections: strength, and hits, the steps crossed off below it. lowlands: places that can be flooded; sapping: whether
the table is asked for it. palisades: {place: seat}. empty_places_fall: see `state.UrrState`. All other keys are house
rules. `TODAY` is for a game that begins now; a log without its keys was played by the rules of `BEFORE`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urr.rules.house_rules import UrrHouseRules
from tablecam.rules.books.urr.rules.siege import Palisade, SiegeEngine, TokenStock
from tablecam.rules.books.urr.rules.state import BERSERK, BattlePlace, UrrPhase, UrrSide, UrrState
from tablecam.rules.books.urr.rules.unit import UnitProfile, UrrUnit
from tablecam.rules.books.urr.rules.wall import STEPS, WallSection, hits_before
from tablecam.rules.plain import BadRecord, Json, from_plain

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
        return _new_game(setup)
    except (BadRecord, TypeError, AttributeError) as error:
        raise IllegalAnswer(Message("the setup cannot be played: {fault}", fault=error), code="setup") from error


def _new_game(setup: Mapping[str, Json]) -> UrrState:
    own = {key: value for key, value in setup.items() if key not in OWN_KEYS}
    rules: UrrHouseRules = from_plain(UrrHouseRules, {**BEFORE, **own}, "house rules")
    said = setup.get("sides", {})
    if len(said) != SIDES or not all(each.get("units") for each in said.values()):
        raise IllegalAnswer(Message("the setup names two sides with at least one unit each"), code="two-sides")
    attacker = setup.get("attacker", next(iter(said)))
    if attacker not in said:
        raise BadRecord(f"the attacker is {attacker}, and the sides are {', '.join(said)}")
    holder = next((seat for seat, each in said.items() if each.get("holds_city")), "")
    begins = UrrPhase(_one_of(setup.get("begins", "strategic"), ("strategic", "bombardment", "tactical"), "begins"))
    units, palisades = _units(said), setup.get("palisades", {})
    return UrrState(
        units=units,
        sides={seat: _side(seat, each) for seat, each in said.items()},
        attacker=attacker,
        places=_places(setup.get("places") or [{"id": "field"}]),
        rules=rules,
        sections=_sections(setup.get("sections", ()), holder),
        engines=_engines(said, units),
        quarters=tuple(setup.get("quarters", ())),
        lowlands=tuple(setup.get("lowlands", ())),
        sapping=bool(setup.get("sapping", False)),
        empty_places_fall=bool(setup.get("empty_places_fall", False)),
        weeks=int(setup.get("weeks", 0)),
        palisades={place: Palisade(_one_of(seat, tuple(said), place)) for place, seat in palisades.items()},
        phase=begins,
        begins=begins,
    )


def _units(sides: Mapping[str, Json]) -> dict[str, UrrUnit]:
    profiles = [_profile(seat, each) for seat, side in sides.items() for each in side["units"]]
    units = {each.id: UrrUnit(each, each.steps, each.armour_worth) for each in profiles}
    if len(units) != len(profiles) or BERSERK in units or set(units) & set(sides):
        raise IllegalAnswer(Message("two units share an id; give each its own"), code="same-id")
    return units


def _profile(seat: str, said: Json) -> UnitProfile:
    profile: UnitProfile = from_plain(UnitProfile, {"name": said.get("id"), **said, "side": seat}, f"a unit of {seat}")
    if profile.steps < 1:
        raise BadRecord(f"{profile.id} must have at least one step")
    return profile


def _side(seat: str, said: Json) -> UrrSide:
    stock = TokenStock(float(said.get("food", 0)), float(said.get("gold", 0)))
    return UrrSide(str(said.get("name", seat)), bool(said.get("holds_city", False)), stock, stock)


def _engines(sides: Mapping[str, Json], units: Mapping[str, UrrUnit]) -> dict[str, SiegeEngine]:
    read = [
        from_plain(SiegeEngine, {**each, "side": seat}, f"an engine of {seat}")
        for seat, side in sides.items()
        for each in side.get("engines", ())
    ]
    engines = {each.id: each for each in read}
    if len(engines) != len(read) or set(engines) & set(units):
        raise IllegalAnswer(Message("two engines share an id; give each its own"), code="same-id")
    return engines


def _places(said: Sequence[Any]) -> dict[str, BattlePlace]:
    places: dict[str, BattlePlace] = {}
    for each in said:
        place: BattlePlace = from_plain(BattlePlace, each, "a place")
        for ground in place.ground:
            _one_of(ground, GROUND, f"the ground of {place.id}")  # no text
        places[place.id] = place
    return places


def _sections(said: Sequence[Any], holder: str) -> dict[str, WallSection]:
    sections: dict[str, WallSection] = {}
    for each in said:
        ring = _one_of(each.get("ring", "outer"), tuple(STEPS), "a ring of walls")  # no text
        strengths = (*(strength for strength, _ in STEPS[ring]), 1)
        # no text
        what = f"the strength of {each.get('id')}"
        strength = _one_of(each.get("strength", strengths[0]), strengths, what)
        rest = {key: value for key, value in each.items() if key not in ("strength", "hits")}
        hits = hits_before(ring, strength) + int(each.get("hits", 0))
        section: WallSection = from_plain(WallSection, {**rest, "side": holder, "hits": hits}, "a section")
        sections[section.id] = section
    return sections


def _one_of(value: Json, known: tuple[Any, ...], what: str) -> Any:
    if value not in known:
        raise BadRecord(f"{what} is one of {', '.join(map(str, known))}, not {value}")
    return value
