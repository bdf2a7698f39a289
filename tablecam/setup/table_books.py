"""The data books that players upload: checked, kept in the `books` folder of the table, and played at once.

    books = TableBooks(folder, known)
    books.keep({"book.toml": "..", "de.po": ".."})        # in `books.catalogue` from now on

Code is never uploaded: a data book is numbers and texts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.rules.books.book import DATA_BOOK_FILE, Book
from tablecam.rules.books.catalogue import BrokenBook, Catalogue
from tablecam.rules.books.data_book.load_toml import load_book
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.roster_step import ALREADY_THERE
from tablecam.setup.setup_files import as_files
from tablecam.storage.text_file import write_text

FOLDER = "books"
CATALOGUE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?\.po")
MOST_FILES, MOST_BYTES = 12, 300_000


class BookShelf(Mapping[str, Book]):
    """Rulebooks by name, of which more may be added while others read. Safe to use from any thread."""

    def __init__(self, books: Mapping[str, Book]) -> None:
        self._books = dict(books)

    def add(self, book: Book) -> None:
        """Add a book, or replace the one of its name."""
        # a new mapping: whoever is going through the old one goes on with it
        self._books = {**self._books, book.name: book}

    def __getitem__(self, name: str) -> Book:
        return self._books[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._books)

    def __len__(self) -> int:
        return len(self._books)


class TableBooks:
    """The rulebooks of a table. catalogue: those of the program, which are `known`, and those that its folder keeps.

    broken: the kept ones that cannot be used.
    """

    def __init__(self, folder: Path, known: Catalogue) -> None:
        self._folder = folder / FOLDER
        self._known = frozenset(known.books)
        self._shelf = BookShelf(known.books)
        self.broken = tuple(filter(None, map(self._load_kept, sorted(self._folder.glob(f"*/{DATA_BOOK_FILE}")))))
        self.catalogue = replace(known, books=self._shelf, broken=(*known.broken, *self.broken))

    def _load_kept(self, path: Path) -> BrokenBook | None:
        """Add the book of a kept file; the reason why it cannot be used, if it cannot."""
        try:
            book = load_book(path.parent)
        except BadFile as fault:
            return BrokenBook(path.parent.name, str(fault))
        if book.name in self._known:
            twin = Message("{file}: another rulebook has this name; give it another one", file=str(path))
            return BrokenBook(book.name, str(twin))
        self._shelf.add(book)
        return None

    def keep(self, files: Mapping[str, str], instead: bool = False) -> Book:
        """Keep a data book, and return it. Raises SetupRefusal, and BadFile for files with faults.

        files: texts by name. instead: whether a book of the same name that was kept earlier is replaced.
        """
        _check_files(files)
        with as_files(files) as copies:
            name = load_book(copies).name
        if name in self._known:
            raise SetupRefusal(Message("there is another rulebook called {name}: give yours another name", name=name))
        place = self._folder / name
        if place.exists() and not instead:
            raise SetupRefusal(
                Message("the rulebook {name} already exists: rename yours, or replace the existing one", name=name),
                ALREADY_THERE,
            )
        _replace_files(place, files)
        book = load_book(place)
        self._shelf.add(book)
        return book


def _check_files(files: Mapping[str, str]) -> None:
    if not 0 < len(files) <= MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        raise SetupRefusal(
            Message(
                "send one rulebook, at most {most} files with {size} kB in total",
                most=MOST_FILES,
                size=MOST_BYTES // 1000,
            )
        )
    strange = [name for name in files if name != DATA_BOOK_FILE and not CATALOGUE.fullmatch(name)]
    if DATA_BOOK_FILE not in files or strange:
        text = Message("a rulebook is a file {file} and catalogues such as de.po: send these", file=DATA_BOOK_FILE)
        raise SetupRefusal(text)


def _replace_files(place: Path, files: Mapping[str, str]) -> None:
    """Write the files of a book, and remove catalogues that it no longer has."""
    for name, text in files.items():
        write_text(place / name, text)
    for path in place.glob("*.po"):
        if path.name not in files:
            path.unlink()
