"""The value of a state for each seat: the share of the strength in play, and at the end of a game who has won."""

from collections.abc import Mapping
from typing import Any

from tablecam.rules.books.book import Book


class PositionValues:
    """The values of a game's states. state: of any moment of the game, for the names of its models."""

    def __init__(self, book: Book, state: Any) -> None:
        self._book = book
        self._names = book.phrases.build_names(state, {})
        self._seats = book.system.seats(state)

    def value_state(self, state: Any, *, over: bool = False) -> Mapping[str, float]:
        """A number from 0 to 1 for each seat: its chance to win, as far as the strength of both sides tells it."""
        if over:
            return self._value_end(state)
        strength = self._book.measure_strength(state)
        total = sum(strength.values())
        if not total:
            return dict.fromkeys(self._seats, 1 / len(self._seats))
        return {seat: strength.get(seat, 0.0) / total for seat in self._seats}

    def _value_end(self, state: Any) -> Mapping[str, float]:
        result = self._book.result(state, self._names)
        if result is None or result.winner not in self._seats:
            return dict.fromkeys(self._seats, 1 / len(self._seats))
        return {seat: float(seat == result.winner) for seat in self._seats}


def find_winner(book: Book, state: Any) -> str:
    """The seat that has won a game, from its last state; empty for a draw."""
    result = book.result(state, book.phrases.build_names(state, {}))
    return result.winner if result else ""
