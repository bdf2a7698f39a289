"""What docs/umpire.md says is executed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablecam.commands.replay import replay
from tablecam.commands.umpire import umpire
from tablecam.rules.books.urban_war.force_files import read_cards, read_force
from tablecam.rules.books.urban_war.rules.cards import INDIRECT, KNOWN_TAGS
from tablecam.storage.toml_file import read_lined

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "umpire.md").read_text(encoding="utf-8")
COMMANDS = {"umpire": umpire, "replay": replay}


@pytest.mark.long
def test_every_command_runs_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^    tablecam (\w+) ?(.*)$", TEXT, re.MULTILINE)
    assert len(lines) >= 7
    for name, words in lines:
        said = CliRunner().invoke(COMMANDS[name], words.split())
        assert said.exit_code == 0, (name, words, said.exception)
        assert said.stdout
        assert "--verify" not in words or said.stdout.startswith("identical")


def test_the_force_and_its_card_can_be_read(tmp_path: Path) -> None:
    force, cards = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "night_ferry_cards.toml").write_text(cards)
    (tmp_path / "force.toml").write_text(force)
    found = read_force(tmp_path / "force.toml")
    assert found.force.points == 20 + 5 + 3
    assert read_cards(tmp_path / "night_ferry_cards.toml")[0].tags[1].text
    assert read_lined(tmp_path / "force.toml", "a force").line("limit") == 3


def test_every_tag_that_is_worked_out_is_named() -> None:
    assert [tag for tag in (*KNOWN_TAGS, INDIRECT) if f"`{tag}" not in TEXT] == []


def test_answers_are_typed_as_the_table_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--forces", "harbour_watch", "tunnel_kin", "--rules", "deployed=true"]
    typed = "ida=snap-fire *=overwatch\n*=overwatch\n7\n\nundo\nquit\n"
    said = CliRunner().invoke(umpire, words, input=typed).stdout
    assert "== initiative of turn 1" in said
    assert "!" not in said
