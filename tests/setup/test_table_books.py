"""Data books that players upload: checked, kept with the table, played at once, and there after a restart."""

from pathlib import Path

import pytest
from small_book import SMALL

from tablecam.base.errors import TablecamError
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.table_books import MOST_BYTES, TableBooks

PO = 'msgid "Small"\nmsgstr "Klein"\n'


def test_an_uploaded_book_is_played_at_once_and_after_a_restart(tmp_path: Path) -> None:
    books = TableBooks(tmp_path, BOOKS)
    setups = GameSetups(books.catalogue)
    assert "small" not in books.catalogue.books
    books.keep({"book.toml": SMALL, "de.po": PO})
    book, setup, _tags = setups.setup({"book": "small"})
    assert Game.begin(book.system, setup, InMemory()).state.models["ann"].profile == "hunter"
    offered = next(each for each in setups.list_books()["books"] if each["name"] == "small")
    assert [(force["title"], force["faults"]) for force in offered["forces"]] == [("One", []), ("Two", [])]
    again = TableBooks(tmp_path, BOOKS)
    assert list(again.catalogue.books) == [*BOOKS.books, "small"]
    assert again.broken == ()


def test_a_kept_book_is_replaced_only_if_wanted_and_loses_old_catalogues(tmp_path: Path) -> None:
    books = TableBooks(tmp_path, BOOKS)
    books.keep({"book.toml": SMALL, "de.po": PO})
    other = SMALL.replace('title = "Small"', 'title = "Smaller"')
    with pytest.raises(SetupRefusal, match="already exists") as refused:
        books.keep({"book.toml": other})
    assert refused.value.code == "already-there"
    books.keep({"book.toml": other}, instead=True)
    assert str(books.catalogue.book("small").title) == "Smaller"
    assert [path.name for path in (tmp_path / "books" / "small").iterdir()] == ["book.toml"]


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "send one rulebook, at most 12 files with 300 kB in total"),
        ({"book.toml": SMALL + "#" * MOST_BYTES}, "at most 12 files with 300 kB"),
        ({"de.po": PO}, "a rulebook is a file book.toml and catalogues such as de.po: send these"),
        ({"book.toml": SMALL, "rules.py": "import os"}, "a rulebook is a file book.toml and catalogues"),
        ({"book.toml": SMALL, "../de.po": PO}, "a rulebook is a file book.toml and catalogues"),
        ({"book.toml": SMALL.replace("needs = 6", "needs = []")}, "^book.toml, line 33: needs must be a number"),
        ({"book.toml": SMALL, "de.po": "nonsense"}, "^de.po: line 1 is none of a catalogue"),
        ({"book.toml": SMALL.replace('"small"', '"urr"', 1)}, "there is another rulebook called urr"),
        ({"book.toml": SMALL.replace('"small"', '"../up"', 1)}, "name must be small letters, digits and hyphens"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_in_a_sentence_and_nothing_is_kept(
    tmp_path: Path, files: dict[str, str], says: str
) -> None:
    books = TableBooks(tmp_path, BOOKS)
    with pytest.raises(TablecamError, match=says):
        books.keep(files)
    assert list(tmp_path.iterdir()) == []
    assert list(books.catalogue.books) == list(BOOKS.books)


def test_a_kept_book_that_no_longer_loads_is_named_and_disables_only_itself(tmp_path: Path) -> None:
    TableBooks(tmp_path, BOOKS).keep({"book.toml": SMALL})
    file = tmp_path / "books" / "small" / "book.toml"
    file.write_text(SMALL.replace("wounds = 3", "wounds = 0"), encoding="utf-8")
    books = TableBooks(tmp_path, BOOKS)
    assert [broken.name for broken in books.broken] == ["small"]
    assert "wounds must be from 1 to 100" in books.broken[0].reason
    assert list(books.catalogue.books) == list(BOOKS.books)
    with pytest.raises(TablecamError, match="the rulebook small cannot be used"):
        books.catalogue.book("small")


def test_a_reader_of_the_books_is_not_disturbed_by_a_new_one(tmp_path: Path) -> None:
    books = TableBooks(tmp_path, BOOKS)
    names = iter(books.catalogue.books)
    next(names)
    books.keep({"book.toml": SMALL})
    assert [*names] == [*BOOKS.books][1:]
