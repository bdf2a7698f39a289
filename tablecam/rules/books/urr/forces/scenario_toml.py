"""The scenarios of Urr as files: attacker, places of combat, sections of wall, quarters of the city.

    name = "Storm on the second section"
    says = "A host storms a section that is half down."
    attacker = "red"
    city = "blue"                     # holder of walls and quarters
    begins = "tactical"               # strategic (usual), bombardment or tactical
    weeks = 5                         # optional: without it the players agree on the end

    [forces]
    red = "ash_host"
    blue = "lantern_guard"

    [[sections]]
    id = "outer 2"
    ring = "outer"                    # or inner
    strength = 2
    feature = "wall 2"                # its name in terrain.geojson

    [[places]]
    id = "outer 2"
    kind = "wall"                     # open, wall, rampart or city
    section = "outer 2"
    ground = ["hill"]

Clauses: Urr Walls and siege engines (UR-22, UR-23), Combat resolution (UR-39).
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast, get_args

from tablecam.base.errors import BadFile
from tablecam.rules.books.scenario_toml import ScenarioFolder
from tablecam.rules.books.urr.rules.setup import GROUND
from tablecam.rules.books.urr.rules.state import PlaceKind
from tablecam.rules.books.urr.rules.wall import BREACHED, SECTIONS, STEPS
from tablecam.rules.plain import Json
from tablecam.storage.faults import Faults
from tablecam.storage.toml_lines import LinedRecord

SEATS = ("red", "blue")
FOLDER = Path(__file__).parents[1] / "scenarios"
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
