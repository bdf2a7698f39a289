"""`tablecam print` from the outside."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from hardware.command import deliver, print_
from hardware.sheet import CannotPrint

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path):
    """Runs `tablecam print ...` into a folder and gives the result and the names of the files that stand there."""

    def command(*words: str):
        result = CliRunner().invoke(print_, [*words, "--out", str(tmp_path / "out")])
        return result, sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.*"))

    return command


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_everything_is_written_and_listed(run, golden, tmp_path, paper) -> None:
    result, names = run("all", "--paper", paper)
    assert result.exit_code == 0
    listed = [line.removeprefix(f"{tmp_path}/out/") for line in result.output.splitlines()]
    assert sorted(listed) == names
    golden(f"print-all-{paper}.txt", "\n".join(names) + "\n")


def test_each_file_is_whole(run, tmp_path) -> None:
    _, names = run("all")
    for name in names:
        content = (tmp_path / "out" / name).read_bytes()
        if name.endswith(".pdf"):
            assert content.startswith(b"%PDF")
            assert content.rstrip().endswith(b"%%EOF")
        if name.endswith(".stl"):
            # binary STL: 80 bytes of head, a count, 50 bytes a triangle
            assert len(content) == 84 + 50 * int.from_bytes(content[80:84], "little")


def test_chosen_tags_come_in_the_chosen_size(run) -> None:
    result, names = run("tags", "--ids", "3,7,10-12", "--size", "22.5", "--paper", "letter")
    assert (result.exit_code, names) == (0, ["model-tags-22.5mm-letter.pdf"])


def test_a_board_can_be_given_other_squares(run) -> None:
    result, names = run(
        "charuco", "--squares", "7x5", "--square", "30", "--marker", "22", "--dictionary", "DICT_4X4_50"
    )
    assert (result.exit_code, names) == (0, ["charuco-a4.pdf"])


def test_trays_say_what_belongs_into_the_models_file(run) -> None:
    result, names = run("trays", "--base", "32", "--base", "75x42", "--base", "rectangle:50x25", "--size", "20")
    assert result.exit_code == 0
    assert "tag_size_mm = 16\ntag_offset_mm = [0.0, -26.5]\ntag_height_mm = 1.2\n" in result.output
    assert 'base = { shape = "ellipse", length_mm = 75, width_mm = 42 }' in result.output
    assert "trays/tray-rectangle-50x25mm-tag20.stl" in names


def test_the_rig_table_takes_another_lens_and_height() -> None:
    result = CliRunner().invoke(print_, ["rig", "--fov", "78", "--height", "140"])
    assert result.exit_code == 0
    assert result.output.count("78°") == 3


def test_the_rig_table_takes_a_table_of_six_by_four_feet() -> None:
    result = CliRunner().invoke(print_, ["rig", "--table", "72x48"])
    assert result.exit_code == 0
    assert "| 4K | 70° (78°) | 180 cm (71 in) | 99 x 56 | 3.05 | 3.66 | OK with 20 mm |" in result.output
    assert "| 12 MP | 60° (72°) | 180 cm (71 in) | 82 x 61 | 3.85 | 4.62 | OK with 20 mm |" in result.output
    assert "| 240 cm (94 in) |" in result.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tags", "--ids", "0-600"], "there is no tag 587 in tag36h11: choose numbers from 0 to 586"),
        (["tags", "--ids", "a"], '--ids "a": "a" is no tag number; write them like 0-39 or 3,7,10-12'),
        (["tags", "--ids", "9-3"], '--ids "9-3" names no tags; write the smaller number first, like 0-39'),
        (["tags", "--ids", ""], '--ids "": "" is no tag number; write them like 0-39 or 3,7,10-12'),
        (["tags", "--size", "-3"], "--size -3: tags are 5 mm across or more; give the size in mm, like 20"),
        (["tags", "--size", "nan"], "--size nan: tags are 5 mm across or more; give the size in mm, like 20"),
        (
            ["reference", "--size", "300"],
            "a tag of 375 mm over its white ring does not fit on a4: choose a smaller one",
        ),
        (["charuco", "--squares", "11"], '--squares "11" is no board; write columns x rows like 11x8'),
        (["chessboard", "--square", "60"], "a board of 600 x 420 mm does not fit on a4"),
        (
            ["trays", "--base", "round"],
            '--base "round" is no base; write 32, 75x42 for an oval, or rectangle:50x25, in mm',
        ),
        (["tags", "--ids", "5-99999999999"], "there is no tag 587 in tag36h11"),
        (["trays", "--base", "inf"], "cannot be made: give sizes above zero"),
        (["trays", "--base", "400"], "the tray for round 400 mm does not fit on a4: choose larger paper"),
        (["trays", "--base", "nan"], "cannot be made: give sizes above zero"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_written(run, words, sentence) -> None:
    result, names = run(*words)
    assert result.exit_code == 1
    assert isinstance(result.exception, CannotPrint)
    assert sentence in str(result.exception)
    assert names == []


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(CannotPrint, match="choose another folder with --out"):
        deliver({"sheet.pdf": b"x"}, tmp_path / "file")


def test_a_file_that_could_not_be_finished_leaves_the_old_one_and_no_rest(tmp_path, monkeypatch) -> None:
    (tmp_path / "sheet.pdf").write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotPrint, match="cannot be written"):
        deliver({"sheet.pdf": b"new"}, tmp_path)
    assert (tmp_path / "sheet.pdf").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


def test_every_command_of_the_build_guide_runs(tmp_path) -> None:
    lines = (Path(__file__).resolve().parents[2] / "docs" / "build.md").read_text(encoding="utf-8").splitlines()
    commands = [line.split()[2:] for line in lines if line.startswith("    tablecam print ")]
    assert len(commands) > 8
    for words in commands:
        result = CliRunner().invoke(print_, [*words, "--out", str(tmp_path)])
        assert result.exit_code == 0, f"{words}: {result.output}"
