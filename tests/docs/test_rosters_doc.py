"""The example of docs/rosters.md is read as the page says."""

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablecam.commands.rosters import roster
from tablecam.commands.terrain import terrain
from tablecam.storage.foreign_geojson import UNITS
from tests.docs.conftest import ROOT, blocks

TEXT = (ROOT / "docs" / "rosters.md").read_text(encoding="utf-8")


def test_the_pasted_text_is_read_as_shown(tmp_path: Path) -> None:
    pasted, printed = blocks(TEXT, "text")
    (tmp_path / "list.txt").write_text(pasted)
    assert CliRunner().invoke(roster, ["read", str(tmp_path / "list.txt")]).output == printed


def test_the_roster_becomes_a_force(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(blocks(TEXT, "text")[0])
    ran = CliRunner().invoke(roster, ["import", str(tmp_path / "list.txt"), str(tmp_path)])
    assert ran.exit_code == 0, ran.output
    assert "6 models were taken" in ran.output
    assert 'extras = ["Truncheon"]' in (tmp_path / "forces" / "evening_team.toml").read_text()


def test_the_units_of_maps_are_those_of_the_program() -> None:
    table = TEXT[TEXT.index("| unit | scale |") :]
    assert set(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)) == {"`mm`, `cm`, `m`, `in`, `ft`", "`px`", "`deg`"}
    assert {unit for unit in UNITS if f"`{unit}`" in table} == set(UNITS)


def test_the_commands_for_maps_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples" / "table", "mytable")
    ring = [[0, 0], [0.001, 0], [0.001, 0.0005], [0, 0]]
    Path("village.geojson").write_text(json.dumps({"type": "Polygon", "coordinates": [ring]}))
    pixels = [[100, 100], [300, 100], [300, 200], [100, 100]]
    Path("outlines.json").write_text(json.dumps({"type": "Polygon", "coordinates": [pixels]}))
    commands = re.findall(r"^    tablecam terrain (import .*)$", TEXT, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        ran = CliRunner().invoke(terrain, command.split())
        assert ran.output.endswith("1 features\n"), ran.output
