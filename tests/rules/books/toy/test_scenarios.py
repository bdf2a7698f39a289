"""Scenarios as files: read by the book, listed, begun by name or by file, refused with their lines."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from veil import VEIL_BOOK, WHO

from tablecam.base.errors import BadFile
from tablecam.commands.umpire import umpire
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS, Catalogue
from tablecam.rules.books.game_setups import GameSetups, usual_scenarios
from tablecam.rules.books.scenario_toml import ScenarioFolder
from tablecam.storage.record import Faults
from tablecam.storage.toml_file import LinedRecord

NIGHT = 'name = "Night"\nsays = "Few see far."\nattacker = "blue"\nblocks = 2\n'


def keys(file: LinedRecord, faults: Faults) -> Mapping[str, Any]:
    """So many blocks a side, of which the attacker has all."""
    attacker = faults.try_read(file.choice, "attacker", ("red", "blue"))
    count = faults.try_read(file.whole, "blocks") or 0
    few = {seat: dict(list(blocks.items())[:count]) for seat, blocks in WHO.items()}
    return few | ({attacker: WHO[attacker]} if attacker else {})


def book(folder: Path) -> Book:
    return replace(VEIL_BOOK, scenario_files=ScenarioFolder(folder, ("attacker", "blocks"), keys))


def books(folder: Path) -> Catalogue:
    return BOOKS.with_book(book(folder))


def written(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_a_scenario_beside_those_of_the_book(tmp_path: Path) -> None:
    written(tmp_path / "book", "night", NIGHT)
    offered = GameSetups(books=books(tmp_path / "book"))
    (listed,) = [each for each in offered.list_books()["books"] if each["name"] == "veil"]
    assert [(each["id"], each["title"], each["says"]) for each in listed["scenarios"]] == [
        ("fog", "In the fog", ""),
        ("night", "Night", "Few see far."),
    ]
    _book, setup, _tags = offered.setup({"book": "veil", "scenario": "night"})
    assert (list(setup["red"]), list(setup["blue"])) == (["r1", "r2"], ["b1", "b2", "b3"])


def test_a_table_folder_has_scenarios_of_its_own_which_win(tmp_path: Path) -> None:
    written(tmp_path / "book", "night", NIGHT)
    (tmp_path / "table").mkdir()
    written(tmp_path / "table" / "scenarios", "night", NIGHT.replace("Night", "Our night"))
    found = usual_scenarios(book(tmp_path / "book"), tmp_path / "table")
    assert [str(each.title) for each in found] == ["In the fog", "Our night"]


def test_a_scenario_brings_its_forces_files_beside_it(tmp_path: Path) -> None:
    path = written(tmp_path, "night", NIGHT + '[forces]\nred = "harbour"\nblue = "own.toml"\n')
    assert book(tmp_path).scenario_files
    found = ScenarioFolder(tmp_path, ("attacker", "blocks"), keys).read_scenario(path)
    assert found.forces == {"red": "harbour", "blue": str(tmp_path / "own.toml")}


def test_every_fault_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, "night", NIGHT.replace("blue", "green").replace("blocks = 2", 'blocks = "two"\nmoon = 1'))
    with pytest.raises(BadFile) as refused:
        ScenarioFolder(tmp_path, ("attacker", "blocks"), keys).read_scenario(path)
    faults = refused.value.faults  # type: ignore[attr-defined]
    assert [next(word for word in ("moon", "attacker", "blocks") if word in fault) for fault in faults] == [
        "moon", "attacker", "blocks",
    ]  # fmt: skip
    assert [fault.split("line ")[1][0] for fault in faults] == ["5", "3", "4"]


def test_a_faulty_file_is_listed_with_its_fault_and_cannot_be_begun(tmp_path: Path) -> None:
    written(tmp_path, "night", "name = 7\n")
    offered = GameSetups(books=books(tmp_path))
    with pytest.raises(IllegalAnswer, match="name must be a text"):
        offered.setup({"book": "veil", "scenario": "night"})


@pytest.mark.slow
def test_a_game_begins_with_a_file_at_the_terminal(tmp_path: Path) -> None:
    path = written(tmp_path, "night", NIGHT)
    db = str(tmp_path / "games.db")
    for named in (str(path), "night"):
        words = ["--book", "veil", "--scenario", named, "--auto", "--seed", "4", "--db", db]
        played = CliRunner().invoke(umpire, words, obj=books(tmp_path))
        assert played.exit_code == 0, played.output
