"""Rulebooks that others have written: found in folders and in packages, with their languages, and named if broken."""

import shutil
import sys
from collections.abc import Iterator
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablecam.base import languages
from tablecam.base.errors import BadFile
from tablecam.base.i18n import gettext, speaking
from tablecam.base.languages import INSTALLED
from tablecam.commands.rulebooks import rulebooks
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books import registry
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS, Catalogue, LoadedBooks
from tablecam.rules.books.registry import GROUP, find_books

# its words come from a catalogue of its own
BOOK = """
from dataclasses import dataclass, replace
from duel_book import DUEL_BOOK
from tablecam.base.i18n import Message

BOOK = replace(DUEL_BOOK, system=replace(DUEL_BOOK.system, name="{name}"), title=Message("A duel at dawn"))
"""
PO = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "A duel "
"at dawn"
msgstr "{title}"

#, fuzzy
msgid "Undo"
msgstr "Nicht fertig"

msgctxt "of a die"
msgid "face"
msgid_plural "faces"
msgstr[0] "une face"
msgstr[1] "des faces"
"""
BROKEN = {
    "raises": ("import nothing_of_this_name\n", "No module named 'nothing_of_this_name'"),
    "leaves": ("raise SystemExit('out of here')\n", "SystemExit: out of here"),
    "empty": ("", "has no attribute 'BOOK'"),
    "text": ("BOOK = 'a text'\n", "its entry point is no Book but a str"),
    "misnamed": (BOOK.format(name="other"), "the name of its system is other, and must be misnamed too"),
    "seatless": (BOOK.format(name="seatless") + "BOOK = replace(BOOK, seats=())\n", "each of its seats needs a name"),
    "lists": (BOOK.format(name="lists") + "BOOK = replace(BOOK, house_rules=lambda: 1 / 0)\n", "ZeroDivisionError"),
}


def write_folder(folder: Path, name: str, code: str, catalogues: dict[str, str] | None = None) -> Path:
    """A folder with a package that declares one book."""
    package = folder / name
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text(f'[project.entry-points."{GROUP}"]\n{name} = "{name}.rulebook:BOOK"\n')
    (package / "__init__.py").write_text("")
    (package / "rulebook.py").write_text(code)
    for language, title in (catalogues or {}).items():
        path = package / "locale" / language / "LC_MESSAGES" / f"{name}.po"
        path.parent.mkdir(parents=True)
        path.write_text(PO.format(title=title), encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _forget_packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins and ends without the packages and the languages of another."""
    modules, brought = dict(sys.modules), dict(languages._brought)
    forget_languages()
    yield
    for name in set(sys.modules) - set(modules):
        if name.partition(".")[0] in {*BROKEN, "dawn", "spare"}:
            del sys.modules[name]
    forget_languages()
    for domain, locale in brought.items():
        languages.add_locale(domain, locale)


def forget_languages() -> None:
    languages._brought.clear()
    languages._load_language.cache_clear()
    languages._read_page_texts.cache_clear()


def test_a_folder_brings_its_book_and_its_languages(tmp_path: Path) -> None:
    found = find_books([write_folder(tmp_path, "dawn", BOOK.format(name="dawn"), {"de": "Morgens", "fr": "Aube"})])
    assert list(found.books) == [*BOOKS.books, "dawn"]
    assert found.broken == ()
    assert "fr" in INSTALLED.available()
    titles = []
    for language in ("en", "de", "fr"):
        with speaking(INSTALLED.translations(language)):
            titles.append(str(found.book("dawn").title))
    assert titles == ["A duel at dawn", "Morgens", "Aube"]


def test_the_page_takes_a_language_that_tablecam_lacks_from_the_book(tmp_path: Path) -> None:
    find_books([write_folder(tmp_path, "dawn", BOOK.format(name="dawn"), {"fr": "Aube"})])
    page = INSTALLED.for_page("fr")
    assert page["messages"] == {"A duel at dawn": "Aube", "of a die\x04face": ["une face", "des faces"]}
    assert page["plural"][:3] == "001"
    with speaking(INSTALLED.translations("fr")):
        assert gettext("A duel at dawn") == "Aube"
        assert gettext("Undo") == "Undo", "a fuzzy text is none"


def test_a_catalogue_that_cannot_be_read_breaks_only_its_book(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, "dawn", BOOK.format(name="dawn"), {"fr": "Aube"})
    path = next(folder.rglob("*.po"))
    path.write_text('msgid "A"\nmsgstr "B"\nthis is no line of a catalogue\n', encoding="utf-8")
    found = find_books([folder])
    assert [(broken.name, "line 3 is none of a catalogue" in broken.reason) for broken in found.broken] == [
        ("dawn", True)
    ]
    assert "fr" not in INSTALLED.available()
    assert list(found.books) == list(BOOKS.books)


@pytest.mark.parametrize("name", [*BROKEN])
def test_a_book_that_fails_is_named_with_the_reason_and_the_others_stay(tmp_path: Path, name: str) -> None:
    code, reason = BROKEN[name]
    found = find_books([write_folder(tmp_path, name, code)])
    assert list(found.books) == list(BOOKS.books)
    (broken,) = found.broken
    assert broken.name == name
    assert reason in broken.reason
    assert "\n" not in broken.reason
    with pytest.raises(IllegalAnswer, match=f"the rulebook {name} cannot be used"):
        found.book(name)


def test_a_name_that_ships_is_not_replaced(tmp_path: Path) -> None:
    name = BOOKS.usual.name
    folder = write_folder(tmp_path, "dawn", BOOK.format(name=name))
    (folder / "pyproject.toml").write_text(f'[project.entry-points."{GROUP}"]\n{name} = "dawn.rulebook:BOOK"\n')
    found = find_books([folder])
    assert found.books == BOOKS.books
    assert found.broken[0].reason == "a rulebook that comes with tablecam has this name"


def test_an_installed_book_is_found_by_its_entry_point_unless_a_folder_replaces_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(write_folder(tmp_path / "installed", "dawn", BOOK.format(name="dawn"))))
    entry = EntryPoint("dawn", "dawn.rulebook:BOOK", GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry] if group == GROUP else [])
    newer = write_folder(
        tmp_path / "newer", "spare", BOOK.format(name="dawn") + "BOOK = replace(BOOK, title='Newer')\n"
    )
    (newer / "pyproject.toml").write_text(f'[project.entry-points."{GROUP}"]\ndawn = "spare.rulebook:BOOK"\n')
    assert find_books([newer]).book("dawn").title == "Newer"
    assert "dawn" not in sys.modules
    assert str(find_books().book("dawn").title) == "A duel at dawn"


DATA = Path(__file__).parent / "outside" / "drum-isle"


def write_data_package(folder: Path) -> Path:
    """A folder with a package of data, which has no code at all."""
    shutil.copytree(DATA, folder / "drum_isle", ignore=shutil.ignore_patterns("pyproject.toml"))
    shutil.copy(DATA / "pyproject.toml", folder)
    return folder


def test_a_package_of_data_is_a_book_by_its_entry_point_installed_or_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_data_package(tmp_path)
    assert str(find_books([folder]).book("drum-isle").title) == "Drum Isle"
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(registry, "entry_points", lambda group: [EntryPoint("drum-isle", "drum_isle", group)])
    book = find_books().book("drum-isle")
    with speaking(INSTALLED.translations("de")):
        assert str(book.title) == "Trommelinsel"
    assert "drum_isle" not in sys.modules


@pytest.mark.parametrize("value", ["drum_isle", "nowhere"])
def test_a_package_of_data_without_its_file_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    (write_data_package(tmp_path) / "drum_isle" / "book.toml").unlink()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "entry_points", lambda group: [EntryPoint("drum-isle", value, group)])
    (broken,) = find_books().broken
    assert broken.reason == f"there is no book.toml in {value}, which its entry point names"


def test_two_packages_of_one_name_are_not_confused(tmp_path: Path) -> None:
    first, second = (write_folder(tmp_path / word, "dawn", BOOK.format(name="dawn")) for word in ("a", "b"))
    assert find_books([first]).broken == ()
    assert find_books([first]).broken == ()
    assert find_books([second]).broken[0].reason.startswith("another package dawn is loaded already, from")


@pytest.mark.parametrize(
    ("project", "reason"),
    [(None, "holds no rulebook"), ("[project]\nname = 'x'\n", "declares no rulebook"), ("][", "cannot be read")],
)
def test_a_folder_without_a_book_is_refused(tmp_path: Path, project: str | None, reason: str) -> None:
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)
    with pytest.raises(BadFile, match=reason):
        find_books([tmp_path])


def run(*words: str) -> Result:
    return CliRunner().invoke(rulebooks, words)


def test_the_command_lists_the_book_of_a_folder_first_and_names_a_broken_one(tmp_path: Path) -> None:
    good = write_folder(tmp_path / "good", "dawn", BOOK.format(name="dawn"))
    bad = write_folder(tmp_path / "bad", "raises", BROKEN["raises"][0])
    listed = run("--book", str(good), "--book", str(bad))
    assert listed.exit_code == 0, listed.output
    assert listed.stdout.startswith("dawn: A duel at dawn\n")
    assert BOOKS.usual.name in listed.stdout
    assert "note: the rulebook raises cannot be used: ModuleNotFoundError" in listed.stderr
    assert run("dawn", "--book", str(good)).stdout.startswith("dawn: A duel at dawn\n\nrows: not counted\n")
    assert run("--book", str(bad)).exit_code == 2
    assert "there is no rulebook 'moon'" in run("--book", "moon").output


def test_a_rulebook_is_loaded_once_and_not_before_somebody_asks_for_it() -> None:
    loaded: list[str] = []

    def load(name: str) -> Book:
        loaded.append(name)
        return BOOKS.book(name)

    catalogue = Catalogue(LoadedBooks({name: partial(load, name) for name in ("urr", "urban-war")}))
    more = catalogue.with_book(BOOKS.book("brass-orchard")).with_usual_book("urr")
    assert "urban-war" in more.books
    assert [*more.books] == ["urr", "urban-war", "brass-orchard"]
    assert more.book("urr") is more.usual is catalogue.book("urr")
    assert loaded == ["urr"]
    assert [book.name for book in more.books.values()] == [*more.books]
    assert loaded == ["urr", "urban-war"]
