"""Recorded games for screens: finished games and the one in progress, held in memory while somebody looks.

    with archive.reading(7) as past:
        past.view_as("near").moment(41)

They are read from the database alone, so it makes no difference which program plays.
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
from typing import TYPE_CHECKING

from tablecam.base.errors import TablecamError, page_text
from tablecam.game.log import write
from tablecam.game.replay.recorded_game import Called, RecordedGame
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.plain import Json
from tablecam.storage.database_fault import DatabaseFault
from tablecam.storage.game_store import GameStore, LogSummary, game_text

if TYPE_CHECKING:
    from tablecam.storage.crops import Crops

log = logging.getLogger(__name__)

# how many games stay in memory: those of an evening
AT_HAND = 6


@dataclass
class _Open:
    """A game in memory. sum: a checksum over all lines that were read of it."""

    past: RecordedGame
    sum: str


class Archive:
    """The games of a database. crops: images kept beside their answers. called: names of models, by id.

    program: the version whose summaries it uses and saves; by default this program's. Any thread may ask.
    """

    def __init__(
        self,
        store: GameStore,
        books: Catalogue,
        called: Called = dict,
        crops: "Crops | None" = None,
        program: str | None = None,
    ) -> None:
        self.store = store
        self.crops = crops
        self._model_names = called
        self.books = books
        self._lock = threading.RLock()
        self._open_games: OrderedDict[int, _Open] = OrderedDict()
        self._program = this_program() if program is None else program
        # errors of logs that cannot be read, by the game and its number of lines
        self._broken: dict[tuple[int, int], dict[str, Json]] = {}

    @contextmanager
    def reading(self, game: int) -> Iterator[RecordedGame]:
        """Hold a game up to now still inside the block. BadFile if there is none; BrokenLog, BadLog, IllegalAnswer."""
        with self._lock:
            opened = self._open_games.pop(game, None)
            if opened is None:
                self.store.read(game)  # raises BadFile if there is none of that number
                texts, sum_ = self.store.since(game, 0, "")
                opened = _Open(RecordedGame.read(texts, self._model_names(), self.books), sum_)
            else:
                texts, opened.sum = self.store.since(game, opened.past.log.last, opened.sum)
                opened.past.grow(texts)
            self._open_games[game] = opened
            while len(self._open_games) > AT_HAND:
                self._open_games.popitem(last=False)
            yield opened.past

    def summaries(self) -> tuple[tuple[LogSummary, dict[str, Json]], ...]:
        """Every game of the database and its status, the newest first.

        {"over", "turn", "result": {"winner"}}, and {"broken"} with a sentence if its log cannot be read. A log is
        folded once at each length; the database keeps the result, for the next time and for the next program.
        """
        return tuple(
            (listed, _read_summary(saved_text) or self._summarise_game(listed))
            for listed, saved_text in reversed(self.store.list_with_summaries(self._program))
        )

    def begun(self, game: int) -> str:
        """The time when a game began, as an ISO time in UTC; empty if there is no game of that number."""
        return next((listed.begun for listed in self.store.list_logs() if listed.id == game), "")

    def list_pictured_models(self, game: int, line: int) -> tuple[str, ...]:
        """The models with an image kept beside an answer of this game. line: the log's own number of the answer."""
        return self.crops.models(game, line, self.begun_s(game)) if self.crops else ()

    def roll_picture(self, game: int, line: int) -> bytes | None:
        """The picture of the roll in the dice tray of an answer, as JPEG; None if there is none, or none any more."""
        return self.crops.roll_jpeg(game, line, self.begun_s(game)) if self.crops else None

    def list_photographs(self, game: int) -> tuple[int, ...]:
        """The lines of a game with a photograph of the whole table, in the log's own numbers, in order."""
        return self.crops.photographs(game, self.begun_s(game)) if self.crops else ()

    def photograph(self, game: int, line: int) -> bytes | None:
        """A photograph of the table, as JPEG; None if it was never kept, or is gone."""
        return self.crops.table_jpeg(game, line) if self.crops and line in self.list_photographs(game) else None

    def begun_s(self, game: int) -> float:
        """When a game began, in seconds since 1970.

        A new database has a game of that number too, and older images do not belong to it.
        """
        begun = self.begun(game)
        return datetime.fromisoformat(begun).timestamp() if begun else 0.0

    def picture(self, game: int, line: int, model: str) -> bytes | None:
        """An image, as JPEG; None if it was never kept, or is gone."""
        if self.crops is None or model not in self.list_pictured_models(game, line):
            return None
        return self.crops.jpeg(game, line, model)

    def _summarise_game(self, listed: LogSummary) -> dict[str, Json]:
        key = (listed.id, listed.lines)
        if key not in self._broken:
            try:
                lines, summary = self._read_status(listed.id)
            except TablecamError as broken:
                log.warning("%s", broken)
                self._broken[key] = {"over": False, "turn": 0, "result": None, "broken": page_text(broken)}
            else:
                # if nothing can be written, the list is only slower
                with suppress(DatabaseFault):
                    self.store.sum_up(listed.id, lines, self._program, json.dumps(summary))
                return summary
        return self._broken[key]

    def _read_status(self, game: int) -> tuple[int, dict[str, Json]]:
        """A game's length and status; it does not stay in memory, because a list would push out all that do."""
        with self._lock:
            if game in self._open_games:
                with self.reading(game) as recorded_game:
                    return recorded_game.log.last, _build_summary(recorded_game)
        recorded_game = RecordedGame.read(self.store.read(game), self._model_names(), self.books)
        return recorded_game.log.last, _build_summary(recorded_game)


def _build_summary(past: RecordedGame) -> dict[str, Json]:
    # kept for every reader, so nothing in it may depend on the first reader's language
    result = past.result()
    winner = {"winner": result.winner} if result else None
    return {"over": past.over, "turn": past.book.turn(past.state), "result": winner}


def _read_summary(kept: str | None) -> dict[str, Json] | None:
    """A summary from its saved text; None if there is none that can be read."""
    try:
        summary = json.loads(kept or "null")
    except ValueError:
        return None
    return summary if isinstance(summary, dict) else None


def this_program() -> str:
    """The version of the summaries: another version of the rulebooks may judge the same log differently."""
    try:
        return version("tablecam")
    except PackageNotFoundError:
        return ""


def write_visible_log(known: SeatHistory) -> str:
    """The log of a game as a file of JSON Lines, as far as a role may know it."""
    return game_text(write(known.log[number]) for number in range(1, known.log.last + 1))
