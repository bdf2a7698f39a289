"""What models and sides are called, and how numbers and dice are written."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Message, listed
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.urban_war.rules.reasons import Reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.coded_text import CodedText, Text, read_coded
from tablecam.rules.plain import Json

WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Names:
    """What models and sides are called: `ida` is Ida; an id that is not known stands as it is written."""

    known: Mapping[str, str]

    def __call__(self, one: str) -> str:
        """What one of them is called."""
        return self.known.get(one, one)

    def all(self, several: Iterable[str]) -> str:
        """Ann, Bob and Cat."""
        return listed([self(one) for one in several]) or _("nobody")

    def within(self, sentence: str) -> str:
        """A sentence of an old log with the names in it: `ida does not see bob`."""
        return WORD.sub(lambda found: self(found[0]), sentence)

    def text(self, text: Text) -> str:
        """A coded text in words, with names; a sentence of an old log with the names put into it."""
        if isinstance(text, CodedText):
            return str(text.message(self))
        return str(text) if isinstance(text, Message) else self.within(text)

    def read(self, record: Json) -> str:
        """The same, of a text as a log has it."""
        return self.text(read_coded(Reason, record))


def names(state: State) -> Names:
    """Sides by their seats; models by their ids, which are names and only lack a capital letter."""
    return Names({side: seat_title(side) for side in state.sides} | {model: capital(model) for model in state.fighters})


def capital(text: str) -> str:
    """With its first letter large, the others as they are."""
    return text[:1].upper() + text[1:]


def dice(faces: Iterable[int]) -> str:
    """What dice show."""
    return listed(faces) or _("no dice")
