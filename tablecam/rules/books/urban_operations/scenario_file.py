"""Scenarios as files: turns, impulses, unit cards, blocks, tokens, 3D actions, and a club's own copy of the aid.

name = "The salt market"
turns = 6
aid = "my_aid.toml"                 # beside this file; what it says is copied into the game
[impulses]
red = ["Anchor", "Beacon"]
[cards.rifles]
name = "Rifles"
kind = "rifles"
osl = 3
light = { kind = "first", fp = [4, 3, "?"] }     # "?" is asked when it matters
[blocks]
red = [{ card = "rifles", impulse = "Anchor" }]
[tokens]
hidden = ["mine"]
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.scenario_toml import ScenarioFolder
from tablecam.rules.books.urban_operations.rules.aid import ABOUT
from tablecam.rules.books.urban_operations.rules.pieces import CALIBRES
from tablecam.rules.books.urban_operations.rules.rulebook import new_game
from tablecam.rules.plain import Json
from tablecam.storage.record import Faults
from tablecam.storage.text_file import read_text
from tablecam.storage.toml_file import LinedRecord

SHIPPED = Path(__file__).resolve().parent / "data" / "aid.toml"
KINDS_OF_VALUES = (str, int, bool, list)


@cache
def load_shipped_aid() -> dict[str, Json]:
    """The file that comes with the book."""
    return tomllib.loads(SHIPPED.read_text(encoding="utf-8"))


def read_aid(path: Path) -> dict[str, Json]:
    """The shipped file with a club's copy merged over it; BadFile where the copy names an unknown parameter."""
    try:
        club_aid = tomllib.loads(read_text(path, "a club's parameters"))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{path} cannot be read: {error}") from error
    shipped_aid = load_shipped_aid()
    _check_keys(path, club_aid, shipped_aid, "")
    return _merge_aid(shipped_aid, club_aid)


def _check_keys(path: Path, own: Mapping[str, Json], known: Mapping[str, Json], where: str) -> None:
    for key, value in own.items():
        name = f"{where}{key}"
        if key not in known and key not in ABOUT:
            raise BadFile(f"{path}: there is no parameter {name}")
        if isinstance(value, dict) != isinstance(known.get(key), dict):
            raise BadFile(f"{path}: {name} is not what the aid has there")
        if isinstance(value, dict):
            _check_keys(path, value, known[key], f"{name}.")
        elif not isinstance(value, KINDS_OF_VALUES):
            raise BadFile(f"{path}: {name} is a word, a number, true, false or a list, not {value!r}")


def _merge_aid(under: Mapping[str, Json], own: Mapping[str, Json]) -> dict[str, Json]:
    return {
        **under,
        **{key: _merge_aid(under[key], value) if isinstance(value, dict) else value for key, value in own.items()},
    }


FOLDER = Path(__file__).resolve().parent / "scenarios"
PLAYED = ("turns", "night", "advanced", "initiative", "events", "impulses", "support", "maps")
KEYS = (*PLAYED, "cards", "blocks", "tokens", "aid")


def setup(file: LinedRecord, faults: Faults) -> dict[str, Json]:  # noqa: ARG001 what is wrong is raised
    """The setup that a file describes; BadFile where it cannot be played."""
    values: Mapping[str, Json] = file.values
    scenario = {"name": values.get("name", "")} | {key: values[key] for key in PLAYED if key in values}
    plain_setup: dict[str, Json] = {
        "scenario": scenario,
        "cards": {name: _group_weapons(card) for name, card in values.get("cards", {}).items()},
        "blocks": values.get("blocks", {}),
        "tokens": values.get("tokens", {}),
        "aid": read_aid(Path(file.file).parent / str(values["aid"])) if "aid" in values else load_shipped_aid(),
    }
    try:
        new_game(plain_setup)
    except IllegalAnswer as error:
        raise BadFile(f"{file.file}: {error}") from error
    return plain_setup


def _group_weapons(said: Json) -> Json:
    """A card with its light and heavy weapons under one key."""
    if not isinstance(said, Mapping):
        return said
    weapons = {calibre: said[calibre] for calibre in CALIBRES if calibre in said}
    return {**{key: value for key, value in said.items() if key not in CALIBRES}, "weapons": weapons}


SCENARIOS = ScenarioFolder(FOLDER, KEYS, setup)
