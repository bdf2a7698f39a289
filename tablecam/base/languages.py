"""The installed languages: compiled catalogues, tablecam's own and those of rulebooks."""

import json
import sys
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from tablecam.base.i18n import CENTIMETRE, CORE, ENGLISH, INCH, SOURCE, Language

UNITS = (INCH, CENTIMETRE)
RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
Json = dict[str, Any]


@dataclass(frozen=True)
class Languages:
    """The catalogues under a folder laid out as tablecam's own.

    locale/de/LC_MESSAGES/tablecam.mo and .json, rules/books/<book>/locale/de/LC_MESSAGES/<book>.mo

    A rulebook outside tablecam has its catalogue beside its own package: <package>/locale/de/LC_MESSAGES/
    <package>.mo.
    """

    folder: Path

    def available(self) -> tuple[str, ...]:
        """The codes of all languages that texts exist in, English first."""
        codes = {path.parents[1].name for path in self.folder.glob(f"locale/*/LC_MESSAGES/{CORE}.mo")}
        return (SOURCE, *sorted(codes - {SOURCE}))

    def translations(self, language: str, unit: str = INCH) -> NullTranslations:
        """The translations for `speaking`; English for an unknown language, inches for an unknown unit."""
        code = language if language in self.available() else SOURCE
        if code == SOURCE and unit != CENTIMETRE:
            return ENGLISH
        return _load_language(self.folder, code, CENTIMETRE if unit == CENTIMETRE else INCH)

    def for_page(self, language: str) -> Json:
        """The page's own texts in the form that its `i18n.ts` reads; KeyError for an unknown language.

        Texts of a rulebook reach the page translated.
        """
        if language == SOURCE or language not in self.available():
            raise KeyError(language)
        return _read_page_texts(self.folder, language)

    def choose_language(self, accept_language: str, choice: str = "") -> str:
        """The language for a device: its choice, else the best that its header names, else English."""
        codes = self.available()
        if choice in codes:
            return choice
        # English first, so that it wins among equals
        return parse_accept_header(accept_language, LanguageAccept).best_match(codes, SOURCE)


INSTALLED = Languages(Path(__file__).resolve().parents[1])


def available() -> tuple[str, ...]:
    """The codes of all installed languages, English first."""
    return INSTALLED.available()


def translations(language: str) -> NullTranslations:
    """The translations of an installed language for `speaking`; English for any other."""
    return INSTALLED.translations(language)


def direction(language: str) -> str:
    """The direction in which a language is written, in HTML's terms."""
    return "rtl" if language.partition("-")[0].partition("_")[0] in RIGHT_TO_LEFT else "ltr"


class InstalledLanguage(Language):
    """A language with compiled catalogues. The core's is read at once, that of another domain on first use."""

    def __init__(self, folder: Path, language: str, unit: str) -> None:
        super().__init__()
        self._folder, self._language = folder, language
        self._catalogues: dict[str, NullTranslations] = {CORE: self}
        core = self._read_catalogue(CORE)
        if core is not None:
            self.add_fallback(core)
        # Translators: the sign between the whole part of a number and its decimals, as in 7.5
        self.info().update(language=language, unit=unit, decimal=self.pgettext("of a number", "."))

    def get_catalogue(self, domain: str) -> NullTranslations:
        """The texts of a domain; the core's texts serve as the fallback."""
        if domain not in self._catalogues:
            catalogue = self._read_catalogue(domain)
            if catalogue is not None:
                catalogue.add_fallback(self)
            self._catalogues[domain] = self if catalogue is None else catalogue
        return self._catalogues[domain]

    def _read_catalogue(self, domain: str) -> NullTranslations | None:
        """The compiled catalogue of a domain; None where there is none. English is in the code."""
        locale = _find_locale(self._folder, domain)
        path = locale and _catalogue_path(locale, self._language, domain.rpartition(".")[2], ".mo")
        if self._language == SOURCE or path is None or not path.is_file():
            return None
        with path.open("rb") as file:
            return GNUTranslations(file)


def _find_locale(folder: Path, domain: str) -> Path | None:
    """The folder `locale` of a domain; None for a program that was not read from a file."""
    top, *inner = domain.split(".")
    if top == CORE:
        return folder.joinpath(*inner, "locale")
    file = getattr(sys.modules.get(domain), "__file__", None)
    return Path(file).parent / "locale" if file else None


def _catalogue_path(locale: Path, language: str, name: str, suffix: str) -> Path:
    return locale / language / "LC_MESSAGES" / f"{name}{suffix}"


@cache
def _load_language(folder: Path, language: str, unit: str) -> NullTranslations:
    return InstalledLanguage(folder, language, unit)


@cache
def _read_page_texts(folder: Path, language: str) -> Json:
    texts: Json = json.loads(_catalogue_path(folder / "locale", language, CORE, ".json").read_text(encoding="utf-8"))
    return {"language": language, "plural": texts["plural"], "messages": texts["messages"]}
