"""What docs/league.md says is executed, on the season that its script makes."""

import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablecam.commands.league import league

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "league.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_command_runs_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(ROOT / "examples" / "make_a_season.py"))
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    lines = re.findall(r"^    tablecam league (.*)$", TEXT, re.MULTILINE)
    assert len(lines) > 20
    for line in lines:
        said = CliRunner().invoke(league, shlex.split(line))
        assert said.exit_code == 0, (line, said.output, said.exception)
        assert said.stdout
    assert "Ann Archer" in (tmp_path / "table.csv").read_text(encoding="utf-8")
    assert "Kim Kane" in (tmp_path / "kim.json").read_text(encoding="utf-8")
    said = CliRunner().invoke(league, ["people"]).stdout
    assert "Ann Arrow: " in said
    assert "also Ann Archer" in said
    assert "Kim Kane" not in said


def test_every_command_is_named() -> None:
    assert [name for name in league.commands if f"`{name}" not in TEXT and f"league {name}" not in TEXT] == []
