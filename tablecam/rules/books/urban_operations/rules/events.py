"""The events of Urban Operations. Logs hold their names and fields: a new field always has a default.

seat: the side that keeps a field secret; see `visibility.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rules.books.urban_operations.rules.base_event import UrbanOperationsEvent
from tablecam.rules.books.urban_operations.rules.block_events import (
    AlsoActivated,
    BlockActivated,
    BlockMoved,
    Buried,
    CoverGiven,
    Dismounted,
    EffectApplied,
    FireAnnounced,
    Fought,
    ImpulseChanged,
    LeaderLost,
    Mounted,
    NothingDone,
    OslGained,
    OslLost,
    PairEnded,
    PairFormed,
    PositionTaken,
    QualityRolled,
    Reacted,
    Scouted,
    ShockRolled,
    StageEnded,
    Supported,
    TunnelClosed,
    Withdrew,
)
from tablecam.rules.books.urban_operations.rules.map_events import (
    ActionCancelled,
    ActionModified,
    ActionRequested,
    ActionResolved,
    ActionUnavailable,
    Collapsed,
    Exploded,
    PopulationMoved,
    TokenPlaced,
    TokenRemoved,
    TokenRevealed,
    TokenTested,
)
from tablecam.rules.event import by_name


@dataclass(frozen=True, kw_only=True)
class SetUp(UrbanOperationsEvent):
    """Maps, tokens and blocks lie in the scenario's set-up."""


@dataclass(frozen=True, kw_only=True)
class ParameterSet(UrbanOperationsEvent):
    """An unknown parameter of the aid, settled for this game."""

    key: str
    value: str


@dataclass(frozen=True, kw_only=True)
class AidFilled(UrbanOperationsEvent):
    """The table plays these proposals where the aid has lost something. proposals: names of parameters."""

    proposals: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TurnOpened(UrbanOperationsEvent):
    """A turn begins with its initial phase."""

    turn: int


@dataclass(frozen=True, kw_only=True)
class StageReached(UrbanOperationsEvent):
    """The initial phase goes on with another step."""

    stage: str


@dataclass(frozen=True, kw_only=True)
class Handled(UrbanOperationsEvent):
    """The stage in progress has dealt with a token, a side or an action."""

    what: str


@dataclass(frozen=True, kw_only=True)
class Hidden(UrbanOperationsEvent):
    """Revealed blocks turn face down again."""

    blocks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Revealed(UrbanOperationsEvent):
    """Blocks turn face up."""

    blocks: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class EventDrawn(UrbanOperationsEvent):
    """A side has drawn an event card, or rolled on the event table."""

    seat: str
    title: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EventPlayed(UrbanOperationsEvent):
    """A side plays an event; the blocks are those that lose 1 OSL by it."""

    seat: str
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BlocksSwapped(UrbanOperationsEvent):
    """A side has exchanged two blocks between its impulses."""

    seat: str
    blocks: tuple[str, str]


@dataclass(frozen=True, kw_only=True)
class InitiativeRolled(UrbanOperationsEvent):
    """Both sides have rolled for initiative; nobody wins a tie."""

    faces: Mapping[str, int]
    winner: str = ""


@dataclass(frozen=True, kw_only=True)
class FirstSideChosen(UrbanOperationsEvent):
    """The side that plays the first impulse of the turn."""

    first: str


@dataclass(frozen=True, kw_only=True)
class ImpulseBegan(UrbanOperationsEvent):
    """A side plays an impulse. limit: the number of its blocks that may act."""

    seat: str
    impulse: str
    limit: int


@dataclass(frozen=True, kw_only=True)
class ImpulseEnded(UrbanOperationsEvent):
    """An impulse is over."""

    seat: str
    impulse: str


@dataclass(frozen=True, kw_only=True)
class ImpulsePassed(UrbanOperationsEvent):
    """A side plays no impulse now."""

    seat: str


@dataclass(frozen=True, kw_only=True)
class TurnClosed(UrbanOperationsEvent):
    """The turn is over: markers and smoke come off."""

    turn: int


@dataclass(frozen=True, kw_only=True)
class Conceded(UrbanOperationsEvent):
    """A side gives up."""

    seat: str


EVENTS = by_name(
    SetUp, ParameterSet, AidFilled, TurnOpened, StageReached, Handled, Hidden, Revealed, TokenRevealed, TokenPlaced,
    TokenRemoved, TokenTested, Exploded, PopulationMoved, EventDrawn, EventPlayed, ActionRequested,
    ActionUnavailable, ActionCancelled, ActionModified, ActionResolved, Collapsed, BlocksSwapped, InitiativeRolled,
    FirstSideChosen, ImpulseBegan, ImpulseEnded, ImpulsePassed, BlockActivated, AlsoActivated, BlockMoved,
    StageEnded, Supported, Mounted, Dismounted, PairFormed, PairEnded, ImpulseChanged, Scouted, TunnelClosed,
    NothingDone, Reacted, FireAnnounced, Withdrew, CoverGiven, Fought, EffectApplied, QualityRolled, OslLost,
    OslGained, PositionTaken, Buried, LeaderLost, ShockRolled, TurnClosed, Conceded,
)  # fmt: skip
__all__ = [
    "EVENTS",
    "ActionCancelled",
    "ActionModified",
    "ActionRequested",
    "ActionResolved",
    "ActionUnavailable",
    "AidFilled",
    "AlsoActivated",
    "BlockActivated",
    "BlockMoved",
    "BlocksSwapped",
    "Buried",
    "Collapsed",
    "Conceded",
    "CoverGiven",
    "Dismounted",
    "EffectApplied",
    "EventDrawn",
    "EventPlayed",
    "Exploded",
    "FireAnnounced",
    "FirstSideChosen",
    "Fought",
    "Handled",
    "Hidden",
    "ImpulseBegan",
    "ImpulseChanged",
    "ImpulseEnded",
    "ImpulsePassed",
    "InitiativeRolled",
    "LeaderLost",
    "Mounted",
    "NothingDone",
    "OslGained",
    "OslLost",
    "PairEnded",
    "PairFormed",
    "ParameterSet",
    "PopulationMoved",
    "PositionTaken",
    "QualityRolled",
    "Reacted",
    "Revealed",
    "Scouted",
    "SetUp",
    "ShockRolled",
    "StageEnded",
    "StageReached",
    "Supported",
    "TokenPlaced",
    "TokenRemoved",
    "TokenRevealed",
    "TokenTested",
    "TunnelClosed",
    "TurnClosed",
    "TurnOpened",
    "Withdrew",
]  # fmt: skip
