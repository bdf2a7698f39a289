"""Questions of a rulebook: the kinds, their forms in JSON and as typed text, and the check of an answer.

A question is frozen data. It carries everything that a screen must show (the check with its modifiers, the inches left,
the reason why an option is closed), because between boundaries the state alone does not. `record` writes it,
`parse_json` decodes an answer from JSON or refuses it with a code and a sentence, `parse_text` parses text from a
terminal or a playthrough.

The kind and the `action` of a question decide its subject, never the English of its `purpose`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablecam.base.clause import Clause
from tablecam.rules.check import Check, Duel, Ladder, Modifier
from tablecam.rules.coded_text import CodedText, same_record
from tablecam.rules.dice import D10, Die
from tablecam.rules.plain import Json
from tablecam.rules.question import (
    ABOUT,
    WITH_CLAUSE,
    Ask,
    AskAgain,
    AskByChance,
    Below,
    IllegalAnswer,
    Topic,
    TopicPattern,
    make_refusal,
)

__all__ = [
    "ABOUT",
    "WITH_CLAUSE",
    "Ask",
    "AskAgain",
    "AskByChance",
    "Assign",
    "Below",
    "Choose",
    "Confirm",
    "Count",
    "IllegalAnswer",
    "Option",
    "Pick",
    "Roll",
    "Topic",
    "TopicPattern",
    "find_option_id",
    "listing",
    "make_plain_option",
    "make_refusal",
    "parse_choice",
    "same_question",
]  # fmt: skip

# letters of a face that is typed: more are no die
LONGEST_FACE = 9


@dataclass(frozen=True, kw_only=True)
class Roll(AskByChance[tuple[int, ...]]):
    """Dice, thrown by a seat or by the app: the faces in the order they fell.

    check: the check that they are for, so that the screen shows the number needed and the odds. In a `Duel` each seat
    rolls its own die (`Play.duel`).
    modifiers: of dice without a check, such as dice that are compared with those of another seat.
    """

    purpose: str
    die: Die = D10
    count: int = 1
    check: Check | Ladder | Duel | None = None
    modifiers: tuple[Modifier, ...] = ()

    def parse_json(self, raw: Json) -> tuple[int, ...]:
        """The faces, as many as there are dice."""
        faces = raw if isinstance(raw, list | tuple) else [raw]
        if len(faces) != self.count:
            raise make_refusal("dice-count", count=self.count, given=len(faces))
        die = self.die
        for face in faces:
            if type(face) is not int or not die.first <= face <= die.last:
                raise make_refusal("no-such-face", die=str(die), first=die.first, last=die.last, given=str(face))
        return tuple(faces)

    def parse_text(self, text: str) -> Json:
        """Faces with spaces between them."""
        words = text.replace(",", " ").split()
        if not all(word.isdecimal() and len(word) <= LONGEST_FACE for word in words):
            raise make_refusal("not-faces", given=text)
        return [int(word) for word in words]

    def draw_answer(self, below: Below) -> Json:
        """A random face for each die."""
        first, faces = self.die.first, len(self.die.faces)
        return [first + below(faces) for _die in range(self.count)]

    def __str__(self) -> str:
        """The dice, their modifiers, and their check."""
        modifiers = "".join(f", {modifier.amount:+d} {modifier.why}" for modifier in self.modifiers)
        check = f": {self.check}" if self.check else ""
        return f"{self.purpose}, {self.count if self.count > 1 else ''}{self.die}{modifiers}{check}"

    def record(self) -> dict[str, Json]:
        """The question as JSON, with the check's number needed and odds; modifiers only if there are any."""
        record = super().record() | ({"check": self.check.record()} if self.check else {})
        return record if self.modifiers else {name: value for name, value in record.items() if name != "modifiers"}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a question. label: its name, if that is not its id; why_not: the reason why it is closed.

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
        """The text for a player, with ids in place of names."""
        return str(self.label or self.id)


@lru_cache(maxsize=4096)
def make_plain_option(name: str) -> Option:
    """The open option with this id and no label; questions share it."""
    return Option(name)


@dataclass(frozen=True, kw_only=True)
class Choose(Ask[str]):
    """A choice of one option; closed options are listed too, each with the reason."""

    purpose: str
    options: tuple[Option, ...]

    def __str__(self) -> str:
        """The options, closed options with the reason."""
        return f"{self.purpose}: {listing(self.options)}"

    def parse_json(self, raw: Json) -> str:
        """The id of an open option."""
        return parse_choice(self.options, raw)

    def parse_text(self, text: str) -> Json:
        """The option whose id or label the text is."""
        return find_option_id(self.options, text)

    def draw_answer(self, below: Below) -> Json:
        """A random open option."""
        return _draw_option(self.options, below)


@dataclass(frozen=True, kw_only=True)
class Assign(Ask[Mapping[str, str]]):
    """An option for every item, at once: hidden orders, for instance."""

    purpose: str
    items: tuple[str, ...]
    options: tuple[Option, ...]

    def __str__(self) -> str:
        """The items, then the options."""
        return f"{self.purpose} of {', '.join(self.items)}: {listing(self.options)}"  # no text: for the command line

    def parse_json(self, raw: Json) -> Mapping[str, str]:
        """The option's id by item, in the order of the items."""
        if not isinstance(raw, Mapping) or set(raw) != set(self.items):
            raise make_refusal("not-each-item", items=self.items)
        return {item: parse_choice(self.options, raw[item]) for item in self.items}

    def parse_text(self, text: str) -> Json:
        """Parse `ann=rush bob=wait`; `*=wait` is for all items that are not named."""
        pairs = [word.partition("=") for word in text.split()]
        options = {item: find_option_id(self.options, option) for item, _, option in pairs}
        default = options.pop("*", None)
        return (dict.fromkeys(self.items, default) if default is not None else {}) | options

    def draw_answer(self, below: Below) -> Json:
        """A random open option for each item."""
        return {item: _draw_option(self.options, below) for item in self.items}


@dataclass(frozen=True, kw_only=True)
class Confirm(Ask[bool]):
    """Yes or no."""

    purpose: str

    def __str__(self) -> str:
        """The purpose with a question mark."""
        return f"{self.purpose}?"

    def parse_json(self, raw: Json) -> bool:
        """True for yes."""
        if not isinstance(raw, bool):
            raise make_refusal("not-yes-or-no", given=str(raw))
        return raw

    def parse_text(self, text: str) -> Json:
        """Parse `yes` or `no`."""
        return {"yes": True, "no": False}.get(text.strip().lower(), text)

    def draw_answer(self, below: Below) -> Json:
        """Yes or no at random."""
        return bool(below(2))


@dataclass(frozen=True, kw_only=True)
class Count(Ask[int]):
    """A whole number from `least` to `most`, both included. clause: the place in the book that asks for it.

    Without a seat any player answers: the players see it on the table, or judge what the book leaves open.
    """

    purpose: str
    most: int
    least: int = 0
    clause: Clause | None = None

    def __str__(self) -> str:
        """The purpose and the bounds."""
        return f"{self.purpose}, {self.least} to {self.most}"  # no text: for the command line

    def parse_json(self, raw: Json) -> int:
        """The number."""
        if type(raw) is not int:
            raise make_refusal("not-a-count", given=str(raw))
        if not self.least <= raw <= self.most:
            raise make_refusal("count-out-of-bounds", least=self.least, most=self.most, given=raw)
        return raw

    def parse_text(self, text: str) -> Json:
        """Parse `7`."""
        try:
            return int(text)
        except ValueError:
            raise make_refusal("not-a-count", given=text) from None

    def draw_answer(self, below: Below) -> Json:
        """A random number; all are equally likely."""
        return self.least + below(self.most - self.least + 1)


@dataclass(frozen=True, kw_only=True)
class Pick(Ask[tuple[str, ...]]):
    """A choice of some options, in their order: `least` to `most` of them; most: None for all that are open."""

    purpose: str
    options: tuple[Option, ...]
    least: int = 0
    most: int | None = None
    clause: Clause | None = None

    @property
    def limit(self) -> int:
        """The largest number of options that can be picked, never more than are open."""
        opened = sum(option.open for option in self.options)
        return opened if self.most is None else min(self.most, opened)

    def __str__(self) -> str:
        """The number of options to pick, and the options."""
        return f"{self.purpose}, {self.least} to {self.limit} of: {listing(self.options)}"  # no text: command line

    def parse_json(self, raw: Json) -> tuple[str, ...]:
        """The ids of open options, in the options' order."""
        if not isinstance(raw, list | tuple):
            raise make_refusal("not-a-pick", given=str(raw))
        picked = [parse_choice(self.options, answer) for answer in raw]
        if twice := [option for option in picked if picked.count(option) > 1]:
            raise make_refusal("picked-twice", given=twice[0])
        if not self.least <= len(picked) <= self.limit:
            raise make_refusal("pick-out-of-bounds", least=self.least, most=self.limit, given=len(picked))
        return tuple(option.id for option in self.options if option.id in picked)

    def parse_text(self, text: str) -> Json:
        """Parse `ann bob`, or with commas where labels have several words; `none` for none."""
        stripped = text.strip()
        if stripped in ("", "none"):
            return []
        words = (
            stripped.split(",")
            if "," in stripped or find_option_id(self.options, stripped) != stripped
            else stripped.split()
        )
        return [find_option_id(self.options, word) for word in words]

    def draw_answer(self, below: Below) -> Json:
        """A random number of random options."""
        free = [option.id for option in self.options if option.open]
        count = self.least + below(self.limit - self.least + 1)
        picked = {free.pop(below(len(free))) for _unused in range(count)}
        return [option.id for option in self.options if option.id in picked]


def _draw_option(options: tuple[Option, ...], below: Below) -> str:
    open_ids = [option.id for option in options if not option.why_not]
    return open_ids[below(len(open_ids))]


def parse_choice(options: tuple[Option, ...], raw: Json) -> str:
    """The id of an open option; IllegalAnswer with the option's own reason if it is closed."""
    for option in options:
        if option.id == raw:
            if option.why_not:
                raise IllegalAnswer(option.why_not, option.clause, "closed")
            return option.id
    raise make_refusal("not-an-option", given=str(raw), options=tuple(option.id for option in options if option.open))


def same_question(one: Json, two: Json) -> bool:
    """Whether two records are of one question.

    Reasons for closed options may be worded differently, and logs from before codes lack `action` and `subject`.
    """
    return bool(one == two or same_record(_to_comparable(one), _to_comparable(two)))


def _to_comparable(record: Json) -> Json:
    if not isinstance(record, dict):
        return record
    fields = {key: value for key, value in record.items() if key not in ABOUT}
    if "options" in fields:
        fields["options"] = [
            {
                **{key: value for key, value in option.items() if key not in ("why_not", "clause")},
                "open": "why_not" not in option,
            }
            for option in fields["options"]
        ]
    return fields


def listing(options: tuple[Option, ...]) -> str:
    """The options as text: `bob | cat (cat is out of reach) | nobody`."""
    return " | ".join(f"{option.id} ({option.why_not})" if option.why_not else option.id for option in options)


def find_option_id(options: tuple[Option, ...], text: str) -> str:
    """The id of the option with this id or label, or the text itself if there is none."""
    word = text.strip()
    return next((option.id for option in options if word in (option.id, option.text)), word)
