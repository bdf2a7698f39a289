"""Plan a change to a game before anything is written: run the rulebook again, and fold its events.

Answering, taking back, overruling, correcting, abandoning and resuming are one path: strike some last lines, run the
rulebook again from the boundary with the answers that count, and write the entries that its tape has beyond the log.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from tablecam.base.i18n import gettext as _
from tablecam.game.log import (
    CHANGED,
    AbandonedLine,
    AnswerLine,
    AskLine,
    BadLog,
    BoundaryLine,
    EventLine,
    GameLog,
    Line,
    StruckLine,
    record,
)
from tablecam.rules import play as played
from tablecam.rules.ask import Ask, same_question
from tablecam.rules.coded_text import same_record
from tablecam.rules.event import INTERJECTIONS, decode
from tablecam.rules.plain import BadRecord, Json
from tablecam.rules.play import Answer, AnswerEntry, EventEntry, InterjectionEntry, Misfit, Play, QuestionEntry, Waiting
from tablecam.rules.step_name import StepName
from tablecam.rules.steps import find_steps
from tablecam.rules.system import Step, System

# Run a rulebook from a boundary with the answers so far: procedure after procedure, until somebody is asked.
#
# This module writes nothing and remembers nothing. Answers that are sure must fit; later answers are kept where they
# still fit, which is how a changed die keeps the rest of the action.

S = TypeVar("S")
Given = TypeVar("Given", bound=Answer)

# A rulebook that runs this many procedures without a question goes round in circles.
PROCEDURES_WITHOUT_A_QUESTION = 500


@dataclass(frozen=True)
class Began:
    """On the tape: a procedure began."""

    name: str


Entry = Began | played.Entry


class Unfit(Exception):
    """The answer of an index (-1: no answer) could not be used; `cause` is a Misfit, an IllegalAnswer or a bug."""

    def __init__(self, index: int, cause: Exception) -> None:
        super().__init__(str(cause))
        self.index = index
        self.cause = cause


@dataclass(frozen=True)
class ProcedureRun(Generic[S, Given]):
    """The result of a run. tape: everything in order; AnswerEntry names the index of its question and of its answer.

    starts: the tape index of every boundary with the state there. open: the tape indices of the questions that wait.
    answers: the answers that were used. stuck: why nothing can begin; empty when all is well.
    """

    tape: tuple[Entry, ...]
    starts: tuple[tuple[int, S], ...]
    state: S
    open: tuple[int, ...]
    answers: tuple[Given, ...]
    stuck: str = ""

    def question(self, index: int) -> Ask[Any]:
        """The question at a place of the tape."""
        entry = self.tape[index]
        assert isinstance(entry, QuestionEntry)
        return entry.question


def run(system: System[S], state: S, answers: Sequence[Given], sure: int) -> ProcedureRun[S, Given]:
    """Run as far as the answers go. Unfit if one of the first `sure` cannot be used; later misfits are left out."""
    remaining = list(answers)
    while True:
        try:
            return _run_once(system, state, remaining)
        except Unfit as unfit:
            if unfit.index < sure:
                raise
            del remaining[unfit.index]


def _run_once(system: System[S], state: S, answers: list[Given]) -> ProcedureRun[S, Given]:
    tape: list[Entry] = []
    starts: list[tuple[int, S]] = []
    used = quiet = 0
    while True:
        play = Play(state, system.evolve, answers[used:], find_steps(system))
        try:
            step = system.next_procedure(state)
            if step:
                _play_step(step, play, quiet)
        except Misfit as misfit:
            raise Unfit(used + misfit.index, misfit) from misfit
        except Exception as error:
            if used + play.used == 0:
                return ProcedureRun(tuple(tape), tuple(starts), state, (), (), stuck=f"{type(error).__name__}: {error}")
            raise Unfit(used + play.used - 1, error) from error
        if step is None:
            return ProcedureRun(tuple(tape), tuple(starts), state, (), tuple(answers[:used]))
        starts.append((len(tape), state))
        tape.append(Began(step.name))
        offset = len(tape)
        tape += [_shift_entry(entry, offset, used) for entry in play.tape]
        state, used, quiet = play.state, used + play.used, 0 if play.used else quiet + 1
        if play.open:
            waiting = tuple(offset + index for index in play.open)
            return ProcedureRun(tuple(tape), tuple(starts), state, waiting, tuple(answers[:used]))


def _play_step(step: Step, play: Play[Any], quiet: int) -> None:
    """Play one procedure, to its end or to its first open question."""
    if quiet > PROCEDURES_WITHOUT_A_QUESTION:
        raise RuntimeError(f"'{step.name}' begins again and again without a question")
    try:
        step.procedure(play)
    except Waiting:
        return
    if play.open:
        raise RuntimeError(f"'{step.name}' went on although it had to wait: it must let Waiting pass")


def _shift_entry(entry: played.Entry, ahead: int, used: int) -> Entry:
    """Shift an entry of one procedure's tape to its place on the tape of the run."""
    match entry:
        case AnswerEntry(to, answer):
            return AnswerEntry(to + ahead, answer + used)
        case InterjectionEntry(_, answer):
            return replace(entry, answer=answer + used)
    return entry


NOTHING: Mapping[int, Entry] = MappingProxyType({})


@dataclass(frozen=True)
class Reply(Answer):
    """An answer with the fields that the log keeps beside it; see AnswerLine."""

    by: str = ""
    source: str = ""
    position: str = ""
    why: str = ""
    overrules: int | None = None
    again: int | None = None


@dataclass(frozen=True)
class Base(Generic[S]):
    """A point that the rulebook can run from: the state, and the line at which the lines of that run begin."""

    line: int
    state: S


@dataclass(frozen=True)
class Change:
    """A change that somebody makes. cut: the first line that no longer counts; None strikes nothing.

    act: the umpire's line, which goes first. replies: answers after those that count. sure: all answers that count and
    the first of the replies must fit; otherwise the plan keeps whatever fits.
    """

    cut: int | None = None
    why: str = CHANGED
    undone: bool = False
    act: EventLine | AbandonedLine | None = None
    replies: tuple[Reply, ...] = ()
    sure: bool = False


@dataclass(frozen=True)
class Difference:
    """A line where today's rules differ from the log: what it says, and what would be there now (None: nothing)."""

    line: int
    logged: dict[str, Json]
    now: dict[str, Json] | None

    def __str__(self) -> str:
        """One sentence."""
        values = {"line": self.line, "logged": self.logged, "now": self.now}
        if self.now is None:
            return _("line {line} of the log says {logged}, but the rules now say nothing", **values)
        return _("line {line} of the log says {logged}, but the rules now say {now}", **values)


@dataclass(frozen=True)
class Plan(Generic[S]):
    """Lines to append, and how the game then stands. numbers: the log line of every entry of the run's tape.

    cut: the first line that no longer counts. bases: the new bases.
    """

    lines: tuple[Line, ...]
    cut: int
    bases: tuple[Base[S], ...]
    run: ProcedureRun[S, Reply]
    numbers: tuple[int, ...]
    difference: Difference | None

    @property
    def known(self) -> Mapping[int, Entry]:
        """Questions and events by their line of the log: neither contains its own line, so they compare as they are."""
        lines = zip(self.numbers, self.run.tape, strict=True)
        return {number: entry for number, entry in lines if isinstance(entry, QuestionEntry | EventEntry)}


def plan(
    system: System[S],
    log: GameLog,
    base: Base[S],
    change: Change,
    known: Mapping[int, Entry] = NOTHING,
) -> Plan[S]:
    """The lines that a change appends.

    base: where to run from; with an act, only its state matters, which is that after the act. known: the tape's entries
    by line, which spares writing them again to compare. Raises Unfit if an answer that is sure cannot be used; its
    index counts from the first reply, below 0 for an answer that counted before.
    """
    cut = change.cut or log.last + 1
    if change.act:
        base = Base(log.last + len(list_lines_to_prepend(log, cut, change)) + 1, base.state)
    logged = log.since(base.line, cut)
    counted = [reply(log, number, known) for number in logged if is_reply(log[number])]
    try:
        new_run = run(system, base.state, [*counted, *change.replies], len(counted) + 1 if change.sure else 0)
    except Unfit as unfit:
        raise Unfit(unfit.index - len(counted), unfit.cause) from unfit.cause
    agreed_count, difference = agreement(log, logged, new_run, known)
    if difference:
        cut = difference.line
    lines_ahead = list_lines_to_prepend(log, cut, change)
    first_new = log.last + len(lines_ahead) + 1
    numbers = [*logged[:agreed_count], *range(first_new, first_new + len(new_run.tape) - agreed_count)]
    tail = [make_line(new_run, entry, numbers) for entry in new_run.tape[agreed_count:]]
    bases = [base] if change.act else []
    bases += [Base(numbers[index], state) for index, state in new_run.starts]
    return Plan((*lines_ahead, *tail), cut, tuple(bases), new_run, tuple(numbers), difference)


def list_lines_to_prepend(log: GameLog, cut: int, change: Change) -> tuple[Line, ...]:
    """The lines before those of the run: one that strikes, and the umpire's act."""
    struck = StruckLine(struck=(cut, log.last), why=change.why, undone=change.undone) if log.since(cut) else None
    return tuple(line for line in (struck, change.act) if line)


def is_reply(line: Line) -> bool:
    """Whether a procedure's run takes this line in where it waits: an answer, or what people agreed meanwhile."""
    return isinstance(line, AnswerLine) or (isinstance(line, EventLine) and line.interjected)


def reply(log: GameLog, number: int, known: Mapping[int, Entry] = NOTHING) -> Reply:
    """The answer of a line, or what people agreed there, ready to be given again."""
    line = log[number]
    if isinstance(line, EventLine):
        return Reply(raw=None, event=decode(INTERJECTIONS, line.event), by=line.by, why=line.why, again=number)
    assert isinstance(line, AnswerLine)
    entry = known.get(line.to)
    question = entry.question if isinstance(entry, QuestionEntry) else log.question(number)
    return Reply(
        raw=line.answer, which=_question_index(log, line.to), asked=question, by=line.by, source=line.source,
        position=line.position, why=line.why, overrules=line.overrules, again=number,
    )  # fmt: skip


def _question_index(log: GameLog, number: int) -> int:
    """The index of a question among those put at once: only questions stand between them."""
    first_line = number
    while isinstance(log[first_line - 1], AskLine):
        first_line -= 1
    return number - first_line


def agreement(
    log: GameLog, logged: Sequence[int], done: ProcedureRun[Any, Reply], known: Mapping[int, Entry] = NOTHING
) -> tuple[int, Difference | None]:
    """The number of leading entries of the tape that the log has already, and the first difference between them."""
    for index, number in enumerate(logged):
        if index == len(done.tape):
            return index, Difference(number, record(log[number]), None)
        entry = done.tape[index]
        if known.get(number) != entry and not same(log[number], entry, done, logged):
            return index, Difference(number, record(log[number]), record(make_line(done, entry, logged)))
    return len(logged), None


def same(line: Line, entry: Entry, done: ProcedureRun[Any, Reply], numbers: Sequence[int]) -> bool:
    """Whether a line of the log equals the tape's entry in its place, compared in written form."""
    match entry, line:
        case Began(name), BoundaryLine():
            return line.boundary == name
        case QuestionEntry(question), AskLine():
            return same_question(line.ask, question.record())
        case AnswerEntry(to, answer), AnswerLine():
            return line.to == numbers[to] and line.answer == done.answers[answer].raw
        case EventEntry(event), EventLine():
            return same_record(line.event, event.record()) and not line.by
        case InterjectionEntry(event), EventLine():
            return line.interjected and same_record(line.event, event.record())
    return False


def make_line(done: ProcedureRun[Any, Reply], entry: Entry, numbers: Sequence[int]) -> Line:
    """The log line for an entry of the tape."""
    match entry:
        case Began(name):
            return make_boundary_line(name)
        case QuestionEntry(question):
            return AskLine(ask=question.record())
        case EventEntry(event):
            return EventLine(event=event.record())
        case InterjectionEntry(event, answer):
            source_reply = done.answers[answer]
            return EventLine(event=event.record(), by=source_reply.by, why=source_reply.why, again=source_reply.again)
        case AnswerEntry(to, answer):
            return answer_line(done.answers[answer], numbers[to], done.question(to).hidden)


def make_boundary_line(name: str) -> BoundaryLine:
    """The log line for the start of a procedure."""
    if isinstance(name, StepName):
        return BoundaryLine(boundary=str(name), code=name.code, values=dict(name.values))
    return BoundaryLine(boundary=name)


def answer_line(given: Reply, to: int, secret: bool) -> AnswerLine:
    """The log line for an answer."""
    return AnswerLine(
        answer=given.raw, to=to, by=given.by, source=given.source, position=given.position, secret=secret,
        why=given.why, overrules=given.overrules, again=given.again,
    )  # fmt: skip


def fold(system: System[S], log: GameLog, before: int | None = None) -> S:
    """The state after the lines that count, or after those of them that come before the line `before`."""
    state = system.new_game(log.header.setup)
    for number in log.since(2, before):
        state = apply_line(system, state, log, number)
    return state


def bases(system: System[S], log: GameLog, setup: Mapping[str, Json] | None = None) -> list[Base[S]]:
    """Every base that the rulebook can run from, in order: boundaries, and breaks into the rules.

    setup: replaces the log's setup, for the same events under other house rules.
    """
    state = system.new_game(setup or log.header.setup)
    starts = [Base(2, state)]
    for number in log.since(2):
        line = log[number]
        state = apply_line(system, state, log, number)
        if isinstance(line, BoundaryLine) and starts[-1].line != number:
            starts.append(Base(number, state))
        elif isinstance(line, AbandonedLine) or (isinstance(line, EventLine) and line.corrects):
            starts.append(Base(number + 1, state))
    return starts


def apply_line(system: System[S], state: S, log: GameLog, number: int) -> S:
    """The state after one more line; only an event changes it. BadLog if the rulebook cannot take it."""
    line = log[number]
    if not isinstance(line, EventLine):
        return state
    try:
        return system.evolve(state, system.event(line.event))
    except BadRecord as error:
        raise BadLog(f"line {number} of the log: {error}") from error
    except Exception as error:
        raise BadLog(f"line {number} of the log: the rulebook breaks over {line.event} ({error!r})") from error
