"""The page's imports follow the data too: what the server sends, the stores that keep it, what draws it, the pages."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "webui" / "frontend" / "src"

# What a folder may import of the others; "" is the folder of main.tsx, which puts the pages together.
MAY_IMPORT: dict[str, set[str]] = {
    # what the server sends: names of shapes, nothing that runs
    "types": set(),
    # the connection, what it has brought, and what is on its way back
    "net": {"types"},
    # what every page is made of
    "ui": {"types", "net"},
    # what can be done on each page
    "help": {"ui"},
    "board": {"types", "net", "ui"},
    "replay": {"types", "net", "ui", "board", "help"},
    "club": {"types", "net", "ui", "help"},
    "game": {"types", "net", "ui", "board", "replay", "club", "help"},
    "table": {"types", "net", "ui", "board", "replay", "game", "help"},
    "setup": {"types", "net", "ui", "board", "game", "help"},
    # shown over another picture: it draws what the others draw, and asks nothing of anybody
    "overlay": {"types", "net", "ui", "board", "club"},
    # the light of a projector: it draws what the table's page draws
    "beam": {"types", "net", "ui", "board", "game", "table"},
    # the pages of a hall: cards of every table and the board of one, read from a broker
    "wall": {"types", "ui", "board", "club", "overlay"},
    # every state of the pages, over data instead of a server
    "gallery": {"types", "ui", "table", "setup", "replay", "club"},
    "": {"beam", "gallery", "ui", "replay", "overlay", "club", "game", "table", "setup", "wall"},
}
# every folder but "types" may have texts
TEXTS = "i18n.ts"
# `import ... from "x"`, `export ... from "x"`, `import "x"` and `import("x")`, over several lines too
IMPORT = re.compile(r"""(?:\bfrom|\bimport|\bimport\s*\()\s*["'](\.[^"']*)["']""")
# A rulebook's notions, and the seats of one rulebook; the club's pages are one tournament's guide.
NOTION = re.compile(
    r"\b(red|blue|overwatch|orders|snap-fire|flimsy|bands?|rush|charges?|factions?|commander)\b", re.IGNORECASE
)
DECLARED = re.compile(r"^(?:export )?(?:interface|type|class|enum) (\w+)", re.MULTILINE)
STORE = re.compile(r"^export const \w+ = (?:signal|computed)\b", re.MULTILINE)
SHAPE = re.compile(r"^export (?:interface|type) ", re.MULTILINE)
COMMAND = re.compile(r"\b(?:post|sendCommand)(?:<\w+>)?\(")

Imports = Mapping[str, frozenset[str]]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Every source file by its place under src."""
    files = [path for path in sorted(SOURCES.rglob("*")) if path.suffix in {".ts", ".tsx", ".css"}]
    return {path.relative_to(SOURCES).as_posix(): path.read_text(encoding="utf-8") for path in files}


@pytest.fixture(scope="module")
def imports(texts: dict[str, str]) -> Imports:
    """What each file imports of ours, style sheets included."""
    return {name: frozenset(_imported(name, text)) for name, text in texts.items() if not name.endswith(".css")}


def _imported(name: str, text: str) -> Iterable[str]:
    for written in IMPORT.findall(text):
        imported = (SOURCES / name).parent.joinpath(written).resolve().relative_to(SOURCES).as_posix()
        if imported != TEXTS or folder(name) == "types":
            yield imported


def folder(name: str) -> str:
    first, slash, _ = name.partition("/")
    return first if slash else ""


def circles(imports: Imports) -> list[str]:
    """Every file that leads back to itself, with the way there."""
    found = []
    for start in imports:
        ways = [[start]]
        seen = set()
        while ways:
            way = ways.pop()
            for each in imports.get(way[-1], ()):
                if each == start:
                    found.append(" > ".join([*way, start]))
                elif each not in seen:
                    seen.add(each)
                    ways.append([*way, each])
    return found


def test_every_import_names_a_file_that_is_there(texts: dict[str, str], imports: Imports) -> None:
    known = {*texts, *(path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.json"))}
    assert [f"{name} imports {each}" for name in imports for each in imports[name] if each not in known] == []


def test_every_folder_imports_only_what_it_may(imports: Imports) -> None:
    wrong = [
        f"{name} imports {each}"
        for name in imports
        for each in sorted(imports[name])
        if folder(each) != folder(name) and folder(each) not in MAY_IMPORT[folder(name)]
    ]
    assert wrong == []


def test_every_folder_has_its_line_in_the_table_and_needs_all_of_it(imports: Imports) -> None:
    needed: dict[str, set[str]] = {folder(name): set() for name in imports}
    for name in imports:
        needed[folder(name)] |= {folder(each) for each in imports[name]} - {folder(name)}
    assert needed == MAY_IMPORT


def test_no_two_folders_import_each_other(imports: Imports) -> None:
    pairs = {(folder(name), folder(each)) for name in imports for each in imports[name]}
    assert sorted((a, b) for a, b in pairs if a < b and (b, a) in pairs) == []


def test_no_files_import_each_other_in_a_circle(imports: Imports) -> None:
    assert circles(imports) == []


def test_a_circle_would_be_found() -> None:
    none: frozenset[str] = frozenset()
    assert circles({"a": frozenset({"b"}), "b": frozenset({"c"}), "c": none}) == []
    assert circles({"a": frozenset({"b"}), "b": frozenset({"c"}), "c": frozenset({"b"})}) == ["b > c > b", "c > b > c"]


def test_types_are_nothing_but_types(texts: dict[str, str]) -> None:
    runs = re.compile(r"^(?:export )?(?:const|let|function|async|class|enum)\b", re.MULTILINE)
    assert [name for name in texts if folder(name) == "types" and runs.search(texts[name])] == []


def test_no_file_is_types_store_and_commands_at_once(texts: dict[str, str]) -> None:
    assert [name for name in texts if all(each.search(texts[name]) for each in (SHAPE, STORE, COMMAND))] == []


def test_no_two_files_declare_a_type_of_the_same_name(texts: dict[str, str]) -> None:
    where: dict[str, list[str]] = {}
    for name, text in texts.items():
        for declared in DECLARED.findall(text) if not name.endswith(".css") else ():
            where.setdefault(declared, []).append(name)
    assert {declared: files for declared, files in where.items() if len(files) > 1} == {}


def test_no_page_but_the_clubs_knows_a_rulebooks_notion(texts: dict[str, str]) -> None:
    clubs = {"types/club.ts", "types/organiser.ts"}
    pages = {name: text for name, text in texts.items() if folder(name) != "club" and name not in clubs}
    found = {name: sorted(set(NOTION.findall(text))) for name, text in pages.items()}
    assert {name: notions for name, notions in found.items() if notions} == {}


def test_a_notion_would_be_found() -> None:
    assert NOTION.findall("// models in their order\nif (seat === 'red')") == ["red"]
