"""Texts as a log keeps them: a code and values. Words are made when somebody reads, in the reader's language.

    CodedText("too-far", {"model": "ida", "length_in": 7.9, "allowance_in": 6})
    str(text)                   has ids: `ida went 7.90 in and may go 6 in`
    text.message(names)         has the names that `names` gives for ids

A rulebook adds its own codes in a subclass. Logs from before there were codes hold a sentence in the same place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tablecam.base.i18n import Counted, Message, listing
from tablecam.base.lengths import describe_length, with_lengths
from tablecam.rules.plain import BadRecord, Json, from_plain

Value = str | int | float | tuple[str, ...]
# from an id to its name
Naming = Callable[[str], object]
# a text, or a function that makes it of the values
Words = Message | Callable[[Mapping[str, Any]], Message]


def _format_path(values: Mapping[str, Any]) -> Message:
    """The length of a path, to a hundredth of an inch; closer if that would hide the fault."""
    length, allowance = float(values["length"]), float(values["allowance"])
    return describe_length(length, 2 if round(length, 2) > allowance else 4)


# refusals of the engine's questions; `given` is quoted unchanged
REFUSALS: Mapping[str, Words] = {
    "not-json": lambda v: Message("'{given}' is not JSON", **v),
    "dice-count": lambda v: Counted(
        "{n} die is needed, not {given}", "{n} dice are needed, not {given}", v["count"], given=v["given"]
    ),
    "no-such-face": lambda v: Message("a {die} shows {first} to {last}, not {given}", **v),
    "not-faces": lambda v: Message("'{given}' is not a list of die faces", **v),
    "not-an-option": lambda v: Message("{given} is not one of {options}", **v),
    "not-each-item": lambda v: Message("the answer must name each of {items} once, and nothing else", **v),
    "not-yes-or-no": lambda v: Message("the answer is yes or no, not {given}", **v),
    "not-a-count": lambda v: Message("the answer is a whole number, not {given}", **v),
    "count-out-of-bounds": lambda v: Message("the answer is a number from {least} to {most}, not {given}", **v),
    "not-a-pick": lambda v: Message("the answer is a list of options, not {given}", **v),
    "picked-twice": lambda v: Message("{given} is named twice", **v),
    "pick-out-of-bounds": lambda v: (
        Counted("choose {n} option, not {given}", "choose {n} options, not {given}", v["most"],
                given=v["given"])
        if v["least"] == v["most"]
        else Message("choose {least} to {most} options, not {given}", **v)
    ),
    "not-standing": lambda v: Message("for {feature} the answer can name {others} and nothing else", **v),
    "no-such-standing": lambda v: Message("{model} must be on, beside or away, not {given}", **v),
    "not-these-ranges": lambda v: Message("the ranges from {model} must name {others}, and nothing else", **v),
    "not-these-contacts": lambda v: Message("the contacts of {model} can name {others} and nothing else", **v),
    "not-these-targets": lambda v: Message("the sight of {model} must name {others}, and nothing else", **v),
    "no-such-contact": lambda v: Message("the contact of {model} must be yes, no or too close, not {given}", **v),
    "no-such-sighting": lambda v: Message("the sighting of {other} by {model} cannot be read: {fault}", **v),
    "not-a-share": lambda v: Message(
        "the share of {other} that {model} sees must be between 0 and 1, not {given}", **v
    ),
    "obstruction-nowhere": lambda v: Message(
        "the distance to {piece} must be a number of inches, 0 or more, not {given}", **v
    ),
    "obstruction-share": lambda v: Message("the share that {piece} hides must be between 0 and 1, not {given}", **v),
    "not-a-range": lambda v: Message("the range from {model} to {other} is a number and its sigma, not {given}", **v),
    "range-unsure": lambda v: Message(
        "the range from {model} to {other} must be known to {limit} in or better, not to {given} in:"
        " measure it by hand", **v
    ),
    "not-a-path": lambda v: Message("the path of {model} is a number and its sigma, not {given}", **v),
    "path-unsure": lambda v: Message(
        "the path of {model} must be known to {limit} in or better, not to {given} in: measure it by hand", **v
    ),
    "too-far": lambda v: Message(
        "{model} moved {length}, but may move only {allowance}",
        **{**with_lengths(v, "allowance"), "length": _format_path(v)}
    ),
    "not-a-place": lambda v: Message("a position must be [x, y] or [x, y, z], not {given}", **v),
    "place-off-measure": lambda v: Message("a position must be in inches on the table, not {given}", **v),
    "place-below-table": lambda v: Message("a position must be on the table or above it, not {given} in below it", **v),
    "not-a-number": lambda v: Message("'{given}' is not a number", **v),
}  # fmt: skip


@dataclass(frozen=True)
class CodedText:
    """A text as a code. values: the ids, numbers and words that are put into it."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    texts: ClassVar[Mapping[str, Words]] = REFUSALS

    def message(self, names: Naming = str) -> Message:
        """The text, with `names` applied to every id; a code without words of its own stands unchanged."""
        shown = {key: _show_value(value, names) for key, value in self.values.items()}
        words = self.texts.get(self.code, Message(BARE, code=self.code, values=listing(shown.values())))
        return words if isinstance(words, Message) else words(shown)

    def __str__(self) -> str:
        """The text in the current language, with ids in place of names."""
        return str(self.message())


# a coded text, one that is made of a template, or a sentence of an old log
Text = CodedText | Message | str
# no text to be translated
BARE = "{code} {values}"


def _show_value(value: Value, names: Naming) -> object:
    if isinstance(value, str):
        return names(value)
    if isinstance(value, tuple | list):
        return listing(names(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else value


def read_coded(kind: type[CodedText], record: Json) -> CodedText | str:
    """A coded text from the log; a sentence of an old log stays a sentence."""
    if isinstance(record, str):
        return record
    try:
        coded: CodedText = from_plain(kind, record, "text")
    except BadRecord:
        return str(record)
    return coded


def same_record(one: Json, two: Json) -> bool:
    """Whether two records say the same; a coded text equals any sentence that an old log has in its place."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(same_record(one[key], two[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(two, list | tuple):
        return len(one) == len(two) and all(map(same_record, one, two))
    if isinstance(one, str) or isinstance(two, str):
        return bool(one == two) or is_coded(one) or is_coded(two)
    return bool(one == two)


def is_coded(record: Json) -> bool:
    """Whether a record is a coded text."""
    return isinstance(record, dict) and isinstance(record.get("code"), str) and record.keys() <= {"code", "values"}
