"""How a procedure runs: from its boundary, with the answers so far, until it must wait.

    play = Play(state, evolve, answers=[[8], [3, 9]])
    shoot(play, "ann", "bob")
    play.state, play.told

A procedure asks and tells. When the answer is not there yet, asking raises `Waiting`, and the next answer runs the
procedure again from the start: whatever it did the first time it does again, so it must be deterministic. Play,
resume, undo and "what if" are this one path.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from tablecam.base.clause import Clause
from tablecam.rules.ask import Ask, AskAgain, Choose, Count, Option, Pick, Roll, Topic, same_question
from tablecam.rules.check import Check, Duel, Ladder
from tablecam.rules.dice import D10, Die
from tablecam.rules.event import Event
from tablecam.rules.plain import Json

S = TypeVar("S")
A = TypeVar("A")
B = TypeVar("B")

Evolve = Callable[[S, Event], S]


class Waiting(BaseException):
    """Nobody has answered yet. No Exception, so that a rule's own `except` cannot swallow it."""


class Misfit(Exception):
    """An answer that does not fit the question that is asked now; `index`: which of the answers."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index = index


@dataclass(frozen=True)
class Answer:
    """An answer as JSON. which: of the questions open beside each other, None for the first.

    asked: the question that it was given to, or its record; where it is known, the answer serves no other.
    event: in place of an answer, an event that people tell while a question waits.
    """

    raw: Json
    which: int | None = None
    asked: Ask[Any] | dict[str, Json] | None = None
    event: Event | None = None

    def is_to(self, question: Ask[Any]) -> bool:
        """Whether it was given to this question, compared as it is written where nothing cheaper tells."""
        if self.asked is None or question == self.asked:
            return self.asked is not None
        if not question.could_be(self.asked):
            return False
        return same_question(question.record(), self.asked.record() if isinstance(self.asked, Ask) else self.asked)


def instead(raw: Json) -> Answer:
    """In a test: the answer to the offer, not to the question that it stands beside."""
    return Answer(raw, which=1)


@dataclass(frozen=True)
class Asked:
    """On the tape: a question was put. which: its place among those put at once."""

    question: Ask[Any]
    which: int = 0


@dataclass(frozen=True)
class Answered:
    """On the tape: the answer number `answer` was taken. to: the tape index of its question."""

    to: int
    answer: int


@dataclass(frozen=True)
class EventEntry:
    """On the tape: something happened."""

    event: Event


@dataclass(frozen=True)
class Interjected:
    """On the tape: people told an event while a question waited, as the answer number `answer`."""

    event: Event
    answer: int


Entry = Asked | Answered | EventEntry | Interjected


class Play(Generic[S]):
    """A procedure's view of the game. state: always the present one. tape: all that was asked, answered and told."""

    def __init__(self, state: S, evolve: Evolve[S], answers: Sequence[Answer | Json] = ()) -> None:
        self.state = state
        self.tape: list[Entry] = []
        self.open: tuple[int, ...] = ()
        self.used = 0
        self._evolve = evolve
        self._answers = [answer if isinstance(answer, Answer) else Answer(answer) for answer in answers]

    @property
    def fresh(self) -> bool:
        """Whether the run is past the recorded answers: what happens now happens for the first time."""
        return self.used == len(self._answers)

    @property
    def told(self) -> tuple[Event, ...]:
        """The events so far."""
        return tuple(entry.event for entry in self.tape if isinstance(entry, EventEntry))

    @property
    def questions(self) -> tuple[Ask[Any], ...]:
        """What waits for an answer."""
        return tuple(cast("Asked", self.tape[index]).question for index in self.open)

    def ask(self, question: Ask[A]) -> A:
        """The answer to a question."""
        return self.ask_unless(question)

    def ask_unless(self, question: Ask[A], *offers: Ask[B]) -> A | B:
        """The answer to a question, or to an offer that stands beside it: whichever comes first."""
        while True:
            index, answer = self._first(self._put_questions(question, *offers))
            with suppress(AskAgain):
                return self._settle(cast("Asked", self.tape[index]).question, answer)

    def ask_unsettled(self, question: Ask[A]) -> A:
        """The answer to a question about the table, doubts and all: the procedure settles those that matter."""
        _index, answer = self._first(self._put_questions(question))
        return cast("A", answer)

    def together(self, *questions: Ask[A]) -> tuple[A, ...]:
        """The answers to questions put at once, in the questions' order, in whatever order they come."""
        waiting, answers = self._put_questions(*questions), {}
        order = waiting
        while waiting:
            index, answers[index] = self._first(waiting)
            waiting = tuple(other for other in waiting if other != index)
        return tuple(self._settled(question, answers[at]) for question, at in zip(questions, order, strict=True))

    def tell(self, event: Event) -> None:
        """Something happened; the state is the next one at once."""
        self._not_while_waiting()
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
        """Dice: as many as the check takes where there is one; the faces as they fell."""
        if check:
            die, count = check.die, check.dice * count
        return self.ask(Roll(seat=seat, die=die, count=count, check=check, **topic_of(purpose)))

    def duel(self, purpose: str | Topic, duel: Duel) -> tuple[int, int]:
        """The two dice of a duel, rolled at once, and again as long as a tie has to be."""
        rolls = [Roll(seat=side.seat, die=duel.die, check=duel, **topic_of(purpose)) for side in duel.sides]
        while True:
            (first,), (second,) = self.together(*rolls)
            if not duel.again(first, second):
                return first, second

    def count(
        self, seat: str | None, purpose: str | Topic, most: int, least: int = 0, clause: Clause | None = None
    ) -> int:
        """A whole number between bounds, of a seat or of the table."""
        return self.ask(Count(seat=seat, least=least, most=most, clause=clause, **topic_of(purpose)))

    def pick(
        self, seat: str, purpose: str | Topic, options: Sequence[Option | str], least: int = 0, most: int | None = None
    ) -> tuple[str, ...]:
        """The ids of the options that a seat takes, in the options' order."""
        return self.ask(Pick(seat=seat, options=_options(options), least=least, most=most, **topic_of(purpose)))

    def choose(self, seat: str, purpose: str | Topic, options: Sequence[Option | str]) -> str:
        """The id of the option that a seat takes; plain words are options without a label."""
        return self.ask(Choose(seat=seat, options=_options(options), **topic_of(purpose)))

    def _put_questions(self, *questions: Ask[Any]) -> tuple[int, ...]:
        self._not_while_waiting()
        first = len(self.tape)
        self.tape += [Asked(question, which) for which, question in enumerate(questions)]
        return tuple(range(first, len(self.tape)))

    def _first(self, waiting: tuple[int, ...]) -> tuple[int, Any]:
        """The tape index of the question that the next answer goes to, and what it says."""
        self._take_interjections()
        if self.fresh:
            self.open = waiting
            raise Waiting
        answer = self._answers[self.used]
        index = self._addressed(waiting, answer)
        self.tape.append(Answered(index, self.used))
        self.used += 1
        return index, cast("Asked", self.tape[index]).question.read(answer.raw)

    def _take_interjections(self) -> None:
        """Takes in what people told at this place: the state changes, and the questions stay open."""
        while not self.fresh and (event := self._answers[self.used].event):
            self.state = self._evolve(self.state, event)
            self.tape.append(Interjected(event, self.used))
            self.used += 1

    def _addressed(self, waiting: tuple[int, ...], answer: Answer) -> int:
        """Which of the questions an answer was given to; Misfit where it is none of these."""
        asked = [cast("Asked", self.tape[index]) for index in waiting]
        meant = [
            index for index, question in zip(waiting, asked, strict=True) if answer.which in (None, question.which)
        ]
        if answer.asked is None:
            if not meant:
                raise Misfit(self.used, f"there is no question {answer.which} to answer")  # no text: for programmers
            return meant[0]
        same = [index for index, question in zip(waiting, asked, strict=True) if answer.is_to(question.question)]
        if not same:
            # no text: for programmers
            raise Misfit(self.used, f"the answer {answer.raw} was given to another question")
        return next((index for index in same if index in meant), same[0])

    def _settle(self, question: Ask[Any], answer: Any) -> Any:
        """The players say what the measurement could not."""
        doubts = question.doubts(answer)
        return question.settled(answer, tuple(self.ask(doubt) for doubt in doubts)) if doubts else answer

    def _settled(self, question: Ask[A], answer: A) -> A:
        """One answer of several, put again by itself where the players settle against it."""
        try:
            return cast("A", self._settle(question, answer))
        except AskAgain:
            return self.ask(question)

    def _not_while_waiting(self) -> None:
        if self.open:
            raise RuntimeError("the rule went on although it had to wait: it must let Waiting pass")


def topic_of(purpose: str | Topic) -> dict[str, Any]:
    """What a question is about, as the fields of the question; a plain purpose has neither action nor subject."""
    return (purpose if isinstance(purpose, Topic) else Topic(purpose))._asdict()


def _options(options: Sequence[Option | str]) -> tuple[Option, ...]:
    return tuple(option if isinstance(option, Option) else Option(option) for option in options)
