"""docs/rulebook.md shows the toy book as it is, and the toy book is one folder and one row."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.docs.conftest import ROOT, blocks

TEXT = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
TOY = ROOT / "tests" / "rules" / "books" / "toy"
FILES = [(TOY / name).read_text(encoding="utf-8") for name in ("duel.py", "duel_book.py")]
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


def test_every_block_stands_in_the_toy() -> None:
    snippets = blocks(TEXT, "python")
    assert len(snippets) >= 9
    assert [each for each in snippets if not any(stands_in(each, text) for text in FILES)] == []


def test_a_block_that_differs_is_found() -> None:
    assert stands_in("a\n...\nc\n", "a\nb\nc\n")
    assert not stands_in("c\n...\na\n", "a\nb\nc\n")
    assert not stands_in("a\n...\nd\n", "a\nb\nc\n")


def test_no_block_has_another_language() -> None:
    assert set(re.findall(r"^```(.+)$", TEXT, re.MULTILINE)) == {"python"}


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
