"""Names of models, sides and steps, and the spelling of numbers and dice."""

import re
from collections.abc import Callable, Iterable
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


Title = Callable[[str, Names], str]

# no text: the names of steps in the log; brackets hold an id or a number
TITLES: tuple[tuple[str, Title], ...] = (
    (r"activation by (.+)", lambda side, known: known(side)),  # no text
    (r"follow-up of (.+)", lambda model, known: _("Follow-up of {model}", model=known(model))),  # no text
    (r"casualties: (.+)", lambda models, known: _("Casualties: {models}", models=_list_names(models, known))),
    (
        r"end of the action of (.+)",  # no text
        lambda model, known: _("End of the action of {model}", model=known(model)),
    ),
    (
        r"strategic withdrawal of (.+)",  # no text
        lambda side, known: _("Strategic withdrawal of {side}", side=known(side)),
    ),
    (r"marker phase of turn (\d+)", lambda turn, _known: _("Marker phase of turn {turn}", turn=turn)),  # no text
    (r"orders of turn (\d+)", lambda turn, _known: _("Orders of turn {turn}", turn=turn)),  # no text
    (r"initiative of turn (\d+)", lambda turn, _known: _("Initiative of turn {turn}", turn=turn)),  # no text
    (r"end of turn (\d+)", lambda turn, _known: _("End of turn {turn}", turn=turn)),  # no text
    (r"(end of the game)", lambda _name, _known: _("End of the game")),  # no text
    (r"(who deploys first)", lambda _name, _known: _("Who deploys first")),  # no text
    (r"(terrain)", lambda _name, _known: _("Terrain")),
    (r"(table sides)", lambda _name, _known: _("Table sides")),  # no text
    (r"(deployment)", lambda _name, _known: _("Deployment")),
    (r"(start of the game)", lambda _name, _known: _("Start of the game")),  # no text
)


def title_step(step: str, known: Names) -> str:
    """A procedure as a heading: an activation is named by its side. An unknown step keeps its name."""
    for pattern, title in TITLES:
        if step_match := re.fullmatch(pattern, step):
            return capital(title(step_match[1], known))
    return capital(known.text(step))


def _list_names(models: str, known: Names) -> str:
    return join_items(known(model) for model in models.split(", "))
