"""Texts that players and organisers read, in the language that is being spoken; English is the source.

A text is written in English, with {names} in it, and is looked up in the catalogue of the current language:

    _("{model} is out of sight", model=name)               a str, now
    Message("{model} is out of sight", model=name)         the same, put into a language only when it is read

Each text belongs to a domain, which has a catalogue of its own: that of the rulebook whose module makes the text, and
else the core's. Two books may translate the same English words differently. A text of a book that the book's catalogue
lacks is looked up in the core's, and never the other way round. The domain is found by the module that calls, since the
catalogues are made by folder too: an author has nothing to declare, and cannot forget it.

The catalogues come from `tablecam.base.languages`; nothing here reads a disk.
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
# a value as it is; a name rather than a literal, so that it does not get into the catalogue
AS_IT_IS = "{text}"
NOTHING = ""
# a number with decimals and nothing else; an address or a date has more than one point
FIGURES = re.compile(r"[+\-−]?\d+\.\d+")
# what str.format raises for a template that asks for what is not there, or is no template
WRONG_TEMPLATE = (KeyError, IndexError, ValueError, AttributeError, TypeError)

ENGLISH = NullTranslations()


class Language(NullTranslations):
    """A language with a catalogue for each domain."""

    def get_catalogue(self, domain: str) -> NullTranslations:
        """The texts of a domain, and behind them those of the core."""
        return self


_spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=ENGLISH)


def speak(translations: NullTranslations) -> None:
    """Texts are in the language of these translations from now on, in this context: for a context made for that."""
    _spoken.set(translations)


@contextmanager
def speaking(translations: NullTranslations) -> Iterator[None]:
    """Texts are in the language of these translations inside the `with` block, in this thread or task only."""
    token = _spoken.set(translations)
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> NullTranslations:
    """The translations of the language that is being spoken, to be spoken again elsewhere."""
    return _spoken.get()


def current_language() -> str:
    """The code of the language that is being spoken, for instance "de"; "en" if none was chosen."""
    return _spoken.get().info().get("language", "") or SOURCE


def current_unit() -> str:
    """The unit in which the reader has the lengths of a game: INCH or CENTIMETRE."""
    return _spoken.get().info().get("unit", "") or INCH


def current_style() -> str:
    """What one text may differ by, language and unit: the key of texts that are kept for several readers."""
    return f"{current_language()} {current_unit()}"


def decimal_sign() -> str:
    """What the language writes between the whole part of a number and its decimals."""
    return _spoken.get().info().get("decimal", "") or POINT


def in_figures(text: str) -> str:
    """The text as it is, but for the sign in a number with decimals, which is the language's own."""
    return text.replace(POINT, decimal_sign()) if FIGURES.fullmatch(text) else text


@cache
def domain_of(package: str) -> str:
    """The domain of the texts of a package: the core, a rulebook, or the top package of what is no part of tablecam."""
    parts = tuple(package.split("."))
    if parts[0] not in CORE_PACKAGES:
        return parts[0]
    deep = len(BOOK_PACKAGES)
    return ".".join(parts[: deep + 1]) if parts[:deep] == BOOK_PACKAGES and len(parts) > deep else CORE


def _find_domain() -> str:
    """The domain of the code that makes a text: of the nearest caller outside this module."""
    frame = currentframe()
    while frame and frame.f_globals is _OWN:
        frame = frame.f_back
    module = frame.f_globals if frame else _OWN
    return domain_of(module.get("__package__") or module["__name__"])


_OWN = globals()


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A text that is not yet in a language: `str()` gives it in the language that is being spoken then.

    It can be compared and hashed as long as its values can. A value may be a Message itself. The same words of two
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
        # the catalogue's head is kept under the empty text
        return self._filled() if self.message else ""

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def with_values(self, **values: object) -> "Message":
        """The same text with these values in place of its own."""
        changed = copy(self)
        object.__setattr__(changed, "values", tuple(sorted({**dict(self.values), **values}.items())))
        return changed

    def _filled(self) -> str:
        values = dict(self.values)
        try:
            return self._translated(self._catalogue()).format_map(_in_the_language(values))
        except WRONG_TEMPLATE:
            # a translator's slip must not take the page away; a slip in the English text is ours, and is raised
            return self._translated(ENGLISH).format_map(values)

    def _catalogue(self) -> NullTranslations:
        spoken = _spoken.get()
        return spoken.get_catalogue(self.domain) if isinstance(spoken, Language) else spoken

    def _translated(self, into: NullTranslations) -> str:
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

    def _translated(self, into: NullTranslations) -> str:
        return into.ngettext(self.message, self.plural, self.n)


@dataclass(frozen=True, slots=True, init=False)
class InContext(Message):
    """A short word with two meanings; the context tells the translator which is meant."""

    context: str

    def __init__(self, context: str, message: str, /, **values: object) -> None:
        Message.__init__(self, message, **values)
        object.__setattr__(self, "context", context)

    def _translated(self, into: NullTranslations) -> str:
        return into.pgettext(self.context, self.message)


@dataclass(frozen=True, slots=True, init=False)
class Later(Message):
    """A text that a function makes of its arguments each time it is read, in the language that is being spoken then.

    Two are equal if they make the same text of the same: the function and its arguments are compared.
    """

    function: Callable[..., object]
    arguments: tuple[object, ...]

    def __init__(self, function: Callable[..., object], /, *arguments: object) -> None:
        Message.__init__(self, NOTHING)
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "arguments", arguments)

    def __str__(self) -> str:
        return str(self.function(*self.arguments))


def _in_the_language(values: Mapping[str, object]) -> Mapping[str, object]:
    """The values of a text, numbers with decimals as the language writes them."""
    if decimal_sign() == POINT:
        return values
    return {name: in_figures(str(value)) if isinstance(value, str | float) else value for name, value in values.items()}


def message_of(error: Exception) -> Message:
    """The text of an error, put into a language only when it is read; plain text stays as it is."""
    text = error.args[0] if error.args else ""
    return text if isinstance(text, Message) else Message(AS_IT_IS, text=text)


def in_english(text: object) -> str:
    """The text in English, for logs and files, whatever language is being spoken."""
    with speaking(ENGLISH):
        return str(text)


def gettext(message: str, /, **values: object) -> str:
    """The text in the current language, with its values filled in; imported as `_`."""
    return str(Message(message, **values))


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """The form of the text that goes with the number; {n} is the number."""
    return str(Counted(singular, plural, n, **values))


def pgettext(context: str, message: str, /, **values: object) -> str:
    """A short word with two meanings; the context tells the translator which is meant."""
    return str(InContext(context, message, **values))


def listed(items: Iterable[object]) -> str:
    """The items in one phrase: "a, b and c"."""
    return str(listing(items))


def listing(items: Iterable[object]) -> Message:
    """The same, put into a language only when it is read."""
    *most, last = [Message(AS_IT_IS, text=item) for item in items] or [Message(NOTHING)]
    if not most:
        return last
    before = reduce(lambda some, item: InContext("list", "{items}, {item}", items=some, item=item), most)
    return InContext("list", "{items} and {last}", items=before, last=last)
