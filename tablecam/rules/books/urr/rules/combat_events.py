"""The events of a combat. Once games are stored, an event may only gain fields that have a default."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tablecam.rules.books.urr.rules.reasons import UrrReason
from tablecam.rules.event import Event

FightPhase = Literal["ranged", "melee"]


@dataclass(frozen=True, kw_only=True)
class CombatBegan(Event):
    """A combat begins at a place. by: the party that attacks there; against: the other."""

    place: str
    by: str
    against: str


@dataclass(frozen=True, kw_only=True)
class Mustered(Event):
    """The units of a party that fight."""

    party: str
    units: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RaidersAttached(Event):
    """A raiding unit goes with a unit; empty if it goes with none."""

    raiders: str
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class TowerManned(Event):
    """The crew of the siege tower: one unit shoots, one fights."""

    shooter: str = ""
    fighter: str = ""


@dataclass(frozen=True, kw_only=True)
class RoundBegan(Event):
    """A combat round begins."""

    round: int


@dataclass(frozen=True, kw_only=True)
class BreachEntered(Event):
    """A unit climbs through the breach; empty if none does. exposed: the resulting penalty on its rolls this round."""

    unit: str = ""
    exposed: int = 0


@dataclass(frozen=True, kw_only=True)
class StancesTaken(Event):
    """Both sides show the stances of their units in this round: attack or defend."""

    stances: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class UnitRolled(Event):
    """A unit has rolled its die. against: the party that takes the hits."""

    unit: str
    phase: FightPhase
    face: int
    total: int
    hits: int
    against: str


@dataclass(frozen=True, kw_only=True)
class HitTaken(Event):
    """A unit loses a step. armour: a step of its armour; wasted: the unit has no steps left."""

    unit: str
    armour: bool = False
    wasted: bool = False


@dataclass(frozen=True, kw_only=True)
class HitsLost(Event):
    """Hits that nobody is left to take."""

    party: str
    hits: int


@dataclass(frozen=True, kw_only=True)
class UnitEliminated(Event):
    """A unit has no steps left and leaves play."""

    unit: str


@dataclass(frozen=True, kw_only=True)
class FightPhaseClosed(Event):
    """The ranged or the melee phase of a round is over."""

    phase: FightPhase


@dataclass(frozen=True, kw_only=True)
class StepsRestored(Event):
    """Magic gives steps back to a unit."""

    unit: str
    steps: int


@dataclass(frozen=True, kw_only=True)
class HealingAsked(Event):
    """A party has settled which steps magic restores after this round."""

    party: str


@dataclass(frozen=True, kw_only=True)
class PlaceTaken(Event):
    """A side takes a place that nobody defends, without a fight. units: the units that are inside the city now.

    city: the place is the city itself, which the side holds from now on.
    """

    place: str
    by: str
    units: tuple[str, ...] = ()
    city: bool = False


@dataclass(frozen=True, kw_only=True)
class CombatEnded(Event):
    """A combat is over."""

    why: UrrReason | str = ""


COMBAT_EVENTS = (
    CombatBegan, Mustered, RaidersAttached, TowerManned, RoundBegan, BreachEntered, StancesTaken, UnitRolled,
    HitTaken, HitsLost, UnitEliminated, FightPhaseClosed, StepsRestored, HealingAsked, PlaceTaken,
    CombatEnded,
)  # fmt: skip
