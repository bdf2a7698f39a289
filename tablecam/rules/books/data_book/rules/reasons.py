"""Reasons of a data book as codes: why an option is closed, and what is added to dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tablecam.base.i18n import Message
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.coded_text import REFUSALS, CodedText, Value, Words

CLOSED: Mapping[str, Words] = {
    "taken": Message("it has done this already"),
    "costly": Message("it has too few actions left"),
    "no-weapon": Message("it has no weapon for this"),
    "out-of-reach": lambda v: Message("{target} is out of reach", **v),
    "unseen": lambda v: Message("too little of {target} is visible", **v),
    "not-touching": lambda v: Message("{target} is not in contact", **v),
    "always": Message("always added"),
    "same-model": lambda v: Message("{model} is in two forces: choose forces without a common model", **v),
    "no-models": lambda v: Message("{seat} has no models: choose a force for each side", **v),
    "no-profile": lambda v: Message("there is no profile {profile} in this book", **v),
    "too-dear": lambda v: Message("the force of {seat} costs {points} points, and {limit} are allowed", **v),
}  # fmt: skip


@dataclass(frozen=True)
class Reason(CodedText):
    """A reason with words of its own; the book has those of its conditions and numbers."""

    texts: ClassVar[Mapping[str, Words]] = {**REFUSALS, **CLOSED}


def because(code: str, **values: Value) -> Reason:
    """A reason by its code."""
    return Reason(code, values)


def refuse(code: str, **values: Value) -> IllegalAnswer:
    """The refusal of a setup."""
    return IllegalAnswer(because(code, **values))


def of_book(table: str, key: str) -> CodedText:
    """A text of the book in place of a reason: the title of an entry in a table."""
    return CodedText(f"{table}.{key}")
