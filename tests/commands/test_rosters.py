"""`tablecam roster` at the terminal."""

import json
from pathlib import Path

from click.testing import CliRunner

from tablecam.commands.rosters import roster

LIST = "Team\n\nWatch Captain\n4x Constable\n2 Harbour Lads\n"


def test_it_prints_names_numbers_and_what_was_not_taken(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LIST + "Total: 9 pts\n")
    ran = CliRunner().invoke(roster, ["read", str(tmp_path / "list.txt")])
    assert ran.output.splitlines() == [
        "Team: 7 models",
        "  1 x Watch Captain",
        "  4 x Constable",
        "  2 x Harbour Lads",
        "not taken: line 6 was not understood: Total: 9 pts",
    ]
    told = json.loads(CliRunner().invoke(roster, ["read", "--json", str(tmp_path / "list.txt")]).output)
    assert told["models"][1] == {"name": "Constable", "count": 4, "points": None, "options": []}


def test_it_asks_about_unknown_models_once(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LIST)
    command = ["import", str(tmp_path / "list.txt"), str(tmp_path)]
    first = CliRunner().invoke(roster, command, input="1\n")
    assert first.exit_code == 0, first.output
    assert "Which card is Harbour Lads (2 in the roster)?" in first.output
    assert f"{tmp_path / 'forces' / 'team.toml'} is written" in first.output
    second = CliRunner().invoke(roster, [*command, "--name", "second"])
    assert "Which card" not in second.output
    assert (tmp_path / "forces" / "second.toml").exists()


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(LIST)
    ran = CliRunner().invoke(roster, ["import", str(tmp_path / "list.txt"), str(tmp_path / "nowhere")])
    assert "give the table folder" in str(ran.exception)
