"""The words of one line of the position's text form, taken from the left; every error says what was expected."""

import json
import math
import re

from tablecam.base.errors import BadFile

# a quoted text with JSON's escapes, or anything up to a blank or the comment sign
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"#]+')
BARE = re.compile(r'[^\s"#]+')


class BadNotation(BadFile):
    """The text is not a position; the message names the line and what was expected there."""


class Unreadable(BadNotation):
    """The text cannot be read: a word is missing, unknown or of the wrong kind."""


class Ambiguous(BadNotation):
    """The text is ambiguous: something is given twice, or left open."""


class Impossible(BadNotation):
    """The text can be read but describes no possible table: a base of size 0, an outline that crosses itself."""


class Words:
    """The words of a line, read from the left. where: the name of the line's place in a message."""

    def __init__(self, line: str, where: str) -> None:
        self.where = where
        self._words = _split_words(line, where)
        self._next = 0

    @property
    def left(self) -> bool:
        """Whether there are more words."""
        return self._next < len(self._words)

    def peek(self) -> str:
        """The next word as written, without taking it; empty at the end."""
        return self._words[self._next] if self.left else ""

    def word(self, expected: str) -> str:
        """The next word, without its quotes."""
        if not self.left:
            raise self.unreadable(expected, "the end of the line")
        raw = self._words[self._next]
        self._next += 1
        if not raw.startswith('"'):
            return raw
        try:
            return str(json.loads(raw))
        except json.JSONDecodeError as fault:
            raise self.unreadable(f"{expected} in sound quotes", raw) from fault

    def keyword(self, expected: str) -> None:
        """Takes the one word that must come here."""
        raw = self.peek() or "the end of the line"
        if raw != expected:
            raise self.unreadable(expected, raw)
        self._next += 1

    def numbers(self, expected: str, count: int, unit: str = "", between: str = ",") -> tuple[float, ...]:
        """`count` finite numbers in one word, such as 10.00,12.5 or 60x35mm."""
        raw = self.word(expected)
        try:
            values = tuple(float(number) for number in raw.removesuffix(unit).split(between))
        except ValueError:
            values = ()
        if len(values) != count or not raw.endswith(unit) or not all(map(math.isfinite, values)):
            raise self.unreadable(expected, raw)
        return values

    def number(self, expected: str, unit: str = "") -> float:
        """One finite number, with its unit."""
        return self.numbers(expected, 1, unit)[0]

    def whole(self, expected: str) -> int:
        """A whole number, 0 or more."""
        raw = self.word(expected)
        if not (raw.isascii() and raw.isdecimal() and len(raw) <= 9):
            raise self.unreadable(expected, raw)
        return int(raw)

    def unreadable(self, expected: str, found: str) -> Unreadable:
        """The error for a word other than the expected one."""
        return Unreadable(f"{self.where}: expected {expected}, found {found:.60}")

    def ambiguous(self, sentence: str) -> Ambiguous:
        """The error for an ambiguous text."""
        return Ambiguous(f"{self.where}: {sentence:.200}")

    def impossible(self, sentence: str) -> Impossible:
        """The error for an impossible table."""
        return Impossible(f"{self.where}: {sentence:.200}")


def quote_word(text: str) -> str:
    """A text as one word: bare if it reads back the same, else in quotes."""
    return text if BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def inches(number: float) -> str:
    """A length to a ten-thousandth, with at least two decimals: 10.00, 10.0625."""
    text = f"{number:.4f}"
    return _drop_zero_sign(text[:-2] + text[-2:].rstrip("0"))


def plain(number: float, places: int = 4) -> str:
    """A number rounded to some places, without trailing zeros: 30, 28.5."""
    text = f"{number:.{places}f}"
    return _drop_zero_sign(text.rstrip("0").rstrip(".") if "." in text else text)


def significant(number: float) -> str:
    """A number to six figures, for uncertainties of any size."""
    return f"{number:.6g}"


def _drop_zero_sign(text: str) -> str:
    """The text without the sign of a negative zero."""
    return text.removeprefix("-") if not text.strip("-0.") else text


def _split_words(line: str, where: str) -> list[str]:
    words: list[str] = []
    start = 0
    while True:
        start += len(line[start:]) - len(line[start:].lstrip())
        if start == len(line) or line[start] == "#":
            return words
        match = WORD.match(line, start)
        if match is None or _runs_on(line, match.end()):
            raise Unreadable(
                f"{where}: expected a closing quote and a blank after it, found {line[start:].strip():.60}"
            )
        words.append(match.group())
        start = match.end()


def _runs_on(line: str, end: int) -> bool:
    """Whether a word runs into a quote or a comment without a blank between."""
    return end < len(line) and not line[end].isspace()
