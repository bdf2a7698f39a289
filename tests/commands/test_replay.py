"""`tablecam replay`: games read back, proved, asked what would have been otherwise, and given away as files."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image
from small_war import looked_at, played

from tablecam.base.errors import BadFile
from tablecam.commands.replay import NotIdentical, replay
from tablecam.commands.umpire import umpire
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.game_store import BrokenLog, read_game, write_game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that is over, number 1, and its file; only to be looked at."""
    path = tmp_path_factory.mktemp("played")
    played(path, "--auto", "--seed", "2")
    looked_at(path, "1", "--export", str(path / "game.jsonl"))
    return path


def changed(folder: Path, to: Path, old: str, new: str) -> tuple[Path, int]:
    """The game with one line written otherwise, by somebody who can work out the sums too; and that line."""
    lines = list(read_game(folder / "game.jsonl"))
    number = next(n for n, line in enumerate(lines) if re.search(old, line))
    lines[number] = re.sub(old, new, lines[number], count=1)
    write_game(to, lines)
    return to, number + 1


@pytest.mark.slow
def test_a_transcript_has_its_header_and_one_line_an_activation(folder: Path) -> None:
    said = looked_at(folder, "1").stdout.splitlines()
    assert said[:3] == ['[Game "urban-war"]', '[Red "Ferry"]', '[Blue "Kin"]']
    activations = [line for line in said if re.match(r"\d+\. ", line)]
    assert [int(line.partition(".")[0]) for line in activations] == list(range(1, len(activations) + 1))
    assert re.search(r"End of the game: (Red|Blue) wins: (Red|Blue) is destroyed$", activations[-1])
    assert "model=" not in "".join(activations)


@pytest.mark.slow
def test_a_transcript_ends_with_survivors_casualty_levels_and_the_dice(folder: Path) -> None:
    said = looked_at(folder, "1").stdout
    winner, loser = re.search(r"^(\w+) wins: (\w+) is destroyed$", said, re.MULTILINE).groups()
    assert f"{loser}: 0 of 2 models left, severe casualties" in said
    assert re.search(rf"{winner}: [12] of 2 models left, (light|heavy) casualties", said)
    assert re.search(r"dice of red:\n  all: \d+ of \d+, [\d.]+ expected, luck [+-]", said)


@pytest.mark.slow
@pytest.mark.slow
def test_statistics_of_one_game_and_of_all_games_that_are_closed(folder: Path, tmp_path: Path) -> None:
    one = looked_at(folder, "1", "--statistics").stdout
    assert one.startswith("dice of red:")
    assert "Rolls compared with expectation" in one
    whole = looked_at(folder, "--statistics").stdout
    assert whole.startswith("1 game\n")
    assert "Faces of the dice" in whole
    # one that is open counts for nothing
    played(tmp_path, typed="")
    assert looked_at(tmp_path, "--statistics").stdout == "0 games\n"


@pytest.mark.long
def test_a_film_is_written_and_an_empty_game_has_none(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.webp"
    said = looked_at(folder, "1", "--film", str(path))
    with Image.open(path) as shown:
        assert said.stdout == f"{path}: the film, {getattr(shown, 'n_frames', 1)} pictures\n"
    write_game(tmp_path / "begun.jsonl", read_game(folder / "game.jsonl")[:1])
    said = looked_at(folder, str(tmp_path / "begun.jsonl"), "--film", str(tmp_path / "none.webp"))
    assert "nothing to film" in str(said.exception)
    assert not (tmp_path / "none.webp").exists()


def test_highlights_want_frames_of_the_camera(folder: Path, tmp_path: Path) -> None:
    said = looked_at(folder, "1", "--highlights", str(tmp_path / "film.webm"))
    assert "No frames of the camera are kept" in str(said.exception)
    assert not (tmp_path / "film.webm").exists()


def test_a_report_is_written_from_the_database_and_from_a_file(folder: Path, tmp_path: Path) -> None:
    for game, name in (("1", "kept.html"), (str(folder / "game.jsonl"), "file.html")):
        said = looked_at(folder, game, "--report", str(tmp_path / name)).stdout
        assert said == f"{tmp_path / name}: the battle report\n"
    kept, file = ((tmp_path / name).read_text(encoding="utf-8") for name in ("kept.html", "file.html"))
    assert kept.startswith("<!DOCTYPE html>")
    assert "Ferry against Kin" in kept
    # the file does not say when the game was begun
    assert "<dt>Date</dt>" in kept
    assert re.sub(r"<dt>Date</dt><dd>[^<]*</dd>\n", "", kept) == file


@pytest.mark.slow
def test_statistics_alone_are_the_dice_alone(folder: Path) -> None:
    said = looked_at(folder, "1", "--statistics").stdout
    assert said.startswith("dice of red:")
    assert "to hit" in said
    assert "Game" not in said


def test_verify_makes_every_ruling_again(folder: Path) -> None:
    assert looked_at(folder, "1", "--verify").stdout.startswith("identical: every ruling of")
    assert looked_at(folder, str(folder / "game.jsonl"), "--verify").stdout.startswith("identical")


def test_a_die_that_was_changed_in_the_log_is_found_by_the_ruling_that_it_led_to(folder: Path, tmp_path: Path) -> None:
    path, line = changed(
        folder, tmp_path / "forged.jsonl", r'"name":"ShotFired"(.*)"hits":1', r'"name":"ShotFired"\1"hits":0'
    )
    said = looked_at(folder, str(path), "--verify")
    assert isinstance(said.exception, NotIdentical)
    assert f"not identical: line {line} of the log says" in str(said.exception)


def test_rules_show_which_rulings_another_house_rule_would_have_changed(folder: Path) -> None:
    said = looked_at(folder, "1", "--rules", "profile=reference", "--rules", "los_min_fraction=1.0").stdout
    assert re.search(r"^line \d+, activation .*; it would be: ", said, re.MULTILINE)
    assert re.search(r"\d+ rulings? would have been otherwise with profile=reference, los_min_fraction=1.0", said)


def test_the_same_house_rules_change_nothing(folder: Path) -> None:
    assert looked_at(folder, "1", "--rules", "los_min_fraction=0.25").stdout.startswith("0 rulings would")


def test_an_exported_game_reads_back_as_the_same_transcript(folder: Path) -> None:
    assert looked_at(folder, str(folder / "game.jsonl")).stdout == looked_at(folder, "1").stdout


@pytest.mark.slow
def test_a_game_from_a_file_is_kept_and_gone_on_with_in_another_database(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    played(here, typed="*=snap-fire\n*=overwatch\n7\n")
    looked_at(here, "1", "--export", str(tmp_path / "game.jsonl"))
    said = looked_at(there, str(tmp_path / "game.jsonl"), "--import")
    assert re.match(r"game 1 is kept in sqlite.*: \d+ lines", said.stdout)
    assert "blue roll? initiative" in played(there, "--game", "1", typed="").stdout
    played(there, "--game", "1", "--auto", "--seed", "1")
    assert "identical" in looked_at(there, "1", "--verify").stdout


@pytest.mark.slow
def test_a_replay_is_written_as_a_folder_and_written_again(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "friday"
    said = looked_at(folder, "1", "--folder", str(out)).stdout
    assert said.startswith(f"{out / 'index.html'}: the replay, ")
    (out / "CNAME").write_text("games.example")
    first = sorted(path.relative_to(out) for path in out.rglob("*"))
    assert looked_at(folder, "1", "--folder", str(out)).stdout == said
    assert sorted(path.relative_to(out) for path in out.rglob("*")) == first
    assert {"index.html", "report.html", "game.jsonl", "CNAME"} <= {path.name for path in first}


@pytest.mark.slow
def test_a_folder_of_somebody_else_is_refused_and_stays_as_it_is(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_text("mine")
    said = looked_at(folder, "1", "--folder", str(tmp_path))
    assert isinstance(said.exception, BadFile)
    assert "name a folder that is new, empty, or made by this command" in str(said.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.jpg"]


def test_every_exported_line_is_json(folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "game.jsonl").read_text().splitlines()]
    assert lines[0]["game"] == "urban-war"
    assert lines[-1]["end"] == len(lines) - 1


def test_without_a_game_they_are_listed(folder: Path) -> None:
    said = looked_at(folder).stdout
    assert re.match(r"1: urban-war, begun 20\d\d-.*, \d+ lines; Red Ferry, Blue Kin\n", said)


def test_of_a_file_cut_short_what_is_whole_is_shown_and_the_line_named(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    text = (folder / "game.jsonl").read_text()
    inside_a_line = text.index("\n", len(text) // 2) + 9
    path.write_text(text[:inside_a_line])
    said = looked_at(folder, str(path))
    assert isinstance(said.exception, BrokenLog)
    assert re.search(
        r"cut\.jsonl, line \d+ is not what was written; the \d+ lines before it are whole", str(said.exception)
    )
    whole = looked_at(folder, "1").stdout.splitlines()
    shown = [line for line in said.stdout.splitlines() if re.match(r"\d+\. ", line)]
    assert len(shown) > 3
    assert set(shown[:-1]) < set(whole)


def test_of_a_game_edited_in_the_database_what_is_whole_is_shown_and_the_line_named(
    folder: Path, tmp_path: Path
) -> None:
    with (
        closing(sqlite3.connect(folder / "games.db")) as games,
        closing(sqlite3.connect(tmp_path / "games.db")) as behind_our_back,
    ):
        games.backup(behind_our_back)
        behind_our_back.execute("DROP TRIGGER events_no_update")
        behind_our_back.execute(
            'UPDATE events SET text = replace(text, \'"by":"red"\', \'"by":"blue"\') WHERE line > 20'
        )
        behind_our_back.commit()
    said = looked_at(tmp_path, "1")
    assert isinstance(said.exception, BrokenLog)
    line = int(re.search(r"game 1: line (\d+) of the log is not what was written", str(said.exception))[1])
    assert line > 20
    assert len([each for each in said.stdout.splitlines() if re.match(r"\d+\. ", each)]) > 1


@pytest.mark.parametrize("words", [["--verify"], ["--rules", "shock=true"], ["--export", "x.jsonl"], ["--import"]])
def test_nothing_is_proved_or_given_away_of_a_broken_log(folder: Path, tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text((folder / "game.jsonl").read_text()[:-30])
    said = looked_at(folder, str(path), *words)
    assert isinstance(said.exception, BrokenLog)
    assert said.stdout == ""


def test_a_file_of_another_tool_with_a_line_that_cannot_stand_is_told_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text('{"game":"urban-war","setup":{},"seats":["red","blue"]}\n{"nonsense":1}\n')
    said = CliRunner().invoke(replay, [str(path)])
    assert "line 2 of the log is not one of game, boundary" in str(said.exception)


@pytest.mark.parametrize(("game", "sentence"), [("7", "has no game 7; it has 1"), ("x.jsonl", "x.jsonl is missing")])
def test_a_game_that_is_not_there_is_refused(folder: Path, game: str, sentence: str) -> None:
    said = looked_at(folder, game)
    assert isinstance(said.exception, BadFile)
    assert sentence in str(said.exception)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "scenario", "line"), [("urr", "storm", "Steps left"), ("urban-operations", "ten-blocks", "Blocks left")]
)
def test_every_book_says_how_each_side_came_out_of_it(book: str, scenario: str, line: str, tmp_path: Path) -> None:
    db = ["--db", str(tmp_path / "games.db")]
    words = ["--book", book, "--scenario", scenario, "--auto", "--seed", "7", *db]
    assert CliRunner().invoke(umpire, words, obj=BOOKS).exit_code == 0
    shown = CliRunner().invoke(replay, ["1", *db], obj=BOOKS).output
    assert shown.count(line) == 2
