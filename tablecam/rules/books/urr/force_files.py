"""The forces and scenarios of Urr as files that a player writes, read for the setup and a new game."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.scenario_toml import ScenarioFolder
from tablecam.rules.books.setup_views import ForceModel, ForceRead, Scenario
from tablecam.rules.books.urr.rules.pieces import DWARVES, PEOPLES, STAR, EngineKind, Limit, Quality, UnitProfile
from tablecam.rules.books.urr.rules.rulebook import GROUND, TODAY
from tablecam.rules.books.urr.rules.state import BREACHED, SECTIONS, STEPS, PlaceKind
from tablecam.rules.plain import Json
from tablecam.storage.record import Faults
from tablecam.storage.toml_file import LinedRecord, read_lined
from tablecam.table.miniature import Rectangle

# A force of Urr as a file that a player writes: counters, engines and stocks.
#
#     name = "Ash Host"
#     food = 6                      # tokens; optional, as is gold
#
# [[units]] id = "spears_1" # its name on the table, as in models.toml name = "Ash spears" kind = "infantry" #
# infantry, archers, militia or undead: the usual numbers; the next lines replace them steps = 5 ranged = "?" # a star
# on the counter: the players supply it each time
#
#     [[engines]]
#     id = "long_arm"
#     kind = "trebuchet"            # or dragon, colossus
#     dice = 2
#
# Clauses: Urr Unit base score (UR-10 to UR-13), Weapons and armour (UR-20), Walls and siege engines (UR-24).

# the usual counters. Clause: Urr Unit base score (UR-12)
KINDS: Mapping[str, Mapping[str, Json]] = {
    "infantry": {"melee": 4, "ranged": 0, "steps": 4},
    "archers": {"melee": 1, "ranged": 4, "steps": 4, "limit": "defence"},
    "militia": {"melee": 2, "ranged": 2, "steps": 4, "limit": "defence"},
    "undead": {"melee": 3, "ranged": 0, "steps": 5, "limit": "attack", "people": "undead"},
}
SCORES, FLAGS = ("melee", "ranged"), ("raider", "magic", "necromancer")
QUALITIES = ("weapon", "armour", "bow")
UNIT_KEYS = ("id", "name", "kind", "people", "steps", "limit", "projects", *SCORES, *QUALITIES, *FLAGS)


@dataclass(frozen=True)
class UrrForce:
    """A force. units, engines: as the setup has them."""

    name: str
    units: tuple[Mapping[str, Json], ...] = ()
    engines: tuple[Mapping[str, Json], ...] = ()
    food: float = 0.0
    gold: float = 0.0

    def side(self) -> dict[str, Json]:
        """The force as in the setup of a game."""
        return {
            "name": self.name, "units": [dict(item) for item in self.units], "food": self.food, "gold": self.gold,
            "engines": [dict(item) for item in self.engines],
        }  # fmt: skip


@dataclass(frozen=True)
class UrrForceFile:
    """A force that can be played. warnings: sentences about unusual lines."""

    force: UrrForce
    warnings: tuple[str, ...] = ()


def read_urr_force(path: Path) -> UrrForceFile:
    """The force of a file; Faulty with every fault and its line."""
    file, faults = read_lined(path, "a force"), Faults()
    faults.add(file.unknown("name", "food", "gold", "units", "engines"))
    name = faults.try_read(file.text, "name")
    food = faults.try_read(file.number, "food", 0.0, at_least=0.0)
    gold = faults.try_read(file.number, "gold", 0.0, at_least=0.0)
    records = [cast("LinedRecord", table) for table in faults.try_read(file.records, "units") or ()]
    units = [_read_unit(record, faults) for record in records]
    engines = [
        _read_engine(cast("LinedRecord", table), faults) for table in faults.try_read(file.records, "engines", []) or ()
    ]
    faults.add(_find_duplicate_ids(records))
    if not records:
        faults.add([file.fault("units", "must have at least one unit", [])])
    faults.refuse(str(path))
    force = UrrForce(name or "", tuple(units), tuple(engines), food or 0.0, gold or 0.0)
    return UrrForceFile(force, tuple(_list_warnings(units, records)))


def _read_unit(record: LinedRecord, faults: Faults) -> dict[str, Json]:
    """A counter: the usual numbers of its kind, replaced by those of the file."""
    faults.add(record.unknown(*UNIT_KEYS))
    kind = faults.try_read(record.choice, "kind", tuple(KINDS)) if "kind" in record.values else None
    unit: dict[str, Json] = {**KINDS.get(kind or "", {})}
    for key in UNIT_KEYS:
        if key in record.values and key != "kind":
            unit[key] = faults.try_read(_read_value, record, key)
    unit["id"] = faults.try_read(record.text, "id")
    return unit


def _read_value(record: LinedRecord, key: str) -> Json:
    """The value of a key of a counter."""
    if key in FLAGS:
        return record.flag(key)
    if key in SCORES:
        return STAR if record.values[key] == STAR else record.whole(key)
    if key in QUALITIES:
        return record.choice(key, tuple(filter(None, get_args(Quality))))
    if key == "people":
        return record.choice(key, PEOPLES)
    if key == "limit":
        return record.choice(key, tuple(filter(None, get_args(Limit))))
    if key == "steps":
        return _read_steps(record)
    return record.whole(key) if key == "projects" else record.text(key)


def _read_steps(record: LinedRecord) -> int:
    steps = record.whole("steps")
    if not steps:
        raise record.fault("steps", "must be 1 or more", steps)
    return steps


def _read_engine(record: LinedRecord, faults: Faults) -> dict[str, Json]:
    faults.add(record.unknown("id", "kind", "base", "dice"))
    engine: dict[str, Json] = {"id": faults.try_read(record.text, "id")}
    if "kind" in record.values:
        engine["kind"] = faults.try_read(record.choice, "kind", get_args(EngineKind))
    if "base" in record.values:
        engine["base"] = STAR if record.values["base"] == STAR else faults.try_read(record.whole, "base")
    if "dice" in record.values:
        engine["dice"] = faults.try_read(record.whole, "dice")
    return engine


def _find_duplicate_ids(records: list[LinedRecord]) -> Iterator[BadFile]:
    """A fault for every id that another unit already has."""
    ids: set[Any] = set()
    for record in records:
        if (id := record.values.get("id")) in ids:
            yield record.fault("id", "must not be that of another unit", id)
        ids.add(id)


def _list_warnings(units: list[dict[str, Json]], records: list[LinedRecord]) -> Iterator[str]:
    """Entries without effect: good weapons and armour of dwarves and gnomes are in their numbers. Clause: UR-20."""
    for unit, record in zip(units, records, strict=True):
        for key in ("weapon", "armour"):
            if unit.get(key) == "good" and unit.get("people") in DWARVES:
                yield f"{record.locate_key(key)}: good {key} is in the numbers of dwarves and gnomes already [UR-20]"
        if unit.get("bow") == "excellent" and unit.get("people") == "elf":
            yield f"{record.locate_key('bow')}: excellent bows are in the numbers of elves already [UR-16]"


def build_profile(unit: Mapping[str, Json], side: str = "") -> UnitProfile:
    """A counter of a force as read from its file, for display before a game."""
    return UnitProfile(**{"name": unit["id"], **unit, "side": side})


STARTERS = Path(__file__).parent / "starters"
# a unit is one base with one tag: the usual base, and the height of the figures
UNIT_BASE, UNIT_HEIGHT_IN = Rectangle(40.0, 60.0), 1.2
NECROMANCER = Message("Grand Necromancer")
RAIDERS = Message("Raiders")
ENGINEERS = Message("Engineers")
# the side that holds the city if the scenario names none
CITY_SEAT = "blue"


class UrrForces:
    """Force files in TOML, and the forces that come with the book."""

    def starters(self) -> dict[str, Path]:
        """The forces of our own invention."""
        return {path.stem: path for path in sorted(STARTERS.glob("*.toml"))}

    def read_force(self, path: Path) -> ForceRead:
        """The force of a file; Faulty with every fault and its line."""
        file = read_urr_force(path)
        force = file.force
        profiles = [build_profile(unit) for unit in force.units]
        return ForceRead(
            force=force,
            name=force.name,
            models=tuple(map(_to_force_model, profiles)),
            facts=(Counted("{n} unit", "{n} units", len(profiles)), _count_steps(profiles)),
            warnings=file.warnings,
        )


def _count_steps(profiles: list[UnitProfile]) -> Message:
    return Counted("{n} step", "{n} steps", sum(profile.steps for profile in profiles))


def _to_force_model(profile: UnitProfile) -> ForceModel:
    badges = {NECROMANCER: profile.necromancer, RAIDERS: profile.raider, ENGINEERS: profile.projects}
    return ForceModel(
        id=profile.id,
        name=profile.name,
        card=profile.name,
        base=UNIT_BASE,
        height_in=UNIT_HEIGHT_IN,
        profile=f"urr/{profile.people}/{profile.id}",
        badges=tuple(badge for badge, applies in badges.items() if applies),
    )


def build_game_setup(forces: Mapping[str, Any], scenario: Scenario | None) -> dict[str, Json]:
    """The setup of a game between two forces. The scenario names the holder of the city as `city`."""
    overrides = dict(scenario.setup if scenario else {})
    city = overrides.pop("city", CITY_SEAT)
    sides = {seat: {**force.side(), "holds_city": seat == city} for seat, force in forces.items()}
    return {"sides": sides, **TODAY, **overrides}


# The scenarios of Urr as files: attacker, places of combat, sections of wall, quarters of the city.
#
#     name = "Storm on the second section"
#     says = "A host storms a section that is half down."
#     attacker = "red"
#     city = "blue"                     # holder of walls and quarters
#     begins = "tactical"               # strategic (usual), bombardment or tactical
#     weeks = 5                         # optional: without it the players agree on the end
#
#     [forces]
#     red = "ash_host"
#     blue = "lantern_guard"
#
#     [[sections]]
#     id = "outer 2"
#     ring = "outer"                    # or inner
#     strength = 2
#     feature = "wall 2"                # its name in terrain.geojson
#
#     [[places]]
#     id = "outer 2"
#     kind = "wall"                     # open, wall, rampart or city
#     section = "outer 2"
#     ground = ["hill"]
#
# Clauses: Urr Walls and siege engines (UR-22, UR-23), Combat resolution (UR-39).

SEATS = ("red", "blue")
FOLDER = Path(__file__).parent / "scenarios"
BEGINS = ("strategic", "bombardment", "tactical")

Read = Callable[[LinedRecord, str], Json]


def _read_names(record: LinedRecord, key: str) -> list[str]:
    names = record.values[key]
    if not isinstance(names, list) or not all(isinstance(name, str) and name.strip() for name in names):
        raise record.fault(key, 'must be a list of names such as ["hill"]', names)
    return list(names)


def _read_ground(record: LinedRecord, key: str) -> list[str]:
    names = _read_names(record, key)
    if strange := [name for name in names if name not in GROUND]:
        raise record.fault(key, f"must be some of {', '.join(GROUND)}", strange[0])
    return names


def _read_palisades(record: LinedRecord, key: str) -> dict[str, str]:
    inner = record.record(key)
    return {place: inner.choice(place, SEATS) for place in inner.values}


READ: Mapping[str, Read] = {
    "attacker": lambda file, key: file.choice(key, SEATS),
    "city": lambda file, key: file.choice(key, SEATS),
    "begins": lambda file, key: file.choice(key, BEGINS),
    "weeks": lambda file, key: file.whole(key),
    "sapping": lambda file, key: file.flag(key),
    "quarters": _read_names,
    "lowlands": _read_names,
    "palisades": _read_palisades,
}
READ_SECTION: Mapping[str, Read] = {
    "id": lambda record, key: record.text(key),
    "ring": lambda record, key: record.choice(key, tuple(STEPS)),
    "strength": lambda record, key: record.whole(key),
    "hits": lambda record, key: record.whole(key),
    "feature": lambda record, key: record.text(key),
}
READ_PLACE: Mapping[str, Read] = {
    "id": lambda record, key: record.text(key),
    "kind": lambda record, key: record.choice(key, get_args(PlaceKind)),
    "section": lambda record, key: record.text(key),
    "feature": lambda record, key: record.text(key),
    "ground": _read_ground,
}


def read_scenario(file: LinedRecord, faults: Faults) -> dict[str, Json]:
    """The keys of the book from a scenario's file."""
    setup = {key: faults.try_read(read, file, key) for key, read in READ.items() if key in file.values}
    sections, places = (_list_records(file, key, faults) for key in ("sections", "places"))
    if sections:
        setup["sections"] = [_read_entry(record, READ_SECTION, faults) for record in sections]
    if places:
        setup["places"] = [_read_entry(record, READ_PLACE, faults) for record in places]
    faults.add(_find_wrong_strengths(sections))
    faults.add(_find_excess_sections(sections))
    faults.add(_find_unknown_sections(places, [record.values.get("id") for record in sections]))
    return setup


def _list_records(file: LinedRecord, key: str, faults: Faults) -> list[LinedRecord]:
    return [cast("LinedRecord", table) for table in faults.try_read(file.records, key, []) or ()]


def _read_entry(record: LinedRecord, table: Mapping[str, Read], faults: Faults) -> dict[str, Json]:
    faults.add(record.unknown(*table))
    read = {key: faults.try_read(read_value, record, key) for key, read_value in table.items() if key in record.values}
    return {"id": faults.try_read(record.text, "id"), **read}


def _get_ring(record: LinedRecord) -> str:
    ring = str(record.values.get("ring", "outer"))
    return ring if ring in STEPS else "outer"


def _find_wrong_strengths(sections: list[LinedRecord]) -> Iterator[BadFile]:
    """Faults of strengths that a ring never has."""
    for record in sections:
        strengths = (*(strength for strength, _ in STEPS[_get_ring(record)]), BREACHED)
        strength_read = record.values.get("strength", BREACHED)
        if strength_read not in strengths:
            yield record.fault("strength", f"must be one of {', '.join(map(str, strengths))}", strength_read)


def _find_excess_sections(sections: list[LinedRecord]) -> Iterator[BadFile]:
    """Faults of sections beyond the number that a ring has. Clause: UR-22."""
    for ring, limit in SECTIONS.items():
        of_ring = [record for record in sections if _get_ring(record) == ring]
        for record in of_ring[limit:]:
            yield record.fault("id", f"must be one of {limit} sections of the {ring} ring", record.values.get("id"))


def _find_unknown_sections(places: list[LinedRecord], known: list[object]) -> Iterator[BadFile]:
    """Faults of walls whose section is not defined."""
    for record in places:
        if record.values.get("kind") == "wall" and record.values.get("section") not in known:
            names = ", ".join(map(str, known)) or "none yet"
            yield record.fault("section", f"must be the id of a section: {names}", record.values.get("section"))


URR_SCENARIOS = ScenarioFolder(FOLDER, (*READ, "sections", "places"), read_scenario)
