"""Setup that a table's next game of a book takes over from the last one: answers that no source gives.

The book decides what to take over (`Book.carried`); most books take over nothing.
"""

from collections.abc import Iterator

from tablecam.base.errors import BadFile
from tablecam.game.log import EventLine, GameLog, read_log
from tablecam.rules.books.book import Book
from tablecam.rules.plain import Json
from tablecam.storage.game_store import GameStore


def find_carried_setup(store: GameStore, book: Book) -> dict[str, Json]:
    """The part of a new game's setup that comes from the last game of the book; empty if there is none."""
    log = next(_read_logs(store, book), None)
    if log is None:
        return {}
    events = (line.event for number in log.live if isinstance(line := log[number], EventLine))
    return book.carried(log.header.setup, events)


def _read_logs(store: GameStore, book: Book) -> Iterator[GameLog]:
    """The games of the book that can be read, the last one first."""
    for listed in reversed(store.games()):
        if read_log((listed.header,)).header.game == book.name:
            try:
                yield read_log(store.read(listed.id))
            except BadFile:
                continue
