"""Names of models and sides, and the spelling of numbers and dice."""

from collections.abc import Iterable
from dataclasses import dataclass

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.rules.books.plain_words import PlainNames, capital
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.urban_war.rules.codes import Reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.coded_text import read_coded
from tablecam.rules.plain import Json


@dataclass(frozen=True)
class Names(PlainNames):
    """Names of models and sides: `ida` is Ida; an unknown id stays as it is written."""

    def read(self, record: Json) -> str:
        """A text in its form in the log, with names."""
        return self.text(read_coded(Reason, record))


def build_names(state: State) -> Names:
    """Names of sides by their seats, and of models by their ids, which only lack a capital letter."""
    return Names({side: seat_title(side) for side in state.sides} | {model: capital(model) for model in state.fighters})


def dice(faces: Iterable[int]) -> str:
    """The faces of dice, as text."""
    return join_items(faces) or _("no dice")
