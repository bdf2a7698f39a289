"""The table of rulebooks: those that ship are the rows in `ROWS`; `registry.py` adds those of packages and folders.

A test adds its own with `BOOKS.with_book(..)`. Only the start of a program names `BOOKS` or the registry, and hands
the catalogue down to the code that opens games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Message, listing
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.data_book.load_toml import load_examples
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK
from tablecam.rules.books.urban_war.rulebook import URBAN_WAR_BOOK
from tablecam.rules.books.urr.rulebook import URR_BOOK
from tablecam.rules.system import System

ROWS = (URBAN_WAR_BOOK, URR_BOOK, URBAN_OPERATIONS_BOOK, *load_examples())


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
        return cls({book.name: book for book in books})

    def with_book(self, book: Book) -> "Catalogue":
        """The catalogue with one more book."""
        return replace(self, books={**self.books, book.name: book})

    def with_usual_book(self, name: str) -> "Catalogue":
        """The catalogue with another usual book; IllegalAnswer if there is none of that name."""
        return replace(self, books={name: self.book(name), **self.books})

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


BOOKS = Catalogue.from_books(*ROWS)
