"""Urr played and read back by the commands, each with status 0 or a refusal of one line."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablecam.commands.replay import replay
from tablecam.commands.umpire import umpire


def run(folder: Path, command, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(command, ["--db", str(folder / "games.db"), *words], input=typed)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("urr")
    result = run(folder, umpire, "--book", "urr", "--scenario", "storm", "--auto", "--seed", "7")
    assert result.exit_code == 0, result.output
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        (), ("--verify",), ("--rules", "hit_spread=free"), ("--rules", "urr_rounds=2"), ("--statistics",),
    ],
)  # fmt: skip
def test_a_storm_is_read_back(folder: Path, words: tuple[str, ...]) -> None:
    result = run(folder, replay, "1", *words)
    assert result.exit_code == 0, result.output
    assert result.output


@pytest.mark.slow
def test_the_report_is_in_the_words_of_the_book(folder: Path) -> None:
    result = run(folder, replay, "1", "--report", str(folder / "report.html"))
    assert result.exit_code == 0, result.output
    report = (folder / "report.html").read_text(encoding="utf-8")
    assert "Ash Host" in report
    assert "Wall steps left" in report
    assert "wounds" not in report


@pytest.mark.slow
def test_the_luck_is_told_by_the_hits_of_each_phase(folder: Path) -> None:
    said = run(folder, replay, "1", "--statistics").output
    assert "ranged" in said
    assert "melee" in said


@pytest.mark.slow
def test_a_game_is_played_by_typing(tmp_path: Path) -> None:
    typed = "meadow\nreed_pikes_1 reed_pikes_2\nsalt_axes\nnobody\n"
    result = run(tmp_path, umpire, "--book", "urr", "--scenario", "open-field", typed=typed)
    assert result.exit_code == 0, result.output
    assert "stance" in result.output.lower() or "attack" in result.output.lower()
    result = run(tmp_path, umpire, "--game", "1", "--auto", "--seed", "3")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "words",
    [
        ("--book", "urr", "--scenario", "nowhere"),
        ("--book", "ur"),
        ("--book", "urr", "--scenario", "storm", "--rules", "hit_spred=free"),
        ("--book", "urr", "--scenario", "storm", "--rules", "hit_spread=odd"),
    ],
)
def test_what_cannot_be_played_is_refused_without_a_traceback(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = run(tmp_path, umpire, *words)
    assert result.exit_code != 0
    assert "Traceback" not in result.output
    assert result.exception is None or not isinstance(result.exception, KeyError | TypeError | AttributeError)
