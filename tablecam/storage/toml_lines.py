"""Where in a TOML file everything stands: tomllib forgets the lines, and a person looks for the line first.

file = read_lined(path, "the stat cards")
for card in file.records("cards"):
    card.whole("AS")          # a fault names the line of AS
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.text_file import read_text
from tablecam.storage.toml_file import read_toml

# keys and, in lists of tables, numbers from 0: ("cards", 1, "weapons", 0, "name")
Place = tuple[str | int, ...]

KEY = re.compile(r"""[\w-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
KEYS = rf"(?:{KEY.pattern})(?:\s*\.\s*(?:{KEY.pattern}))*"
HEADER = re.compile(rf"\s*(\[\[?)\s*({KEYS})\s*\]")
ENTRY = re.compile(rf"\s*({KEYS})\s*=")
# what may hold brackets, quotes and number signs that mean nothing
OPAQUE = re.compile(r'''"""|\'\'\'|"(?:\\.|[^"\\])*"|'[^']*'|#.*''')


@dataclass(frozen=True)
class LinedRecord(Record):
    """A record whose faults name the line of their key. place: where it stands in the file; places: every line."""

    file: str = ""
    place: Place = ()
    places: Mapping[Place, int] = field(default_factory=dict)

    def line(self, key: str) -> int | None:
        """The line of a key; where it is not there or shares a line, that of what it stands in."""
        return self._nearest((*self.place, key))

    def at(self, key: str) -> str:
        """What to call the place of a key in a message."""
        return self._place_text(self.line(key))

    def record(self, key: str) -> "LinedRecord":
        """The mapping kept under `key`."""
        return self._inner(super().record(key).values, key)

    def records(self, key: str, default: list[object] | None = None) -> list[Record]:
        """The list of mappings kept under `key`, each a LinedRecord."""
        found = super().records(key, default)
        return [self._inner(record.values, key, number) for number, record in enumerate(found)]

    def unknown(self, *known: str) -> Iterator[BadFile]:
        """A fault for every key that nobody reads."""
        for key in self.values:
            try:
                Record({key: None}, self.at(key)).only(*known)
            except BadFile as fault:
                yield fault

    def fault(self, key: str, wanted: str, value: object) -> BadFile:
        """The error to raise for a value that will not do."""
        return Record({}, self.at(key)).fault(key, wanted, value)

    def _inner(self, values: Mapping[str, object], *keys: str | int) -> "LinedRecord":
        inner = LinedRecord(values, "", {}, self.file, (*self.place, *keys), self.places)
        return replace(inner, where=inner._place_text(self._nearest(inner.place)))

    def _nearest(self, place: Place) -> int | None:
        """An inline table has no line of its own."""
        outwards = (place[:length] for length in range(len(place), 0, -1))
        return next((self.places[place] for place in outwards if place in self.places), None)

    def _place_text(self, line: int | None) -> str:
        """`team.toml, line 12, cards 2, weapons 1`: the lists that it stands in, with its number from 1."""
        pairs = zip(self.place, self.place[1:], strict=False)
        lists = [f"{name} {number + 1}" for name, number in pairs if isinstance(number, int)]
        return ", ".join([self.file, *([f"line {line}"] if line else []), *lists])


def read_lined(path: Path, what: str) -> LinedRecord:
    """The whole file as one record; BadFile with the line where it is not TOML."""
    values = read_toml(path, what).values
    return LinedRecord(values, str(path), {}, str(path), (), lines_of(read_text(path, what)))


def lines_of(text: str) -> dict[Place, int]:
    """The line, from 1, of every table and of every key that begins a line, in a text that is TOML."""
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    here: Place = ()
    within = ""
    for number, line in enumerate(text.split("\n"), 1):
        if not within:
            if header := HEADER.match(line):
                here = _opened(header[1], _parts(header[2]), counts)
                lines.setdefault(here, number)
            elif entry := ENTRY.match(line):
                lines[(*here, *_parts(entry[1]))] = number
        within = _still_within(line, within)
    return lines


def _opened(brackets: str, parts: list[str], counts: dict[Place, int]) -> Place:
    """The place that a header opens; one in double brackets begins another entry of its list."""
    place: Place = ()
    for part in parts[:-1]:
        place = _last((*place, part), counts)
    place = (*place, parts[-1])
    if brackets == "[[":
        counts[place] = counts.get(place, 0) + 1
    return _last(place, counts)


def _last(place: Place, counts: Mapping[Place, int]) -> Place:
    return (*place, counts[place] - 1) if place in counts else place


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") if part[0] in "\"'" else part for part in KEY.findall(dotted)]


def _still_within(line: str, within: str) -> str:
    """The quotes of the text of several lines that is open at the end of a line, empty where none is."""
    at = 0
    while True:
        if within:
            end = line.find(within, at)
            if end < 0:
                return within
            within, at = "", end + 3
        found = next((match for match in OPAQUE.finditer(line, at) if match[0] in ('"""', "'''")), None)
        if found is None:
            return ""
        within, at = found[0], found.end()
