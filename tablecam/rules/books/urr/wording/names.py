"""What units, sides, engines, sections and places are called."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.rules.books.plain_words import PlainNames, capital
from tablecam.rules.books.side_names import seat_title
from tablecam.rules.books.urr.rules.reasons import UrrReason
from tablecam.rules.books.urr.rules.state import BERSERK, UrrSide, UrrState
from tablecam.rules.coded_text import read_coded
from tablecam.rules.plain import Json

BERSERK_PARTY = Message("Berserk undead")


@dataclass(frozen=True)
class UrrNames(PlainNames):
    """Names by id; what is not known stands as it is written."""

    def __call__(self, one: str) -> str:
        """What one of them is called; nobody leads berserk undead."""
        return str(BERSERK_PARTY) if one == BERSERK else super().__call__(one)

    def read(self, record: Json) -> str:
        """A text of a log's record with names."""
        return self.text(read_coded(UrrReason, record))


def names(state: UrrState, called: Mapping[str, str] | None = None) -> UrrNames:
    """Units and sides by `called` where it knows them, else by their own names; all else by its id in words."""
    things = (*state.engines, *state.sections, *state.places, *state.quarters, *state.lowlands)
    known = {thing: in_words(thing) for thing in things}
    known |= {seat: _side_name(seat, side) for seat, side in state.sides.items()}
    known |= {unit: each.profile.name for unit, each in state.units.items()}
    return UrrNames({id: capital(name) for id, name in known.items()} | dict(called or {}))


def _side_name(seat: str, side: UrrSide) -> str:
    """The name of its force; a side without one is called by its seat."""
    return seat_title(seat) if side.name == seat else side.name


def in_words(id: str) -> str:
    """`long_arm` is Long arm."""
    return capital(id.replace("_", " ").replace("-", " "))
