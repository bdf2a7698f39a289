"""TOML: read into records that know their line, and written in the few forms that the table folder needs."""

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage import limits
from tablecam.storage.record import Record
from tablecam.storage.text_file import read_text


def read_toml(path: Path, what: str) -> Record:
    """The whole file as one record; BadFile with the line if it is not TOML."""
    text = read_text(path, what, limits.MOST_TOML_BYTES)
    limits.check_toml(path, text)
    try:
        return Record(tomllib.loads(text), str(path), _find_header_lines(text))
    except tomllib.TOMLDecodeError as fault:
        reason, _, place = str(fault).rpartition(" (at ")
        line = re.search(r"line (\d+)", place)
        number = line.group(1) if line else text.count("\n") + 1
        raise BadFile(f"{path}, line {number}: not TOML: {_lower_first(reason or str(fault))}") from fault
    except (ValueError, RecursionError) as fault:
        raise BadFile(f"{path}: a number too long or brackets too deep for TOML: {_lower_first(str(fault))}") from fault


def quote_string(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, except that TOML escapes the delete character too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def format_numbers(numbers: Sequence[float]) -> str:
    """Numbers as a TOML array, every digit kept."""
    return "[" + ", ".join(repr(float(number)) for number in numbers) + "]"


def _find_header_lines(text: str) -> dict[str, list[int]]:
    """The line of every `[[key]]`: tomllib forgets them, and people need them to find a fault."""
    lines: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\[\s*([\w-]+)\s*\]\]", line):
            lines.setdefault(header.group(1), []).append(number)
    return lines


def _lower_first(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
