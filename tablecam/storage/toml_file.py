"""TOML: read into records that know their line, and written in the few forms that the table folder needs."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.text_file import MOST_TOML_BYTES, check_toml, read_text


def read_toml(path: Path, what: str) -> Record:
    """The whole file as one record; BadFile with the line if it is not TOML."""
    text = read_text(path, what, MOST_TOML_BYTES)
    check_toml(path, text)
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


# The lines of everything in a TOML file: tomllib forgets them, and people need them to find a fault.
#
# file = read_lined(path, "the stat cards") for card in file.records("cards"): card.whole("AS") # a fault names the
# line of AS

# keys and, in lists of tables, numbers from 0: ("cards", 1, "weapons", 0, "name")
Place = tuple[str | int, ...]

KEY = re.compile(r"""[\w-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
KEYS = rf"(?:{KEY.pattern})(?:\s*\.\s*(?:{KEY.pattern}))*"
HEADER = re.compile(rf"\s*(\[\[?)\s*({KEYS})\s*\]")
ENTRY = re.compile(rf"\s*({KEYS})\s*=")
# strings and comments, which may hold brackets, quotes and number signs without meaning
OPAQUE = re.compile(r'''"""|\'\'\'|"(?:\\.|[^"\\])*"|'[^']*'|#.*''')


@dataclass(frozen=True)
class LinedRecord(Record):
    """A record whose faults name the line of their key. place: its place in the file; places: the lines of all."""

    file: str = ""
    place: Place = ()
    places: Mapping[Place, int] = field(default_factory=dict)

    def line(self, key: str) -> int | None:
        """The line of a key; if it is missing or shares a line, the line of the table around it."""
        return self._find_line((*self.place, key))

    def locate_key(self, key: str) -> str:
        """The name of a key's place in a message."""
        return self._place_text(self.line(key))

    def record(self, key: str) -> "LinedRecord":
        """The mapping kept under `key`."""
        return self._make_inner(super().record(key).values, key)

    def records(self, key: str, default: list[object] | None = None) -> list[Record]:
        """The list of mappings kept under `key`, each a LinedRecord."""
        mappings = super().records(key, default)
        return [self._make_inner(record.values, key, number) for number, record in enumerate(mappings)]

    def unknown(self, *known: str) -> Iterator[BadFile]:
        """A fault for every key that nobody reads."""
        for key in self.values:
            try:
                Record({key: None}, self.locate_key(key)).only(*known)
            except BadFile as fault:
                yield fault

    def fault(self, key: str, wanted: str, value: object) -> BadFile:
        """The error for an unacceptable value."""
        return Record({}, self.locate_key(key)).fault(key, wanted, value)

    def _make_inner(self, values: Mapping[str, object], *keys: str | int) -> "LinedRecord":
        inner = LinedRecord(values, "", {}, self.file, (*self.place, *keys), self.places)
        return replace(inner, where=inner._place_text(self._find_line(inner.place)))

    def _find_line(self, place: Place) -> int | None:
        """The line of a place, or of the nearest table around it: an inline table has no line of its own."""
        outwards = (place[:length] for length in range(len(place), 0, -1))
        return next((self.places[place] for place in outwards if place in self.places), None)

    def _place_text(self, line: int | None) -> str:
        """`team.toml, line 12, cards 2, weapons 1`: the lists around it, each with its entry's number from 1."""
        pairs = zip(self.place, self.place[1:], strict=False)
        lists = [f"{name} {number + 1}" for name, number in pairs if isinstance(number, int)]
        return ", ".join([self.file, *([f"line {line}"] if line else []), *lists])


def read_lined(path: Path, what: str) -> LinedRecord:
    """The whole file as one record; BadFile with the line if it is not TOML."""
    values = read_toml(path, what).values
    return LinedRecord(values, str(path), {}, str(path), (), find_lines(read_text(path, what)))


def find_lines(text: str) -> dict[Place, int]:
    """The line, from 1, of every table and of every key that begins a line, in a text that is TOML."""
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    place: Place = ()
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        if not within:
            if header := HEADER.match(line):
                place = _open_table(header[1], _split_keys(header[2]), counts)
                lines.setdefault(place, number)
            elif entry := ENTRY.match(line):
                lines[(*place, *_split_keys(entry[1]))] = number
        within = _find_open_quotes(line, within)
    return lines


def _open_table(brackets: str, parts: list[str], counts: dict[Place, int]) -> Place:
    """The place that a header opens; double brackets begin another entry of the list."""
    place: Place = ()
    for key in parts[:-1]:
        place = _latest_entry((*place, key), counts)
    place = (*place, parts[-1])
    if brackets == "[[":
        counts[place] = counts.get(place, 0) + 1
    return _latest_entry(place, counts)


def _latest_entry(place: Place, counts: Mapping[Place, int]) -> Place:
    return (*place, counts[place] - 1) if place in counts else place


def _split_keys(dotted: str) -> list[str]:
    return [key.strip("\"'") if key[0] in "\"'" else key for key in KEY.findall(dotted)]


def _find_open_quotes(line: str, within: str) -> str:
    """The quotes of the multi-line text that is open at the end of a line, empty if none is."""
    position = 0
    while True:
        if within:
            closing = line.find(within, position)
            if closing < 0:
                return within
            within, position = "", closing + 3
        opening = next((match for match in OPAQUE.finditer(line, position) if match[0] in ('"""', "'''")), None)
        if opening is None:
            return ""
        within, position = opening[0], opening.end()
