"""Texts that players and organisers read, in the current language; English is the source.

A text is written in English, with {names} in it, and is looked up in the catalogue of the current language:

    _("{model} is out of sight", model=name)               a str, at once
    Message("{model} is out of sight", model=name)         the same, put into a language only when it is read

Each text belongs to a domain with a catalogue of its own: the rulebook whose module makes the text, else the core. Two
books may translate the same English words differently. A book's text that the book's catalogue lacks is looked up in
the core's, never the reverse. The domain follows from the calling module, since the catalogues are made by folder too:
an author has nothing to declare, and cannot forget it.

The catalogues come from `tablecam.base.languages`; nothing in this module reads a disk.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass
from functools import cache, reduce
from gettext import NullTranslations
from inspect import currentframe

SOURCE = "en"
CORE = "tablecam"
# the packages whose texts are in the core's catalogue, but for the rulebooks in one of them
CORE_PACKAGES = (CORE, "webui", "calibration", "hardware")
BOOK_PACKAGES = (CORE, "rules", "books")
INCH, CENTIMETRE = "in", "cm"
POINT = "."
# an unchanged value; a name rather than a literal keeps it out of the catalogue
AS_IT_IS = "{text}"
NOTHING = ""
# a number with decimals and nothing else; an address or a date has more than one point
FIGURES = re.compile(r"[+\-−]?\d+\.\d+")
# the errors of str.format for a template that is malformed or names a missing value
WRONG_TEMPLATE = (KeyError, IndexError, ValueError, AttributeError, TypeError)

ENGLISH = NullTranslations()


class Language(NullTranslations):
    """A language with a catalogue for each domain."""

    def get_catalogue(self, domain: str) -> NullTranslations:
        """The texts of a domain; the core's texts serve as the fallback."""
        return self


_spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=ENGLISH)


def speak(translations: NullTranslations) -> None:
    """Sets the language of texts for the rest of this context; use it in a context made for that purpose."""
    _spoken.set(translations)


@contextmanager
def speaking(translations: NullTranslations) -> Iterator[None]:
    """Sets the language of texts inside the `with` block, in this thread or task only."""
    token = _spoken.set(translations)
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> NullTranslations:
    """The current translations, to be passed to `speaking` in another thread or task."""
    return _spoken.get()


def current_language() -> str:
    """The code of the current language, for instance "de"; "en" if none was chosen."""
    return _spoken.get().info().get("language", "") or SOURCE


def current_unit() -> str:
    """The reader's unit for the lengths of a game: INCH or CENTIMETRE."""
    return _spoken.get().info().get("unit", "") or INCH


def current_style() -> str:
    """A key for texts that are cached for several readers: the language and the unit."""
    return f"{current_language()} {current_unit()}"


def decimal_sign() -> str:
    """The sign that the language writes before the decimals of a number."""
    return _spoken.get().info().get("decimal", "") or POINT


def localise_decimals(text: str) -> str:
    """The text; a number with decimals gets the decimal sign of the language."""
    return text.replace(POINT, decimal_sign()) if FIGURES.fullmatch(text) else text


@cache
def get_domain(package: str) -> str:
    """The domain of a package's texts: the core, a rulebook, or the top package of code outside tablecam."""
    parts = tuple(package.split("."))
    if parts[0] not in CORE_PACKAGES:
        return parts[0]
    deep = len(BOOK_PACKAGES)
    return ".".join(parts[: deep + 1]) if parts[:deep] == BOOK_PACKAGES and len(parts) > deep else CORE


def _find_domain() -> str:
    """The domain of the code that makes a text: the nearest caller outside this module."""
    frame = currentframe()
    while frame and frame.f_globals is _MODULE_GLOBALS:
        frame = frame.f_back
    module = frame.f_globals if frame else _MODULE_GLOBALS
    return get_domain(module.get("__package__") or module["__name__"])


_MODULE_GLOBALS = globals()


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A text that is not yet in a language: `str()` puts it into the current one.

    It can be compared and hashed as long as its values can. A value may be a Message itself. The same words in two
    domains are two texts.
    """

    message: str
    values: tuple[tuple[str, object], ...]
    domain: str

    def __init__(self, message: str, /, **values: object) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "domain", _find_domain())
        object.__setattr__(self, "values", tuple(sorted(values.items())))

    def __str__(self) -> str:
        # the catalogue keeps its head under the empty text
        return self._fill_text() if self.message else ""

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def with_values(self, **values: object) -> "Message":
        """The same text with these values in place of its own."""
        changed = copy(self)
        object.__setattr__(changed, "values", tuple(sorted({**dict(self.values), **values}.items())))
        return changed

    def _fill_text(self) -> str:
        values = dict(self.values)
        try:
            return self._translate_with(self._get_catalogue()).format_map(_localise_numbers(values))
        except WRONG_TEMPLATE:
            # a translator's slip must not break the page; a slip in the English text is ours, and is raised
            return self._translate_with(ENGLISH).format_map(values)

    def _get_catalogue(self) -> NullTranslations:
        spoken = _spoken.get()
        return spoken.get_catalogue(self.domain) if isinstance(spoken, Language) else spoken

    def _translate_with(self, into: NullTranslations) -> str:
        return into.gettext(self.message)


@dataclass(frozen=True, slots=True, init=False)
class Counted(Message):
    """A text with a number that decides its form; {n} is the number."""

    plural: str
    n: int

    def __init__(self, singular: str, plural: str, n: int, /, **values: object) -> None:
        Message.__init__(self, singular, **{"n": n, **values})
        object.__setattr__(self, "plural", plural)
        object.__setattr__(self, "n", n)

    def _translate_with(self, into: NullTranslations) -> str:
        return into.ngettext(self.message, self.plural, self.n)


@dataclass(frozen=True, slots=True, init=False)
class InContext(Message):
    """A short word with two meanings; the context tells the translator which one applies."""

    context: str

    def __init__(self, context: str, message: str, /, **values: object) -> None:
        Message.__init__(self, message, **values)
        object.__setattr__(self, "context", context)

    def _translate_with(self, into: NullTranslations) -> str:
        return into.pgettext(self.context, self.message)


@dataclass(frozen=True, slots=True, init=False)
class Later(Message):
    """A text that a function makes of its arguments each time it is read, in the language current at that time.

    Two are equal if their functions and arguments are equal.
    """

    function: Callable[..., object]
    arguments: tuple[object, ...]

    def __init__(self, function: Callable[..., object], /, *arguments: object) -> None:
        Message.__init__(self, NOTHING)
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "arguments", arguments)

    def __str__(self) -> str:
        return str(self.function(*self.arguments))


def _localise_numbers(values: Mapping[str, object]) -> Mapping[str, object]:
    """The values of a text, with numbers written as the language writes them."""
    if decimal_sign() == POINT:
        return values
    return {
        name: localise_decimals(str(value)) if isinstance(value, str | float) else value
        for name, value in values.items()
    }


def get_message(error: Exception) -> Message:
    """The text of an error, put into a language only when it is read; plain text stays as it is."""
    text = error.args[0] if error.args else ""
    return text if isinstance(text, Message) else Message(AS_IT_IS, text=text)


def to_english(text: object) -> str:
    """The text in English, for logs and files, whatever the current language."""
    with speaking(ENGLISH):
        return str(text)


def gettext(message: str, /, **values: object) -> str:
    """The text in the current language, with its values filled in; imported as `_`."""
    return str(Message(message, **values))


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """The form of the text that fits the number; {n} is the number."""
    return str(Counted(singular, plural, n, **values))


def pgettext(context: str, message: str, /, **values: object) -> str:
    """A short word with two meanings; the context tells the translator which one applies."""
    return str(InContext(context, message, **values))


def join_items(items: Iterable[object]) -> str:
    """The items in one phrase: "a, b and c"."""
    return str(listing(items))


def listing(items: Iterable[object]) -> Message:
    """The items in one phrase, put into a language only when it is read."""
    *leading, final = [Message(AS_IT_IS, text=item) for item in items] or [Message(NOTHING)]
    if not leading:
        return final
    joined = reduce(lambda some, item: InContext("list", "{items}, {item}", items=some, item=item), leading)
    return InContext("list", "{items} and {last}", items=joined, last=final)
