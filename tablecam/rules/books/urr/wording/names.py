"""The names of units, sides, engines, sections and places."""

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
    """Names by id; an unknown id stays unchanged."""

    def __call__(self, one: str) -> str:
        """The name of an id; berserk undead have no side's name."""
        return str(BERSERK_PARTY) if one == BERSERK else super().__call__(one)

    def read(self, record: Json) -> str:
        """A text of a log's record with names."""
        return self.text(read_coded(UrrReason, record))


def build_names(state: UrrState, called: Mapping[str, str] | None = None) -> UrrNames:
    """Units and sides by `called`, else by their own names; everything else by its id in words."""
    ids = (*state.engines, *state.sections, *state.places, *state.quarters, *state.lowlands)
    defaults = {id: spell_id(id) for id in ids}
    defaults |= {seat: _name_force(seat, side) for seat, side in state.sides.items()}
    defaults |= {unit: record.profile.name for unit, record in state.units.items()}
    return UrrNames({id: capital(name) for id, name in defaults.items()} | dict(called or {}))


def _name_force(seat: str, side: UrrSide) -> str:
    """The name of a side's force; the seat's title for a side without one."""
    return seat_title(seat) if side.name == seat else side.name


def spell_id(id: str) -> str:
    """An id in words: `long_arm` is `Long arm`."""
    return capital(id.replace("_", " ").replace("-", " "))
