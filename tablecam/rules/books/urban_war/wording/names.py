"""Names of models and sides, and the spelling of numbers and dice."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.urban_war.rules.reasons import Reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.coded_text import CodedText, Text, read_coded
from tablecam.rules.plain import Json

WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Names:
    """Names of models and sides: `ida` is Ida; an unknown id stays as it is written."""

    known: Mapping[str, str]

    def __call__(self, one: str) -> str:
        """The name of a model or side."""
        return self.known.get(one, one)

    def all(self, several: Iterable[str]) -> str:
        """A list of names: Ann, Bob and Cat."""
        return join_items([self(model) for model in several]) or _("nobody")

    def replace_ids(self, sentence: str) -> str:
        """A sentence of an old log with names instead of ids: `ida does not see bob`."""
        return WORD.sub(lambda found: self(found[0]), sentence)

    def text(self, text: Text) -> str:
        """A coded text in words, with names; a sentence of an old log with names instead of ids."""
        if isinstance(text, CodedText):
            return str(text.message(self))
        return str(text) if isinstance(text, Message) else self.replace_ids(text)

    def read(self, record: Json) -> str:
        """Like `text`, for a text in its form in the log."""
        return self.text(read_coded(Reason, record))


def build_names(state: State) -> Names:
    """Names of sides by their seats, and of models by their ids, which only lack a capital letter."""
    return Names({side: seat_title(side) for side in state.sides} | {model: capital(model) for model in state.fighters})


def capital(text: str) -> str:
    """Capitalise the first letter; keep the rest."""
    return text[:1].upper() + text[1:]


def dice(faces: Iterable[int]) -> str:
    """The faces of dice, as text."""
    return join_items(faces) or _("no dice")
