"""A force of Urr as a file that a player writes: counters, engines and stocks.

    name = "Ash Host"
    food = 6                      # tokens; optional, as is gold

    [[units]]
    id = "spears_1"               # its name on the table, as in models.toml
    name = "Ash spears"
    kind = "infantry"             # infantry, archers, militia or undead: the usual numbers; the next lines replace them
    steps = 5
    ranged = "?"                  # a star on the counter: the players supply it each time

    [[engines]]
    id = "long_arm"
    kind = "trebuchet"            # or dragon, colossus
    dice = 2

Clauses: Urr Unit base score (UR-10 to UR-13), Weapons and armour (UR-20), Walls and siege engines (UR-24).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from tablecam.base.errors import BadFile
from tablecam.rules.books.urr.rules.siege import EngineKind
from tablecam.rules.books.urr.rules.unit import DWARVES, PEOPLES, STAR, Limit, Quality, UnitProfile
from tablecam.rules.plain import Json
from tablecam.storage.faults import Faults
from tablecam.storage.toml_lines import LinedRecord, read_lined

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
