"""The value of a state for each seat: who has won at the end of a game, otherwise the share of the strength in play."""

from collections.abc import Mapping
from typing import Any

from tablecam.rules.books.book import Book


class PositionValues:
    """The values of a game's states. state: of any moment of the game."""

    def __init__(self, book: Book, state: Any) -> None:
        self._book = book
        self._seats = book.system.seats(state)

    def value_state(self, state: Any, *, over: bool = False) -> Mapping[str, float]:
        """A number from 0 to 1 for each seat: its chance to win, as far as the strength of both sides tells it."""
        if over and (winner := find_winner(self._book, state)) in self._seats:
            return {seat: float(seat == winner) for seat in self._seats}
        strength = self._book.measure_strength(state)
        total = sum(strength.values())
        if not total:
            return dict.fromkeys(self._seats, 1 / len(self._seats))
        return {seat: strength.get(seat, 0.0) / total for seat in self._seats}


def find_winner(book: Book, state: Any) -> str:
    """The seat that has won a game, from its last state; empty for a draw."""
    result = book.result(state, book.phrases.build_names(state, {}))
    return result.winner if result else ""
