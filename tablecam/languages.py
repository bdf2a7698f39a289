"""The languages that are installed: compiled catalogues, tablecam's own and those that rulebooks bring."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from tablecam.i18n import CENTIMETRE, ENGLISH, INCH, SOURCE

CORE = "tablecam"
UNITS = (INCH, CENTIMETRE)
RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
Json = dict[str, Any]


@dataclass(frozen=True)
class Languages:
    """The catalogues under a folder laid out as tablecam's own.

    locale/de/LC_MESSAGES/tablecam.mo and .json, rulebooks/<book>/locale/de/LC_MESSAGES/<book>.mo and .json
    """

    folder: Path

    def available(self) -> tuple[str, ...]:
        """The codes of all languages that texts can be had in, English first."""
        found = {path.parents[1].name for path in self.folder.glob(f"locale/*/LC_MESSAGES/{CORE}.mo")}
        return (SOURCE, *sorted(found - {SOURCE}))

    def translations(self, language: str, unit: str = INCH) -> NullTranslations:
        """What `speaking` takes; English for a language that there is not, inches for a unit that there is not."""
        known = language if language in self.available() else SOURCE
        if known == SOURCE and unit != CENTIMETRE:
            return ENGLISH
        return _loaded(self.folder, known, CENTIMETRE if unit == CENTIMETRE else INCH)

    def for_page(self, language: str) -> Json:
        """The catalogue as the page's `i18n.ts` reads it; KeyError for a language that there is not."""
        if language == SOURCE or language not in self.available():
            raise KeyError(language)
        return _joined(self.folder, language)

    def chosen_for(self, accept_language: str, choice: str = "") -> str:
        """The language for a device: what it chose, else the best that its header names, else English."""
        there = self.available()
        if choice in there:
            return choice
        # English first, so that it wins among equals
        return parse_accept_header(accept_language, LanguageAccept).best_match(there, SOURCE)


INSTALLED = Languages(Path(__file__).resolve().parent)


def available() -> tuple[str, ...]:
    """The codes of all installed languages, English first."""
    return INSTALLED.available()


def translations(language: str) -> NullTranslations:
    """What `speaking` takes, for an installed language; English for another."""
    return INSTALLED.translations(language)


def language_for(accept_language: str, choice: str = "") -> str:
    """The installed language for a device that chose one, or sent an Accept-Language header."""
    return INSTALLED.chosen_for(accept_language, choice)


def direction(language: str) -> str:
    """How a language is written, as HTML says it."""
    return "rtl" if language.partition("-")[0].partition("_")[0] in RIGHT_TO_LEFT else "ltr"


@cache
def _loaded(folder: Path, language: str, unit: str) -> NullTranslations:
    whole = NullTranslations()
    whole.info().update(language=language, unit=unit)
    for compiled in _catalogues(folder, language, ".mo") if language != SOURCE else ():
        with compiled.open("rb") as file:
            whole.add_fallback(GNUTranslations(file))
    # Translators: the sign between the whole part of a number and its decimals, as in 7.5
    whole.info()["decimal"] = whole.pgettext("of a number", ".")
    return whole


@cache
def _joined(folder: Path, language: str) -> Json:
    parts = [json.loads(path.read_text(encoding="utf-8")) for path in _catalogues(folder, language, ".json")]
    messages: dict[str, Any] = {}
    for part in reversed(parts):
        # tablecam's own words win, as in the fallbacks above
        messages |= part["messages"]
    return {"language": language, "plural": parts[0]["plural"], "messages": messages}


def _catalogues(folder: Path, language: str, suffix: str) -> Iterator[Path]:
    """The compiled files of a language, tablecam's own first, then each rulebook's."""
    yield folder / "locale" / language / "LC_MESSAGES" / f"{CORE}{suffix}"
    for locale in sorted(folder.glob("rulebooks/*/locale")):
        found = locale / language / "LC_MESSAGES" / f"{locale.parent.name}{suffix}"
        if found.is_file():
            yield found
