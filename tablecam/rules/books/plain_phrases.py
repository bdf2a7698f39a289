"""The players' words of a rulebook that has none of its own: only the seat of each model is required."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from tablecam.base.i18n import Message
from tablecam.rules.books import plain_words, sum_words
from tablecam.rules.books.event_forms import FieldWords, build_forms
from tablecam.rules.books.plain_words import PlainNames, capital
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.sum_words import PLAIN, SumStyle
from tablecam.rules.coded_text import CodedText, Text
from tablecam.rules.event import Event, find_clause
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames, Sentence
from tablecam.rules.step_name import StepPattern, title_step


class PlainPhrases(ABC):
    """Every question, answer and event of a game in plain words. A book provides `people` and overrides the rest.

    events: by name; fields: the words of their fields, for the forms of an umpire's corrections. sums: the names of
    its rolls. words: of ids and codes, such as options, steps, checks and models. questions: by the action of a
    question; {model} and {other} in one are the first names of its subject, and {models} is all of them. steps: the
    declared steps by code. reasons: the texts of the book's own codes, as a subclass.
    """

    events: ClassVar[Mapping[str, type[Event]]] = {}
    fields: ClassVar[FieldWords] = FieldWords()
    sums: ClassVar[SumStyle] = PLAIN
    words: ClassVar[Mapping[str, Message]] = {}
    questions: ClassVar[Mapping[str, Message]] = {}
    steps: ClassVar[Mapping[str, StepPattern]] = {}
    reasons: ClassVar[type[CodedText]] = CodedText

    @abstractmethod
    def people(self, state: Any) -> Mapping[str, str]:
        """The seat of every model."""

    def build_names(self, state: Any, called: Mapping[str, str]) -> ModelNames:
        """The names in `called`, also of models that are not in the game; else made of seats and ids."""
        people = self.people(state)
        defaults = {seat: seat_title(seat) for seat in people.values()} | {model: capital(model) for model in people}
        words = {id: str(word) for id, word in self.words.items()}
        return PlainNames({**defaults, **words, **called}, self.reasons)

    def describe_question(self, ask: Mapping[str, Json], names: ModelNames) -> str:
        """A question as one line."""
        question = self.questions.get(str(ask.get("action", "")))
        if question is None:
            return plain_words.describe_question(ask, names)
        return capital(str(question.with_values(**plain_words.name_subject(ask, names))))

    def spell_question(self, ask: Mapping[str, Json], names: ModelNames) -> dict[str, Json]:
        """A question's record with names in place of ids."""
        return plain_words.spell_question(ask, names)

    def describe_answer(self, ask: Mapping[str, Json], raw: Json, by: str, names: ModelNames) -> str:
        """An answer as one line; a roll with its sum."""
        question = self.describe_question(ask, names)
        return plain_words.describe_answer(ask, raw, by, names, self.describe_sum(ask, raw, names), question)

    def describe_sum(self, ask: Mapping[str, Json], raw: Json, names: ModelNames) -> str:
        """The sum of an answered roll in the book's style; empty for an answer without one."""
        return sum_words.describe_sum(ask, raw, names, self.sums)

    def phrase_text(self, text: Text, names: ModelNames) -> str:
        """A sentence with names in place of ids."""
        return names.text(text)

    def describe_event(self, event: Event, names: ModelNames) -> Sentence:
        """An event as a clause, in its own words."""
        return event.sentence(names)

    def title_step(self, step: str, names: ModelNames) -> str:
        """A procedure as a heading: by its pattern, else its name in plain words."""
        return capital(title_step(self.steps, step, names) or names.text(step))

    def get_clause(self, event: Mapping[str, Json]) -> str:
        """The clause that an event rests on; empty if it has none."""
        return find_clause(self.events, event)

    def find_seat(self, ask: Mapping[str, Json], state: Any) -> str | None:
        """The seat of the question; for a move, the seat of the model that makes it."""
        model = str(ask.get("model")) if ask.get("kind") in plain_words.MOVES else ""
        return self.people(state).get(model, ask.get("seat"))

    def find_ending(self, ask: Mapping[str, Json]) -> str:
        """Empty: no option ends an action."""
        return ""

    def only_answer(self, ask: Mapping[str, Json]) -> str:
        """Empty: the players answer everything."""
        return ""

    def is_fact(self, ask: Mapping[str, Json]) -> bool:
        """Whether a question is one about the table."""
        return ask.get("kind") in plain_words.FACTS

    def is_unsure(self, raw: Json) -> bool:
        """Whether a measured answer leaves something to the players."""
        return plain_words.is_unsure(raw)

    def check(self, name: str) -> str:
        """The name of a check."""
        return str(self.words.get(name, name))

    def list_forms(self) -> list[dict[str, Json]]:
        """A form for every event of the book; those that are corrected often come first."""
        return build_forms(self.events.values(), self.fields)

    def make_concession(self, state: Any, seat: str) -> Event | None:
        """None: nobody can concede."""
        return None
