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
