"""What every question is: who answers, who may know of it, how an answer is read, refused, settled and written.

The kinds of questions are in `tablecam/rules/ask.py` and, about the table, in `tablecam/rules/facts.py`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from tablecam.base.clause import Clause
from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message
from tablecam.rules.coded_text import CodedText, Value
from tablecam.rules.plain import Json, field_names, to_plain

A = TypeVar("A")
# where chance comes from: `below(n)` is a number from 0 up to n, without n
Below = Callable[[int], int]
WHO = ("seat", "seen_by", "secret")
# what questions have had only since logs keep codes: it says nothing that `purpose` does not say
ABOUT = ("action", "subject")
# fields that records hold as they are, by which most questions of one kind differ
TOLD_APART = ("seat", "purpose")
# no text to be translated
WITH_CLAUSE = "{says} [{clause}]"


class IllegalAnswer(TablecamError):
    """An answer that cannot stand: the sentence says why, the clause where the book says so.

    code: short and stable, for whoever decides by it; that of the coded text where the sentence is one.
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


def refused(code: str, **values: Value) -> IllegalAnswer:
    """The refusal of a code that the engine has words for."""
    return IllegalAnswer(CodedText(code, values))


class Topic(NamedTuple):
    """What a question is about. purpose: as logs have always named it. action: a code. subject: ids of models, seats.

    A question takes all three: `Choose(seat="near", options=options, **topic._asdict())`.
    """

    purpose: str
    action: str = ""
    subject: tuple[str, ...] = ()


class AskAgain(Exception):
    """The players decided against the answer: the question is asked again."""


@dataclass(frozen=True, kw_only=True)
class Ask(Generic[A]):
    """The base of every question; a rulebook may add its own kinds, with `read` and `drawn` at least.

    seat: who answers; None: the table does, or any player in its place.
    seen_by: the seats that may know that it is asked at all; None: everyone. The one that answers always may.
    secret: everyone may know that it was answered, nobody else how.
    action, subject: what is asked, as a code, and the ids of the models or seats that it is about.
    """

    seat: str | None = None
    seen_by: tuple[str, ...] | None = None
    secret: bool = False
    action: str = ""
    subject: tuple[str, ...] = ()

    def read(self, raw: Json) -> A:
        """The answer that JSON holds; IllegalAnswer where it holds none."""
        raise NotImplementedError

    def typed(self, text: str) -> Json:
        """The JSON of what a person wrote; IllegalAnswer where it cannot be read."""
        try:
            return json.loads(text)
        except ValueError:
            raise refused("not-json", given=text) from None

    def drawn(self, below: Below) -> Json:
        """Some answer that the question allows, by chance; ValueError for a kind that does not say how it is drawn."""
        raise ValueError(f"a {type(self).__name__} cannot be answered at random")

    def doubts(self, answer: A) -> tuple["Ask[bool]", ...]:
        """What the players must settle before the answer can be used: measurements too close to call."""
        return ()

    def settled(self, answer: A, verdicts: tuple[bool, ...]) -> A:
        """The answer with the players' verdicts on its doubts, in their order; AskAgain where it falls with them."""
        return answer

    def record(self) -> dict[str, Json]:
        """The question as JSON; see `same_question`. None, False and optional fields that are empty are left out."""
        kind: Any = type(self)
        written = {name: getattr(self, name) for name in field_names(kind)}
        plain = {name: to_plain(value) for name, value in written.items() if not _left_out(name, value)}
        return {"kind": kind.__name__, **plain}

    def __str__(self) -> str:
        """One line for a person, for the terminal and for playthroughs."""
        kind: Any = type(self)
        own = [name for name in field_names(kind) if name not in (*WHO, *ABOUT)]
        return " ".join(f"{name}={to_plain(getattr(self, name))}" for name in own)

    @property
    def verb(self) -> str:
        """The word that a typed answer begins with: `roll`, `choose`."""
        return type(self).__name__.lower()

    @property
    def hidden(self) -> bool:
        """Whether the answer is nobody's business but the seat's."""
        return self.secret or self.seen_by is not None

    def could_be(self, other: "Ask[Any] | dict[str, Json]") -> bool:
        """Whether kind, seat and purpose leave it open that another question, or a record, is this one.

        It is told without writing a record, which is what costs time where many questions stand beside each other.
        """
        kind = other.get("kind") if isinstance(other, dict) else type(other).__name__
        return kind == type(self).__name__ and all(_could_be(self, other, name) for name in TOLD_APART)

    def visible_to(self, seat: str) -> bool:
        """Whether a seat may know that this is asked."""
        return self.seen_by is None or seat == self.seat or seat in self.seen_by


def _could_be(question: Ask[Any], other: Ask[Any] | dict[str, Json], name: str) -> bool:
    mine = getattr(question, name, None)
    theirs = other.get(name) if isinstance(other, dict) else getattr(other, name, None)
    return mine == theirs or not (isinstance(mine, str) and isinstance(theirs, str))


def _left_out(name: str, value: object) -> bool:
    return value is None or value is False or (name in ABOUT and not value)
