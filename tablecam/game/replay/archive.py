"""Games read back for screens: those that are over and the one in progress, kept at hand while somebody looks.

    with archive.reading(7) as past:
        past.known_by("near").moment(41)

Read from the database alone, so that it makes no difference which program plays.
"""

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version

from tablecam.base.errors import TablecamError, page_text
from tablecam.game.log import write
from tablecam.game.replay.recorded_game import Called, RecordedGame
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.plain import Json
from tablecam.storage.crops import Crops
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_jsonl import game_text
from tablecam.storage.game_store import GameStore, Listed

log = logging.getLogger(__name__)

# so many are kept at hand: an evening's
AT_HAND = 6


@dataclass
class _Open:
    """A game at hand. sum: over all lines that were read of it."""

    past: RecordedGame
    sum: str


class Archive:
    """The games of a database. crops: pictures kept beside their answers. called: what models are called, by id.

    program: whose summaries are taken over and kept; this one's where nothing is said. Any thread may ask.
    """

    def __init__(
        self,
        store: GameStore,
        books: Catalogue,
        called: Called = dict,
        crops: Crops | None = None,
        program: str | None = None,
    ) -> None:
        self.store = store
        self.crops = crops
        self._called = called
        self.books = books
        self._lock = threading.RLock()
        self._open: OrderedDict[int, _Open] = OrderedDict()
        self._program = this_program() if program is None else program
        # what is wrong with logs that cannot be read, by the game and how many lines it had
        self._broken: dict[tuple[int, int], dict[str, Json]] = {}

    @contextmanager
    def reading(self, game: int) -> Iterator[RecordedGame]:
        """A game up to now, held still inside the block. BadFile where there is none; BrokenLog, BadLog, Refused."""
        with self._lock:
            opened = self._open.pop(game, None)
            if opened is None:
                self.store.read(game)  # its sentence where there is none of that number
                texts, sum_ = self.store.since(game, 0, "")
                opened = _Open(RecordedGame.read(texts, self._called(), self.books), sum_)
            else:
                texts, opened.sum = self.store.since(game, opened.past.log.last, opened.sum)
                opened.past.grow(texts)
            self._open[game] = opened
            while len(self._open) > AT_HAND:
                self._open.popitem(last=False)
            yield opened.past

    def summaries(self) -> tuple[tuple[Listed, dict[str, Json]], ...]:
        """Every game of the database and how it stands, the newest first.

        {"over", "turn", "result": {"winner"}}, and {"broken"} with a sentence where its log cannot be read. A log is
        folded once at each length; what came of it is kept in the database, for the next time and for the next program.
        """
        return tuple(
            (listed, _read_summary(kept) or self._sum(listed))
            for listed, kept in reversed(self.store.summed(self._program))
        )

    def begun(self, game: int) -> str:
        """When a game was begun, as an ISO time in UTC; empty where there is none of that number."""
        return next((listed.begun for listed in self.store.listed() if listed.id == game), "")

    def pictured(self, game: int, line: int) -> tuple[str, ...]:
        """The models of which a picture was kept beside an answer of this game; the log's own number of its line."""
        if self.crops is None:
            return ()
        # a database that was begun anew has a game of that number too, and older pictures are not of it
        begun = self.begun(game)
        return self.crops.models(game, line, datetime.fromisoformat(begun).timestamp() if begun else 0.0)

    def picture(self, game: int, line: int, model: str) -> bytes | None:
        """A picture, as JPEG; None where it was never kept, or has gone."""
        if self.crops is None or model not in self.pictured(game, line):
            return None
        return self.crops.jpeg(game, line, model)

    def _sum(self, listed: Listed) -> dict[str, Json]:
        key = (listed.id, listed.lines)
        if key not in self._broken:
            try:
                lines, summary = self._stands(listed.id)
            except TablecamError as broken:
                log.warning("%s", broken)
                self._broken[key] = {"over": False, "turn": 0, "result": None, "broken": page_text(broken)}
            else:
                # where nothing can be written the list is slower, and no worse
                with suppress(DatabaseFault):
                    self.store.sum_up(listed.id, lines, self._program, json.dumps(summary))
                return summary
        return self._broken[key]

    def _stands(self, game: int) -> tuple[int, dict[str, Json]]:
        """How a game stands after how many lines; it is not put at hand, for a list would put away all that are."""
        with self._lock:
            if game in self._open:
                with self.reading(game) as past:
                    return past.log.last, _summary(past)
        past = RecordedGame.read(self.store.read(game), self._called(), self.books)
        return past.log.last, _summary(past)


def _summary(past: RecordedGame) -> dict[str, Json]:
    # kept for every reader, so that nothing of it may be in the language of the first one
    result = past.result()
    winner = {"winner": result.winner} if result else None
    return {"over": past.over, "turn": past.book.turn(past.state), "result": winner}


def _read_summary(kept: str | None) -> dict[str, Json] | None:
    """A summary as it was kept; None where there is none that can be read."""
    try:
        summary = json.loads(kept or "null")
    except ValueError:
        return None
    return summary if isinstance(summary, dict) else None


def this_program() -> str:
    """Whose summaries these are: another version of the rulebooks may judge the same log otherwise."""
    try:
        return version("tablecam")
    except PackageNotFoundError:
        return ""


def file_of(known: SeatHistory) -> str:
    """The log of a game as a file of JSON Lines, as far as a role may know it."""
    return game_text(write(known.log[number]) for number in range(1, known.log.last + 1))
