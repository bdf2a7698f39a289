"""The texts of a data book: English in `book.toml`, translated by a gettext catalogue beside it, such as `de.po`.

The file is read as it is, so an author compiles nothing: an uploaded folder speaks at once.
"""

import re
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message, current_language, spoken
from tablecam.base.po_catalogue import read_entries
from tablecam.rules.books.data_book.reader_toml import strip_annotation
from tablecam.rules.books.data_book.rules.amounts_toml import Amount
from tablecam.rules.books.data_book.rules.form_toml import Words
from tablecam.storage.text_file import read_text

LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


@dataclass(frozen=True, eq=False)
class BookCatalogue:
    """The translations of a book's own texts, by language."""

    languages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def translate(self, text: str) -> str:
        """The text in the current language; as tablecam itself translates it where the book does not."""
        return self.languages.get(current_language(), {}).get(text) or spoken().gettext(text)


@dataclass(frozen=True, slots=True, init=False)
class BookText(Message):
    """A text of a data book, translated by the book's own catalogue when it is read."""

    catalogue: BookCatalogue

    def __init__(self, text: str, catalogue: BookCatalogue, /, **values: object) -> None:
        Message.__init__(self, text, **values)
        object.__setattr__(self, "catalogue", catalogue)

    def __str__(self) -> str:
        return self.catalogue.translate(self.message)

    def _translate_with(self, into: NullTranslations) -> str:
        return self.catalogue.translate(self.message)


def load_catalogue(folder: Path) -> BookCatalogue:
    """The catalogues of a folder, `de.po` for German; BadFile with the line of a fault."""
    files = (path for path in sorted(folder.glob("*.po")) if LANGUAGE.fullmatch(path.stem))
    return BookCatalogue({path.stem: read_po(path) for path in files})


def read_po(path: Path) -> dict[str, str]:
    """The translations of a .po file, by the English text; fuzzy and empty entries are left out."""
    try:
        entries = list(read_entries(read_text(path, "a catalogue")))  # no text: a fault of a file
    except (ValueError, SyntaxError) as fault:
        raise BadFile(f"{path}: {fault}") from fault
    texts = ((entry["msgid"], entry.get("msgstr", "")) for entry in entries)
    return {text: translation for text, translation in texts if text and translation}


def list_texts(form: Any) -> Iterator[str]:
    """The texts of a book that players read, in the order of its form, each once."""
    yield from dict.fromkeys(text for text in _walk(form, type(form)) if text)


def _walk(value: Any, hint: Any) -> Iterator[str]:
    kind, _extras = strip_annotation(hint)
    if kind is Words:
        yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from _walk(entry, typing.get_args(kind)[1])
    elif isinstance(value, tuple):
        for entry in value:
            yield from _walk(entry, typing.get_args(kind)[0])
    elif is_dataclass(value) and not isinstance(value, Amount):
        hints = typing.get_type_hints(type(value), include_extras=True)
        for member in fields(value):
            yield from _walk(getattr(value, member.name), hints[member.name])


def write_template(form: Any, known: Mapping[str, str]) -> str:
    """A catalogue to be translated: every text, with the translations that are known."""
    # no text: of a catalogue
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    # no text: of a catalogue
    entries = (f"\nmsgid {quote(text)}\nmsgstr {quote(known.get(text, ''))}\n" for text in list_texts(form))
    return head + "".join(entries)


def quote(text: str) -> str:
    """A text as a .po file writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
