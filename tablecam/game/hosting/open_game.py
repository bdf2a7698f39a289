"""One game on the table: the game itself, every seat's log of it, and what is pending but not yet logged.

Everything here is guarded by the host's lock (`game_host.py`).
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.game.change_plan import apply_line
from tablecam.game.chess_clock import ChessClock
from tablecam.game.game import Game, Place, Question, find_accepted_places
from tablecam.game.hosting.log_view import NOBODY, ONLY, TABLE, LogView, get_viewing_seat
from tablecam.game.hosting.machine_plan import Hint, HintRequest, MachinePlayer
from tablecam.game.intentions import standing
from tablecam.game.log import GameLog, IntendsLine, StruckLine
from tablecam.game.machine_answers import SOURCE
from tablecam.game.overrule_preview import Proposal, propose
from tablecam.rules.ask import Choose, IllegalAnswer, Option
from tablecam.rules.books.book import Book, MeasuredAnswer, ModelNames, Phrases, StrayModel
from tablecam.rules.books.seat_names import SeatNames
from tablecam.rules.books.views import AdviceView, AlertView
from tablecam.rules.event import PositionsAccepted
from tablecam.rules.plain import Json
from tablecam.rules.system import System
from tablecam.storage.game_store import KeptGame


class Stand(NamedTuple):
    """The state after a line that counts, and the stand of the counting line before it."""

    number: int
    state: Any
    before: "Stand | None"


class LineTurns:
    """The turns of a log's lines. turn: returns the turn number of a state.

    A struck line keeps the turn in which it was written, and later lines go on from the turn before it.
    """

    def __init__(self, system: System[Any], turn: Callable[[Any], int]) -> None:
        self._system = system
        self._turn = turn
        self._stand: Stand | None = None
        self._turns: list[int] = []

    def catch_up(self, log: GameLog) -> None:
        """Take in the log's new lines."""
        if self._stand is None:
            self._stand = Stand(1, self._system.new_game(log.header.setup), None)
            self._turns = [self._turn(self._stand.state)]
        for number in range(len(self._turns) + 1, log.last + 1):
            self._stand = self._advance_stand(log, number, self._stand)
            self._turns.append(self._turn(self._stand.state))

    def turn(self, number: int) -> int:
        """The turn of a line; the first line is line 1."""
        return self._turns[number - 1]

    def _advance_stand(self, log: GameLog, number: int, stand: Stand) -> Stand:
        line = log[number]
        if isinstance(line, StruckLine):
            while stand.before and stand.number >= line.struck[0]:
                stand = stand.before
            return stand
        state = apply_line(self._system, stand.state, log, number)
        return stand if state is stand.state else Stand(number, state, stand)


P = TypeVar("P")

# the author of answers that the table gives itself, without a player
BY_ITSELF = "table"
# the settings for how a game asks, kept beside its log
ASK_FACTS, HINTS, YES, NO = "ask facts", "hints", "yes", "no"  # no text
# a question's line, and the models that the reader does not know
AdviceKey = tuple[int, tuple[str, ...]]
STALE = Message("that question is no longer open: check the current question")


@dataclass(frozen=True)
class Acceptance:
    """A proposal to accept positions out of turn. by: the side that proposed it, or the role that did so for both."""

    event: PositionsAccepted
    by: str


@dataclass(frozen=True)
class Pending(Generic[P]):
    """A correction, or positions out of turn, waiting for agreement. agreed: the seats that agree."""

    proposal: P
    key: str
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True)
class LiveWay:
    """A model's path so far for a question about its move: points (x, y), and its length in inches.

    seen: whether the camera saw all of it; if not, the length is that of the straight line.
    """

    points: tuple[tuple[float, float], ...]
    length_in: float
    seen: bool = True


@dataclass(frozen=True)
class LastAct:
    """The last act, as a seat knows it. number: in the seat's own lines; line: the log's."""

    number: int
    line: int
    by: str
    text: str


@dataclass(frozen=True)
class NextAgain:
    """The act that a redo repeats, as a seat knows it. number: in the seat's own lines; 0 if it does not see it."""

    number: int
    text: str


@dataclass
class OpenGame:
    """A game in progress. measured: the table's answers, by the question's line; alerts: by seat.

    awaited: the lines of questions that the table is about to measure for the first time.
    pending: a correction that waits for agreement; accepting: positions out of turn that wait for it.
    displaced: models that were moved out of turn; accepted: where the sides last let models stand, by the log.
    ways: models' paths so far, by the line of the question about their move; set_out: the starts of models that may be
    moved now.
    intentions: the standing intentions, by model.
    closed: the options that the table shows to be impossible, by the line of the question; live_advice: advice on
    answers that may be given while models move, by line too.
    advice: advice on the answers to open questions, None if there is none; advising: whether missing advice is being
    computed ("due") or waits for models to rest ("moving"), empty if nobody computes it.
    clock: the players' own, None for a game without. machine: the seats that the machine plays, None for none.
    hints_on: whether people may ask the machine about their own questions; hints: its answers, None while it thinks.
    closing: the seats that have confirmed the result. kept_in_the_air: the text last saved (`keep_pending`).
    """

    kept: KeptGame
    game: Game[Any]
    book: Book
    seat_names: SeatNames
    # seconds by a clock that nobody sets
    steady: Callable[[], float] = time.monotonic
    ask_facts: bool = field(init=False)
    hints_on: bool = field(init=False)
    pending: Pending[Proposal] | None = None
    accepting: Pending[Acceptance] | None = None
    proposals: int = 0
    closing: tuple[str, ...] = ()
    clock: ChessClock | None = None
    machine: MachinePlayer | None = None
    hints: dict[HintRequest, Hint | None] = field(default_factory=dict)
    kept_in_the_air: str = ""
    measured: dict[int, MeasuredAnswer] = field(default_factory=dict)
    awaited: frozenset[int] = frozenset()
    alerts: dict[str, list[AlertView]] = field(default_factory=dict)
    displaced: tuple[StrayModel, ...] = ()
    ways: dict[int, LiveWay] = field(default_factory=dict)
    set_out: dict[str, Place] = field(default_factory=dict)
    accepted: Mapping[str, Place] = field(default_factory=dict)
    intentions: Mapping[str, IntendsLine] = field(default_factory=dict)
    closed: dict[int, tuple[Option, ...]] = field(default_factory=dict)
    live_advice: dict[int, AdviceView] = field(default_factory=dict)
    advice: dict[AdviceKey, AdviceView | None] = field(default_factory=dict)
    advising: str = ""
    turns: LineTurns = field(init=False)
    logs: Mapping[str, LogView] = field(init=False)

    def __post_init__(self) -> None:
        self.ask_facts = self.kept.settings().get(ASK_FACTS) == YES
        self.hints_on = self.kept.settings().get(HINTS) == YES
        seats = (*self.game.seats, NOBODY)
        self.turns = LineTurns(self.game.system, self.book.turn)
        self.turns.catch_up(self.game.log)
        self.logs = {seat: LogView(self.game, self.phrases, self.seat_names, seat) for seat in seats}
        self._take_in_log()

    @property
    def places(self) -> Mapping[str, Place]:
        """The places of models as far as the game knows: by the book's state, or as the sides accepted them."""
        return {**self.accepted, **self.book.facts.list_places(self.game.state)}

    @property
    def phrases(self) -> Phrases:
        """The words of the game's book."""
        return self.book.phrases

    @property
    def names(self) -> ModelNames:
        """The names of models and seats for roles without a seat: nothing that a seat may not know."""
        return self.get_names(NOBODY)

    def get_names(self, seat: str) -> ModelNames:
        """The names of models and seats as a seat may know them."""
        return self.seat_names.names_for(self.game.state, seat)

    def get_hidden_names(self, seat: str) -> dict[str, str]:
        """The names that a seat reads in place of those of models that it does not know, by id."""
        return self.seat_names.list_hidden_names(self.game.state, seat)

    def advice_key(self, question: Question, seat: str) -> AdviceKey | None:
        """The key of a question's advice for a seat: one key for all seats that know the same models.

        None: the answer is a secret, and so is its advice, for all but the seat that is asked.
        """
        if question.ask.hidden and question.ask.seat != seat:
            return None
        return question.line, tuple(sorted(self.get_hidden_names(seat)))

    def advice_for(self, question: Question, seat: str) -> tuple[AdviceView | None, str]:
        """The advice on a question, as far as a seat may know it; and why it is missing so far."""
        key = self.advice_key(question, seat)
        if key and question.line in self.live_advice:
            return self.live_advice[question.line], ""
        if key is None or key in self.advice:
            return (self.advice[key] if key else None), ""
        return None, self.advising

    @property
    def id(self) -> int:
        """The number of the game in its database."""
        return self.kept.id or 0

    @property
    def machine_seats(self) -> tuple[str, ...]:
        """The seats that the machine plays."""
        return self.machine.settings.seats if self.machine else ()

    def get_viewer(self, role: str) -> str:
        """The seat that a role looks from; a single person against the machine has the shared tablet alone."""
        people = [seat for seat in self.game.seats if seat not in self.machine_seats]
        if role == TABLE and self.machine and len(people) == 1:
            return people[0]
        return get_viewing_seat(role, self.game.seats)

    def view_log(self, role: str) -> LogView:
        """The log as a role reads it."""
        return self.logs[self.get_viewer(role)]

    def list_new_lines(self, role: str, known: int) -> list[dict[str, Json]]:
        """The lines that a role's screen lacks after the first `known`, each with its turn and the turn's title."""
        log = self.view_log(role)
        turns = [self.turns.turn(number) for number in log.view.numbers[known:]]
        titles = {turn: self.book.turn_title(turn) for turn in set(turns)}
        return [
            {**line, "turn": turn, "turn_title": titles[turn]}
            for line, turn in zip(log.lines[known:], turns, strict=True)
        ]

    def take_answer(self, question: Question, by: str, given: "GivenAnswer") -> None:
        """Let the game take an answer; IllegalAnswer if it is not legal."""
        self.game.answer(
            given.raw, question=question.line, by=by, source=given.source, position=given.position, why=given.why
        )

    def catch_up(self) -> None:
        """Let every log take in the game's new lines, and drop what is outdated."""
        self.turns.catch_up(self.game.log)
        for log in self.logs.values():
            log.catch_up()
        self._take_in_log()
        self.hints.clear()
        open_lines = {question.line for question in self.game.open}
        self.measured = {line: measured for line, measured in self.measured.items() if line in open_lines}
        self.ways = {line: path for line, path in self.ways.items() if line in open_lines}
        self.closed = {line: options for line, options in self.closed.items() if line in open_lines}
        self.live_advice = {line: view for line, view in self.live_advice.items() if line in open_lines}
        self.advice = {key: view for key, view in self.advice.items() if key[0] in open_lines}
        self.advising = ""
        self.closing = ()
        if self.pending and self.pending.proposal.at != self.game.log.last:
            self.pending = None

    def take_only_answers(self) -> None:
        """Give the answers that no player has to give, because there is only one; log them as usual."""
        while not self.pending:
            answers = ((question, self._find_only_answer(question)) for question in self.game.open)
            question, raw = next(((question, raw) for question, raw in answers if raw), (None, ""))
            if question is None:
                return
            self.game.answer(raw, question=question.line, by=BY_ITSELF, source=ONLY)

    def _find_only_answer(self, question: Question) -> str:
        """The only answer to a question, by the book or by its options; empty if a player has to answer.

        A question that another one stands beside is another seat's chance to interrupt, and a hidden one would give
        away by its speed how few options it had.
        """
        if answer := self.phrases.only_answer(question.ask.record()):
            return answer
        if not isinstance(question.ask, Choose) or question.ask.hidden or len(self.game.open) > 1:
            return ""
        opened = [option.id for option in question.ask.options if not option.why_not]
        return opened[0] if len(opened) == 1 else ""

    def _take_in_log(self) -> None:
        self.intentions = standing(self.logs[NOBODY].view.lines)
        self.accepted = find_accepted_places(self.game.log)

    def questions(self, seat: str) -> list[Question]:
        """The open questions that a seat may know of, in order."""
        return [question for question in self.game.open if self.logs[seat].view.own(question.line) is not None]

    def find_seat(self, question: Question) -> str | None:
        """The seat that answers a question; None: any player."""
        return self.phrases.find_seat(question.ask.record(), self.game.state)

    def key(self, question: Question, seat: str) -> str:
        """The key of a question for a seat: the game, the seat's own line, and its place among those it sees."""
        which = [visible.line for visible in self.questions(seat)].index(question.line)
        return f"{self.id}.{self.logs[seat].view.own(question.line)}.{which}"

    def question(self, key: str, seat: str) -> Question:
        """The question of a key; IllegalAnswer if it is no longer open."""
        game, _dot, place = key.partition(".")
        line = place.partition(".")[0]
        for question in self.questions(seat):
            if (game, line) == (str(self.id), str(self.logs[seat].view.own(question.line))):
                return question
        raise IllegalAnswer(STALE)

    def last_act(self, seat: str) -> LastAct | None:
        """The last act that this seat knows of, which one undo takes back.

        The answers of the table and of the machine are no acts: they would only answer again. A secret act counts as
        soon as something came of it that the seat can see, and has the number of that.
        """
        if self.game.log.closed:
            return None
        log, stop = self.logs[seat], self.game.log.last + 1
        for line in reversed(self.game.acts.done):
            if self.game.log.counts(line) and not self.by_itself(line):
                seat_number = self._find_visible_number(seat, line, stop)
                if seat_number is not None:
                    return LastAct(seat_number, line, self._act_author(line), log.describe_act(seat_number))
                stop = line
        return None

    def next_again(self, seat: str) -> NextAgain | None:
        """The act that a redo repeats, as this seat knows it; None if nothing was taken back."""
        for line in reversed(() if self.game.log.closed else self.game.acts.undone):
            if not self.by_itself(line):
                seat_number = self.logs[seat].view.own(line) or 0
                return NextAgain(
                    seat_number,
                    self.logs[seat].describe_act(seat_number)
                    if seat_number
                    else _("the last action that was taken back"),
                )
        return None

    def _find_visible_number(self, seat: str, line: int, end: int) -> int | None:
        """The seat's number of an act, or of the first consequence that it sees."""
        own_number = self.logs[seat].view.own
        seat_numbers = (own_number(true_line) for true_line in self.game.log.since(line, end))
        return next((number for number in seat_numbers if number is not None), None)

    def _act_author(self, line: int) -> str:
        return str(getattr(self.game.log[line], "by", ""))

    def by_itself(self, line: int) -> bool:
        """Whether the table or the machine answered at that line."""
        return self._act_author(line) == BY_ITSELF or getattr(self.game.log[line], "source", "") == SOURCE


NO_CAMERA = Message("no camera can measure this: type in your own measurement")


@dataclass(frozen=True)
class GivenAnswer:
    """An answer on its way into the log. position: where everything stood, in snapshot notation.

    view: the camera's view of the measurement, with the models concerned; None for a typed answer. why: the machine's
    reason.
    """

    raw: Json
    source: str = ""
    position: str = ""
    view: Any = None
    models: tuple[str, ...] = ()
    why: str = ""


class TableWatch:
    """A table without a camera: players measure with a tape and type. `game_observer.py` watches with a camera."""

    def sat_down(self, open_game: OpenGame) -> None:
        """Start with a new game, or one that goes on."""

    def went_on(self, open_game: OpenGame) -> None:
        """Take in that the game has gone on."""

    def measure_answer(self, open_game: OpenGame, question: Question) -> GivenAnswer:
        """The table's own answer to a question; IllegalAnswer with the reason if it has none."""
        raise IllegalAnswer(NO_CAMERA)

    def complete_answer(self, open_game: OpenGame, question: Question, typed: GivenAnswer) -> GivenAnswer:
        """The typed answer, completed with what the camera knows."""
        return typed

    def check(self, open_game: OpenGame, question: Question, raw: Json) -> None:
        """Raise IllegalAnswer if the table shows that an answer is impossible; nothing of it is in the log then."""

    def list_closed(self, open_game: OpenGame, question: Question) -> Sequence[Option]:
        """The options of a question that the table shows to be impossible."""
        return ()

    def keep(self, game: int, line: int, reading: GivenAnswer) -> None:
        """Take in that an answer is in the log at that line; its measurement may be kept beside it."""


# Proposals and confirmations that wait for an answer, kept beside the game so that they survive a server restart.
#
# They are not events of the game, so the log does not contain them. Corrections and confirmations count only for a log
# of the same length; positions out of turn wait until a model is moved, however the game goes on.

# the name of the setting
IN_THE_AIR = "in the air"  # no text


def keep_pending(open_game: OpenGame) -> None:
    """Write the pending proposals and confirmations if they have changed. DatabaseFault."""
    pending, closing, accepting = open_game.pending, open_game.closing, open_game.accepting
    if not open_game.proposals and not closing and not open_game.kept_in_the_air:
        return
    record: dict[str, object] = {"at": open_game.game.log.last, "proposals": open_game.proposals}
    if closing:
        record["closing"] = closing
    if pending:
        correction = pending.proposal
        record["proposal"] = {
            "line": correction.line, "raw": correction.raw, "why": correction.why, "by": correction.by,
            "agreed": pending.agreed, "key": pending.key,
        }  # fmt: skip
    if accepting:
        acceptance = accepting.proposal
        record["accepting"] = {
            "event": acceptance.event.record(), "by": acceptance.by, "agreed": accepting.agreed,
            "key": accepting.key,
        }  # fmt: skip
    text = json.dumps(record)
    if text != open_game.kept_in_the_air:
        open_game.kept.set(IN_THE_AIR, text)
        open_game.kept_in_the_air = text


def take_up_pending(open_game: OpenGame) -> None:
    """Read them back once the game is open again; leave out what is outdated or unreadable."""
    text = open_game.kept.settings().get(IN_THE_AIR, "")
    try:
        record = json.loads(text or "{}")
        open_game.proposals = int(record.get("proposals", 0))
        if saved := record.get("accepting"):
            open_game.accepting = _read_acceptance(open_game, saved)
        if record.get("at") != open_game.game.log.last:
            return
        open_game.closing = tuple(seat for seat in open_game.game.seats if seat in record.get("closing", ()))
        if saved := record.get("proposal"):
            proposal = propose(open_game.game, saved["line"], saved["raw"], saved["why"], saved["by"])
            open_game.pending = Pending(proposal, _proposal_key(open_game, saved), tuple(saved["agreed"]))
    except (ValueError, TypeError, KeyError, AttributeError, TablecamError):
        return
    open_game.kept_in_the_air = text


def _read_acceptance(open_game: OpenGame, made: dict[str, Any]) -> Pending[Acceptance] | None:
    event = open_game.game.system.event(made["event"])
    if not isinstance(event, PositionsAccepted):
        return None
    return Pending(Acceptance(event, made["by"]), _proposal_key(open_game, made), tuple(made["agreed"]))


def _proposal_key(open_game: OpenGame, made: dict[str, Any]) -> str:
    """The key of a proposal; earlier versions did not write it, and had one proposal at a time."""
    return str(made.get("key") or f"{open_game.id}.{open_game.proposals}")
