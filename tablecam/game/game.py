"""One game in progress: questions go out, answers come in, and the log grows.

    game = Game.begin(system, setup, sink)
    question, = game.waiting_for("near")
    game.answer([7], question=question.line, by="near", source="dice pad")

Every change is first planned (`change_plan.py`: a run apart, nothing written), then written as one, and then it counts.
So a rule that raises, a full disk and a refused answer all leave the game as it was.
"""

import copy
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.base.i18n import gettext as _
from tablecam.game.change_plan import (
    Base,
    Began,
    Change,
    Plan,
    Reply,
    Unfit,
    answer_line,
    bases,
    is_reply,
    plan,
    reply,
    run,
)
from tablecam.game.log import (
    CORRECTED,
    FAILED,
    TAKEN_BACK,
    AbandonedLine,
    AnswerLine,
    ClocksLine,
    ClosedLine,
    EventLine,
    GameLine,
    GameLog,
    InMemory,
    IntendsLine,
    Line,
    SeatView,
    Sink,
    StruckLine,
    read_log,
    write,
)
from tablecam.game.undo_stack import Acts, is_act, replaces_undone_lines
from tablecam.rules.ask import Ask, IllegalAnswer
from tablecam.rules.event import INTERJECTIONS, Event, PositionsAccepted, decode
from tablecam.rules.forward import ScriptedAnswer
from tablecam.rules.plain import Json, to_plain
from tablecam.rules.play import AnswerEntry, EventEntry, InterjectionEntry
from tablecam.rules.system import System

S = TypeVar("S")

UMPIRE = "umpire"


class RuleFailed(TablecamError):
    """The rulebook has a bug, which is the `__cause__`. Its lines are struck, and the game stands as before.

    The message may quote the log, which is the owner's alone.
    """

    on_page = Message(
        "the rulebook failed on this action, so nothing of it counts and the game stands as before: see the "
        "terminal for the reason"
    )


@dataclass(frozen=True)
class Question:
    """A question that waits for an answer: its line of the log, and what it asks."""

    line: int
    ask: Ask[Any]
    which: int = 0


class Game(Generic[S]):
    """A game of one rulebook; made by `begin` or `resume`.

    difference: where the rules have changed since the log was written, None if they have not. stuck: why nothing can
    begin, empty when all is well; then only `correct` and `retract` help.
    """

    def __init__(self, system: System[S], log: GameLog, sink: Sink) -> None:
        self.system = system
        self.log = log
        self.sink = sink
        self._bases = bases(system, log)
        self.acts = Acts()
        self._views: dict[str, SeatView] = {}
        for number, line in enumerate(log.lines, 1):
            self.acts.note(number, line)
        self._current = plan(system, log, self._bases[-1], Change())
        self.difference = self._current.difference
        self._commit_plan(self._current)

    @classmethod
    def begin(
        cls,
        system: System[S],
        setup: Mapping[str, Json],
        sink: Sink,
        tags: Mapping[str, str] | None = None,
        closes: bool = False,
    ) -> "Game[S]":
        """Begin a new game; IllegalAnswer for a bad setup. tags: for its transcript's header (players, place, date).

        closes: whether each player's log stays their own until `close`; if not, being over is enough.
        """
        plain_setup = to_plain(setup)
        state = system.new_game(plain_setup)
        seats = system.seats(state)
        if stuck := run(system, state, (), 0).stuck:
            raise RuleFailed(Message("the rulebook cannot start ({why})", why=stuck))
        log, header = (
            GameLog(),
            GameLine(game=system.name, setup=plain_setup, seats=seats, tags=dict(tags or {}), closes=closes),
        )
        log.append(header)
        sink.append([write(header)])
        return cls(system, log, sink)

    @classmethod
    def resume(cls, system: System[S], lines: Iterable[str], sink: Sink) -> "Game[S]":
        """A game from its log, wherever that was cut off; `sink` gets the lines from now on. BadLog if it is broken."""
        log = read_log(lines)
        if log.header.game != system.name:
            raise IllegalAnswer(
                Message("this log belongs to {game}, not to {other}", game=log.header.game, other=system.name)
            )
        return cls(system, log, sink)

    def fork(self) -> "Game[S]":
        """A game in memory that stands where this one does, and goes on by itself."""
        fork = copy.copy(self)
        fork.log, fork.sink, fork.acts = self.log.copy(), InMemory(), copy.deepcopy(self.acts)
        fork._bases, fork._views = [*self._bases], {seat: view.copy() for seat, view in self._views.items()}
        return fork

    @property
    def state(self) -> S:
        """The present state: the fold of all events that count."""
        return self._current.run.state

    @property
    def stuck(self) -> str:
        """Why nothing can begin."""
        return self._current.run.stuck

    @property
    def over(self) -> bool:
        """Whether the rulebook has nothing more to play."""
        return not self._current.run.open and not self.stuck

    @property
    def half_done(self) -> bool:
        """Whether the procedure in progress has produced events already."""
        tape = self._current.run.tape if self._current.run.open else ()
        latest = itertools.takewhile(lambda entry: not isinstance(entry, Began), reversed(tape))
        return any(isinstance(entry, EventEntry) for entry in latest)

    @property
    def procedure(self) -> tuple[S, tuple[ScriptedAnswer, ...]]:
        """The state in which the procedure in progress began, and the answers since."""
        done = self._current.run
        start, state = done.starts[-1] if done.starts else (0, done.state)
        given = []
        for entry in done.tape[start:]:
            if isinstance(entry, AnswerEntry):
                given.append(ScriptedAnswer(done.question(entry.to), done.answers[entry.answer].raw))
            elif isinstance(entry, InterjectionEntry):
                given.append(ScriptedAnswer(None, None, entry.event))
        return state, tuple(given)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' seats."""
        return self.log.header.seats

    @property
    def open(self) -> tuple[Question, ...]:
        """Every question that waits for an answer."""
        current = self._current
        return tuple(
            Question(current.numbers[index], current.run.question(index), which)
            for which, index in enumerate(current.run.open)
        )

    def waiting_for(self, seat: str | None) -> tuple[Question, ...]:
        """The open questions that a seat may answer, those to the table included; None: those to the table alone."""
        return tuple(
            question
            for question in self.open
            if question.ask.seat in {seat, None} and (seat is None or question.ask.is_visible(seat))
        )

    def answer(
        self, raw: Json, *, question: int, by: str, source: str = "", position: str = "", why: str = ""
    ) -> tuple[Line, ...]:
        """The lines that an answer leads to. question: the line that it answers. position: in snapshot notation.

        why: the reason of the machine (`machine_answers.py`).

        IllegalAnswer if the question is no longer open or the answer is not legal; RuleFailed if the rulebook breaks.
        """
        open_question = self._open_question(question, by)
        new_reply = Reply(
            to_plain(raw), open_question.which, open_question.ask, by=by, source=source, position=position, why=why
        )
        return self._apply_reply(new_reply)

    def retract(self, line: int, why: str) -> tuple[Line, ...]:
        """Take back what somebody did at a line, and everything that followed from it; `redo` gives it again."""
        if not self.log.counts(line) or not is_act(self.log[line]):
            raise IllegalAnswer(Message("line {line} has no action that counts", line=line))
        return self._commit_plan(self._plan_change(Change(cut=line, why=why, undone=True)))

    def undo(self) -> tuple[Line, ...]:
        """Take back the last act; IllegalAnswer if there is none.

        Undoing an overruling or a correction also does again what it had struck.
        """
        if not self.acts.done:
            raise IllegalAnswer(Message("there is nothing to take back"))
        last_act = self.acts.done[-1]
        struck_lines = self.log.gone.get(last_act - 1, []) if replaces_undone_lines(self.log[last_act]) else []
        new_lines = self.retract(last_act, TAKEN_BACK)
        for number in struck_lines:
            if is_act(self.log[number]):
                new_lines += self._do_again(number)
        return new_lines

    def redo(self) -> tuple[Line, ...]:
        """Do again what was last taken back; IllegalAnswer if something else has been done since."""
        if not self.acts.undone:
            raise IllegalAnswer(Message("there is nothing to redo"))
        return self._do_again(self.acts.undone[-1])

    def overrule(self, line: int, raw: Json, why: str, by: str = UMPIRE) -> tuple[Line, ...]:
        """Replace an answer by another, and keep the later answers that still fit their questions."""
        return self._commit_plan(self.plan_overruling(line, raw, why, by))

    def plan_overruling(self, line: int, raw: Json, why: str, by: str = UMPIRE) -> Plan[S]:
        """Plan to overrule an answer, with nothing done yet."""
        if not self.log.counts(line) or not isinstance(self.log[line], AnswerLine):
            raise IllegalAnswer(Message("line {line} is not an answer that counts", line=line))
        if not why:
            raise IllegalAnswer(Message("say why it is overruled"))
        old_reply = reply(self.log, line)
        return self._plan_replacement(
            line, replace(old_reply, raw=to_plain(raw), by=by, source="", why=why, again=None)
        )

    def correct(self, event: Event, why: str, by: str = UMPIRE) -> tuple[Line, ...]:
        """Let the umpire say what happened. It counts from the start of the procedure in progress, which goes on."""
        if not why:
            raise IllegalAnswer(Message("say why the game is corrected"))
        if type(event).__name__ in INTERJECTIONS:
            return self.interject(event, by, why)
        return self._apply_event(EventLine(event=event.record(), by=by, why=why))

    def interject(self, event: Event, by: str, why: str = "", again: int | None = None) -> tuple[Line, ...]:
        """Take in what the sides agree on while a question waits. It counts from here on; the question stays open.

        IllegalAnswer if no question is open, because then nothing in the game waits.
        """
        if not self._current.run.open:
            raise IllegalAnswer(Message("no question is open, so the players cannot agree on anything beside it"))
        interjection = Reply(raw=None, event=event, by=by, why=why, again=again)
        return self._commit_plan(self._plan_change(Change(replies=(interjection,), sure=True)))

    def abandon(self, why: str, by: str = UMPIRE) -> tuple[Line, ...]:
        """Drop the rest of the procedure in progress; its events so far stand."""
        if not self._current.run.open:
            raise IllegalAnswer(Message("there is nothing in progress to abandon"))
        name = next(entry.name for entry in reversed(self._current.run.tape) if isinstance(entry, Began))
        return self._apply_abandonment(AbandonedLine(abandoned=str(name), by=by, why=why))

    def close(self, by: str) -> tuple[Line, ...]:
        """Close the game for good: nothing can be changed any more. IllegalAnswer while it is not over."""
        if not self.over:
            raise IllegalAnswer(Message("the game is not over: play on, or put it away as it is"))
        self._append_lines(lines := (ClosedLine(closed=self.seats, by=by),))
        return lines

    def declare(self, intention: IntendsLine) -> tuple[Line, ...]:
        """Log what somebody says aloud about a model; it changes nothing. IllegalAnswer once the game is over."""
        if self.over:
            raise IllegalAnswer(Message("the game is over: no more actions are possible in it"))
        self._append_lines(lines := (intention,))
        return lines

    def note_clocks(self, clocks: ClocksLine) -> None:
        """Log the time that the seats have left; it changes nothing else."""
        self._append_lines((clocks,))

    def view(self, seat: str) -> SeatView:
        """The log as a seat may know it, in the seat's own line numbers."""
        if seat not in self.seats:
            raise IllegalAnswer(
                Message("there is no seat '{seat}', only {seats}", seat=seat, seats=listing(self.seats))
            )
        view = self._views.setdefault(seat, SeatView(self.system, seat))
        view.catch_up(self.log)
        return view

    def visible_lines(self, seat: str) -> list[dict[str, Json]]:
        """The log as a seat may know it; the first is its line 1."""
        return self.view(seat).lines

    def _open_question(self, line: int, by: str) -> Question:
        match = next((question for question in self.open if question.line == line), None)
        if match is None:
            raise IllegalAnswer(Message("the question of line {line} is no longer open", line=line))
        if by in self.seats and match.ask.seat not in {by, None}:
            values = {"line": line, "seat": match.ask.seat, "other": by}
            raise IllegalAnswer(
                Message("the question of line {line} is for {seat} to answer, not for {other}", **values)
            )
        return match

    def _apply_reply(self, given: Reply) -> tuple[Line, ...]:
        """Run with one more answer; if the rulebook breaks over it, write it, strike it, and raise RuleFailed."""
        target = next((question for question in self.open if given.answers_question(question.ask)), None)
        if target is None:
            raise IllegalAnswer(Message("that answer does not fit what is asked now"))
        try:
            new_plan = self._plan_change(Change(replies=(given,), sure=True))
            if new_plan.difference:
                raise RuleFailed(
                    Message(
                        "the rulebook gave a different result the second time: {difference}",
                        difference=new_plan.difference,
                    )
                )
        except RuleFailed as failure:
            line = answer_line(given, target.line, target.ask.hidden)
            self._append_lines([line, StruckLine(struck=(self.log.last + 1, self.log.last + 1), why=FAILED)])
            message = Message("{fault}; the answer was struck and the question is open again", fault=failure)
            raise RuleFailed(message) from failure.__cause__
        return self._commit_plan(new_plan)

    def _plan_replacement(self, line: int, first: Reply) -> Plan[S]:
        replies = (replace(first, overrules=line), *self._later_answers(line))
        return self._plan_change(Change(cut=line, why=first.why, replies=replies, sure=True))

    def _do_again(self, number: int) -> tuple[Line, ...]:
        """Repeat the act of a line that no longer counts."""
        match self.log[number]:
            case AnswerLine(overrules=int() as overruled):
                line_again = next((n for n in self.acts.done if getattr(self.log[n], "again", None) == overruled), None)
                old_reply = reply(self.log, number)
                return (
                    self._commit_plan(self._plan_replacement(line_again, old_reply))
                    if line_again
                    else self._apply_reply(old_reply)
                )
            case EventLine(interjected=True) as event_line:
                return self.interject(self.system.event(event_line.event), event_line.by, event_line.why, number)
            case EventLine() as event_line:
                return self._apply_event(replace(event_line, again=number))
            case AbandonedLine() as line:
                return self._apply_abandonment(replace(line, again=number))
        return self._apply_reply(reply(self.log, number))

    def _apply_event(self, act: EventLine) -> tuple[Line, ...]:
        """Put the umpire's event before the procedure in progress, whose answers are kept where they fit."""
        base, cut = Base(0, self.state), None
        if self._current.run.open:
            base = self._bases[-1]
            cut = base.line
        event = self.system.event(act.event)
        replies = tuple(self._later_answers(cut)) if cut else ()
        change = Change(cut=cut, why=CORRECTED, act=act, replies=replies)
        return self._commit_plan(self._plan_change(change, replace(base, state=self.system.evolve(base.state, event))))

    def _apply_abandonment(self, act: AbandonedLine) -> tuple[Line, ...]:
        return self._commit_plan(self._plan_change(Change(act=act), Base(0, self.state)))

    def _later_answers(self, line: int) -> list[Reply]:
        """Answers and interjections that count after a line, up to the next break into the rules."""
        later = [number for number in self.log.since(line + 1) if is_act(self.log[number])]
        answers = itertools.takewhile(lambda number: is_reply(self.log[number]), later)
        return [reply(self.log, number) for number in answers]

    def _plan_change(self, change: Change, base: Base[S] | None = None) -> Plan[S]:
        """Plan a change from the boundary before its cut, or from `base`; IllegalAnswer or RuleFailed if impossible."""
        start = base or next(
            earlier for earlier in reversed(self._bases) if earlier.line <= (change.cut or self.log.last + 1)
        )
        try:
            new_plan = plan(self.system, self.log, start, change, self._current.known)
        except Unfit as unfit:
            if isinstance(unfit.cause, IllegalAnswer) and unfit.index == 0:
                raise unfit.cause from None
            message = Message("the rulebook failed ({fault}: {text})", fault=type(unfit.cause).__name__, text=unfit)
            raise RuleFailed(message) from unfit.cause
        if new_plan.run.stuck and change.act and not self.stuck:
            deadlock = Message("nothing could begin after that ({why}), so it was not done", why=new_plan.run.stuck)
            raise RuleFailed(deadlock)
        return new_plan

    def _commit_plan(self, done: Plan[S]) -> tuple[Line, ...]:
        """Write a plan and make it the present state."""
        self._append_lines(done.lines)
        first_new = done.bases[0].line if done.bases else self.log.last + 1
        while self._bases and not (self._bases[-1].line <= done.cut and self._bases[-1].line < first_new):
            self._bases.pop()
        self._bases += done.bases
        self._current = done
        return done.lines

    def _append_lines(self, lines: Sequence[Line]) -> None:
        if lines and self.log.closed:
            raise IllegalAnswer(Message("this game is closed: it can no longer be changed"))
        if lines:
            self.sink.append(_write_lines(lines))
        for line in lines:
            self.log.append(line)
            self.acts.note(self.log.last, line)


def _write_lines(lines: Iterable[Line]) -> list[str]:
    """The lines as text. IllegalAnswer for a number that JSON has no place for, such as infinity."""
    try:
        return [write(line) for line in lines]
    except ValueError as fault:
        raise IllegalAnswer(Message("every number must be finite")) from fault


Place = tuple[float, float, float]


def find_accepted_places(log: GameLog) -> dict[str, Place]:
    """The place where the sides last let each model stand, by model; lines that were taken back do not count."""
    places: dict[str, Place] = {}
    for number in log.live:
        line = log[number]
        if isinstance(line, EventLine) and (event := read_acceptance(line)):
            places |= event.at
    return places


def read_acceptance(line: EventLine) -> PositionsAccepted | None:
    """The positions that a line accepts; None for a line that says anything else."""
    event = decode(INTERJECTIONS, line.event) if line.interjected else None
    return event if isinstance(event, PositionsAccepted) else None


def acceptance_text(
    event: PositionsAccepted, by: str, called: Callable[[str], object], title: Callable[[str], str] = str
) -> str:
    """`Both sides accept: Pit moved 13.0 in`. by: a side where both accept, or the umpire; title: of the umpire."""
    moves = event.describe_moves(called)
    if by == UMPIRE:
        return _("{who} accepts: {moves}", who=title(by), moves=moves)
    return _("Both sides accept: {moves}", moves=moves)
