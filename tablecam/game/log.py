"""The log of one game: JSON Lines, one object a line, append-only; and the log as one seat may know it.

    {"game":"duel","setup":{..},"seats":["near","far"]}               line 1
    {"boundary":"activation of ann"}                                  a procedure begins, perhaps with a code
    {"ask":{"kind":"Roll","seat":"near","purpose":"to hit",..}}       a question is put
    {"answer":[7],"to":3,"by":"near","source":"dice pad"}             and answered, by its line
    {"event":{"name":"ShotHit","target":"bob"}}                       something happened; with "by", the umpire says so
    {"event":{"name":"PositionsAccepted",..},"by":"near"}             the sides accept where models stand, from here on
    {"abandoned":"activation of ann","why":"..","by":"umpire"}        the rest of a procedure is dropped
    {"struck":[4,5],"why":".."}                                       these lines no longer count; they stay
    {"intends":"ann","way":[[3,4],[6,8]],"length_in":5.0,"by":"near"} a seat says aloud where a model is to go
    {"clocks":{"near":3541.2,"far":3600.0},"runs":["far"]}            the seconds that the seats have left
    {"closed":["near","far"],"by":"table"}                            the game is over for good: the last line

A line's number is its place, from 1. Only the last lines are ever struck, so the lines that count form a stack. The
state is the fold of the events that count.
"""

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.game.machine_answers import read_reason
from tablecam.rules.event import INTERJECTIONS
from tablecam.rules.plain import BadRecord, Json, field_names, from_plain, to_plain
from tablecam.rules.step_name import StepName
from tablecam.rules.system import SetupKeeper, System


class BadLog(BadFile):
    """A log is broken; the message names the line, and `whole` has the lines before it.

    Pages name neither the line nor its content: both may reveal what was done in secret.
    """

    on_page = Message("this log cannot be read: the program's terminal shows where it is damaged")

    def __init__(self, message: str, whole: "GameLog | None" = None) -> None:
        super().__init__(message)
        self.whole = whole


@dataclass(frozen=True, kw_only=True)
class GameLine:
    """The first line: the rulebook, its setup, the seats that play, and tags for the header.

    closes: whether a line of its own closes the game; a game of an earlier version is closed when it is over.
    """

    game: str
    setup: dict[str, Json] = field(default_factory=dict)
    seats: tuple[str, ...]
    tags: dict[str, str] = field(default_factory=dict)
    closes: bool = False


@dataclass(frozen=True, kw_only=True)
class BoundaryLine:
    """A procedure begins: earlier lines are only folded from now on. code, values: its name as data."""

    boundary: str
    code: str = ""
    values: dict[str, Json] = field(default_factory=dict)

    @property
    def name(self) -> StepName:
        """The name of the procedure, with its code."""
        return StepName(self.boundary, self.code, self.values)


@dataclass(frozen=True, kw_only=True)
class AskLine:
    """A question, in the form of its `record`."""

    ask: dict[str, Json]


@dataclass(frozen=True, kw_only=True)
class AnswerLine:
    """An answer. to: the line of its question. by: a seat, "table", or another person's role. source: dice pad, app ..

    position: where everything stood, in snapshot notation. secret: only the question's seat may see it. overrules: the
    line of the answer that it replaces. again: the struck line that is given once more.
    """

    answer: Json
    to: int
    by: str
    source: str = ""
    position: str = ""
    secret: bool = False
    why: str = ""
    overrules: int | None = None
    again: int | None = None


@dataclass(frozen=True, kw_only=True)
class EventLine:
    """An event. by: empty for the rules, else the person who corrects the game or accepts positions, and why."""

    event: dict[str, Json]
    by: str = ""
    why: str = ""
    again: int | None = None

    @property
    def interjected(self) -> bool:
        """Whether people agreed on it in the midst of a procedure: it counts from here on."""
        return bool(self.by) and self.event.get("name") in INTERJECTIONS

    @property
    def corrects(self) -> bool:
        """Whether it corrects the game: it counts from the start of the procedure in progress."""
        return bool(self.by) and not self.interjected


@dataclass(frozen=True, kw_only=True)
class AbandonedLine:
    """The rest of a procedure is dropped; its events so far stand."""

    abandoned: str
    by: str
    why: str
    again: int | None = None


@dataclass(frozen=True, kw_only=True)
class StruckLine:
    """Lines from the first to the second no longer count. undone: they may be given again."""

    struck: tuple[int, int]
    why: str
    undone: bool = False


@dataclass(frozen=True, kw_only=True)
class ClosedLine:
    """The game is over for good: nothing comes after it. closed: seats that have confirmed it; by: who did so last."""

    closed: tuple[str, ...]
    by: str


@dataclass(frozen=True, kw_only=True)
class IntendsLine:
    """A seat says aloud where a model is to go. way: points (x, y) in inches; length_in: its length in plan.

    withdrawn: the model's intention no longer stands. The rules know nothing of it (`intentions.py`).
    """

    intends: str
    by: str
    way: tuple[tuple[float, float], ...] = ()
    length_in: float = 0.0
    withdrawn: bool = False


@dataclass(frozen=True, kw_only=True)
class ClocksLine:
    """The seconds that each seat has left at that moment, below 0 once its time is up; none: the clocks are out of it.

    runs: the seats whose clocks run from then on. The rules know nothing of it (`chess_clock.py`).
    """

    clocks: dict[str, float]
    runs: tuple[str, ...] = ()
    by: str = ""


Line = (
    GameLine
    | BoundaryLine
    | AskLine
    | AnswerLine
    | EventLine
    | AbandonedLine
    | StruckLine
    | ClosedLine
    | IntendsLine
    | ClocksLine
)
# lines that change which lines count, or that the rules know nothing of
BESIDE_THE_RULES = (StruckLine, ClosedLine, IntendsLine, ClocksLine)
# by the key that only they have
KINDS: dict[str, Any] = {
    "game": GameLine, "boundary": BoundaryLine, "ask": AskLine, "answer": AnswerLine, "event": EventLine,
    "abandoned": AbandonedLine, "struck": StruckLine, "closed": ClosedLine, "intends": IntendsLine,
    "clocks": ClocksLine,
}  # fmt: skip
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
# values that are left out of the text, because the reader takes them for granted
USUAL: tuple[Json, ...] = ("", None, False, {})


class Sink(Protocol):
    """A place for a log. When `append` returns, all of the lines are kept for good, or none is and it has raised."""

    def append(self, lines: Sequence[str]) -> None:
        """Keep these lines for good, in order, all or none."""
        ...


@dataclass
class InMemory:
    """A sink for tests and for games that need no file."""

    lines: list[str] = field(default_factory=list)

    def append(self, lines: Sequence[str]) -> None:
        """Keep these lines."""
        self.lines.extend(lines)


def record(line: Line) -> dict[str, Json]:
    """A line as JSON; usual values are left out."""
    kind: Any = type(line)
    key, *optional = field_names(kind)
    fields = {name: value for name in optional if (value := to_plain(getattr(line, name))) not in USUAL}
    return {key: to_plain(getattr(line, key)), **fields}


def write(line: Line) -> str:
    """A line as its text, without a line break in it."""
    return COMPACT.encode(record(line))


def read(text: str, number: int) -> Line:
    """A line from its text; BadLog names its number."""
    try:
        record = json.loads(text)
    except ValueError as error:
        raise BadLog(f"line {number} of the log is not JSON: {error}") from error
    kinds = [key for key in KINDS if isinstance(record, dict) and key in record]
    if len(kinds) != 1:
        raise BadLog(f"line {number} of the log is not one of {', '.join(KINDS)}")
    try:
        line: Line = from_plain(KINDS[kinds[0]], record, f"line {number} of the log")
    except BadRecord as error:
        raise BadLog(str(error)) from error
    return line


class GameLog:
    """All lines of a game, and which of them count. A line that cannot follow those before it is a BadLog.

    live: the numbers of the lines that count, in order. gone: by the number of a striking line, the lines that it
    struck. intentions: the numbers of intentions that were not struck, in order.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.live: list[int] = []
        self.gone: dict[int, list[int]] = {}
        self.intentions: list[int] = []
        self._unanswered: set[int] = set()

    def __getitem__(self, number: int) -> Line:
        return self.lines[number - 1]

    def copy(self) -> "GameLog":
        """A log with the same lines, which takes in more on its own."""
        log = GameLog()
        log.lines, log.live, log.gone = [*self.lines], [*self.live], {**self.gone}
        log.intentions, log._unanswered = [*self.intentions], {*self._unanswered}
        return log

    @property
    def last(self) -> int:
        """The number of the last line."""
        return len(self.lines)

    @property
    def header(self) -> GameLine:
        """The first line."""
        first_line = self.lines[0]
        if not isinstance(first_line, GameLine):
            raise BadLog("line 1 of the log does not name a game")
        return first_line

    @property
    def closed(self) -> bool:
        """Whether the game is over for good."""
        return bool(self.lines) and isinstance(self.lines[-1], ClosedLine)

    def counts(self, number: int) -> bool:
        """Whether a line of that number exists and was not struck."""
        index = bisect_left(self.live, number)
        return index < len(self.live) and self.live[index] == number

    def since(self, number: int, before: int | None = None) -> list[int]:
        """The lines that count from `number` on, and come before `before`."""
        stop = len(self.live) if before is None else bisect_left(self.live, before)
        return self.live[bisect_left(self.live, number) : stop]

    def list_lines_since(self, number: int, before: int | None = None) -> list[int]:
        """The lines of `since`, with the intentions between them."""
        stop = len(self.intentions) if before is None else bisect_left(self.intentions, before)
        intentions = self.intentions[bisect_left(self.intentions, number) : stop]
        return sorted([*self.since(number, before), *intentions])

    def question(self, answer: int) -> dict[str, Json]:
        """The record of the question that the answer of a line was given to."""
        answer_line = self[answer]
        ask_line = self[answer_line.to] if isinstance(answer_line, AnswerLine) else None
        if not isinstance(ask_line, AskLine):
            raise BadLog(f"line {answer} of the log is no answer")
        return ask_line.ask

    def append(self, line: Line) -> None:
        """Append one more line; BadLog if it cannot stand here, and then nothing has changed."""
        number = self.last + 1
        if (number == 1) != isinstance(line, GameLine):
            raise BadLog(f"line {number} of the log: a game is named by its first line, and there alone")
        if self.closed:
            raise BadLog(f"line {number} of the log comes after the game was closed")
        match line:
            case AskLine():
                self._unanswered.add(number)
            case AnswerLine():
                self._close_question(number, line.to)
            case StruckLine():
                self._strike_lines(number, *line.struck)
            case _:
                pass
        self.lines.append(line)
        if isinstance(line, IntendsLine):
            self.intentions.append(number)
        if not isinstance(line, BESIDE_THE_RULES):
            self.live.append(number)

    def _close_question(self, number: int, to: int) -> None:
        if to not in self._unanswered or not isinstance(self[to], AskLine):
            raise BadLog(f"line {number} of the log answers line {to}, where no question is open")
        self._unanswered.remove(to)

    def _strike_lines(self, number: int, first: int, last: int) -> None:
        if not 2 <= first <= last or last != number - 1:
            raise BadLog(f"line {number} of the log strikes lines {first} to {last}, not up to the last")
        for struck in self.since(first):
            line = self[struck]
            if isinstance(line, AnswerLine) and line.to < first:
                self._unanswered.add(line.to)
            self._unanswered.discard(struck)
        self.gone[number] = self.since(first)
        del self.live[bisect_left(self.live, first) :]
        del self.intentions[bisect_left(self.intentions, first) :]


def read_log(texts: Iterable[str]) -> GameLog:
    """A log from its lines; if one is broken, BadLog names it and hands over the lines before it."""
    log = GameLog()
    for number, text in enumerate(texts, 1):
        try:
            log.append(read(text, number))
        except BadLog as error:
            raise BadLog(str(error), log) from error
    if not log.lines:
        raise BadLog("the log has no lines", log)
    return log


# The log as one seat may know it: with the seat's own line numbers, and independent of what the seat may not know.
#
# A hidden line leaves no gap, because a gap would reveal it. So every seat counts its own lines, and the line numbers
# in its answers are translated back.


class SeatView:
    """One seat's log. lines: as JSON, from line 1. It only ever grows."""

    def __init__(self, system: System[Any], seat: str) -> None:
        self.system = system
        self.seat = seat
        self.lines: list[dict[str, Json]] = []
        self.numbers: list[int] = []
        self._own_numbers: dict[int, int] = {}
        self._read_count = 0

    def copy(self) -> "SeatView":
        """The same view, which takes in lines on its own."""
        view = SeatView(self.system, self.seat)
        view.lines, view.numbers = [*self.lines], [*self.numbers]
        view._own_numbers, view._read_count = {**self._own_numbers}, self._read_count
        return view

    def own(self, number: int) -> int | None:
        """The seat's own number of a line of the log; None if the seat does not see it."""
        return self._own_numbers.get(number)

    def catch_up(self, log: GameLog) -> None:
        """Take in the log's new lines."""
        for number in range(self._read_count + 1, log.last + 1):
            visible = self._filter_line(log, log[number])
            if visible is not None:
                self.lines.append(record(visible))
                self.numbers.append(number)
                self._own_numbers[number] = len(self.lines)
        self._read_count = log.last

    def _filter_line(self, log: GameLog, line: Line) -> Line | None:
        match line:
            case GameLine() if isinstance(self.system, SetupKeeper):
                return replace(line, setup=dict(self.system.visible_setup(line.setup, self.seat)))
            case AskLine():
                return line if self._can_see_question(line) else None
            case AnswerLine():
                return self._filter_answer(log, line)
            case EventLine():
                return self._filter_event(line)
            case StruckLine():
                return self._filter_struck(line)
            case AbandonedLine():
                return replace(line, again=self._own_numbers.get(line.again or 0))
        return line

    def _can_see_question(self, line: AskLine) -> bool:
        seen_by = line.ask.get("seen_by")
        return seen_by is None or self.seat == line.ask.get("seat") or self.seat in seen_by

    def _filter_answer(self, log: GameLog, line: AnswerLine) -> AnswerLine | None:
        """The answer, blank if it is another seat's secret; None if even its question is hidden."""
        if line.to not in self._own_numbers:
            return None
        ask_line = log[line.to]
        assert isinstance(ask_line, AskLine)
        own_number = self._own_numbers.get
        numbered = replace(
            line,
            to=self._own_numbers[line.to],
            again=own_number(line.again or 0),
            overrules=own_number(line.overrules or 0),
        )
        if ask_line.ask.get("secret") and ask_line.ask.get("seat") != self.seat:
            return replace(numbered, answer=None, source="", position="", why="")
        return numbered

    def _filter_event(self, line: EventLine) -> EventLine | None:
        visible = self.system.visible_event(self.system.event(line.event), self.seat)
        return replace(line, event=visible.record(), again=self._own_numbers.get(line.again or 0)) if visible else None

    def _filter_struck(self, line: StruckLine) -> StruckLine | None:
        """The line in the seat's own numbers; None if the seat saw none of the struck lines."""
        first_struck, last_struck = line.struck
        own_numbers = [
            self._own_numbers[number] for number in range(first_struck, last_struck + 1) if number in self._own_numbers
        ]
        return replace(line, struck=(own_numbers[0], own_numbers[-1])) if own_numbers else None


# Reasons that the program gives where lines of a log were struck or a procedure was broken off.
#
# A log keeps the English sentence; a reader sees it in their own language. Reasons that players type stay as they are.

# The words on the left are in logs: they never change.
FAILED = "the rulebook broke over it"  # no text
CORRECTED = "the umpire corrects what came before"  # no text
CHANGED = "not what the rulebook does now"  # no text
TAKEN_BACK = "taken back"  # no text
CONCEDES = " concedes"  # no text

REASONS: Mapping[str, Message] = {
    FAILED: Message("the rulebook failed on it"),
    CORRECTED: Message("the umpire corrects something earlier"),
    CHANGED: Message("differs from the rulebook’s current answer"),
    TAKEN_BACK: Message("taken back"),
}


def conceding(seat: str) -> str:
    """The reason in the log for a seat that concedes."""
    return f"{seat}{CONCEDES}"


def reason_text(why: str, seats: tuple[str, ...] = (), called: Callable[[str], object] = str) -> str:
    """A reason as a person reads it. seats: the players, one of whom may have conceded. called: a seat's name."""
    seat = why.removesuffix(CONCEDES)
    if seat in seats and seat != why:
        return _("{side} concedes", side=called(seat))
    return str(REASONS.get(why) or read_reason(why) or why)
