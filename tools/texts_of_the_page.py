"""Finds the texts in TypeScript for Babel: calls of t, tn, tp and tx whose arguments are strings.

Babel's own reader takes JSX for JavaScript, where an apostrophe between tags begins a string that never ends. Here only
the calls are read.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, BinaryIO

CALL = re.compile(r"(?<![\w.$])(tn|tp|tx|t)(?:<[^()<>]*>)?\(\s*")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'" r"|`(?:[^`\\$]|\\.|\$(?!\{))*`", re.DOTALL)
COMMENT = re.compile(r"\s*(//|/?\*)")
PLUS = re.compile(r"\s*\+\s*")
COMMA = re.compile(r"\s*,\s*")
ESCAPE = re.compile(r"\\(u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|.)", re.DOTALL)
SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
MOST_STRINGS = 2
Found = tuple[int, str, Any, list[str]]


def extract(
    file: BinaryIO,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Mapping[str, Any],  # noqa: ARG001
) -> Iterator[Found]:
    """As Babel wants it: line, function, message or messages, comments."""
    text = file.read().decode("utf-8")
    for call in CALL.finditer(text):
        strings = _strings(text, call.end())
        if call[1] in keywords and strings and not _in_comment(text, call.start()):
            line = text.count("\n", 0, call.start()) + 1
            texts = strings[0] if len(strings) == 1 else tuple(strings)
            yield line, call[1], texts, _comment_above(text, line, comment_tags)


def _in_comment(text: str, at: int) -> bool:
    return COMMENT.match(text, text.rfind("\n", 0, at) + 1, at) is not None


def _strings(text: str, at: int) -> list[str]:
    """The first arguments of a call, as far as they are strings."""
    strings: list[str] = []
    while len(strings) < MOST_STRINGS and (literal := STRING.match(text, at)):
        value, at = _value(literal[0]), literal.end()
        while (plus := PLUS.match(text, at)) and (literal := STRING.match(text, plus.end())):
            value, at = value + _value(literal[0]), literal.end()
        strings.append(value)
        comma = COMMA.match(text, at)
        if comma is None:
            break
        at = comma.end()
    return strings


def _value(literal: str) -> str:
    return ESCAPE.sub(lambda escape: _meant(escape[1]), literal[1:-1])


def _meant(escape: str) -> str:
    if escape[0] in "ux" and len(escape) > 1:
        return chr(int(escape[1:].strip("{}"), 16))
    return SHORT.get(escape, escape)


def _comment_above(text: str, line: int, tags: Collection[str]) -> list[str]:
    """What a comment in the line above tells the translators."""
    above = text.splitlines()[line - 2].strip(" /*{}") if line > 1 else ""
    return [above] if any(above.startswith(tag) for tag in tags) else []
