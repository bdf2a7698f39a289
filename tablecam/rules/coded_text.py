"""Texts as a log keeps them: a code and values. Words are made when somebody reads, in the reader's language.

    CodedText("too-far", {"model": "ida", "length_in": 7.9, "allowance_in": 6})
    str(text)                   has ids: `ida went 7.90 in and may go 6 in`
    text.message(names)         has the names that `names` gives for ids

A rulebook adds its own codes in a subclass. Logs from before there were codes hold a sentence in the same place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any, ClassVar, Self

from tablecam.base.i18n import Counted, Message, listing
from tablecam.base.lengths import describe_length, with_lengths
from tablecam.rules.plain import BadRecord, Json, from_plain

Value = str | int | float | tuple[str, ...]
# from an id to its name
Naming = Callable[[str], object]
# a text whose values come later, by `with_values`
Template = Message
# a template, which takes the values, or a function that makes a text of them
Words = Template | Callable[[Mapping[str, Any]], Message]


def _format_path(values: Mapping[str, Any]) -> Message:
    """The length of a path, to a hundredth of an inch; closer if that would hide the fault."""
    length, allowance = float(values["length"]), float(values["allowance"])
    return describe_length(length, 2 if round(length, 2) > allowance else 4)


# refusals of the engine's questions; `given` is quoted unchanged
REFUSALS: Mapping[str, Words] = {
    "not-json": Message("'{given}' is not JSON"),
    "dice-count": lambda v: Counted(
        "{n} die is needed, not {given}", "{n} dice are needed, not {given}", v["count"], given=v["given"]
    ),
    "no-such-face": Message("a {die} shows {first} to {last}, not {given}"),
    "no-such-symbols": Message("a {die} die shows {faces}, not {given}"),
    "shown-die": Message("{die}: {symbols}"),
    "blank-die": Message("{die}: blank"),
    "draw-count": lambda v: Counted(
        "{n} item is drawn, not {given}", "{n} items are drawn, not {given}", v["count"], given=v["given"]
    ),
    "not-inside": Message("{given} is not in {pile}"),
    "drawn-by-app": Message("only the app draws from {pile}, because somebody holds items of it face down"),
    "not-faces": Message("'{given}' is not a list of die faces"),
    "not-an-option": Message("{given} is not one of {options}"),
    "not-each-item": Message("the answer must name each of {items} once, and nothing else"),
    "not-yes-or-no": Message("the answer is yes or no, not {given}"),
    "not-a-count": Message("the answer is a whole number, not {given}"),
    "count-out-of-bounds": Message("the answer is a number from {least} to {most}, not {given}"),
    "not-a-pick": Message("the answer is a list of options, not {given}"),
    "picked-twice": Message("{given} is named twice"),
    "pick-out-of-bounds": lambda v: (
        Counted("choose {n} option, not {given}", "choose {n} options, not {given}", v["most"],
                given=v["given"])
        if v["least"] == v["most"]
        else Message("choose {least} to {most} options, not {given}", **v)
    ),
    "not-standing": Message("for {feature} the answer can name {others} and nothing else"),
    "no-such-standing": Message("{model} must be on, beside or away, not {given}"),
    "not-these-ranges": Message("the ranges from {model} must name {others}, and nothing else"),
    "not-these-contacts": Message("the contacts of {model} can name {others} and nothing else"),
    "not-these-targets": Message("the sight of {model} must name {others}, and nothing else"),
    "no-such-contact": Message("the contact of {model} must be yes, no or too close, not {given}"),
    "no-such-sighting": Message("the sighting of {other} by {model} cannot be read: {fault}"),
    "not-a-share": Message("the share of {other} that {model} sees must be between 0 and 1, not {given}"),
    "obstruction-nowhere": Message("the distance to {piece} must be a number of inches, 0 or more, not {given}"),
    "obstruction-share": Message("the share that {piece} hides must be between 0 and 1, not {given}"),
    "not-a-range": Message("the range from {model} to {other} is a number and its sigma, not {given}"),
    "range-unsure": Message(
        "the range from {model} to {other} must be known to {limit} in or better, not to {given} in:"
        " measure it by hand"
    ),
    "not-a-path": Message("the path of {model} is a number and its sigma, not {given}"),
    "path-unsure": Message(
        "the path of {model} must be known to {limit} in or better, not to {given} in: measure it by hand"
    ),
    "too-far": lambda v: Message(
        "{model} moved {length}, but may move only {allowance}",
        **{**with_lengths(v, "allowance"), "length": _format_path(v)}
    ),
    "not-placed": Message("the place of {piece} is x and y in inches, with a heading in degrees, not {given}"),
    "not-a-place": Message("a position must be [x, y] or [x, y, z], not {given}"),
    "place-off-measure": Message("a position must be in inches on the table, not {given}"),
    "place-below-table": Message("a position must be on the table or above it, not {given} in below it"),
    "not-a-number": Message("'{given}' is not a number"),
}  # fmt: skip


@dataclass(frozen=True)
class CodedText:
    """A text as a code. values: the ids, numbers and words that are put into it."""

    code: str
    values: Mapping[str, Value] = field(default_factory=dict)
    texts: ClassVar[Mapping[str, Words]] = REFUSALS

    @classmethod
    def named(cls, code: str, **values: Value) -> Self:
        """The text of a code; KeyError for a code without words."""
        if code not in cls.texts:
            raise KeyError(code)
        return cls(code, values)

    def message(self, names: Naming = str) -> Message:
        """The text as a message that can be translated, with `names` applied to every id.

        A code stands unchanged if it has no words of its own, or lacks a value that its words need.
        """
        shown = {key: _show_value(value, names) for key, value in self.values.items()}
        words = self.texts.get(self.code)
        if words is None or (isinstance(words, Message) and not _list_places(words.message) <= shown.keys()):
            return Message(BARE, code=self.code, values=listing(shown.values()))
        return words.with_values(**shown) if isinstance(words, Message) else words(shown)

    def __str__(self) -> str:
        """The text in the current language, with ids in place of names."""
        return str(self.message())


@cache
def _list_places(words: str) -> frozenset[str]:
    """The names of the values that words have places for."""
    return frozenset(name for _text, name, _spec, _conversion in Formatter().parse(words) if name)


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
