"""The game in progress on a server, shared by many devices: one lock, and a number that grows with every change.

    host = GameHost(store, usual_setups(), live_names)
    host.begin({"forces": {..}}, role)
    host.answer("near", {"key": "7.12.0", "raw": [8], "source": "dice pad"})
    host.view_for("near")

Every change is on disk before it is shown. A command names its object (a question's key, the line that is taken back),
so that a late command is refused with a sentence and changes nothing.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import TracebackType
from typing import Any

from sqlalchemy import Engine

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.game.chess_clock import describe_clock, find_clock
from tablecam.game.game import Game, Question
from tablecam.game.hosting import game_view
from tablecam.game.hosting.carried_setup import find_carried_setup
from tablecam.game.hosting.clock_commands import follow_turns, stop_clock
from tablecam.game.hosting.commands import Command, Payload, answering_seat, confirm, read_seat
from tablecam.game.hosting.game_list import GameList
from tablecam.game.hosting.hints import ask_hint
from tablecam.game.hosting.log_view import TABLE, answers_as, may_answer, role_title
from tablecam.game.hosting.machine import (
    MACHINE,
    check_answer,
    find_machine,
    keeps_secrets,
    name_machine,
    parse_settings,
    rolls_for_machine,
)
from tablecam.game.hosting.machine_plan import MachinePlan
from tablecam.game.hosting.open_game import BY_ITSELF, GivenAnswer, OpenGame, TableWatch, keep_pending, take_up_pending
from tablecam.game.log import read_log
from tablecam.game.machine_answers import SOURCE
from tablecam.game.playthrough import throw_dice
from tablecam.rules.ask import AskByChance, IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.game_tags import is_event_tag
from tablecam.rules.books.seat_names import SeatNames
from tablecam.rules.books.side_names import name_side
from tablecam.rules.books.views import dump_view
from tablecam.rules.campaign import WARBANDS
from tablecam.rules.plain import Json, to_plain
from tablecam.storage.backup import GAME, CopiedLog
from tablecam.storage.game_store import GameStore, KeptAfterAll, KeptGame


class Precedence:
    """A block that every command enters, and that background work waits for. Any thread may do either."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._free = threading.Event()
        self._free.set()

    def __enter__(self) -> None:
        """Start a command."""
        with self._lock:
            self._inside += 1
            self._free.clear()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End a command, done or refused."""
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._free.set()

    def wait(self, seconds: float) -> bool:
        """Wait until no command runs, at most `seconds`; returns whether none runs."""
        return self._free.wait(seconds)


NO_GAME = Message("no game is in progress: start one, or open a saved one")
# sources of answers that a screen may name; only the server itself says "app dice"
# no text: these words are in logs
SOURCES = ("dice pad", "dice tray", "keypad", "tap", "table")
APP_DICE = "app dice"  # no text
Called = Callable[[], Mapping[str, str]]


def _describe_wrong_role(open_game: OpenGame, whose: str | None, role: str) -> Message:
    role_name = open_game.names(role) if role in open_game.game.seats else role_title(role)
    if whose is None:
        return Message("that question is for the players to answer, not for {role}", role=role_name)
    return Message("that question is for {side} to answer, not for {role}", side=open_game.names(whose), role=role_name)


class GameHost:
    """The one game of this server. number: grows with every change. Any thread may call anything.

    called: names of models, by id. watching: the camera's watch on the game; None without a camera. changed: is called
    after every change, and must not block. first: held by every command, so that background work rests meanwhile.
    steady: seconds by a clock that nobody sets, for the players' clocks.
    """

    def __init__(
        self,
        store: GameStore,
        setups: GameSetups,
        called: Called,
        watching: TableWatch | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._steady = steady
        self.setups = setups
        self.number = 0
        self.first = Precedence()
        self.changed: Callable[[], None] = lambda: None
        # the message if another server plays at this table: then this one begins and opens no game
        self.played_elsewhere: Callable[[], Message | None] = lambda: None
        self._elsewhere: Message | None = None
        self.watching = watching or TableWatch()
        self._model_names = called
        self._games = GameList(setups.books)
        self._lock = threading.RLock()
        self._open_game: OpenGame | None = None
        self._number_changed = threading.Condition()

    def wait(self, after: int, timeout: float, given_up: Callable[[], bool] = lambda: False) -> int:
        """Wait until the number exceeds `after`, at most `timeout` seconds or until given up; returns the number."""
        with self._number_changed:
            self._number_changed.wait_for(lambda: self.number > after or given_up(), timeout)
        return self.number

    def wake(self) -> None:
        """Make all waiting threads check whether they have given up."""
        with self._number_changed:
            self._number_changed.notify_all()

    @contextmanager
    def reading(self) -> Iterator[OpenGame | None]:
        """Hold the game still inside the block; None while there is none."""
        with self._lock:
            yield self._open_game

    @contextmanager
    def _run_command(self, role: str) -> Iterator[OpenGame]:
        """Run a role's command inside the block, and show its result afterwards, even if it was refused."""
        with self.first, self._lock:
            open_game = self._open_game
            if open_game is None:
                raise IllegalAnswer(NO_GAME)
            length_before, has_grown = open_game.game.log.last, False
            try:
                yield open_game
                if open_game.game.log.last != length_before:
                    open_game.take_only_answers()
                    follow_turns(open_game)
            except KeptAfterAll:
                # the command that was sent before the database went away counts; this one repeats it
                self._resume_game(open_game.kept, open_game.book)
            except IllegalAnswer as refused:
                names = open_game.get_names(open_game.get_viewer(role))
                text = open_game.phrases.phrase_text(refused.says, names)
                raise IllegalAnswer(text, refused.clause, refused.code) from refused
            finally:
                if has_grown := open_game.game.log.last != length_before:
                    open_game.catch_up()
                    self.watching.went_on(open_game)
                    self.show()
            if not has_grown:
                self.show()

    def seats(self) -> tuple[str, ...]:
        """The seats of the game in progress; none while there is none. It never waits, because every request asks."""
        open_game = self._open_game
        return tuple(open_game.game.seats) if open_game else ()

    def side_name(self, seat: str) -> str:
        """The name of a seat in the game in progress, or in general while there is none. It never waits."""
        open_game = self._open_game
        return open_game.names(seat) if open_game and seat in open_game.game.seats else name_side(seat, {})

    def get_hidden_names(self, role: str) -> dict[str, str]:
        """The names that a role reads in place of those of models that it does not know, by id. It never waits."""
        open_game = self._open_game
        return open_game.get_hidden_names(open_game.get_viewer(role)) if open_game else {}

    def show(self) -> None:
        """Report a change that screens show."""
        with self._number_changed:
            self.number += 1
            self._number_changed.notify_all()
        self.changed()

    # views

    def view_for(self, role: str) -> dict[str, Json]:
        """The game as JSON for a role: `{"game": null}` where there is none."""
        with self.reading() as open_game:
            return {"game": game_view.game(open_game, role) if open_game else None}

    def log(self, role: str, game: int | None, after: int) -> dict[str, Json] | None:
        """The lines that a role's screen lacks after the first `after` lines of a game; None if it lacks none."""
        with self.reading() as open_game:
            if open_game is None:
                return None
            count = open_game.view_log(role).count
            after = after if game == open_game.id and 0 <= after <= count else 0
            if after == count:
                return None
            return {"game": open_game.id, "from": after + 1, "lines": open_game.list_new_lines(role, after)}

    def private(self, seat: str) -> dict[str, Json]:
        """The private view of a seat, for as long as its player holds the shared tablet."""
        with self.reading() as open_game:
            if open_game is None:
                raise IllegalAnswer(NO_GAME)
            if keeps_secrets(open_game, read_seat(open_game, seat)):
                raise IllegalAnswer(Message("the machine keeps this to itself"))
            public = {question.line for question in open_game.questions("")}
            unseen_by_others = [question for question in open_game.questions(seat) if question.line not in public]
            secret = [
                question for question in open_game.questions(seat) if question.line in public and question.ask.secret
            ]
            asked_of_seat = [question for question in (*secret, *unseen_by_others) if question.ask.seat == seat]
            return {
                "seat": seat,
                **game_view.view_hidden_counters(open_game, seat),
                "questions": [game_view.view_question(open_game, question, seat, seat) for question in asked_of_seat],
            }

    def hint(self, role: str, payload: Payload) -> dict[str, Json]:
        """The machine's hint on a question of the role, as soon as it has one; IllegalAnswer if it gives none."""
        with self.reading() as open_game:
            if open_game is None:
                raise IllegalAnswer(NO_GAME)
            known = len(open_game.hints)
            view = ask_hint(open_game, role, payload)
            if len(open_game.hints) > known:
                self.show()
            return dump_view(view)

    def line(self, role: str, number: int) -> dict[str, Json]:
        """An answer with its question, to correct it; IllegalAnswer if it was given in secret."""
        with self.reading() as open_game:
            if open_game is None:
                raise IllegalAnswer(NO_GAME)
            return game_view.show_answer(open_game, open_game.get_viewer(role), number)

    def list_forms(self) -> list[dict[str, Json]]:
        """The events that an umpire may add, each with its form; none if there is no game."""
        with self.reading() as open_game:
            return open_game.phrases.list_forms() if open_game else []

    def list_games(self) -> list[dict[str, Json]]:
        """Every game of the database, the newest first."""
        with self.reading() as open_game:
            open_id = open_game.id if open_game else None
        return self._games.rows(self.store, open_id)

    # beginning and ending

    def begin(self, payload: Payload) -> int:
        """Begin a game; returns its number. IllegalAnswer while one is in progress, unless `instead` puts it away.

        payload: as `GameSetups.setup` takes it, or {"rematch": game}: the players, forces and scenario of that game.
        """
        with self._lock:
            self._claim_table()
            self._check_free(payload)
            book, setup, tags = self._repeat(payload) if "rematch" in payload else self.setups.setup(payload)
            setup = {**find_carried_setup(self.store, book), **setup}
            machine = parse_settings(payload.get("machine"), book.system.seats(book.system.new_game(setup)), tags)
            saved_game = self.store.new()
            tags = name_machine(machine, tags)
            game = Game.begin(book.system, setup, saved_game, tags, closes=True)
            if machine:
                saved_game.set(MACHINE, machine.write())
            return self._seat_game(saved_game, game, book)

    def _repeat(self, payload: Payload) -> tuple[Book, dict[str, Json], dict[str, str]]:
        """The book, the setup and the tags of a stored game once more; a rematch is no game of a club event."""
        number = payload["rematch"]
        if type(number) is not int:
            raise IllegalAnswer(Message("say which game: {example}", example='{"rematch": 7}'))
        header = read_log(self.store.read(number)[:1]).header
        tags = {tag: value for tag, value in header.tags.items() if not is_event_tag(tag)}
        setup = {key: value for key, value in header.setup.items() if key != WARBANDS}
        return self.setups.books.book(header.game), setup, tags

    def open(self, payload: Payload) -> int:
        """Go on with a saved game, wherever it was left; returns its number."""
        number = payload.get("game")
        if type(number) is not int:
            raise IllegalAnswer(Message("say which game: {example}", example='{"game": 7}'))
        with self._lock:
            if self._open_game and self._open_game.id == number:
                return number
            self._claim_table()
            self._check_free(payload)
            saved_game = self.store.open(number)
            try:
                book = self.setups.books.book(read_log(saved_game.lines[:1]).header.game)
                game = Game.resume(book.system, saved_game.lines, saved_game)
                if game.log.closed or (game.over and not game.log.header.closes):
                    # everybody may read all of it, so nobody may play on
                    raise IllegalAnswer(Message("game {game} is closed: its replay shows all of it", game=number))
                return self._seat_game(saved_game, game, book)
            except BaseException:
                saved_game.close()
                raise

    def go_on(self) -> bool:
        """Go on with the latest game, unless it is closed or played elsewhere; returns whether a game is open.

        After a power cut the tablets then show what they showed before it: a question, or a result to confirm.
        """
        with self._lock, suppress(TablecamError):
            listed = self.store.games()
            if listed and not self._open_game:
                self.open({"game": listed[-1].id})
        return self._open_game is not None

    def put_game_away(self, role: str, payload: Payload) -> None:
        """Put the game away at the table: a game that is over is closed with it, as both players confirm.

        number: as in `commands.confirm`, where it is sent.
        """
        with self._lock:
            if self._open_game and self._open_game.game.over and not self._open_game.game.log.closed:
                number = self._open_game.view_log(role).count
                self.do(confirm, role, {"number": payload.get("number", number)})
            elif self._open_game and "number" in payload and not self._open_game.game.over:
                raise IllegalAnswer(Message("the game has resumed: check what was taken back"))
            self.close()

    def close(self) -> None:
        """Put the game away; it is saved, and another program may go on with it."""
        with self._lock:
            if self._open_game:
                with suppress(TablecamError):
                    # a database that is away keeps no game from being put away
                    stop_clock(self._open_game)
                self._open_game.kept.close()
                self._open_game = None
                self.show()

    def _claim_table(self) -> None:
        """Raise IllegalAnswer while another server plays here. Once that one ends, first go on with its game."""
        was_elsewhere, self._elsewhere = self._elsewhere, self.played_elsewhere()
        if self._elsewhere:
            raise IllegalAnswer(self._elsewhere)
        if was_elsewhere:
            self.go_on()

    def _check_free(self, payload: Payload) -> None:
        open_game = self._open_game
        if open_game and not open_game.game.over and payload.get("instead") is not True:
            in_progress = Message(
                "game {game} is in progress: finish it, or choose to leave it as it is", game=open_game.id
            )
            raise IllegalAnswer(in_progress)

    # the database, which may go away (`database_watch.py`)

    @contextmanager
    def hold_writing(self) -> Iterator[None]:
        """Prevent all writing inside the block."""
        with self._lock:
            yield

    def list_open_logs(self) -> tuple[CopiedLog, ...]:
        """The game in progress, as far as it was acknowledged."""
        with self.reading() as open_game:
            if open_game is None:
                return ()
            saved_game = open_game.kept
            return (
                CopiedLog(GAME, open_game.id, "", [("", text) for text in saved_game.lines], saved_game.settings()),
            )

    def switch_database(self, engine: Engine) -> None:
        """Go on in another database, which has the same game."""
        with self._lock:
            self.store.engine = engine
            if self._open_game:
                self._open_game.kept.hold_again()
            self.show()

    def _resume_game(self, kept: KeptGame, book: Book) -> int:
        return self._seat_game(kept, Game.resume(book.system, kept.lines, kept), book)

    def _seat_game(self, kept: KeptGame, game: Game[Any], book: Book) -> int:
        if self._open_game and self._open_game.kept is not kept:
            self._open_game.kept.close()
        names = SeatNames(book, self._model_names(), game.log.header.tags)
        self._open_game = OpenGame(kept, game, book, names, self._steady)
        self._open_game.clock = find_clock(game.log, self._steady())
        self._open_game.machine = find_machine(kept, game.seats)
        take_up_pending(self._open_game)
        self.watching.sat_down(self._open_game)
        self.show()
        return self._open_game.id

    # the players' clocks

    def clocks(self) -> dict[str, Json]:
        """The time that the seats have left now, null in a game without clocks."""
        with self.reading() as open_game:
            return {"clocks": describe_clock(open_game.clock if open_game else None, self._steady())}

    # commands

    def answer(self, role: str, payload: Payload) -> None:
        """Answer the question of that key; IllegalAnswer if it is stale, not this role's, or not legal."""
        with self._run_command(role) as open_game:
            seat = answering_seat(open_game, role, payload)
            open_question = open_game.question(str(payload.get("key", "")), seat)
            # a seat's private question is answered at the shared tablet as that seat
            answering = seat if role == TABLE and payload.get("seat") else role
            whose = open_game.find_seat(open_question)
            if not may_answer(answering, whose, open_game.game.seats) and not rolls_for_machine(
                open_game, open_question, role
            ):
                raise IllegalAnswer(_describe_wrong_role(open_game, whose, role))
            reading = self._read_answer(open_game, open_question, payload)
            check_answer(open_game, open_question, reading)
            self.watching.check(open_game, open_question, reading.raw)
            by, line = answers_as(answering, whose), open_game.game.log.last + 1
            if rolls_for_machine(open_game, open_question, role):
                by = str(whose)
            open_game.take_answer(open_question, by, reading)
        self.watching.keep(open_game.id, line, reading)

    def table_says(self, open_game: OpenGame, line: int, reading: GivenAnswer) -> bool:
        """Give the table's own answer to the question of a line of the log; returns whether it was still wanted."""
        with self._lock:
            is_wanted = open_game is self._open_game and not open_game.ask_facts and not open_game.pending
            question = next((question for question in open_game.game.open if question.line == line), None)
            if not is_wanted or question is None:
                return False
            with self._run_command(TABLE):
                new_line = open_game.game.log.last + 1
                open_game.take_answer(question, BY_ITSELF, reading)
        self.watching.keep(open_game.id, new_line, reading)
        return True

    def machine_says(self, open_game: OpenGame, plan: MachinePlan, reading: GivenAnswer) -> bool:
        """Give the machine's answer as its seat; returns whether it was still wanted. IllegalAnswer as for a person."""
        with self._lock:
            is_free = open_game is self._open_game and not open_game.pending
            if not is_free or not plan.is_current(open_game.game):
                return False
            with self._run_command(plan.seat):
                question = next(question for question in open_game.game.open if question.line == plan.line)
                self.watching.check(open_game, question, reading.raw)
                line = open_game.game.log.last + 1
                open_game.take_answer(question, plan.seat, replace(reading, source=SOURCE, why=plan.why))
        self.watching.keep(open_game.id, line, reading)
        return True

    def _read_answer(self, open_game: OpenGame, asked: Question, payload: Payload) -> GivenAnswer:
        """The answer itself: the server's dice, the table's own measurement, or the typed answer."""
        if payload.get("app_dice") is True:
            if not isinstance(asked.ask, AskByChance):
                raise IllegalAnswer(Message("the app rolls dice only where the game asks for a roll"))
            return GivenAnswer(throw_dice(asked.ask), APP_DICE)
        source = payload.get("source", "tap")
        if source not in SOURCES:
            sources = Message(
                "an answer comes from {sources}, not from {source}", sources=listing(SOURCES), source=source
            )
            raise IllegalAnswer(sources)
        if isinstance(asked.ask, AskByChance):
            asked.ask.check_by_people()
        if source == "table":
            return self.watching.measure_answer(open_game, asked)
        if "raw" not in payload:
            raise IllegalAnswer(
                Message("an answer needs {raw} or {app_dice}", raw='"raw"', app_dice='"app_dice": true')
            )
        return self.watching.complete_answer(open_game, asked, GivenAnswer(to_plain(payload["raw"]), str(source)))

    def do(self, command: Command, role: str, payload: Payload) -> None:
        """Run one of `commands.py` for a role."""
        with self._run_command(role) as open_game:
            command(open_game, role, payload)
            keep_pending(open_game)
