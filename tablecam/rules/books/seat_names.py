"""What the models and sides of one game are called, as each seat may know it: a book may hide who a model is."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablecam.rules.books.book import Book
from tablecam.rules.books.side_names import player_names, reader_style
from tablecam.rules.books.table_facts import ModelNames

# who may know all of it: everybody, once a game is over
WHOLE = "whole"  # no text


class _Known(NamedTuple):
    """The names of one seat, with what they were made of."""

    state: Any
    style: str
    names: ModelNames


class SeatNames:
    """The names of a game by seat; the empty seat is that of all who have none.

    called: names by id, from the roster. tags: of the game's log, which have the names that players typed.
    Any thread may ask.
    """

    def __init__(self, book: Book, called: Mapping[str, str], tags: Mapping[str, str] | None = None) -> None:
        self._book = book
        self._called = dict(called)
        self._tags = dict(tags or {})
        self._known: dict[str, _Known] = {}

    def hidden(self, state: Any, seat: str) -> dict[str, str]:
        """What a seat reads in place of the names of models that it does not know, by id."""
        if seat == WHOLE:
            return {}
        return {model: str(name) for model, name in self._book.hidden_names(state, seat or None).items()}

    def names_for(self, state: Any, seat: str) -> ModelNames:
        """What models and seats are called by a seat; WHOLE: by their own names."""
        known, style = self._known.get(seat), reader_style()
        # a state is never changed but replaced
        if known is None or known.state is not state or known.style != style:
            called = self._called | self.hidden(state, seat) | player_names(self._book.seats, self._tags)
            known = self._known[seat] = _Known(state, style, self._book.phrases.names(state, called))
        return known.names
