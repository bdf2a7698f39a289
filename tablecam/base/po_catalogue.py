"""Catalogues of gettext as their source files: a rulebook's .po is used as it is, and nobody has to compile it.

with open("locale/de/LC_MESSAGES/skirmish.po", "rb") as file:
    PoCatalogue(file).gettext("The model is shaken.")
"""

import re
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from gettext import GNUTranslations, c2py
from pathlib import Path
from typing import Any

from tablecam.base.errors import BadFile

# as gettext joins a context and its message
BETWEEN = "\x04"
KEYWORD = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr)(?:\[(\d+)\])?\s+(".*")$')
PLURAL = re.compile(r"nplurals=\d+;\s*plural=([^;]+)")
# a text, its plural, its context, and its translation in each form
Entry = dict[str, str]


class PoCatalogue(GNUTranslations):
    """The translations of a .po file; entries that are fuzzy, obsolete or empty count as missing."""

    def _parse(self, fp: Any) -> None:
        """Read the file; ValueError with the line of what cannot be read."""
        self._catalog: dict[str | tuple[str, int], str] = {}
        self.plural: Callable[[int], int] = is_many
        for entry in read_entries(fp.read().decode("utf-8-sig")):
            self._add_entry(entry)

    def _add_entry(self, entry: Entry) -> None:
        if entry["msgid"] == "":
            self._read_head(entry.get("msgstr", ""))
            return
        key = get_key(entry)
        if text := entry.get("msgstr"):
            self._catalog[key] = text
        for name, text in entry.items():
            if name.startswith("msgstr") and name != "msgstr" and text:
                self._catalog[key, int(name.removeprefix("msgstr"))] = text

    def _read_head(self, head: str) -> None:
        if form := PLURAL.search(head):
            self.plural = c2py(form[1])


def is_many(n: int) -> int:
    """The form of a number in English: 0 for one, 1 for all others."""
    return int(n != 1)


def get_key(entry: Entry) -> str:
    """The text by which a program looks an entry up, with its context."""
    context = entry.get("msgctxt")
    return entry["msgid"] if context is None else context + BETWEEN + entry["msgid"]


def read_entries(text: str) -> Iterator[Entry]:
    """The valid entries of a .po file: `msgid`, `msgid_plural`, `msgctxt`, `msgstr`, `msgstr0`, `msgstr1`.

    ValueError with the number of a line that cannot be read.
    """
    entry: Entry = {}
    keyword, fuzzy = "", False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        line = line.strip()
        if (match := KEYWORD.match(line)) and match[1] in ("msgctxt", "msgid") and "msgstr" in "".join(entry):
            yield from _keep_valid(entry, fuzzy)
            entry, fuzzy = {}, False
        if match:
            keyword = match[1] + (match[2] or "")
            entry[keyword] = literal_eval(match[3])
        elif line.startswith('"') and keyword:
            entry[keyword] += literal_eval(line)
        elif line.startswith("#,") and "fuzzy" in line:
            yield from _keep_valid(entry, fuzzy)
            entry, fuzzy = {}, True
        elif line and not line.startswith("#"):
            raise ValueError(f"line {number} is none of a catalogue: {line}")
    yield from _keep_valid(entry, fuzzy)


def _keep_valid(entry: Mapping[str, str], fuzzy: bool) -> Iterator[Entry]:
    if "msgid" in entry and not fuzzy:
        yield dict(entry)


def load_catalogue(path: Path) -> GNUTranslations | None:
    """The catalogue at a path without its suffix: the .mo file, else the .po file, else None; BadFile if unreadable."""
    for suffix, kind in ((".mo", GNUTranslations), (".po", PoCatalogue)):
        file_path = path.with_name(path.name + suffix)
        if file_path.is_file():
            try:
                with file_path.open("rb") as file:
                    return kind(file)
            except (OSError, ValueError, SyntaxError) as fault:
                raise BadFile(f"{file_path} is no catalogue: {fault}") from fault
    return None
