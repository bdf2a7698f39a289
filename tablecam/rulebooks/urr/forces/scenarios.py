"""The scenarios of Urr as files: who attacks, where there is fighting, sections of wall, quarters of the city.

    name = "Storm on the second section"
    says = "A host storms a section that is half down."
    attacker = "red"
    city = "blue"                     # who holds walls and quarters
    begins = "tactical"               # strategic (usual), bombardment or tactical
    weeks = 5                         # may be left out: no end but what the players agree on

    [forces]
    red = "ash_host"
    blue = "lantern_guard"

    [[sections]]
    id = "outer 2"
    ring = "outer"                    # or inner
    strength = 2
    feature = "wall 2"                # what terrain.geojson calls it

    [[places]]
    id = "outer 2"
    kind = "wall"                     # open, wall, rampart or city
    section = "outer 2"
    ground = ["hill"]

Clauses: Urr Walls and siege engines (UR-22, UR-23), Combat resolution (UR-39).
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast, get_args

from tablecam.errors import BadFile
from tablecam.rulebooks.scenario_toml import ScenarioFolder
from tablecam.rulebooks.urr.rules.setup import GROUND
from tablecam.rulebooks.urr.rules.state import PlaceKind
from tablecam.rulebooks.urr.rules.wall import SECTIONS, STEPS
from tablecam.rules.plain import Json
from tablecam.storage.faults import Faults
from tablecam.storage.toml_lines import LinedRecord

SEATS = ("red", "blue")
FOLDER = Path(__file__).parents[1] / "scenarios"
BEGINS = ("strategic", "bombardment", "tactical")
SECTION_KEYS = ("id", "ring", "strength", "hits", "feature")
PLACE_KEYS = ("id", "kind", "section", "ground", "feature")

Read = Callable[[LinedRecord, str], Json]


def _names(record: LinedRecord, key: str) -> list[str]:
    said = record.values[key]
    if not isinstance(said, list) or not all(isinstance(each, str) and each.strip() for each in said):
        raise record.fault(key, 'must be a list of names such as ["hill"]', said)
    return list(said)


def _ground(record: LinedRecord, key: str) -> list[str]:
    said = _names(record, key)
    if strange := [each for each in said if each not in GROUND]:
        raise record.fault(key, f"must be some of {', '.join(GROUND)}", strange[0])
    return said


def _palisades(record: LinedRecord, key: str) -> dict[str, str]:
    inner = record.record(key)
    return {place: inner.choice(place, SEATS) for place in inner.values}


READ: Mapping[str, Read] = {
    "attacker": lambda file, key: file.choice(key, SEATS),
    "city": lambda file, key: file.choice(key, SEATS),
    "begins": lambda file, key: file.choice(key, BEGINS),
    "weeks": lambda file, key: file.whole(key),
    "sapping": lambda file, key: file.flag(key),
    "quarters": _names,
    "lowlands": _names,
    "palisades": _palisades,
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
    "ground": _ground,
}


def read_scenario(file: LinedRecord, faults: Faults) -> dict[str, Json]:
    """The keys of the book from a scenario's file."""
    setup = {key: faults.tried(read, file, key) for key, read in READ.items() if key in file.values}
    for key, table in (("sections", READ_SECTION), ("places", READ_PLACE)):
        if key in file.values:
            setup[key] = [_entry(cast("LinedRecord", each), table, faults) for each in file.records(key)]
    faults.add(_faults(file, setup))
    return setup


def _entry(record: LinedRecord, table: Mapping[str, Read], faults: Faults) -> dict[str, Json]:
    faults.add(record.unknown(*table))
    read = {key: faults.tried(how, record, key) for key, how in table.items() if key in record.values}
    return {"id": faults.tried(record.text, "id"), **read}


def _faults(file: LinedRecord, setup: Mapping[str, Any]) -> list[BadFile]:
    """Walls that no section is named for, strengths that a ring never has, and too many sections."""
    sections, places = setup.get("sections", []), setup.get("places", [])
    known = [each["id"] for each in sections]
    found = [
        file.fault("places", f"must name one of the sections {', '.join(map(str, known)) or '(none)'}", each["id"])
        for each in places
        if each.get("kind") == "wall" and each.get("section") not in known
    ]
    for each in sections:
        ring = str(each.get("ring") or "outer")
        strengths = (*(strength for strength, _ in STEPS.get(ring, ())), 1)
        if each.get("strength", strengths[0]) not in strengths:
            found.append(file.fault("sections", f"must have a strength of {strengths}", each.get("strength")))
    for ring, most in SECTIONS.items():
        if sum(each.get("ring", "outer") == ring for each in sections) > most:
            found.append(file.fault("sections", f"must be {most} of the {ring} ring at most", ring))
    return found


URR_SCENARIOS = ScenarioFolder(FOLDER, (*READ, "sections", "places"), read_scenario)
