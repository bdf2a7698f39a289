"""A recorded game: the state after every line of its log, struck ones too, and the positions at that time.

    past = RecordedGame.read(store.read(7), called, books)
    past.view_as("near").moment(41).snapshot

A line that was taken back later shows the table as it was before that: the log forgets nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Optional

from tablecam.game.change_plan import Base, Change, apply_line, plan
from tablecam.game.hosting.log_view import NOBODY, LogView
from tablecam.game.log import AbandonedLine, BoundaryLine, EventLine, GameLog, Line, StruckLine, read
from tablecam.game.replay.seat_history import Position, SeatHistory, everything
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.seat_names import WHOLE, SeatNames
from tablecam.rules.books.views import GameResultView
from tablecam.rules.plain import Json
from tablecam.rules.system import System

Called = Callable[[], Mapping[str, str]]


class Node(NamedTuple):
    """A line that counted when it was written, the state after it, and the counting line before it."""

    number: int
    state: Any
    before: Optional["Node"]


class RecordedGame:
    """A game up to the last line that it was given; it only grows. called: names by id, from the roster."""

    def __init__(self, first: Line, called: Mapping[str, str], books: Catalogue) -> None:
        self.log = GameLog()
        self.log.append(first)
        header = self.log.header
        self.book: Book = books.book(header.game)
        self.system: System[Any] = self.book.system
        self.phrases = self.book.phrases
        start = self.system.new_game(header.setup)
        self._nodes = [Node(1, start, None)]
        self.seat_names = SeatNames(self.book, called, header.tags)
        self._known: dict[str, SeatHistory] = {}
        # the length of the log, and whether the game was over then
        self._judged = (0, False)

    @classmethod
    def read(cls, texts: Iterable[str], called: Mapping[str, str], books: Catalogue) -> "RecordedGame":
        """A game from the lines of its log, at least one; BadLog if a line is broken."""
        first_text, *later_texts = texts
        recorded_game = cls(read(first_text, 1), called, books)
        recorded_game.grow(later_texts)
        return recorded_game

    def grow(self, texts: Iterable[str]) -> None:
        """Take in more lines of its log."""
        for text in texts:
            line = read(text, self.log.last + 1)
            self.log.append(line)
            self._nodes.append(self._advance_node(line))
        for history in self._known.values():
            history.catch_up()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play."""
        return self.log.header.seats

    @property
    def sides(self) -> dict[str, str]:
        """The name of every seat, in order."""
        names = self.seat_names.names_for(self.state, NOBODY)
        return {seat: names(seat) for seat in self.seats}

    @property
    def state(self) -> Any:
        """The state after the last line."""
        return self._nodes[-1].state

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more and the rulebook has nothing more to play."""
        if self._judged[0] != self.log.last:
            current_run = plan(self.system, self.log, self._last_base(), Change()).run
            self._judged = (self.log.last, not current_run.open and not current_run.stuck)
        return self._judged[1]

    @property
    def closed(self) -> bool:
        """Whether nothing in it can be taken back or played on any more.

        A log of an earlier version has no closing line; such a game is not opened again once it is over. While it is
        open, acts may still be taken back: the program that plays it knows.
        """
        return self.log.closed or (not self.log.header.closes and self.over)

    def get_state(self, number: int) -> Any:
        """The state after a line of the log, as the log stood then."""
        return self._nodes[number - 1].state

    def iterate_counting_lines(self, number: int) -> Iterator[int]:
        """The lines that counted when a line was written, itself included, the latest first."""
        node: Node | None = self._nodes[number - 1]
        while node:
            yield node.number
            node = node.before

    def view_as(self, seat: str) -> SeatHistory:
        """The game as a seat may know it; WHOLE: all of it."""
        if seat not in self._known:
            log_view = LogView(
                self, self.phrases, self.seat_names, seat, everything(self.system) if seat == WHOLE else None
            )
            self._known[seat] = SeatHistory(self, log_view)
        return self._known[seat]

    def visible(self, state: Any, seat: str) -> dict[str, Json]:
        """A state as a seat may know it; WHOLE: every model as its own side does."""
        if seat != WHOLE:
            hidden = self.seat_names.list_hidden_names(state, seat)
            return self.book.state_shown(self.system.get_visible_state(state, seat), seat, hidden)
        by_side = {side: self.system.get_visible_state(state, side) for side in self.seats}
        common: dict[str, Json] = by_side[self.seats[0]]
        people = self.phrases.people(state)
        models = {model: by_side[side]["models"][model] for model, side in people.items()}
        return self.book.state_shown({**common, "models": models}, WHOLE)

    def hides_models(self, number: int, seat: str) -> bool:
        """Whether a seat may not know who some models are, after a line of the log."""
        return bool(self.seat_names.list_hidden_names(self.get_state(number), seat))

    def result(self, seat: str = NOBODY) -> GameResultView | None:
        """The result or the score so far, in the names that a seat knows; None if its book has none."""
        return self.book.result(self.state, self.seat_names.names_for(self.state, seat))

    def _last_base(self) -> Base[Any]:
        """The last base that the rulebook can run from; `change_plan.bases` has all of them."""
        for number in reversed(self.log.live):
            match self.log[number]:
                case BoundaryLine():
                    return Base(number, self.get_state(number))
                case AbandonedLine():
                    return Base(number + 1, self.get_state(number))
                case EventLine() as event_line if event_line.corrects:
                    return Base(number + 1, self.get_state(number))
        return Base(2, self.get_state(1))

    def _advance_node(self, line: Line) -> Node:
        number, top = self.log.last, self._nodes[-1]
        if isinstance(line, StruckLine):
            while top.before and top.number >= line.struck[0]:
                top = top.before
            return top
        return Node(number, apply_line(self.system, top.state, self.log, number), top)


__all__ = ["WHOLE", "Position", "RecordedGame", "SeatHistory"]
