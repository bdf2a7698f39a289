"""The interface of the names that events are put into: models, sides, and the titles of the book."""

from collections.abc import Iterable
from typing import Protocol

from tablecam.rules.sentence import ModelNames


class BookTitles(ModelNames, Protocol):
    """The names of a game of a data book."""

    def title(self, table: str, key: str) -> str:
        """The title of an entry of a table of the book."""
        ...

    def titles(self, table: str, keys: Iterable[str]) -> str:
        """The titles of several entries as a list."""
        ...
