"""`tablecam rulebooks`, and a game of a book by its scenario."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from duel_book import WITH_DUEL
from veil import VEIL_BOOK, WITH_VEIL

from tablecam.base.errors import BadFile
from tablecam.commands.rulebooks import rulebooks
from tablecam.commands.umpire import umpire
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.rule_rows import RuleRow, read_rows


def said(*words: str, books=WITH_VEIL) -> str:
    result = CliRunner().invoke(rulebooks, words, obj=books)
    assert result.exit_code == 0, result.output
    return result.output


def test_every_book_is_listed_with_its_rows_scenarios_and_switches() -> None:
    told = said()
    assert all(f"{name}: " in told for name in WITH_VEIL.books)
    assert "  rows: 1 done, 1 table\n  scenarios: fog\n  switches: none\n" in told
    assert "  rows: 116 done, 3 part\n  scenarios: battle\n  switches: " in told


def test_of_one_book_the_rows_that_are_not_done_have_their_reason() -> None:
    told = said("veil")
    assert "  V-2 table: nobody wrote it down\n" in told
    assert "V-1" not in told
    assert "  fog: In the fog\n" in told


def test_of_one_book_each_switch_has_its_default() -> None:
    told = said(BOOKS.usual.name).partition("\nswitches:\n")[2].splitlines()
    assert {"  tournament: false", "  shock: follows what else is chosen", "  aura_in: 9.0"} <= set(told)


def test_what_a_book_does_not_know_is_printed_with_its_row() -> None:
    assert said("veil", "--unknowns").startswith("fog.depth\tV-1\tHow deep is the fog?\n")
    assert said(BOOKS.usual.name, "--unknowns").endswith(f"0 unknowns in {BOOKS.usual.name}\n")


@pytest.mark.parametrize(("words", "refusal"), [(["moon"], "there is no rulebook 'moon'"), (["--unknowns"], "NAME")])
def test_wrong_usage_is_refused(words: list[str], refusal: str) -> None:
    result = CliRunner().invoke(rulebooks, words, obj=WITH_VEIL)
    assert result.exit_code == 2
    assert refusal in result.output


def test_rows_are_read_with_every_fault_and_its_line(tmp_path: Path) -> None:
    file = tmp_path / "rows.toml"
    file.write_text('[rows]\nA-1 = { state = "done" }\nA-2 = { state = "part", says = "half" }\n', encoding="utf-8")
    assert read_rows(file) == (RuleRow("A-1", "done"), RuleRow("A-2", "part", "half"))
    file.write_text('[rows]\nA-1 = { state = "dome" }\nA-2 = { state = "table" }\n', encoding="utf-8")
    with pytest.raises(BadFile) as refused:
        read_rows(file)
    one, other = refused.value.faults  # type: ignore[attr-defined]
    assert "line 2" in one
    assert 'not "dome"' in one
    assert other.endswith("line 3: A-2 is not done; add the reason as says")


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_book_of_counts_picks_ladders_and_duels_plays_itself_and_verifies(tmp_path: Path, seed: str) -> None:
    from tablecam.commands.replay import replay

    db = ["--db", str(tmp_path / "games.db")]
    words = ["--book", "veil", "--scenario", "fog", "--auto", "--seed", seed, *db]
    played = CliRunner().invoke(umpire, words, obj=WITH_VEIL)
    assert played.exit_code == 0, played.output
    assert "Standing" not in played.stderr
    for more in (["--verify"], [], ["--report", str(tmp_path / "report.html")]):
        result = CliRunner().invoke(replay, ["1", *more, *db], obj=WITH_VEIL)
        assert result.exit_code == 0, result.output
    assert "volley" in CliRunner().invoke(replay, ["1", *db], obj=WITH_VEIL).output


def test_an_unknown_scenario_is_refused_with_those_there_are(tmp_path: Path) -> None:
    words = ["--book", "duel", "--scenario", "moon", "--auto", "--db", str(tmp_path / "games.db")]
    result = CliRunner().invoke(umpire, words, obj=WITH_DUEL)
    assert result.exit_code == 2
    assert "there is no scenario moon; there are street and cursed" in result.output


def test_forces_for_a_book_that_has_none_are_refused(tmp_path: Path) -> None:
    words = ["--book", "veil", "--forces", "a", "b", "--db", str(tmp_path / "games.db")]
    result = CliRunner().invoke(umpire, words, obj=WITH_VEIL)
    assert result.exit_code == 2
    assert f"{VEIL_BOOK.name} has no forces" in result.output
