"""docs/architecture.md shows the house as it is."""

import ast
import re
from graphlib import TopologicalSorter

import pytest

from tests.docs.conftest import ROOT, blocks


def allowed_imports() -> dict[str, set[str]]:
    """The table of `tests/architecture/test_imports.py`: what each part may import of the others."""
    tree = ast.parse((ROOT / "tests" / "architecture" / "test_imports.py").read_text(encoding="utf-8"))
    named = {node.target.id: node.value for node in tree.body if isinstance(node, ast.AnnAssign)}
    return eval(compile(ast.Expression(named["MAY_IMPORT"]), "MAY_IMPORT", "eval"), {})


MAY_IMPORT = allowed_imports()
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FILE = re.compile(r"`((?:tablecam|calibration|webui|hardware)/[\w./]+\.\w+)`")
WALKS = {
    "From a frame to the screen": ("tablecam/sensing/camera", "webui/frontend"),
    "From dice to a line of the log": ("webui/frontend", "tablecam/storage"),
    "From a result to the standings": ("tablecam/rules/books", "webui/frontend"),
}
# modules that every part may use, and that are no stage of anything
GROUND = {"base", "table.geometry"}


def steps(walk: str) -> list[str]:
    """The numbered steps of a walk."""
    section = TEXT.split(f"## {walk}\n")[1].split("\n## ")[0]
    return re.split(r"^\d+\. ", section.split("\n\nSteps ")[0], flags=re.MULTILINE)[1:]


def folder_of(file: str) -> str:
    """The folder that a file belongs to: a part of the program, the page's TypeScript being one of its own."""
    if file.startswith("webui/frontend/"):
        return "webui/frontend"
    folders = [f"tablecam/{part.replace('.', '/')}" for part in MAY_IMPORT]
    inside = [folder for folder in folders if file.startswith(f"{folder}/")]
    return max(inside, key=len, default=file.partition("/")[0])


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_enters_each_folder_once(walk: str) -> None:
    entered: list[str] = []
    for step in steps(walk):
        for file in FILE.findall(step):
            assert (ROOT / file).is_file(), file
            if not entered or entered[-1] != folder_of(file):
                entered.append(folder_of(file))
    assert len(entered) == len(set(entered)), entered
    assert (entered[0], entered[-1]) == WALKS[walk]
    assert len(steps(walk)) >= 6


def test_the_picture_has_every_part_and_joins_those_that_know_each_other() -> None:
    (picture,) = blocks(TEXT, "mermaid")
    arrows = re.findall(r"([\w.]+) --> ([\w.]+)", picture)
    shown = {part for arrow in arrows for part in arrow}
    assert shown == set(MAY_IMPORT) - GROUND - {"hardware"}
    assert [(a, b) for a, b in arrows if a not in MAY_IMPORT[b] and b not in MAY_IMPORT[a]] == []


def test_the_floors_are_those_that_the_imports_make() -> None:
    rooms: dict[str, set[str]] = {}
    for part, may in MAY_IMPORT.items():
        rooms.setdefault(part.partition(".")[0], set()).update(name.partition(".")[0] for name in may)
    floors: dict[str, int] = {}
    for room in TopologicalSorter({room: may - {room} for room, may in rooms.items()}).static_order():
        floors[room] = 1 + max((floors[below] for below in rooms[room] - {room}), default=0)
    shown = {
        room: int(floor)
        for floor, names in re.findall(r"^\| (\d+) \| (.+) \|$", TEXT, flags=re.MULTILINE)
        for room in re.findall(r"`(\w+)`", names)
    }
    assert shown == floors


def test_every_part_has_its_row() -> None:
    table = "\n".join(line for line in TEXT.splitlines() if line.startswith("|"))
    assert [part for part in MAY_IMPORT if part not in GROUND and not row(part, table)] == []


def row(part: str, table: str) -> bool:
    folder = part.replace(".", "/")
    return f"`tablecam/{folder}`" in table or f"`{folder}`" in table
