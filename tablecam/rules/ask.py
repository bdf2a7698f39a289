"""Questions: what a rulebook wants to know, of whom, and which answers can stand.

A question is frozen data. It carries all that a screen must show (the check with its modifiers, the inches left, why
an option is closed), because between boundaries the state alone does not. `record` writes it, `read` decodes an
answer from JSON or refuses it with a sentence, `typed` takes what a player writes at a terminal or in a playthrough.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tablecam.clause import Clause
from tablecam.errors import TablecamError
from tablecam.i18n import Message
from tablecam.rules.check import Check, Modifier
from tablecam.rules.dice import D10, Die
from tablecam.rules.plain import Json, field_names, to_plain

A = TypeVar("A")
# no text to be translated
WITH_CLAUSE = "{says} [{clause}]"


class IllegalAnswer(TablecamError):
    """An answer that cannot stand: the sentence says why, the clause where the book says so."""

    def __init__(self, says: str | Message, clause: Clause | None = None) -> None:
        super().__init__(Message(WITH_CLAUSE, says=says, clause=clause) if clause else says)
        self.says = says
        self.clause = clause

    @property
    def message(self) -> str:
        """The sentence without the clause, in the current language."""
        return str(self.says)


class AskAgain(Exception):
    """The players settled it against the answer: the question is put once more."""


@dataclass(frozen=True, kw_only=True)
class Ask(Generic[A]):
    """The base of every question; a rulebook may add its own kinds.

    seat: who answers; None: the table does, or any player in its place.
    seen_by: the seats that may know that it is asked at all; None: everyone. The one that answers always may.
    secret: everyone may know that it was answered, nobody else how.
    """

    seat: str | None = None
    seen_by: tuple[str, ...] | None = None
    secret: bool = False

    def read(self, raw: Json) -> A:
        """The answer that JSON says; Refused where it is none."""
        raise NotImplementedError

    def typed(self, text: str) -> Json:
        """The JSON of what a person wrote; Refused where it cannot be read."""
        try:
            return json.loads(text)
        except ValueError:
            raise IllegalAnswer(f"'{text}' is not JSON") from None

    def doubts(self, answer: A) -> tuple["Ask[bool]", ...]:
        """What the players must settle before the answer can be used: measurements too close to call."""
        return ()

    def settled(self, answer: A, verdicts: tuple[bool, ...]) -> A:
        """The answer with the players' verdicts on its doubts, in their order; AskAgain where it falls with them."""
        return answer

    def record(self) -> dict[str, Json]:
        """As JSON has it; two questions are the same when their records are."""
        kind: Any = type(self)
        written = {name: getattr(self, name) for name in field_names(kind)}
        said = {name: to_plain(value) for name, value in written.items() if value is not None and value is not False}
        return {"kind": kind.__name__, **said}

    def __str__(self) -> str:
        """One line for a person, for the terminal and for playthroughs."""
        kind: Any = type(self)
        own = [name for name in field_names(kind) if name not in ("seat", "seen_by", "secret")]
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
            raise IllegalAnswer(f"{self.purpose} takes {self.count} dice, not {len(faces)}")
        for face in faces:
            if type(face) is not int or face not in self.die.faces:
                raise IllegalAnswer(f"a {self.die} shows {self.die.first} to {self.die.last}, not {face}")
        return tuple(faces)

    def typed(self, text: str) -> Json:
        """Faces with spaces between them."""
        words = text.replace(",", " ").split()
        if not all(word.isdigit() for word in words):
            raise IllegalAnswer(f"'{text}' are not the faces of dice")
        return [int(word) for word in words]

    def __str__(self) -> str:
        """The dice, what is added to them, and what they are held against."""
        added = "".join(f", {each.amount:+d} {each.why}" for each in self.modifiers)
        held = f": {self.check}" if self.check else ""
        return f"{self.purpose}, {self.count if self.count > 1 else ''}{self.die}{added}{held}"

    def record(self) -> dict[str, Json]:
        """With the check's number needed and odds worked out; modifiers only where there are any, as in old logs."""
        said = super().record() | ({"check": self.check.record()} if self.check else {})
        return said if self.modifiers else {name: value for name, value in said.items() if name != "modifiers"}


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose; `why_not` is the sentence that closes it, with its clause."""

    id: str
    label: str = ""
    why_not: str = ""
    clause: Clause | None = None

    @property
    def open(self) -> bool:
        """Whether it can be chosen."""
        return not self.why_not

    @property
    def text(self) -> str:
        """As the screen names it."""
        return self.label or self.id


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
        return chosen(self.options, raw, self.purpose)

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
        return f"{self.purpose} of {', '.join(self.items)}: {listing(self.options)}"

    def read(self, raw: Json) -> Mapping[str, str]:
        """The option's id by item, in the order of the items."""
        if not isinstance(raw, Mapping) or set(raw) != set(self.items):
            raise IllegalAnswer(f"{self.purpose} must name each of {', '.join(self.items)} once, and nothing else")
        return {item: chosen(self.options, raw[item], f"{self.purpose} of {item}") for item in self.items}

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
            raise IllegalAnswer(f"{self.purpose}: yes or no, not {raw}")
        return raw

    def typed(self, text: str) -> Json:
        """`yes` or `no`."""
        return {"yes": True, "no": False}.get(text.strip().lower(), text)


def chosen(options: tuple[Option, ...], raw: Json, purpose: str) -> str:
    """The id if it is that of an open option; Refused with the option's own reason where it is closed."""
    for option in options:
        if option.id == raw:
            if option.why_not:
                raise IllegalAnswer(option.why_not, option.clause)
            return option.id
    raise IllegalAnswer(f"{purpose}: {raw} is none of {', '.join(each.id for each in options if each.open)}")


def same_question(one: Json, two: Json) -> bool:
    """Whether two records are of one question; the reason why an option is closed may be put in other words."""
    return bool(one == two or _unworded(one) == _unworded(two))


def _unworded(record: Json) -> Json:
    if not isinstance(record, dict) or "options" not in record:
        return record
    options = [
        {
            **{key: value for key, value in each.items() if key not in ("why_not", "clause")},
            "open": "why_not" not in each,
        }
        for each in record["options"]
    ]
    return {**record, "options": options}


def listing(options: tuple[Option, ...]) -> str:
    """The options for a person: `bob | cat (cat is out of reach) | nobody`."""
    return " | ".join(f"{each.id} ({each.why_not})" if each.why_not else each.id for each in options)


def named(options: tuple[Option, ...], text: str) -> str:
    """The id of the option that a text means, or the text itself where it means none."""
    word = text.strip()
    return next((each.id for each in options if word in (each.id, each.text)), word)
