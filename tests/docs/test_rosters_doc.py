"""The example of docs/rosters.md is read as the page says."""

from pathlib import Path

from click.testing import CliRunner

from tablecam.commands.rosters import roster
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
