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

from collections.abc import Mapping
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.scenario_toml import ScenarioFolder
from tablecam.rules.books.urban_operations.aid_file import load_shipped_aid, read_aid
from tablecam.rules.books.urban_operations.rules.cards import CALIBRES
from tablecam.rules.books.urban_operations.rules.setup import new_game
from tablecam.rules.plain import Json
from tablecam.storage.faults import Faults
from tablecam.storage.toml_lines import LinedRecord

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
