"""Every block of docs/library.md runs, one after the other, in a folder that has what the page says."""

import re
import shutil
import sys
from pathlib import Path

import pytest

import tablecam
from tests.docs.conftest import ROOT, blocks

TEXT = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_block_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples" / "table", "mytable")
    shutil.copy(ROOT / "examples" / "photo.jpg", "photo.jpg")
    snippets = blocks(TEXT, "python")
    assert len(snippets) >= 12
    names: dict[str, object] = {"__name__": "library"}
    for number, snippet in enumerate(snippets, 1):
        # a failure then shows where it is on the page
        lines_before = TEXT[: TEXT.index(snippet)].count("\n")
        exec(compile("\n" * lines_before + snippet, f"docs/library.md (block {number})", "exec"), names)
    names["table"] = tablecam.open_table("mytable")
    for line in answers():
        exec(compile(line, f"docs/library.md: {line}", "exec"), names)


def answers() -> list[str]:
    """The lines of code in the table of questions at the top."""
    top = TEXT[: TEXT.index("`import tablecam` provides")]
    return re.findall(r"^\| .*\? \| `(.*)` \|$", top, re.MULTILINE)


def test_the_page_begins_with_questions_and_a_line_of_code_for_each() -> None:
    assert TEXT.splitlines()[2] == "| question | line of code |"
    assert len(answers()) >= 15


def test_the_heat_map_takes_at_most_twelve_lines() -> None:
    (block,) = [block for block in blocks(TEXT, "python") if "histogram2d" in block]
    assert len(block.splitlines()) <= 12


def test_no_block_has_another_language() -> None:
    assert set(re.findall(r"^```(.+)$", TEXT, re.MULTILINE)) == {"python"}


def test_the_functions_of_the_door_and_their_methods_are_shown() -> None:
    methods = [
        f".{name}"
        for kind in (tablecam.OpenedTable, tablecam.MeasuredPosition, tablecam.PlayedGame)
        for name, value in vars(kind).items()
        if not name.startswith("_") and callable(value)
    ]
    functions = [name for name in tablecam.__all__ if name.islower()]
    assert len(methods) >= 10
    assert [name for name in (*functions, *methods) if f"{name}(" not in TEXT] in ([], [".model"])
    assert sys.modules["tablecam"].__doc__
