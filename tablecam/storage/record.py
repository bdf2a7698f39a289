"""A mapping read from a file, taken key by key; every fault is a BadFile that names its place and the remedy."""

import difflib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from tablecam.base.errors import BadFile

# Larger than any number that a table, a tag or a lens has; infinity and not-a-number are no numbers here either.
LARGEST = 1e9


@dataclass(frozen=True)
class Record:
    """Keys and values from a parser.

    where: the name of this place in a message, file first. lines: the line of each entry of a list of tables, by the
    list's key, if the parser reports lines.
    """

    values: Mapping[str, object]
    where: str
    lines: Mapping[str, list[int]] = field(default_factory=dict)

    def text(self, key: str, default: str | None = None) -> str:
        """A string that is not blank and fits on one line."""
        value = self._get_value(key, default)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.fault(key, "must be a text in quotes, on one line", value)
        return value

    def number(
        self, key: str, default: float | None = None, above: float = -math.inf, at_least: float = -math.inf
    ) -> float:
        """A finite number over `above` and not under `at_least`."""
        value = self._get_value(key, default)
        if not _is_number(value):
            raise self.fault(key, "must be a number", value)
        if not value > above:  # type: ignore[operator]
            raise self.fault(key, f"must be more than {above:g}", value)
        if value < at_least:  # type: ignore[operator]
            raise self.fault(key, f"must be {at_least:g} or more", value)
        return float(value)  # type: ignore[arg-type]

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number, 0 or more."""
        value = self._get_value(key, default)
        if not _is_number(value) or not isinstance(value, int) or value < 0:
            raise self.fault(key, "must be a whole number, 0 or more", value)
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._get_value(key)
        if not isinstance(value, bool):
            raise self.fault(key, "must be true or false", value)
        return value

    def pair(self, key: str) -> tuple[float, float]:
        """Two finite numbers in brackets."""
        value = self._get_value(key)
        if not isinstance(value, list) or len(value) != 2 or not all(map(_is_number, value)):
            raise self.fault(key, "must be two numbers such as [1.5, 2.0]", value)
        return float(value[0]), float(value[1])

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """One of the words `allowed`."""
        value = self._get_value(key)
        if value not in allowed:
            raise self.fault(key, f"must be {_join_choices(allowed)}", value)
        return str(value)

    def record(self, key: str) -> "Record":
        """The mapping kept under `key`."""
        value = self._get_value(key)
        if not isinstance(value, Mapping):
            raise self.fault(key, "must be a table of keys and values", value)
        return Record(value, f"{self.where}, {key}")

    def records(self, key: str, default: list[object] | None = None) -> list["Record"]:
        """The list of mappings kept under `key`, each named by its number from 1."""
        value = self._get_value(key, default)
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            raise self.fault(key, "must be a list of tables", value)
        lines = self.lines.get(key, [])
        places = [f"line {line}, " for line in lines] if len(lines) == len(value) else [""] * len(value)
        where = [f"{self.where}, {place}{key} {number}" for number, place in enumerate(places, 1)]
        return [Record(entry, place) for entry, place in zip(value, where, strict=True)]

    def only(self, *known: str) -> None:
        """Refuses unknown keys: a misspelt optional key would be lost in silence."""
        for key in self.values:
            if key not in known:
                meant = difflib.get_close_matches(str(key), known, 1)
                advice = f"did you mean {meant[0]}?" if meant else f"known here are {', '.join(known)}"
                raise BadFile(f"{self.where}: the key {_shorten_text(str(key))} is unknown; {advice}")

    def fault(self, key: str, wanted: str, value: object) -> BadFile:
        """The error for an unacceptable value."""
        return BadFile(f"{self.where}: {key} {wanted}, not {_describe_value(value)}")

    def _get_value(self, key: str, default: object = None) -> object:
        if key in self.values:
            return self.values[key]
        if default is not None:
            return default
        raise BadFile(f"{self.where}: the key {key} is missing; add it")


def _is_number(value: object) -> bool:
    # compared rather than converted: a whole number of 400 digits is more than a float can hold
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _join_choices(words: tuple[str, ...]) -> str:
    return " or ".join(words)


def _describe_value(value: object) -> str:
    """A value nearly as the person wrote it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{_shorten_text(value)}"'
    return "nothing" if value is None else brief(value)


def brief(value: object) -> str:
    """A value as Python shows it, shortened to fit into a sentence."""
    try:
        return _shorten_text(repr(value))
    except ValueError:  # Python shows no integer of thousands of digits
        return "a number of thousands of digits"


def _shorten_text(text: str) -> str:
    """A text that keeps a message to one sentence, whatever the file held."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


P = ParamSpec("P")
T = TypeVar("T")


class Faulty(BadFile):
    """A file with faults, each a sentence with its line; the message has the first."""

    def __init__(self, what: str, faults: Sequence[str]) -> None:
        more = len(faults) - 1
        super().__init__(faults[0] + (f" (and {more} more fault{'s' * (more > 1)} in {what})" if more else ""))
        self.what = what
        self.faults = tuple(faults)


class Faults:
    """Gathers the faults of reading; an unreadable value is None and reading goes on."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def try_read(self, read: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Calls `read` and returns its result, or None if it raises a BadFile."""
        try:
            return read(*given, **named)
        except Faulty as many:
            self.found += many.faults
        except BadFile as fault:
            self.found.append(str(fault))
        return None

    def add(self, faults: Iterable[BadFile]) -> None:
        """Adds faults that were found in another way."""
        self.found += map(str, faults)

    def refuse(self, what: str) -> None:
        """Raises Faulty if there is any fault. what: the file."""
        if self.found:
            raise Faulty(what, self.found)
