"""A rulebook run on from a boundary with the answers so far: procedure after procedure, until somebody is asked.

Nothing is written and nothing is remembered here. Answers that are sure must fit; those after them are kept where they
still do, which is how a changed die keeps the rest of the action.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from tablecam.rules import play as played
from tablecam.rules.ask import Ask
from tablecam.rules.play import Answer, Answered, Asked, Interjected, Misfit, Play, Waiting
from tablecam.rules.system import Step, System

S = TypeVar("S")
Given = TypeVar("Given", bound=Answer)

# No rulebook does so much without a question; one that does goes round in circles.
PROCEDURES_WITHOUT_A_QUESTION = 500


@dataclass(frozen=True)
class Began:
    """On the tape: a procedure began."""

    name: str


Entry = Began | played.Entry


class Unfit(Exception):
    """The answer of that index (-1: none at all) could not be used; `cause` is a Misfit, a Refused or a rule's bug."""

    def __init__(self, index: int, cause: Exception) -> None:
        super().__init__(str(cause))
        self.index = index
        self.cause = cause


@dataclass(frozen=True)
class ProcedureRun(Generic[S, Given]):
    """How far it went. tape: everything in order; Answered names the index of its question and of its answer.

    starts: the tape index of every boundary with the state there. open: the tape indices of the questions that wait.
    answers: those that were used. stuck: why nothing can begin; empty when all is well.
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
        assert isinstance(entry, Asked)
        return entry.question


def run(system: System[S], state: S, answers: Sequence[Given], sure: int) -> ProcedureRun[S, Given]:
    """As far as the answers go. Unfit where one of the first `sure` cannot be used; later ones are left out then."""
    left = list(answers)
    while True:
        try:
            return _run(system, state, left)
        except Unfit as unfit:
            if unfit.index < sure:
                raise
            del left[unfit.index]


def _run(system: System[S], state: S, answers: list[Given]) -> ProcedureRun[S, Given]:
    tape: list[Entry] = []
    starts: list[tuple[int, S]] = []
    used = quiet = 0
    while True:
        play = Play(state, system.evolve, answers[used:])
        try:
            step = system.next_procedure(state)
            if step:
                _play(step, play, quiet)
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
        ahead = len(tape)
        tape += [_moved(entry, ahead, used) for entry in play.tape]
        state, used, quiet = play.state, used + play.used, 0 if play.used else quiet + 1
        if play.open:
            waiting = tuple(ahead + index for index in play.open)
            return ProcedureRun(tuple(tape), tuple(starts), state, waiting, tuple(answers[:used]))


def _play(step: Step, play: Play[Any], quiet: int) -> None:
    """One procedure, to its end or to its first open question."""
    if quiet > PROCEDURES_WITHOUT_A_QUESTION:
        raise RuntimeError(f"'{step.name}' begins again and again without a question")
    try:
        step.procedure(play)
    except Waiting:
        return
    if play.open:
        raise RuntimeError(f"'{step.name}' went on although it had to wait: it must let Waiting pass")


def _moved(entry: played.Entry, ahead: int, used: int) -> Entry:
    """An entry of one procedure's tape on the tape of the run."""
    match entry:
        case Answered(to, answer):
            return Answered(to + ahead, answer + used)
        case Interjected(_, answer):
            return replace(entry, answer=answer + used)
    return entry
