"""The table of rulebooks: those that ship are the rows in `ROWS`; `registry.py` adds those of packages and folders.

A test adds its own with `BOOKS.with_book(..)`. Only the start of a program names `BOOKS` or the registry, and hands
the catalogue down to the code that opens games. A rulebook is loaded when somebody asks for it: most commands need one.
"""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tablecam.base.i18n import Message, listing
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.system import System


def _load_urban_war() -> Book:
    from tablecam.rules.books.urban_war.rulebook import URBAN_WAR_BOOK

    return URBAN_WAR_BOOK


def _load_urr() -> Book:
    from tablecam.rules.books.urr.rulebook import URR_BOOK

    return URR_BOOK


def _load_urban_operations() -> Book:
    from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK

    return URBAN_OPERATIONS_BOOK


def _load_example(folder: str) -> Book:
    from tablecam.rules.books.data_book.load_toml import EXAMPLES, load_book

    return load_book(EXAMPLES / folder)


# the rulebooks that ship, each with its loader, the usual one first
ROWS: Mapping[str, Callable[[], Book]] = {
    "urban-war": _load_urban_war,
    "urr": _load_urr,
    "urban-operations": _load_urban_operations,
    "lantern-marsh": partial(_load_example, "lantern_marsh"),
    "brass-orchard": partial(_load_example, "brass_orchard"),
}
# several threads may ask for a rulebook at once
LOADING = threading.RLock()


class LoadedBooks(Mapping[str, Book]):
    """Rulebooks by name, each loaded once, and not before somebody asks for it."""

    def __init__(self, loads: Mapping[str, Callable[[], Book]]) -> None:
        self._loads = dict(loads)
        self._loaded: dict[str, Book] = {}

    def __getitem__(self, name: str) -> Book:
        with LOADING:
            if name not in self._loaded:
                self._loaded[name] = self._loads[name]()
            return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._loads

    def __iter__(self) -> Iterator[str]:
        return iter(self._loads)

    def __len__(self) -> int:
        return len(self._loads)


def _same(book: Book) -> Book:
    return book


@dataclass(frozen=True)
class BrokenBook:
    """A rulebook that cannot be loaded. name: as its package or folder calls it. reason: in one sentence."""

    name: str
    reason: str


@dataclass(frozen=True)
class Catalogue:
    """Rulebooks by name, handed down to the code that opens games. The first is the usual one.

    broken: the rulebooks that were found and cannot be loaded.
    """

    books: Mapping[str, Book]
    broken: tuple[BrokenBook, ...] = ()

    @classmethod
    def from_books(cls, *books: Book) -> "Catalogue":
        """A catalogue of these books, in their order."""
        return cls(LoadedBooks({book.name: partial(_same, book) for book in books}))

    def with_book(self, book: Book) -> "Catalogue":
        """The catalogue with one more book."""
        return replace(self, books=LoadedBooks(_list_loads(self.books) | {book.name: partial(_same, book)}))

    def with_usual_book(self, name: str) -> "Catalogue":
        """The catalogue with another usual book; IllegalAnswer if there is none of that name."""
        self.book(name)
        loads = _list_loads(self.books)
        return replace(self, books=LoadedBooks({name: loads[name], **loads}))

    @property
    def usual(self) -> Book:
        """The book of a game that names none."""
        return next(iter(self.books.values()))

    def book(self, name: str) -> Book:
        """The book of a name; IllegalAnswer if there is none, or if it cannot be loaded."""
        for broken in self.broken:
            if broken.name == name and name not in self.books:
                raise IllegalAnswer(
                    Message("the rulebook {name} cannot be used: {reason}", name=name, reason=broken.reason)
                )
        if name not in self.books:
            text = Message("there is no rulebook '{name}', only {names}", name=name, names=listing(self.books))
            raise IllegalAnswer(text)
        return self.books[name]

    @property
    def materials(self) -> tuple[str, ...]:
        """The names of the materials that terrain may be made of, in any of the books."""
        return tuple(dict.fromkeys(name for book in self.books.values() for name in book.material_names))

    def pattern(self, material: str) -> str:
        """The pattern in which terrain of a material is drawn."""
        materials = (material_row for book in self.books.values() for material_row in book.materials)
        return next((material_row.pattern for material_row in materials if material_row.id == material), "plain")

    def rulebook(self, name: str) -> System[Any]:
        """The rules of the book of a name."""
        return self.book(name).system


def _list_loads(books: Mapping[str, Book]) -> dict[str, Callable[[], Book]]:
    """How to get each book of a mapping, which loads none."""
    return {name: partial(books.__getitem__, name) for name in books}


BOOKS = Catalogue(LoadedBooks(ROWS))
