"""A game by a rulebook, for a program to play: questions out, answers in, and the log."""

import random
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecam.doors.api.game_positions import GamePosition, list_positions
from tablecam.doors.api.measured_position import MeasuredPosition
from tablecam.game.game import Game, Question
from tablecam.game.log import AnswerLine, EventLine, InMemory, Line, read_log, write
from tablecam.game.playthrough import autoplay
from tablecam.game.transcript import transcript, words
from tablecam.game.verify import verify
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.registry import find_installed_books
from tablecam.rules.books.views import GameResultView
from tablecam.rules.event import Event
from tablecam.rules.plain import Json
from tablecam.rules.system import Wording
from tablecam.table import notation

# the source of an answer that came through this API
PROGRAM = "program"


def new_game(
    book: str,
    *,
    scenario: str | None = None,
    rules: Mapping[str, Json] | None = None,
    books: Catalogue | None = None,
    **forces: Path | str,
) -> "PlayedGame":
    """Begin a game.

    book: the name of a rulebook, as `books` lists it: by default the rulebooks of this machine. forces: one
    for each seat of the book, by the seat's name: a force file, or the name of a starter force; none if the
    scenario brings its own. scenario: the id of one of the book's scenarios; by default the first one. rules: house
    rules by name, for instance {"shock": True}. Raises IllegalAnswer for what the rulebook refuses, BadFile for a force
    file with faults.
    """
    books = find_installed_books() if books is None else books
    played = books.book(book)
    setup, tags = _build_setup(books, played, forces, rules or {}, scenario)
    return PlayedGame(Game.begin(played.system, setup, InMemory(), tags), played)


def load_game(file: Path | str, books: Catalogue | None = None) -> "PlayedGame":
    """Read a game that `PlayedGame.save` or `tablecam replay --export` wrote, to look at or to continue.

    Raises BadFile if the file is missing or was changed, IllegalAnswer for a rulebook that is not installed.
    """
    from tablecam.storage.game_store import read_game  # loads the database library

    lines = read_game(Path(file))
    played = (find_installed_books() if books is None else books).book(read_log(lines[:1]).header.game)
    return PlayedGame(Game.resume(played.system, lines, InMemory(list(lines))), played)


class PlayedGame:
    """A game in progress or finished; made by `new_game` and `load_game`. It lives in memory until it is saved."""

    def __init__(self, game: Game[Any], book: Book) -> None:
        self._game = game
        self._book = book

    def __repr__(self) -> str:
        """The rulebook, the seats, and how many questions are open."""
        status = "over" if self.over else f"{len(self.questions)} open questions"
        return f"<PlayedGame {self.book}: {' against '.join(self.seats)}, {status}>"

    @property
    def book(self) -> str:
        """The name of the rulebook."""
        return self._book.name

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play, in seating order."""
        return self._game.seats

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._game.over

    @property
    def result(self) -> GameResultView | None:
        """The result or the score so far; None if the rulebook has none.

        `winner` is a seat, or empty; `headline`, `reason` and the cells of the table are texts to print: `str(...)`.
        """
        state = self._game.state
        return self._book.result(state, self._book.phrases.build_names(state, {}))

    @property
    def questions(self) -> tuple[Question, ...]:
        """Every open question; empty when the game is over.

        `question.ask` is the question itself: `str(question.ask)` for a person, `question.ask.record()` as JSON, and
        `question.ask.seat` is the seat that answers, None for a fact about the table.
        """
        return self._game.open

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event that counts, in order; events that were taken back are left out.

        Each is an object of its own class, named as in the log (`type(event).__name__`), with typed fields.
        """
        log = self._game.log
        lines = (log[number] for number in log.live)
        return tuple(self._game.system.event(line.event) for line in lines if isinstance(line, EventLine))

    def positions(self) -> tuple[GamePosition, ...]:
        """Every measured position that counts, in order, each with its log line and turn; none after an undo of it."""
        return tuple(list_positions(self._game, self._book))

    @property
    def log(self) -> tuple[str, ...]:
        """The log: one JSON object a line. Lines are only ever added."""
        return tuple(write(line) for line in self._game.log.lines)

    def answer(
        self, answer: Json, question: Question | None = None, position: MeasuredPosition | None = None
    ) -> tuple[str, ...]:
        """Answer an open question, the first one by default; returns the events, one sentence each.

        answer: text is read as a player types it at the terminal ("7", "rush"); anything else is the JSON value ([7]).
        position: the place of everything at that moment, which the log then keeps. Raises IllegalAnswer if the question
        is no longer open or the answer is not legal; the game is unchanged.
        """
        if question is None:
            if not self.questions:
                raise IllegalAnswer("no question is open: the game is over")
            question = self.questions[0]
        ask = question.ask
        raw = ask.parse_text(answer) if isinstance(answer, str) else answer
        return self._describe_lines(
            self._game.answer(
                raw,
                question=question.line,
                by=ask.seat or "table",
                source=PROGRAM,
                position=notation.write(position.snapshot) if position else "",
            )
        )

    def undo(self) -> tuple[str, ...]:
        """Take back the last answer; returns the changes, one sentence each. Raises IllegalAnswer without one."""
        return self._describe_lines(self._game.undo())

    def play(self, seed: int | None = None) -> None:
        """Play to the end with legal answers drawn at random. The same seed plays the same game."""
        below = secrets.randbelow if seed is None else random.Random(seed).randrange
        for _given in autoplay(self._game, below):
            pass

    def view(self, seat: str) -> Json:
        """The game as one seat may know it, as JSON whose keys the rulebook decides. Raises IllegalAnswer."""
        if seat not in self.seats:
            raise IllegalAnswer(f"there is no seat {seat}, only {' and '.join(self.seats)}")
        return self._game.system.get_visible_state(self._game.state, seat)

    def transcript(self) -> str:
        """The whole game as text, one line for each activation; for people who may see both sides."""
        return transcript(self._game.system, self._game.log, self._book.wording(self._game.state))

    def verify(self) -> str | None:
        """Make every ruling again from the recorded answers; the first difference as a sentence, or None."""
        difference = verify(self._game.system, self._game.log)
        return str(difference) if difference else None

    def save(self, file: Path | str) -> None:
        """Write the log to a file: JSON Lines, each with a checksum. Raises BadFile; an old file is then unchanged."""
        from tablecam.storage.game_store import write_game  # loads the database library

        write_game(Path(file), self.log)

    def _describe_lines(self, lines: tuple[Line, ...]) -> tuple[str, ...]:
        wording = self._book.wording(self._game.state)
        return tuple(text for line in lines if (text := self._describe_line(line, wording)))

    def _describe_line(self, line: Line, wording: Wording) -> str:
        """A line in words; of answers only rolls are shown, with their sums."""
        if isinstance(line, AnswerLine) and line.overrules is None:
            ask = getattr(self._game.log[line.to], "ask", {})
            rolled = wording.rolled(ask, line.answer, line.by)
            return rolled.line if rolled else ""
        return words(self._game.system, line, wording.told)


def _build_setup(
    books: Catalogue,
    book: Book,
    forces: Mapping[str, Path | str],
    rules: Mapping[str, Json],
    scenario: str | None,
) -> tuple[dict[str, Json], dict[str, str]]:
    """The setup of a game and the tags of its transcript."""
    from tablecam.rules.books.game_setups import GameSetups, find_force, find_scenario

    chosen = find_scenario(book, scenario) if scenario is not None else None
    has_own_forces = not forces and chosen is not None and bool(chosen.forces)
    wanted_seats = book.seats if book.forces and not has_own_forces else ()
    if set(forces) != set(wanted_seats):
        seats = "".join(f', {seat}="..."' for seat in wanted_seats)
        raise IllegalAnswer(f'each seat needs one force: new_game("{book.name}"{seats})')
    files = {str(force): find_force(book, str(force)) for force in forces.values()}
    named = None if has_own_forces else {seat: str(force) for seat, force in forces.items()}
    request = {"book": book.name, "forces": named, "rules": dict(rules), "scenario": scenario}
    _book, setup, tags = GameSetups(books, lambda _book: files).setup(request)
    return setup, tags
