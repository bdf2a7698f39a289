"""Games as files: every byte comes back, and a slip is found at its line."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecam.base.errors import BadFile
from tablecam.storage.game_store import BrokenLog, read_game, write_game

LINES = ('{"game":"duel","setup":{},"seats":["red","blue"]}', '{"boundary":"a"}', '{"boundary":"b"}')


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    write_game(path, LINES)
    return path


def test_a_game_comes_back_as_it_was_written(file: Path) -> None:
    assert read_game(file) == LINES


def test_every_line_is_json_that_other_tools_can_read(file: Path) -> None:
    told = [json.loads(line) for line in file.read_text().splitlines()]
    assert told[1] == {"boundary": "a", "sum": told[1]["sum"]}
    assert told[-1]["end"] == len(LINES)


@pytest.mark.slow
@given(st.lists(st.dictionaries(st.text(), st.text(), min_size=1), min_size=1, max_size=4))
def test_whatever_is_said_in_a_game_comes_back(tmp_path_factory, said) -> None:
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    lines = tuple(json.dumps({"event": each}, ensure_ascii=False, separators=(",", ":")) for each in said)
    write_game(path, lines)
    assert read_game(path) == lines


def test_a_line_that_was_edited_is_named_and_those_before_it_are_handed_over(file: Path) -> None:
    file.write_text(file.read_text().replace('"b"', '"c"'))
    with pytest.raises(BrokenLog, match=r"jsonl, line 3 is not what was written; the 2 lines") as broken:
        read_game(file)
    assert broken.value.whole == LINES[:2]


@pytest.mark.parametrize("kept", range(1, 4))
def test_a_file_cut_short_after_a_line_is_found_out(file: Path, kept: int) -> None:
    file.write_text("\n".join(file.read_text().splitlines()[:kept]))
    with pytest.raises(BrokenLog, match=f"line {kept + 1} is missing") as broken:
        read_game(file)
    assert broken.value.whole == LINES[:kept]


@pytest.mark.slow
def test_a_file_cut_short_anywhere_never_passes_as_whole(file: Path) -> None:
    text = file.read_text().rstrip("\n")
    for length in range(text.index("\n"), len(text)):
        file.write_text(text[:length])
        with pytest.raises(BrokenLog):
            read_game(file)


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (0, 1, 3), (0, 1, 1, 2, 3), (0, 3, 1, 2), (0, 1, 2, 3, 1)])
def test_lines_swapped_lost_or_doubled_are_found_out(file: Path, order) -> None:
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[each] for each in order))
    with pytest.raises(BrokenLog):
        read_game(file)


def test_a_file_without_sums_is_taken_as_it_is(file: Path) -> None:
    file.write_text("\n".join(LINES) + "\n\n")
    assert read_game(file) == LINES


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"nowhere\.jsonl is missing"):
        read_game(tmp_path / "nowhere.jsonl")
