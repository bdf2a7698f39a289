"""The names of models and sides in one game, as each seat may know them: a book may hide a model's identity."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablecam.rules.books.book import Book
from tablecam.rules.books.side_names import player_names, reader_style
from tablecam.rules.sentence import ModelNames

# the seat that may know everything: everybody, once a game is over
WHOLE = "whole"  # no text


class _Known(NamedTuple):
    """The names for one seat, with the state and style that they were made from."""

    state: Any
    style: str
    names: ModelNames


class SeatNames:
    """The names of a game by seat; the empty seat is a spectator.

    called: names by id, from the roster. tags: of the game's log, with the names that players typed.
    Safe to use from any thread.
    """

    def __init__(self, book: Book, called: Mapping[str, str], tags: Mapping[str, str] | None = None) -> None:
        self._book = book
        self._called = dict(called)
        self._tags = dict(tags or {})
        self._cache: dict[str, _Known] = {}

    def list_hidden_names(self, state: Any, seat: str) -> dict[str, str]:
        """The texts that a seat reads in place of the names of models that it does not know, by id."""
        if seat == WHOLE:
            return {}
        return {model: str(name) for model, name in self._book.hidden_names(state, seat or None).items()}

    def names_for(self, state: Any, seat: str) -> ModelNames:
        """The names of models and seats for a seat; WHOLE: their real names."""
        cached, style = self._cache.get(seat), reader_style()
        # states are replaced, never changed
        if cached is None or cached.state is not state or cached.style != style:
            called = self._called | self.list_hidden_names(state, seat) | player_names(self._book.seats, self._tags)
            cached = self._cache[seat] = _Known(state, style, self._book.phrases.build_names(state, called))
        return cached.names
