"""What units, sides, engines, sections and places are called."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.i18n import Message
from tablecam.rulebooks.plain_words import PlainNames, capital
from tablecam.rulebooks.urr.rules.reasons import UrrReason
from tablecam.rulebooks.urr.rules.state import BERSERK, UrrState
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
    """Units and sides by their own names, or by the roster's; all else by its id in words."""
    things = (*state.engines, *state.sections, *state.places, *state.quarters, *state.lowlands)
    known = {thing: in_words(thing) for thing in things}
    known |= {seat: side.name for seat, side in state.sides.items()}
    known |= {unit: each.profile.name for unit, each in state.units.items()}
    return UrrNames({one: _called(one, name, called or {}) for one, name in known.items()})


def in_words(id: str) -> str:
    """`long_arm` is Long arm."""
    return capital(id.replace("_", " ").replace("-", " "))


def _called(one: str, name: str, called: Mapping[str, str]) -> str:
    return called.get(one, capital(name))
