"""The base of every question: its seat, who may see it, and how its answer is read, refused, settled and written.

The kinds of questions are in `tablecam/rules/ask.py` and, about the table, in `tablecam/rules/facts.py`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from tablecam.base.clause import Clause
from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.rules.coded_text import CodedText, Value
from tablecam.rules.plain import Json, field_names, to_plain

A = TypeVar("A")
# the source of chance: `below(n)` is a number from 0 to n - 1
Below = Callable[[int], int]
WHO = ("seat", "seen_by", "secret")
# fields that questions have only since logs keep codes: they say nothing that `purpose` does not say
ABOUT = ("action", "subject")
# fields that records hold unchanged, in which most questions of one kind differ
TOLD_APART = ("seat", "purpose")
# no text to be translated
WITH_CLAUSE = "{says} [{clause}]"


class IllegalAnswer(TablecamError):
    """An answer that cannot stand, with the reason as a sentence and the clause of the book.

    code: short and stable, for code that decides by it; the coded text's own code if the sentence is one.
    """

    def __init__(self, says: str | Message | CodedText, clause: Clause | None = None, code: str = "") -> None:
        text = says.message() if isinstance(says, CodedText) else says
        super().__init__(Message(WITH_CLAUSE, says=text, clause=clause) if clause else text)
        self.says = says
        self.clause = clause
        self.code = says.code if isinstance(says, CodedText) else code

    @property
    def message(self) -> str:
        """The sentence without the clause, in the current language, with ids in the place of names."""
        return str(self.says)


def make_refusal(code: str, **values: Value) -> IllegalAnswer:
    """The refusal with a code that the engine has words for."""
    return IllegalAnswer(CodedText(code, values))


class Topic(NamedTuple):
    """The topic of a question. purpose: its name in logs. action: a code. subject: ids of models and seats.

    A question takes all three: `Choose(seat="near", options=options, **topic._asdict())`.
    """

    purpose: str
    action: str = ""
    subject: tuple[str, ...] = ()


class TopicPattern(NamedTuple):
    """Topics of one action about different ids: `TopicPattern("{} to hit {}", "hit")("ann", "bob")`."""

    purpose: str
    action: str

    def __call__(self, *subject: str) -> Topic:
        """The topic about some ids, which fill the places of the purpose."""
        return _make_topic(self, subject)


@lru_cache(maxsize=4096)
def _make_topic(pattern: TopicPattern, subject: tuple[str, ...]) -> Topic:
    return Topic(pattern.purpose.format(*subject), pattern.action, subject)


class AskAgain(Exception):
    """The players decided against the answer: the question is asked again."""


@dataclass(frozen=True, kw_only=True)
class Ask(Generic[A]):
    """The base of every question; a rulebook may add its own kinds, with `parse_json` and `draw_answer` at least.

    seat: the seat that answers; None: the table does, or any player in its place.
    seen_by: the seats that may see the question; None: everyone. The seat that answers always may.
    secret: everyone may know that it was answered, and only the seat knows the answer.
    action, subject: the request as a code, and the ids of the models or seats that it concerns.
    """

    seat: str | None = None
    seen_by: tuple[str, ...] | None = None
    secret: bool = False
    action: str = ""
    subject: tuple[str, ...] = ()

    def parse_json(self, raw: Json) -> A:
        """The answer that JSON holds; IllegalAnswer if it holds none."""
        raise NotImplementedError

    def parse_text(self, text: str) -> Json:
        """The JSON of a text that a person wrote; IllegalAnswer if it cannot be read."""
        try:
            return json.loads(text)
        except ValueError:
            raise make_refusal("not-json", given=text) from None

    def draw_answer(self, below: Below) -> Json:
        """A random answer that the question allows; ValueError for a kind that does not define it."""
        raise ValueError(f"a {type(self).__name__} cannot be answered at random")

    def list_doubts(self, answer: A) -> tuple["Ask[bool]", ...]:
        """The questions that the players must settle before the answer can be used: measurements too close to call."""
        return ()

    def settle_doubts(self, answer: A, verdicts: tuple[bool, ...]) -> A:
        """The answer with the players' verdicts on its doubts, in their order; AskAgain if they reject it."""
        return answer

    def relocate(self, answer: A, places: Mapping[str, tuple[float, float, float]]) -> A:
        """The answer after the sides accepted positions of models, which count from then on."""
        return answer

    def record(self) -> dict[str, Json]:
        """The question as JSON; see `same_question`. None, False and optional fields that are empty are left out."""
        kind: Any = type(self)
        written = {name: getattr(self, name) for name in field_names(kind)}
        plain = {name: to_plain(value) for name, value in written.items() if not _is_omitted(name, value)}
        return {"kind": kind.__name__, **plain}

    def __str__(self) -> str:
        """The question on one line, for the terminal and for playthroughs."""
        kind: Any = type(self)
        fields = [name for name in field_names(kind) if name not in (*WHO, *ABOUT)]
        return " ".join(f"{name}={to_plain(getattr(self, name))}" for name in fields)

    @property
    def verb(self) -> str:
        """The word that a typed answer begins with: `roll`, `choose`."""
        return type(self).__name__.lower()

    @property
    def hidden(self) -> bool:
        """Whether only the seat may know the answer."""
        return self.secret or self.seen_by is not None

    def could_be(self, other: "Ask[Any] | dict[str, Json]") -> bool:
        """Whether kind, seat and purpose allow that another question, or a record, is this one.

        The comparison writes no record, which would be slow where many questions are open at once.
        """
        kind = other.get("kind") if isinstance(other, dict) else type(other).__name__
        return kind == type(self).__name__ and all(_can_be_equal(self, other, name) for name in TOLD_APART)

    def is_visible(self, seat: str) -> bool:
        """Whether a seat may see this question."""
        return self.seen_by is None or seat == self.seat or seat in self.seen_by


class AskByChance(Ask[A]):
    """A question that chance answers: people enter their dice, chits or cards, or the app draws with `draw_answer`."""

    def check_by_people(self) -> None:
        """Raise IllegalAnswer if only the app may answer."""


def _can_be_equal(question: Ask[Any], other: Ask[Any] | dict[str, Json], name: str) -> bool:
    mine = getattr(question, name, None)
    theirs = other.get(name) if isinstance(other, dict) else getattr(other, name, None)
    return mine == theirs or not (isinstance(mine, str) and isinstance(theirs, str))


def _is_omitted(name: str, value: object) -> bool:
    return value is None or value is False or (name in ABOUT and not value)
