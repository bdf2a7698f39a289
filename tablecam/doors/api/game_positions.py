"""The positions of a game over time, read from its log."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablecam.base.errors import TablecamError
from tablecam.doors.api.measured_position import MeasuredPosition
from tablecam.game.change_plan import apply_line
from tablecam.game.game import Game, read_acceptance
from tablecam.game.log import AnswerLine, EventLine, Line
from tablecam.rules.books.book import Book
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot


class GamePosition(NamedTuple):
    """A position of a game. line: the number of the log line that brought it; turn: the turn of that line."""

    line: int
    turn: int
    position: MeasuredPosition


def list_positions(game: Game[Any], book: Book) -> Iterator[GamePosition]:
    """Each position that counts, in the order of the log; one that repeats the last is left out.

    A position comes from an answer that was given with one, or from the players' agreement on where models stand.
    """
    state = game.system.new_game(game.log.header.setup)
    latest: Snapshot | None = None
    for number in game.log.since(2):
        line = game.log[number]
        state = apply_line(game.system, state, game.log, number)
        current = _read_position(line, latest)
        if current and (latest is None or current.models != latest.models):
            yield GamePosition(number, book.turn(state), MeasuredPosition(current))
            latest = current


def _read_position(line: Line, latest: Snapshot | None) -> Snapshot | None:
    """The measured position after a line, given the latest before it; unreadable text, in a log from elsewhere, is
    none.
    """
    if isinstance(line, AnswerLine) and line.position:
        try:
            return parse(line.position, "the log")
        except TablecamError:
            return latest
    event = read_acceptance(line) if isinstance(line, EventLine) else None
    return latest.with_places(event.at) if latest and event else latest
