"""Questions: what a rulebook wants to know, of whom, and which answers can stand.

A question is frozen data. It carries all that a screen must show (the check with its modifiers, the inches left, why
an option is closed), because between boundaries the state alone does not. `record` writes it, `read` decodes an
answer from JSON or refuses it with a code and a sentence, `typed` takes what a player writes at a terminal or in a
playthrough.

What a question is about is decided by its kind and its `action`, never by the English of its `purpose`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from tablecam.clause import Clause
from tablecam.errors import TablecamError
from tablecam.i18n import Message
from tablecam.rules.check import Check, Modifier
from tablecam.rules.coded_text import CodedText, Value, same_record
from tablecam.rules.dice import D10, Die
from tablecam.rules.plain import Json, field_names, to_plain

A = TypeVar("A")
WHO = ("seat", "seen_by", "secret")
# what questions have had only since logs keep codes: it says nothing that `purpose` does not say
ABOUT = ("action", "subject")
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
    """The base of every question; a rulebook may add its own kinds.

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

    def visible_to(self, seat: str) -> bool:
        """Whether a seat may know that this is asked."""
        return self.seen_by is None or seat == self.seat or seat in self.seen_by


def _left_out(name: str, value: object) -> bool:
    return value is None or value is False or (name in ABOUT and not value)


@dataclass(frozen=True, kw_only=True)
class Roll(Ask[tuple[int, ...]]):
    """Dice, thrown by a seat or by the app: the faces in the order they fell.

    check: what they are held against, so that the screen shows the number needed and the odds.
    modifiers: what is added to dice that are held against no number but, say, those of another seat.
    """

    purpose: str
    die: Die = D10
    count: int = 1
    check: Check | None = None
    modifiers: tuple[Modifier, ...] = ()

    def read(self, raw: Json) -> tuple[int, ...]:
        """As many faces as dice."""
        faces = raw if isinstance(raw, list | tuple) else [raw]
        if len(faces) != self.count:
            raise refused("dice-count", count=self.count, given=len(faces))
        for face in faces:
            if type(face) is not int or face not in self.die.faces:
                die = self.die
                raise refused("no-such-face", die=str(die), first=die.first, last=die.last, given=str(face))
        return tuple(faces)

    def typed(self, text: str) -> Json:
        """Faces with spaces between them."""
        words = text.replace(",", " ").split()
        if not all(word.isdigit() for word in words):
            raise refused("not-faces", given=text)
        return [int(word) for word in words]

    def __str__(self) -> str:
        """The dice, what is added to them, and what they are held against."""
        added = "".join(f", {modifier.amount:+d} {modifier.why}" for modifier in self.modifiers)
        held = f": {self.check}" if self.check else ""
        return f"{self.purpose}, {self.count if self.count > 1 else ''}{self.die}{added}{held}"

    def record(self) -> dict[str, Json]:
        """With the check's number needed and odds worked out; modifiers only where there are any, as in old logs."""
        said = super().record() | ({"check": self.check.record()} if self.check else {})
        return said if self.modifiers else {name: value for name, value in said.items() if name != "modifiers"}


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose. label: what it is called, if not by its id; why_not: what closes it, with its clause.

    Both are coded, so that a log can be read in any language; small rulebooks and old logs have sentences.
    """

    id: str
    label: CodedText | str = ""
    why_not: CodedText | str = ""
    clause: Clause | None = None

    @property
    def open(self) -> bool:
        """Whether it can be chosen."""
        return not self.why_not

    @property
    def text(self) -> str:
        """What a player reads, with ids in the place of names."""
        return str(self.label or self.id)


@dataclass(frozen=True, kw_only=True)
class Choose(Ask[str]):
    """One of several options; those closed are listed too, each with the reason."""

    purpose: str
    options: tuple[Option, ...]

    def __str__(self) -> str:
        """The options, those closed with the reason."""
        return f"{self.purpose}: {listing(self.options)}"

    def read(self, raw: Json) -> str:
        """The id of an open option."""
        return chosen(self.options, raw)

    def typed(self, text: str) -> Json:
        """An option by its id or its label."""
        return named(self.options, text)


@dataclass(frozen=True, kw_only=True)
class Assign(Ask[Mapping[str, str]]):
    """An option for every item, at once: hidden orders, for instance."""

    purpose: str
    items: tuple[str, ...]
    options: tuple[Option, ...]

    def __str__(self) -> str:
        """The items, then the options."""
        return f"{self.purpose} of {', '.join(self.items)}: {listing(self.options)}"  # no text: for the command line

    def read(self, raw: Json) -> Mapping[str, str]:
        """The option's id by item, in the order of the items."""
        if not isinstance(raw, Mapping) or set(raw) != set(self.items):
            raise refused("not-each-item", items=self.items)
        return {item: chosen(self.options, raw[item]) for item in self.items}

    def typed(self, text: str) -> Json:
        """`ann=rush bob=wait`; `*=wait` for all that are not named."""
        pairs = [word.partition("=") for word in text.split()]
        said = {item: named(self.options, option) for item, _, option in pairs}
        rest = said.pop("*", None)
        return (dict.fromkeys(self.items, rest) if rest is not None else {}) | said


@dataclass(frozen=True, kw_only=True)
class Confirm(Ask[bool]):
    """Yes or no."""

    purpose: str

    def __str__(self) -> str:
        """Ends in a question mark."""
        return f"{self.purpose}?"

    def read(self, raw: Json) -> bool:
        """True for yes."""
        if not isinstance(raw, bool):
            raise refused("not-yes-or-no", given=str(raw))
        return raw

    def typed(self, text: str) -> Json:
        """`yes` or `no`."""
        return {"yes": True, "no": False}.get(text.strip().lower(), text)


def chosen(options: tuple[Option, ...], raw: Json) -> str:
    """The id if it is that of an open option; IllegalAnswer with the option's own reason where it is closed."""
    for option in options:
        if option.id == raw:
            if option.why_not:
                raise IllegalAnswer(option.why_not, option.clause, "closed")
            return option.id
    raise refused("not-an-option", given=str(raw), options=tuple(option.id for option in options if option.open))


def same_question(one: Json, two: Json) -> bool:
    """Whether two records are of one question.

    What closes an option may be put otherwise, and logs from before there were codes lack `action` and `subject`.
    """
    return bool(one == two or same_record(_compared(one), _compared(two)))


def _compared(record: Json) -> Json:
    if not isinstance(record, dict):
        return record
    kept = {key: value for key, value in record.items() if key not in ABOUT}
    if "options" in kept:
        kept["options"] = [
            {
                **{key: value for key, value in option.items() if key not in ("why_not", "clause")},
                "open": "why_not" not in option,
            }
            for option in kept["options"]
        ]
    return kept


def listing(options: tuple[Option, ...]) -> str:
    """The options for a person: `bob | cat (cat is out of reach) | nobody`."""
    return " | ".join(f"{option.id} ({option.why_not})" if option.why_not else option.id for option in options)


def named(options: tuple[Option, ...], text: str) -> str:
    """The id of the option that a text means, or the text itself where it means none."""
    word = text.strip()
    return next((option.id for option in options if word in (option.id, option.text)), word)
