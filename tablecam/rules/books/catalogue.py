"""The one table of rulebooks. A new book is a row in `ROWS`; a test adds its own with `BOOKS.with_book(..)`.

Only the start of a program names `BOOKS` and hands it down to the code that opens games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Message, listing
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK
from tablecam.rules.books.urban_war.rulebook import URBAN_WAR_BOOK
from tablecam.rules.books.urr.rulebook import URR_BOOK
from tablecam.rules.system import System

ROWS = (URBAN_WAR_BOOK, URR_BOOK, URBAN_OPERATIONS_BOOK)


@dataclass(frozen=True)
class Catalogue:
    """Rulebooks by name, handed down to the code that opens games. The first is the usual one."""

    books: Mapping[str, Book]

    @classmethod
    def from_books(cls, *books: Book) -> "Catalogue":
        """A catalogue of these books, in their order."""
        return cls({book.name: book for book in books})

    def with_book(self, book: Book) -> "Catalogue":
        """The catalogue with one more book."""
        return replace(self, books={**self.books, book.name: book})

    def with_usual_book(self, name: str) -> "Catalogue":
        """The catalogue with another usual book; IllegalAnswer if there is none of that name."""
        return Catalogue.from_books(self.book(name), *(book for book in self.books.values() if book.name != name))

    @property
    def usual(self) -> Book:
        """The book of a game that names none."""
        return next(iter(self.books.values()))

    def book(self, name: str) -> Book:
        """The book of a name; IllegalAnswer if there is none."""
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
