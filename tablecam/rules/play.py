"""The run of a procedure: from its boundary, with the answers to date, until it must wait.

    play = Play(state, evolve, answers=[[8], [3, 9]])
    shoot(play, "ann", "bob")
    play.state, play.told

A procedure asks questions and records events. If an answer is missing, asking raises `Waiting`, and the next answer
runs the procedure again from the start. It repeats whatever it did the first time, so it must be deterministic. Play,
resume, undo and "what if" are this one path.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from tablecam.base.clause import Clause
from tablecam.rules.ask import Ask, AskAgain, Choose, Count, Option, Pick, Roll, Topic, make_plain_option, same_question
from tablecam.rules.check import Check, Duel, Ladder
from tablecam.rules.dice import D10, Die
from tablecam.rules.event import Event, PositionsAccepted
from tablecam.rules.plain import Json
from tablecam.rules.pool import Pool, Reroll, Throw, Thrown
from tablecam.rules.steps import NO_STEPS, Steps

S = TypeVar("S")
A = TypeVar("A")
B = TypeVar("B")
H = TypeVar("H", bound=Hashable)

Evolve = Callable[[S, Event], S]


class Waiting(BaseException):
    """Raised when nobody has answered yet. No Exception, so that a rule's own `except` cannot swallow it."""


class Misfit(Exception):
    """An answer that does not fit the open question; `index`: its place among the answers."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index = index


@dataclass(frozen=True)
class Answer:
    """An answer as JSON. which: the question that it answers if several are open, None for the first.

    asked: the question that it was given to, or its record; if it is set, the answer serves no other question.
    event: an event that people add while a question waits, in place of an answer.
    """

    raw: Json
    which: int | None = None
    asked: Ask[Any] | dict[str, Json] | None = None
    event: Event | None = None

    def answers_question(self, question: Ask[Any]) -> bool:
        """Whether it was given to this question; records are compared only where nothing cheaper decides."""
        if self.asked is None or question == self.asked:
            return self.asked is not None
        if not question.could_be(self.asked):
            return False
        return same_question(question.record(), self.asked.record() if isinstance(self.asked, Ask) else self.asked)


def instead(raw: Json) -> Answer:
    """An answer to the offer, not to the question that it stands beside; for tests."""
    return Answer(raw, which=1)


@dataclass(frozen=True)
class QuestionEntry:
    """Tape entry: a question was put. which: its place among those put at once."""

    question: Ask[Any]
    which: int = 0


@dataclass(frozen=True)
class AnswerEntry:
    """Tape entry: the answer number `answer` was used. to: the tape index of its question."""

    to: int
    answer: int


@dataclass(frozen=True)
class EventEntry:
    """Tape entry: something happened."""

    event: Event


@dataclass(frozen=True)
class InterjectionEntry:
    """Tape entry: people added an event while a question waited, as the answer number `answer`."""

    event: Event
    answer: int


Entry = QuestionEntry | AnswerEntry | EventEntry | InterjectionEntry


class Play(Generic[S]):
    """A procedure's view of the game. state: always the present one. tape: all questions, answers and events.

    steps: the functions that run in place of replaceable steps, by the names of these.
    """

    steps: Steps = NO_STEPS

    def __init__(
        self, state: S, evolve: Evolve[S], answers: Sequence[Answer | Json] = (), steps: Steps = NO_STEPS
    ) -> None:
        self.state = state
        self.steps = steps
        self.tape: list[Entry] = []
        self.open: tuple[int, ...] = ()
        self.used = 0
        self._evolve = evolve
        self._answers = [answer if isinstance(answer, Answer) else Answer(answer) for answer in answers]

    @property
    def fresh(self) -> bool:
        """Whether all recorded answers are used: whatever happens now happens for the first time."""
        return self.used == len(self._answers)

    @property
    def told(self) -> tuple[Event, ...]:
        """The events of this run."""
        return tuple(entry.event for entry in self.tape if isinstance(entry, EventEntry))

    @property
    def questions(self) -> tuple[Ask[Any], ...]:
        """The questions that wait for an answer."""
        return tuple(self._get_question(index) for index in self.open)

    def ask(self, question: Ask[A]) -> A:
        """Ask a question and return its answer."""
        return self.ask_unless(question)

    def ask_unless(self, question: Ask[A], *offers: Ask[B]) -> A | B:
        """Ask a question with offers beside it and return the answer to whichever is answered first."""
        while True:
            index, answer = self._take_answer(self._put_questions(question, *offers))
            try:
                return self._settle_doubts(index, answer)
            except AskAgain:
                continue

    def ask_unsettled(self, question: Ask[A]) -> A:
        """Ask a question about the table and return its answer with doubts; the procedure settles those that matter."""
        _index, answer = self._take_answer(self._put_questions(question))
        return cast("A", answer)

    def together(self, *questions: Ask[A]) -> tuple[A, ...]:
        """Ask questions at once and return the answers in the questions' order, in whatever order they come."""
        waiting, answers = self._put_questions(*questions), {}
        order = waiting
        while waiting:
            index, answers[index] = self._take_answer(waiting)
            waiting = tuple(open_index for open_index in waiting if open_index != index)
        return tuple(self._settle_or_ask_again(index, answers[index]) for index in order)

    def tell(self, event: Event) -> None:
        """Record an event and apply it to the state at once."""
        self._check_not_waiting()
        self.state = self._evolve(self.state, event)
        self.tape.append(EventEntry(event))

    def roll(
        self,
        seat: str | None,
        purpose: str | Topic,
        *,
        die: Die = D10,
        count: int = 1,
        check: Check | Ladder | None = None,
    ) -> tuple[int, ...]:
        """Ask for dice, as many as the check takes if there is one, and return their faces."""
        if check:
            die, count = check.die, check.dice * count
        return self.ask(Roll(seat=seat, die=die, count=count, check=check, **split_topic(purpose)))

    def duel(self, purpose: str | Topic, duel: Duel) -> tuple[int, int]:
        """Ask for the two dice of a duel at once, and again while a tie requires it."""
        rolls = [Roll(seat=side.seat, die=duel.die, check=duel, **split_topic(purpose)) for side in duel.sides]

        def roll_once() -> tuple[int, int] | None:
            (first_face,), (second_face,) = self.together(*rolls)
            return None if duel.again(first_face, second_face) else (first_face, second_face)

        return self.repeat(roll_once)

    def repeat(self, attempt: Callable[[], A | None]) -> A:
        """Make an attempt until it has a result, as when a tie is rolled again, and return the result."""
        while (result := attempt()) is None:
            pass
        return result

    def count_results(self, times: int, attempt: Callable[[], H]) -> Mapping[H, int]:
        """Make an attempt several times, and count each of its results."""
        return Counter(attempt() for _time in range(times))

    def throw(self, seat: str | None, purpose: str | Topic, pool: Pool) -> Thrown:
        """Ask for a pool of dice, for those that are thrown again if its rule allows it, and return how all fell."""
        topic = split_topic(purpose)
        thrown = self.ask(Throw(seat=seat, pool=pool, **topic))
        places = thrown.list_rerollable()
        if places and pool.reroll and not pool.reroll.forced:
            places = tuple(int(place) - 1 for place in self.ask(Reroll.about(thrown, seat=seat, **topic)))
        if not places:
            return thrown
        again = self.ask(Throw(seat=seat, pool=pool.select(places), again=True, **topic))
        return thrown.with_dice(places, again)

    def count(
        self, seat: str | None, purpose: str | Topic, most: int, least: int = 0, clause: Clause | None = None
    ) -> int:
        """Ask a seat or the table for a whole number between bounds."""
        return self.ask(Count(seat=seat, least=least, most=most, clause=clause, **split_topic(purpose)))

    def pick(
        self, seat: str, purpose: str | Topic, options: Sequence[Option | str], least: int = 0, most: int | None = None
    ) -> tuple[str, ...]:
        """Ask a seat to pick options and return their ids, in the options' order."""
        return self.ask(Pick(seat=seat, options=_to_options(options), least=least, most=most, **split_topic(purpose)))

    def choose(self, seat: str, purpose: str | Topic, options: Sequence[Option | str]) -> str:
        """Ask a seat to choose an option and return its id; plain words are options without a label."""
        return self.ask(Choose(seat=seat, options=_to_options(options), **split_topic(purpose)))

    def _put_questions(self, *questions: Ask[Any]) -> tuple[int, ...]:
        self._check_not_waiting()
        start = len(self.tape)
        self.tape += [QuestionEntry(question, which) for which, question in enumerate(questions)]
        return tuple(range(start, len(self.tape)))

    def _get_question(self, index: int) -> Ask[Any]:
        return cast("QuestionEntry", self.tape[index]).question

    def _take_answer(self, waiting: tuple[int, ...]) -> tuple[int, Any]:
        """Use the next answer: the tape index of its question, and the answer as read."""
        self._take_interjections()
        if self.fresh:
            self.open = waiting
            raise Waiting
        answer = self._answers[self.used]
        index = self._find_addressee(waiting, answer)
        self.tape.append(AnswerEntry(index, self.used))
        self.used += 1
        return index, self._get_question(index).parse_json(answer.raw)

    def _take_interjections(self) -> None:
        """Apply events that people added at this place: the state changes, and the questions stay open."""
        while not self.fresh and (event := self._answers[self.used].event):
            self.state = self._evolve(self.state, event)
            self.tape.append(InterjectionEntry(event, self.used))
            self.used += 1

    def _find_addressee(self, waiting: tuple[int, ...], answer: Answer) -> int:
        """The tape index of the question that an answer was given to; Misfit if it is none of these."""
        open_questions = [cast("QuestionEntry", self.tape[index]) for index in waiting]
        candidates = [
            index
            for index, question in zip(waiting, open_questions, strict=True)
            if answer.which in (None, question.which)
        ]
        if answer.asked is None:
            if not candidates:
                raise Misfit(self.used, f"there is no question {answer.which} to answer")  # no text: for programmers
            return candidates[0]
        matches = [
            index
            for index, question in zip(waiting, open_questions, strict=True)
            if answer.answers_question(question.question)
        ]
        if not matches:
            # no text: for programmers
            raise Misfit(self.used, f"the answer {answer.raw} was given to another question")
        return next((index for index in matches if index in candidates), matches[0])

    def _settle_doubts(self, index: int, answer: Any) -> Any:
        """Let the players decide each doubt about the answer to a question, and return the settled answer."""
        question = self._get_question(index)
        if doubts := question.list_doubts(answer):
            answer = question.settle_doubts(answer, tuple(self.ask(doubt) for doubt in doubts))
        places = self._find_accepted_places(index)
        return question.relocate(answer, places) if places else answer

    def _find_accepted_places(self, index: int) -> dict[str, tuple[float, float, float]]:
        """The positions that the sides accepted after the answer to a question was given, by model."""
        later = itertools.dropwhile(lambda entry: not _is_answer_to(entry, index), self.tape[index:])
        events = (entry.event for entry in later if isinstance(entry, InterjectionEntry))
        accepted = [event.at for event in events if isinstance(event, PositionsAccepted)]
        return {model: place for places in accepted for model, place in places.items()}

    def _settle_or_ask_again(self, index: int, answer: Any) -> Any:
        """Settle one answer of several; ask its question again if the players decide against it."""
        try:
            return self._settle_doubts(index, answer)
        except AskAgain:
            return self.ask(self._get_question(index))

    def _check_not_waiting(self) -> None:
        if self.open:
            raise RuntimeError("the rule went on although it had to wait: it must let Waiting pass")


def _is_answer_to(entry: Entry, index: int) -> bool:
    return isinstance(entry, AnswerEntry) and entry.to == index


def split_topic(purpose: str | Topic) -> dict[str, Any]:
    """The fields of a question for a topic; a plain purpose has neither action nor subject."""
    return (purpose if isinstance(purpose, Topic) else Topic(purpose))._asdict()


def _to_options(options: Sequence[Option | str]) -> tuple[Option, ...]:
    return tuple(option if isinstance(option, Option) else make_plain_option(option) for option in options)
