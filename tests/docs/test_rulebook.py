"""docs/rulebook.md shows the toy book and the book to begin with as they are, and its commands work."""

import ast
import os
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from duel_book import DUEL_BOOK

from tablecam.commands.rulebook_check import list_checks
from tablecam.rules.books import views
from tablecam.rules.books.starter import write_starter
from tests.docs.conftest import ROOT, blocks

TEXT = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
TOY = ROOT / "tests" / "rules" / "books" / "toy"
FILES = [(TOY / name).read_text(encoding="utf-8") for name in ("duel.py", "duel_book.py")]
MECHANISMS = [(TOY / name).read_text(encoding="utf-8") for name in ("alley.py", "second_alley.py", "squads.py")]
LEFT_OUT = re.compile(r"^ *\.\.\.\n", re.MULTILINE)
# what a rulebook stands on; of these, only the catalogue knows that there are several
PORT = ("tablecam.base.clause", "tablecam.rules.", "tablecam.rules.books.")


def stands_in(block: str, text: str) -> bool:
    """Whether all pieces of a block stand in a text, in their order."""
    at = 0
    for piece in LEFT_OUT.split(block):
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def test_every_block_stands_in_a_book(tmp_path: Path) -> None:
    snippets = blocks(TEXT, "python")
    assert len(snippets) >= 9
    written = read_starter(tmp_path)
    assert [
        each for each in snippets if not any(stands_in(each, text) for text in (*FILES, *MECHANISMS, *written))
    ] == []


def read_starter(folder: Path) -> list[str]:
    """The files of the book that `new` writes under the name that the page gives it."""
    written = write_starter("street-fight", folder)
    return [path.read_text(encoding="utf-8") for path in written.rglob("*") if path.is_file()]


def test_the_package_and_its_catalogue_are_as_written(tmp_path: Path) -> None:
    (project,), (catalogue,) = blocks(TEXT, "toml"), blocks(TEXT, "po")
    written = read_starter(tmp_path)
    assert any(stands_in(project, text) for text in written)
    head, entry = catalogue.split("\n\n", 1)
    assert any(head in text and entry in text for text in written)


@pytest.mark.long
def test_the_commands_work_one_after_the_other(tmp_path: Path) -> None:
    (commands,) = blocks(TEXT, "sh")
    paths = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = [
        subprocess.run(
            [sys.executable, "-m", *line.split()], cwd=tmp_path, env=paths, capture_output=True, text=True, check=True
        ).stdout
        for line in commands.splitlines()
    ]
    assert told[1].startswith("street-fight: Street fight\n")
    assert told[3].count(": fine\n") == 9


def is_view(value: object) -> bool:
    return is_dataclass(value) and getattr(value, "__module__", "") == views.__name__


def list_views(view: type) -> set[type]:
    """A view and all views that its fields are made of."""
    found = {view}
    for field in fields(view):
        names = re.findall(r"\w+", str(field.type))
        inner = {value for name in names if is_view(value := vars(views).get(name))}
        found |= set().union(*map(list_views, inner - found)) if inner - found else set()
    return found


def test_every_field_of_a_view_is_explained() -> None:
    section = TEXT.partition("## 7.")[2].partition("## 8.")[0]
    shown = list_views(views.GameBoardView) | list_views(views.GameResultView)
    assert len(shown) == 14
    words = {word for span in re.findall(r"`([^`\n]+)`", section) for word in re.findall(r"\w+", span)}
    names = {name for view in shown for name in (view.__name__, *(field.name for field in fields(view)))}
    assert names - words == set()


def test_every_check_is_explained() -> None:
    explained = re.findall(r"^\| ([a-z ,]+) \|", TEXT.partition("## 9.")[2], re.MULTILINE)
    assert {name for row in explained for name in row.split(", ")} == {
        check.name for check in list_checks(DUEL_BOOK, None, 1)
    }


def test_a_block_that_differs_is_found() -> None:
    assert stands_in("a\n...\nc\n", "a\nb\nc\n")
    assert not stands_in("c\n...\na\n", "a\nb\nc\n")
    assert not stands_in("a\n...\nd\n", "a\nb\nc\n")


def test_no_block_has_another_language() -> None:
    assert set(re.findall(r"^```(.+)$", TEXT, re.MULTILINE)) == {"python", "toml", "po", "sh"}


def test_the_toy_stands_on_the_port_alone() -> None:
    names = [name for text in FILES for name in imported(text) if name.startswith(("tablecam", "webui", "tests"))]
    assert len(names) >= 8
    assert [name for name in names if not name.startswith(PORT)] == []


def imported(text: str) -> list[str]:
    return [node.module or "" for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]


@pytest.mark.slow
def test_no_file_of_the_program_names_a_part_of_the_toy() -> None:
    parts = re.compile(r"duel_book|\bDUEL\b|\bduel\.py|import duel|from duel|\bDuelPhrases\b")
    assert parts.search("from duel import DUEL")
    naming = [path for path in program() if parts.search(path.read_text(encoding="utf-8"))]
    assert naming == []


def program() -> list[Path]:
    """The program's own sources, as git has them."""
    listed = subprocess.run(
        ["git", "ls-files", "tablecam", "webui", "hardware", "calibration"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    found = [ROOT / name for name in listed if name.endswith((".py", ".ts", ".tsx"))]
    assert len(found) > 300
    return found
