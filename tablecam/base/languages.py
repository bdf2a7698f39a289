"""The installed languages: compiled catalogues, tablecam's own and those of rulebooks."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from tablecam.base.i18n import CENTIMETRE, CORE, ENGLISH, INCH, SOURCE, Language
from tablecam.base.po_catalogue import is_many, load_catalogue

RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})
# a number's last two digits decide its form in every language, once it has more
NUMBERS = 200
# of the headers of devices, each of a browser and its languages
MOST_HEADERS = 256
Json = dict[str, Any]
# the folders of catalogues that rulebooks outside tablecam have brought, by the domain of their texts
_brought: dict[str, Path] = {}


@dataclass(frozen=True)
class Languages:
    """The catalogues under a folder laid out as tablecam's own.

    locale/de/LC_MESSAGES/tablecam.mo and .json, rules/books/<book>/locale/de/LC_MESSAGES/<book>.mo

    A rulebook outside tablecam has its catalogue beside its own package: <package>/locale/de/LC_MESSAGES/
    <package>.mo, or .po. A language that only such a book has is available too; all other texts are then English.
    """

    folder: Path
    brought: Mapping[str, Path] = field(default_factory=dict, hash=False, compare=False)

    def available(self) -> tuple[str, ...]:
        """The codes of all languages that texts exist in, English first."""
        return _list_codes(self.folder, tuple(self.brought.items()))

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
        return choice if choice in codes else _match_language(accept_language, codes)


INSTALLED = Languages(Path(__file__).resolve().parents[1], _brought)


def add_locale(domain: str, locale: Path) -> None:
    """Take the catalogues of a rulebook outside tablecam: <locale>/de/LC_MESSAGES/<last part of domain>.mo or .po."""
    if _brought.get(domain) != locale:
        _brought[domain] = locale
        _load_language.cache_clear()
        _read_page_texts.cache_clear()


@cache
def _list_codes(folder: Path, brought: tuple[tuple[str, Path], ...]) -> tuple[str, ...]:
    """The codes of all languages, English first. The folders are searched once, not for each request."""
    codes = {path.parents[1].name for path in folder.glob(f"locale/*/LC_MESSAGES/{CORE}.mo")}
    return (SOURCE, *sorted((codes | _list_brought(brought)) - {SOURCE}))


@lru_cache(MOST_HEADERS)
def _match_language(accept_language: str, codes: tuple[str, ...]) -> str:
    """The best of the languages for a header Accept-Language; English first, so that it wins among equals."""
    from werkzeug.datastructures import LanguageAccept
    from werkzeug.http import parse_accept_header

    return parse_accept_header(accept_language, LanguageAccept).best_match(codes, SOURCE)


def _list_brought(brought: tuple[tuple[str, Path], ...]) -> set[str]:
    """The languages that rulebooks outside tablecam bring."""
    places = ((locale, domain.rpartition(".")[2]) for domain, locale in brought)
    return {path.parents[1].name for locale, name in places for path in locale.glob(f"*/LC_MESSAGES/{name}.[mp]o")}


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
        for catalogue in (core,) if core else self._read_brought():
            self.add_fallback(catalogue)
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
        if self._language == SOURCE or locale is None:
            return None
        return load_catalogue(_get_catalogue_path(locale, self._language, domain.rpartition(".")[2]))

    def _read_brought(self) -> Iterator[NullTranslations]:
        """The catalogues of rulebooks, which may translate tablecam's own texts into a language that it lacks."""
        return filter(None, map(self._read_catalogue, _brought))


def _find_locale(folder: Path, domain: str) -> Path | None:
    """The folder `locale` of a domain; None for a program that was not read from a file."""
    top, *inner = domain.split(".")
    if domain in _brought:
        return _brought[domain]
    if top == CORE:
        return folder.joinpath(*inner, "locale")
    file = getattr(sys.modules.get(domain), "__file__", None)
    return Path(file).parent / "locale" if file else None


def _get_catalogue_path(locale: Path, language: str, name: str) -> Path:
    """The path of a catalogue, without its suffix."""
    return locale / language / "LC_MESSAGES" / name


@cache
def _load_language(folder: Path, language: str, unit: str) -> NullTranslations:
    return InstalledLanguage(folder, language, unit)


@cache
def _read_page_texts(folder: Path, language: str) -> Json:
    path = _get_catalogue_path(folder / "locale", language, CORE).with_suffix(".json")
    if not path.is_file():
        return _collect_brought_texts(language)
    texts: Json = json.loads(path.read_text(encoding="utf-8"))
    return {"language": language, "plural": texts["plural"], "messages": texts["messages"]}


def _collect_brought_texts(language: str) -> Json:
    """The page's texts in a language that tablecam lacks, as far as the catalogues of rulebooks have them."""
    messages: Json = {}
    rule: Callable[[int], int] = is_many
    for domain, locale in _brought.items():
        catalogue: Any = load_catalogue(_get_catalogue_path(locale, language, domain.rpartition(".")[2]))
        if catalogue is not None:
            rule = catalogue.plural
            messages |= _list_texts(catalogue._catalog)
    return {"language": language, "plural": "".join(str(rule(n)) for n in range(NUMBERS)), "messages": messages}


def _list_texts(texts: Mapping[str | tuple[str, int], str]) -> Json:
    """The texts of a catalogue as the page takes them: a text, or its forms in a list."""
    listed: Json = {}
    for key, text in sorted(texts.items(), key=str):
        if isinstance(key, tuple):
            listed[key[0]] = [*listed.get(key[0], ()), text]
        elif key:
            listed[key] = text
    return listed
