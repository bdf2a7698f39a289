"""Questions: what a rulebook wants to know, of whom, and which answers can stand.

A question is frozen data. It carries all that a screen must show (the check with its modifiers, the inches left, why
an option is closed), because between boundaries the state alone does not. `record` writes it, `read` decodes an
answer from JSON or refuses it with a code and a sentence, `typed` takes what a player writes at a terminal or in a
playthrough.

What a question is about is decided by its kind and its `action`, never by the English of its `purpose`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.clause import Clause
from tablecam.rules.check import Check, Duel, Ladder, Modifier
from tablecam.rules.coded_text import CodedText, same_record
from tablecam.rules.dice import D10, Die
from tablecam.rules.plain import Json
from tablecam.rules.question import ABOUT, WITH_CLAUSE, Ask, AskAgain, Below, IllegalAnswer, Topic, refused

__all__ = [
    "ABOUT", "WITH_CLAUSE", "Ask", "AskAgain", "Assign", "Below", "Choose", "Confirm", "Count", "IllegalAnswer",
    "Option", "Pick", "Roll", "Topic", "chosen", "listing", "named", "refused", "same_question",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Roll(Ask[tuple[int, ...]]):
    """Dice, thrown by a seat or by the app: the faces in the order they fell.

    check: what they are held against, so that the screen shows the number needed and the odds. Of a `Duel` each seat
    rolls its own die (`Play.duel`).
    modifiers: what is added to dice that are held against no number but, say, those of another seat.
    """

    purpose: str
    die: Die = D10
    count: int = 1
    check: Check | Ladder | Duel | None = None
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
        record = super().record() | ({"check": self.check.record()} if self.check else {})
        return record if self.modifiers else {name: value for name, value in record.items() if name != "modifiers"}


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
        options = {item: named(self.options, option) for item, _, option in pairs}
        rest = options.pop("*", None)
        return (dict.fromkeys(self.items, rest) if rest is not None else {}) | options


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


@dataclass(frozen=True, kw_only=True)
class Count(Ask[int]):
    """A whole number from `least` to `most`, both included. clause: where the book asks for it.

    Without a seat any player answers: the table knows it, or whoever judges what the book leaves open.
    """

    purpose: str
    most: int
    least: int = 0
    clause: Clause | None = None

    def __str__(self) -> str:
        """What is counted, and the bounds."""
        return f"{self.purpose}, {self.least} to {self.most}"  # no text: for the command line

    def read(self, raw: Json) -> int:
        """The number."""
        if type(raw) is not int:
            raise refused("not-a-count", given=str(raw))
        if not self.least <= raw <= self.most:
            raise refused("count-out-of-bounds", least=self.least, most=self.most, given=raw)
        return raw

    def typed(self, text: str) -> Json:
        """`7`."""
        try:
            return int(text)
        except ValueError:
            raise refused("not-a-count", given=text) from None

    def drawn(self, below: Below) -> Json:
        """Each number is as likely as the others."""
        return self.least + below(self.most - self.least + 1)


@dataclass(frozen=True, kw_only=True)
class Pick(Ask[tuple[str, ...]]):
    """Some of several options, in the options' order: `least` to `most` of them; most: None for all that are open."""

    purpose: str
    options: tuple[Option, ...]
    least: int = 0
    most: int | None = None
    clause: Clause | None = None

    @property
    def limit(self) -> int:
        """The most that can be picked: no more than are open."""
        opened = sum(option.open for option in self.options)
        return opened if self.most is None else min(self.most, opened)

    def __str__(self) -> str:
        """How many, and of what."""
        return f"{self.purpose}, {self.least} to {self.limit} of: {listing(self.options)}"  # no text: command line

    def read(self, raw: Json) -> tuple[str, ...]:
        """The ids of open options, in the options' order."""
        if not isinstance(raw, list | tuple):
            raise refused("not-a-pick", given=str(raw))
        picked = [chosen(self.options, given) for given in raw]
        if twice := [option for option in picked if picked.count(option) > 1]:
            raise refused("picked-twice", given=twice[0])
        if not self.least <= len(picked) <= self.limit:
            raise refused("pick-out-of-bounds", least=self.least, most=self.limit, given=len(picked))
        return tuple(option.id for option in self.options if option.id in picked)

    def typed(self, text: str) -> Json:
        """`ann bob`, or with commas where labels have several words; `none` for none."""
        whole = text.strip()
        if whole in ("", "none"):
            return []
        words = whole.split(",") if "," in whole or named(self.options, whole) != whole else whole.split()
        return [named(self.options, word) for word in words]

    def drawn(self, below: Below) -> Json:
        """First how many, then which."""
        free = [option.id for option in self.options if option.open]
        count = self.least + below(self.limit - self.least + 1)
        taken = {free.pop(below(len(free))) for _unused in range(count)}
        return [option.id for option in self.options if option.id in taken]


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
