"""What docs/tournament.md says is executed."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablecam.commands.tournament import tournament

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_command_runs_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^    tablecam tournament (.*)$", TEXT, re.MULTILINE)
    assert len(lines) > 20
    for line in lines:
        said = CliRunner().invoke(tournament, shlex.split(line))
        assert said.exit_code == 0, (line, said.output, said.exception)
        assert said.stdout
    assert (tmp_path / "snapshots" / "tournament-1-round-1.json").is_file()
    assert "dan,Dan Drake" in (tmp_path / "pairings.csv").read_text()


def test_every_command_is_named() -> None:
    assert [name for name in tournament.commands if f"`{name}" not in TEXT and f"tournament {name}" not in TEXT] == []


@pytest.mark.parametrize("line", re.findall(r"\| `([^`]*)`", TEXT))
def test_every_command_of_the_table_is_understood(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(tournament, [*shlex.split(line), "--db", "none.db"])
    # there is no event, which is found out once the words are understood
    assert said.exit_code == 1, said.output
    assert "has no tournament yet" in str(said.exception)
