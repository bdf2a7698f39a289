"""The game in progress on a server, shared by many devices: one lock, and a number that grows with every change.

    host = GameHost(store, usual_setups(), live_names)
    host.begin({"forces": {..}}, role)
    host.answer("near", {"key": "7.12.0", "raw": [8], "source": "dice pad"})
    host.told("near")

Whatever is done is on disk before it is shown. A command names what it is done to (a question's key, the line that is
taken back), so that one that comes late is refused with a sentence and changes nothing.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from tablecam.errors import TablecamError
from tablecam.game.game import Game, Question
from tablecam.game.log import read_log
from tablecam.game.random_answers import thrown
from tablecam.hosting import game_view
from tablecam.hosting.commands import Command, Payload, answering_seat, known_seat
from tablecam.hosting.open_game import BY_ITSELF, OpenGame
from tablecam.hosting.roles import TABLE, answers_as, may_answer, seat_of
from tablecam.hosting.table_watch import GivenAnswer, TableWatch
from tablecam.i18n import Message, listing
from tablecam.rulebooks.book import Book
from tablecam.rulebooks.game_setups import GameSetups
from tablecam.rulebooks.seat_names import SeatNames
from tablecam.rules.ask import IllegalAnswer, Roll
from tablecam.rules.plain import Json, to_plain
from tablecam.storage.game_store import GameStore, KeptGame

NO_GAME = Message("no game is in progress: begin one, or open one that was kept")
# where an answer comes from, as a screen may say; "app dice" is the server's own word
# no text: these words are in logs
SOURCES = ("dice pad", "keypad", "tap", "table")
APP_DICE = "app dice"  # no text
Called = Callable[[], Mapping[str, str]]


def _header(first: Mapping[str, Json]) -> dict[str, Json]:
    """Who played, by the first line of a log: tags as they are kept, and players by seat."""
    tags = first.get("tags", {})
    return {"tags": tags, "players": {seat: tags.get(seat.capitalize(), "") for seat in first.get("seats", ())}}


def _not_asked(whose: str | None, role: str) -> Message:
    if whose is None:
        return Message("that question is for the players to answer, not for {role}", role=role)
    return Message("that question is for {side} to answer, not for {role}", side=whose, role=role)


class GameHost:
    """The one game of this server. number: grows with every change. Any thread may call anything.

    called: what models are called, by id. watching: the camera's eyes on the game; None where there is no camera.
    changed: is called after every change, and must not wait for anything.
    """

    def __init__(
        self, store: GameStore, setups: GameSetups, called: Called, watching: TableWatch | None = None
    ) -> None:
        self.store = store
        self.setups = setups
        self.number = 0
        self.changed: Callable[[], None] = lambda: None
        self.watching = watching or TableWatch()
        self._called = called
        self._lock = threading.RLock()
        self._sitting: OpenGame | None = None
        self._newer = threading.Condition()

    def wait(self, after: int, timeout: float) -> int:
        """The number, once it is over `after`; after `timeout` seconds whatever it is."""
        with self._newer:
            self._newer.wait_for(lambda: self.number > after, timeout)
        return self.number

    @contextmanager
    def reading(self) -> Iterator[OpenGame | None]:
        """The game as it stands, held still inside the block; None while there is none."""
        with self._lock:
            yield self._sitting

    @contextmanager
    def _doing(self, role: str) -> Iterator[OpenGame]:
        """A role does something to the game: whatever comes of it is shown afterwards, also where it was refused."""
        with self._lock:
            sitting = self._sitting
            if sitting is None:
                raise IllegalAnswer(NO_GAME)
            before, grown = sitting.game.log.last, False
            try:
                yield sitting
            except IllegalAnswer as refused:
                names = sitting.names_of(seat_of(role, sitting.game.seats))
                text = sitting.phrases.phrased(refused.says, names)
                raise IllegalAnswer(text, refused.clause, refused.code) from refused
            finally:
                if grown := sitting.game.log.last != before:
                    sitting.catch_up()
                    self.watching.went_on(sitting)
                    self.show()
            if not grown:
                self.show()

    def seats(self) -> tuple[str, ...]:
        """The seats of the game in progress; none while there is none. Asked at every request, so it never waits."""
        sitting = self._sitting
        return tuple(sitting.game.seats) if sitting else ()

    def hidden_names(self, role: str) -> dict[str, str]:
        """What a role reads in place of the names of models that it does not know, by id. It never waits."""
        sitting = self._sitting
        return sitting.hidden_names(seat_of(role, sitting.game.seats)) if sitting else {}

    def show(self) -> None:
        """Something has changed that screens show."""
        with self._newer:
            self.number += 1
            self._newer.notify_all()
        self.changed()

    # what there is to see

    def told(self, role: str) -> dict[str, Json]:
        """The game as JSON for a role: `{"game": null}` where there is none."""
        with self.reading() as sitting:
            return {"game": game_view.game(sitting, role) if sitting else None}

    def log(self, role: str, game: int | None, after: int) -> dict[str, Json] | None:
        """The lines that a role's screen lacks which has so many of a game; None where it lacks none."""
        with self.reading() as sitting:
            if sitting is None:
                return None
            lines = sitting.log_of(role).lines
            after = after if game == sitting.id and 0 <= after <= len(lines) else 0
            if after == len(lines):
                return None
            return {"game": sitting.id, "from": after + 1, "lines": lines[after:]}

    def private(self, seat: str) -> dict[str, Json]:
        """What only that seat may see, for as long as its player holds the shared tablet."""
        with self.reading() as sitting:
            if sitting is None:
                raise IllegalAnswer(NO_GAME)
            known_seat(sitting, seat)
            public = {each.line for each in sitting.questions("")}
            own = [each for each in sitting.questions(seat) if each.line not in public]
            secret = [each for each in sitting.questions(seat) if each.line in public and each.ask.secret]
            mine = [each for each in (*secret, *own) if each.ask.seat == seat]
            return {
                "seat": seat,
                **game_view.hidden(sitting, seat),
                "questions": [game_view.question(sitting, each, seat, seat) for each in mine],
            }

    def line(self, role: str, number: int) -> dict[str, Json]:
        """An answer with its question, for whoever wants to put it right; Refused where it was given in secret."""
        with self.reading() as sitting:
            if sitting is None:
                raise IllegalAnswer(NO_GAME)
            return game_view.given(sitting, seat_of(role, sitting.game.seats), number)

    def forms(self) -> list[dict[str, Json]]:
        """What an umpire may say has happened, each with its form; none where there is no game."""
        with self.reading() as sitting:
            return sitting.phrases.forms() if sitting else []

    def kept(self) -> list[dict[str, Json]]:
        """Every game of the database, the newest first."""
        listed = self.store.games()
        with self.reading() as sitting:
            now = sitting.id if sitting else None
        return [
            # how many lines it has, and when the last was written, would tell of what is done in secret
            {
                "id": each.id,
                "begun": each.begun,
                "open": each.id == now,
                **_header(json.loads(each.header)),
            }
            for each in reversed(listed)
        ]

    # beginning and ending

    def begin(self, said: Payload) -> int:
        """A new game; its number. Refused while another is in progress; `instead` leaves that one as it is, kept."""
        with self._lock:
            self._free(said)
            book, setup, tags = self.setups.setup(said)
            kept = self.store.new()
            return self._sit(kept, Game.begin(book.system, setup, kept, tags), book)

    def open(self, said: Payload) -> int:
        """Goes on with a kept game, wherever it was left."""
        number = said.get("game")
        if type(number) is not int:
            raise IllegalAnswer(Message("say which game: {example}", example='{"game": 7}'))
        with self._lock:
            if self._sitting and self._sitting.id == number:
                return number
            self._free(said)
            kept = self.store.open(number)
            try:
                book = self.setups.books.book(read_log(kept.lines[:1]).header.game)
                return self._sit(kept, Game.resume(book.system, kept.lines, kept), book)
            except BaseException:
                kept.close()
                raise

    def go_on(self) -> bool:
        """Goes on with the game that was begun last, if it is not over and nobody else plays it; whether there is one.

        After a power cut the tablets then show the question that they showed before it.
        """
        with self._lock, suppress(TablecamError):
            listed = self.store.games()
            if listed and not self._sitting:
                self.open({"game": listed[-1].id})
                if self._sitting and self._sitting.game.over:
                    self.close()
        return self._sitting is not None

    def close(self) -> None:
        """Puts the game away; it is kept, and another program may go on with it."""
        with self._lock:
            if self._sitting:
                self._sitting.kept.close()
                self._sitting = None
                self.show()

    def _free(self, said: Payload) -> None:
        sitting = self._sitting
        if sitting and not sitting.game.over and said.get("instead") is not True:
            in_progress = Message(
                "game {game} is in progress: finish it, or say that it is to be left as it is", game=sitting.id
            )
            raise IllegalAnswer(in_progress)

    def _sit(self, kept: KeptGame, game: Game[Any], book: Book) -> int:
        if self._sitting:
            self._sitting.kept.close()
        self._sitting = OpenGame(kept, game, book, SeatNames(book, self._called()))
        self.watching.sat_down(self._sitting)
        self.show()
        return self._sitting.id

    # commands

    def answer(self, role: str, said: Payload) -> None:
        """An answer to the question that its key names; Refused where it is stale, not this role's, or cannot stand."""
        with self._doing(role) as sitting:
            seat = answering_seat(sitting, role, said)
            asked = sitting.question(str(said.get("key", "")), seat)
            # a seat's private question is answered at the shared tablet as that seat
            answering = seat if role == TABLE and seat else role
            whose = sitting.whose(asked)
            if not may_answer(answering, whose, sitting.game.seats):
                raise IllegalAnswer(_not_asked(sitting.names(whose) if whose else None, role))
            reading = self._reading(sitting, asked, said)
            by, line = answers_as(answering, whose), sitting.game.log.last + 1
            sitting.game.answer(
                reading.raw, question=asked.line, by=by, source=reading.source, position=reading.position
            )
        self.watching.keep(sitting.id, line, reading)

    def table_says(self, sitting: OpenGame, line: int, reading: GivenAnswer) -> bool:
        """The table's own answer to the question of a line of the log; whether it was still wanted."""
        with self._lock:
            wanted = sitting is self._sitting and not sitting.ask_facts and not sitting.pending
            if not wanted or line not in {each.line for each in sitting.game.open}:
                return False
            with self._doing(TABLE):
                at = sitting.game.log.last + 1
                sitting.game.answer(
                    reading.raw, question=line, by=BY_ITSELF, source=reading.source, position=reading.position
                )
        self.watching.keep(sitting.id, at, reading)
        return True

    def _reading(self, sitting: OpenGame, asked: Question, said: Payload) -> GivenAnswer:
        """The answer itself: the server's dice, the table's own measurement, or what was typed."""
        if said.get("app_dice") is True:
            if not isinstance(asked.ask, Roll):
                raise IllegalAnswer(Message("the app rolls where dice are asked for, and nowhere else"))
            return GivenAnswer(thrown(asked.ask), APP_DICE)
        source = said.get("source", "tap")
        if source not in SOURCES:
            sources = Message(
                "an answer comes from {sources}, not from {source}", sources=listing(SOURCES), source=source
            )
            raise IllegalAnswer(sources)
        if source == "table":
            return self.watching.measured(sitting, asked)
        if "raw" not in said:
            raise IllegalAnswer(Message("an answer has {raw} or {app_dice}", raw='"raw"', app_dice='"app_dice": true'))
        return self.watching.filled_in(sitting, asked, GivenAnswer(to_plain(said["raw"]), str(source)))

    def do(self, command: Command, role: str, said: Payload) -> None:
        """One of `commands.py`, done by a role."""
        with self._doing(role) as sitting:
            command(sitting, role, said)

    def stands(self, said: Payload) -> None:
        """Nudged models stand right where they are, the players say."""
        models = said.get("models")
        if not isinstance(models, list) or not all(isinstance(each, str) for each in models):
            raise IllegalAnswer(Message("name the models that stand right: {example}", example='{"models": ["ida"]}'))
        with self._doing(TABLE) as sitting:
            self.watching.accept(sitting, models)
