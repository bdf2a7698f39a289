"""No file outside a rulebook's own folder names a book or one of its notions: a rulebook is one folder and one row."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTIONS = re.compile(
    r"urban[-_ ]?war|overwatch|snap[-_]fire|flimsy|casualty[ -]level|priority target|[\"'`]red[\"'`]|[\"'`]blue[\"'`]",
    re.IGNORECASE,
)
# the catalogue has the row, the book its folder; the club is the Urban War tournament guide's, and says so
OF_THE_BOOK = (
    "tablecam/rules/books/", "tablecam/rules/casualty_levels.py", "tablecam/club/", "webui/club/",
    "webui/frontend/src/rulebooks/", "webui/frontend/src/club/", "tablecam/commands/tournament",
    "tablecam/commands/club",
)  # fmt: skip


def sources(*folders: str, ends: tuple[str, ...]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ends and "node_modules" not in path.parts:
                yield path


def naming(paths: Iterator[Path]) -> set[str]:
    """The files that name a notion of a book, but for those of the book."""
    names = {path.relative_to(ROOT).as_posix(): path for path in paths}
    return {
        name
        for name, path in names.items()
        if not name.startswith(OF_THE_BOOK) and NOTIONS.search(path.read_text(encoding="utf-8"))
    }


@pytest.mark.slow
def test_no_python_outside_names_a_book() -> None:
    assert naming(sources("tablecam", "webui", "hardware", "calibration", ends=(".py",))) == set()


def test_no_module_outside_imports_the_folder_of_a_book(modules) -> None:
    folders = [path.name for path in (ROOT / "tablecam/rules/books").iterdir() if (path / "rulebook.py").exists()]
    assert folders
    wrong = [
        f"{module.name} imports {name}"
        for module in modules
        if not module.name.startswith(
            ("tablecam.rules.books", "tablecam.club", "webui.club", "tablecam.commands.tournament")
        )
        for name in sorted(module.imports)
        if any(name.startswith(f"tablecam.rules.books.{folder}") for folder in folders)
    ]
    assert wrong == []


# where a program starts: commands, the door's default, and the parts of the web server that are not given
STARTS = ("tablecam/commands/", "tablecam/doors/api/", "webui/server/dependencies.py", "tablecam/rules/books/")


def test_the_catalogue_is_named_only_where_a_program_starts_and_handed_down_from_there() -> None:
    named = [
        name
        for path in sources("tablecam", "webui", ends=(".py",))
        if re.search(r"\bBOOKS\b", path.read_text(encoding="utf-8"))
        and not (name := path.relative_to(ROOT).as_posix()).startswith(STARTS)
    ]
    assert named == []


def test_a_notion_of_a_book_is_found_where_it_is_named(tmp_path: Path) -> None:
    found = [NOTIONS.search(text) is not None for text in ("SEATS = ('red',)", "its Overwatch", "a reduced bluetooth")]
    assert found == [True, True, False]
