"""One game in progress: questions go out, answers come in, and the log grows.

    game = Game.begin(system, setup, sink)
    question, = game.waiting_for("near")
    game.answer([7], question=question.line, by="near", source="dice pad")

Every change is first planned (`change_plan.py`: run aside, nothing written), then written as one, and only then true.
So a rule that raises, a disk that is full and an answer that is refused all leave the game as it was.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, listing
from tablecam.game.change_plan import Base, Change, Plan, Reply, answer_line, is_reply, plan, reply
from tablecam.game.fold import bases
from tablecam.game.log import (
    AbandonedLine,
    AnswerLine,
    ClosedLine,
    EventLine,
    GameLine,
    GameLog,
    IntendsLine,
    Line,
    Sink,
    StruckLine,
    read_log,
    write,
)
from tablecam.game.procedure_run import Began, Unfit, run
from tablecam.game.reasons import CORRECTED, FAILED, TAKEN_BACK
from tablecam.game.seat_log import SeatView
from tablecam.game.undo_stack import Acts, breaks_in, is_act
from tablecam.rules.ask import Ask, IllegalAnswer
from tablecam.rules.event import INTERJECTIONS, Event
from tablecam.rules.plain import Json, to_plain
from tablecam.rules.play import EventEntry
from tablecam.rules.system import System

S = TypeVar("S")

UMPIRE = "umpire"


class RuleFailed(TablecamError):
    """The rulebook has a bug, which is the `__cause__`. What led there was struck, and the game stands as before.

    The message may quote the log, which is the owner's alone.
    """

    on_page = Message(
        "the rulebook failed over this, so nothing of it counts and the game stands as before: the terminal says why"
    )


@dataclass(frozen=True)
class Question:
    """A question that waits for an answer: the line of the log where it stands, and what it asks."""

    line: int
    ask: Ask[Any]
    which: int = 0


class Game(Generic[S]):
    """A game of one rulebook; made by `begin` or `resume`.

    difference: where the rules had changed since the log was written, None where they had not. stuck: why nothing can
    begin, empty when all is well; then only `correct` and `retract` lead on.
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
        self._now = plan(system, log, self._bases[-1], Change())
        self.difference = self._now.difference
        self._commit(self._now)

    @classmethod
    def begin(
        cls,
        system: System[S],
        setup: Mapping[str, Json],
        sink: Sink,
        tags: Mapping[str, str] | None = None,
        closes: bool = False,
    ) -> "Game[S]":
        """A new game. tags: for the header of its transcript (players, place, date). Refused for a bad setup.

        closes: whether its log stays everybody's own share until `close`; if not, being over is enough.
        """
        written = to_plain(setup)
        state = system.new_game(written)
        seats = system.seats(state)
        if stuck := run(system, state, (), 0).stuck:
            raise RuleFailed(Message("the rulebook cannot begin ({why})", why=stuck))
        log, first = (
            GameLog(),
            GameLine(game=system.name, setup=written, seats=seats, tags=dict(tags or {}), closes=closes),
        )
        log.append(first)
        sink.append([write(first)])
        return cls(system, log, sink)

    @classmethod
    def resume(cls, system: System[S], lines: Iterable[str], sink: Sink) -> "Game[S]":
        """A game from its log, wherever that was cut off; `sink` gets the lines that come now. BadLog if broken."""
        log = read_log(lines)
        if log.header.game != system.name:
            raise IllegalAnswer(
                Message("this log is of {game}, not of {other}", game=log.header.game, other=system.name)
            )
        return cls(system, log, sink)

    @property
    def state(self) -> S:
        """The present state: the fold of all events that count."""
        return self._now.run.state

    @property
    def stuck(self) -> str:
        """Why nothing can begin."""
        return self._now.run.stuck

    @property
    def over(self) -> bool:
        """Whether the rulebook has nothing more to play."""
        return not self._now.run.open and not self.stuck

    @property
    def half_done(self) -> bool:
        """Whether the procedure in progress has told something already."""
        tape = self._now.run.tape if self._now.run.open else ()
        since = itertools.takewhile(lambda entry: not isinstance(entry, Began), reversed(tape))
        return any(isinstance(entry, EventEntry) for entry in since)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return self.log.header.seats

    @property
    def open(self) -> tuple[Question, ...]:
        """Every question that waits for an answer."""
        now = self._now
        return tuple(
            Question(now.numbers[index], now.run.question(index), which) for which, index in enumerate(now.run.open)
        )

    def waiting_for(self, seat: str | None) -> tuple[Question, ...]:
        """The open questions that a seat may answer, those to the table among them; None: those to the table alone."""
        return tuple(
            question
            for question in self.open
            if question.ask.seat in {seat, None} and (seat is None or question.ask.visible_to(seat))
        )

    def answer(self, raw: Json, *, question: int, by: str, source: str = "", position: str = "") -> tuple[Line, ...]:
        """The lines that an answer leads to. question: the line that it answers. position: in snapshot notation.

        Refused where the question is no longer open or the answer cannot stand; RuleFailed where the rulebook breaks.
        """
        asked = self._open_question(question, by)
        given = Reply(to_plain(raw), asked.which, asked.ask, by=by, source=source, position=position)
        return self._give(given)

    def retract(self, line: int, why: str) -> tuple[Line, ...]:
        """Take back what somebody did at a line, and all that came of it; `redo` gives it again."""
        if not self.log.counts(line) or not is_act(self.log[line]):
            raise IllegalAnswer(Message("nobody has done anything at line {line} that counts", line=line))
        return self._commit(self._planned(Change(cut=line, why=why, undone=True)))

    def undo(self) -> tuple[Line, ...]:
        """Take back the last thing that somebody did; Refused where nobody has done anything.

        What an overruling or a correction had struck is done again then.
        """
        if not self.acts.done:
            raise IllegalAnswer(Message("there is nothing to take back"))
        last = self.acts.done[-1]
        struck = self.log.gone.get(last - 1, []) if breaks_in(self.log[last]) else []
        new = self.retract(last, TAKEN_BACK)
        for number in struck:
            if is_act(self.log[number]):
                new += self._do_again(number)
        return new

    def redo(self) -> tuple[Line, ...]:
        """Do again what was last taken back; Refused where something else has been done since."""
        if not self.acts.undone:
            raise IllegalAnswer(Message("there is nothing to do again"))
        return self._do_again(self.acts.undone[-1])

    def overrule(self, line: int, raw: Json, why: str, by: str = UMPIRE) -> tuple[Line, ...]:
        """Put another answer in the place of one, and keep the later ones that still fit their questions."""
        return self._commit(self.overruled(line, raw, why, by))

    def overruled(self, line: int, raw: Json, why: str, by: str = UMPIRE) -> Plan[S]:
        """What overruling an answer would do, with nothing done yet."""
        if not self.log.counts(line) or not isinstance(self.log[line], AnswerLine):
            raise IllegalAnswer(Message("line {line} is no answer that counts", line=line))
        if not why:
            raise IllegalAnswer(Message("say why it is overruled"))
        was = reply(self.log, line)
        return self._put_in_place(line, replace(was, raw=to_plain(raw), by=by, source="", why=why, again=None))

    def correct(self, event: Event, why: str, by: str = UMPIRE) -> tuple[Line, ...]:
        """The umpire says what happened. It counts from the start of the procedure in progress, which goes on."""
        if not why:
            raise IllegalAnswer(Message("say why the game is corrected"))
        if type(event).__name__ in INTERJECTIONS:
            return self.interject(event, by, why)
        return self._tell(EventLine(event=event.record(), by=by, why=why))

    def interject(self, event: Event, by: str, why: str = "", again: int | None = None) -> tuple[Line, ...]:
        """Take in what the sides agree on while a question waits. It counts from here on, and the question stays open.

        Refused where nothing is asked, because then nothing in the game waits.
        """
        if not self._now.run.open:
            raise IllegalAnswer(Message("nothing is asked just now, so nothing can be agreed on beside it"))
        told = Reply(raw=None, event=event, by=by, why=why, again=again)
        return self._commit(self._planned(Change(replies=(told,), sure=True)))

    def abandon(self, why: str, by: str = UMPIRE) -> tuple[Line, ...]:
        """Drop the rest of the procedure in progress; what it has told stands."""
        if not self._now.run.open:
            raise IllegalAnswer(Message("nothing is in progress that could be abandoned"))
        name = next(entry.name for entry in reversed(self._now.run.tape) if isinstance(entry, Began))
        return self._abandon(AbandonedLine(abandoned=name, by=by, why=why))

    def close(self, by: str) -> tuple[Line, ...]:
        """The game is over for good: nothing is taken back or changed any more. Refused while it is not over."""
        if not self.over:
            raise IllegalAnswer(Message("the game is not over: play on, or put it away as it is"))
        self._write(lines := (ClosedLine(closed=self.seats, by=by),))
        return lines

    def declare(self, intention: IntendsLine) -> tuple[Line, ...]:
        """Somebody says aloud what a model is to do: it is in the log, and changes nothing. Refused once it is over."""
        if self.over:
            raise IllegalAnswer(Message("the game is over: nothing is to be done in it any more"))
        self._write(lines := (intention,))
        return lines

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
        found = next((question for question in self.open if question.line == line), None)
        if found is None:
            raise IllegalAnswer(Message("the question of line {line} is no longer open", line=line))
        if by in self.seats and found.ask.seat not in {by, None}:
            values = {"line": line, "seat": found.ask.seat, "other": by}
            raise IllegalAnswer(
                Message("the question of line {line} is for {seat} to answer, not for {other}", **values)
            )
        return found

    def _give(self, given: Reply) -> tuple[Line, ...]:
        """Run with one more answer; where the rulebook breaks over it, it is written, struck, and said so."""
        to = next((question for question in self.open if given.is_to(question.ask)), None)
        if to is None:
            raise IllegalAnswer(Message("that answer does not fit what is asked now"))
        try:
            done = self._planned(Change(replies=(given,), sure=True))
            if done.difference:
                raise RuleFailed(
                    Message("the rulebook did otherwise the second time: {difference}", difference=done.difference)
                )
        except RuleFailed as failure:
            line = answer_line(given, to.line, to.ask.hidden)
            self._write([line, StruckLine(struck=(self.log.last + 1, self.log.last + 1), why=FAILED)])
            struck = Message("{fault}; the answer was struck and the question is open again", fault=failure)
            raise RuleFailed(struck) from failure.__cause__
        return self._commit(done)

    def _put_in_place(self, line: int, first: Reply) -> Plan[S]:
        replies = (replace(first, overrules=line), *self._later_answers(line))
        return self._planned(Change(cut=line, why=first.why, replies=replies, sure=True))

    def _do_again(self, number: int) -> tuple[Line, ...]:
        """What was done at a line that no longer counts."""
        match self.log[number]:
            case AnswerLine(overrules=int() as overruled):
                old = next((n for n in self.acts.done if getattr(self.log[n], "again", None) == overruled), None)
                given = reply(self.log, number)
                return self._commit(self._put_in_place(old, given)) if old else self._give(given)
            case EventLine(interjected=True) as event_line:
                return self.interject(self.system.event(event_line.event), event_line.by, event_line.why, number)
            case EventLine() as event_line:
                return self._tell(replace(event_line, again=number))
            case AbandonedLine() as line:
                return self._abandon(replace(line, again=number))
        return self._give(reply(self.log, number))

    def _tell(self, act: EventLine) -> tuple[Line, ...]:
        """The umpire's event goes before the procedure in progress, whose answers are kept where they fit."""
        base, cut = Base(0, self.state), None
        if self._now.run.open:
            base = self._bases[-1]
            cut = base.line
        event = self.system.event(act.event)
        replies = tuple(self._later_answers(cut)) if cut else ()
        change = Change(cut=cut, why=CORRECTED, act=act, replies=replies)
        return self._commit(self._planned(change, replace(base, state=self.system.evolve(base.state, event))))

    def _abandon(self, act: AbandonedLine) -> tuple[Line, ...]:
        return self._commit(self._planned(Change(act=act), Base(0, self.state)))

    def _later_answers(self, line: int) -> list[Reply]:
        """What counts of answers and of what people told after a line, up to the next break into the rules."""
        later = [number for number in self.log.since(line + 1) if is_act(self.log[number])]
        answers = itertools.takewhile(lambda number: is_reply(self.log[number]), later)
        return [reply(self.log, number) for number in answers]

    def _planned(self, change: Change, base: Base[S] | None = None) -> Plan[S]:
        """What a change does, from the boundary before its cut or from `base`; Refused or RuleFailed if it cannot."""
        start = base or next(
            earlier for earlier in reversed(self._bases) if earlier.line <= (change.cut or self.log.last + 1)
        )
        try:
            done = plan(self.system, self.log, start, change, self._now.known)
        except Unfit as unfit:
            if isinstance(unfit.cause, IllegalAnswer) and unfit.index == 0:
                raise unfit.cause from None
            broke = Message("the rulebook broke ({fault}: {text})", fault=type(unfit.cause).__name__, text=unfit)
            raise RuleFailed(broke) from unfit.cause
        if done.run.stuck and change.act and not self.stuck:
            stuck = Message("after that nothing could begin ({why}); it was not done", why=done.run.stuck)
            raise RuleFailed(stuck)
        return done

    def _commit(self, done: Plan[S]) -> tuple[Line, ...]:
        """Write what was planned; from then on it is so."""
        self._write(done.lines)
        ahead = done.bases[0].line if done.bases else self.log.last + 1
        while self._bases and not (self._bases[-1].line <= done.cut and self._bases[-1].line < ahead):
            self._bases.pop()
        self._bases += done.bases
        self._now = done
        return done.lines

    def _write(self, lines: Sequence[Line]) -> None:
        if lines and self.log.closed:
            raise IllegalAnswer(Message("this game is closed: nothing of it can be changed any more"))
        if lines:
            self.sink.append([write(line) for line in lines])
        for line in lines:
            self.log.append(line)
            self.acts.note(self.log.last, line)
