"""Run a rulebook from a boundary with the answers so far: procedure after procedure, until somebody is asked.

This module writes nothing and remembers nothing. Answers that are sure must fit; later answers are kept where they
still fit, which is how a changed die keeps the rest of the action.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from tablecam.rules import play as played
from tablecam.rules.ask import Ask
from tablecam.rules.play import Answer, AnswerEntry, InterjectionEntry, Misfit, Play, QuestionEntry, Waiting
from tablecam.rules.system import Step, System

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
        play = Play(state, system.evolve, answers[used:])
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
