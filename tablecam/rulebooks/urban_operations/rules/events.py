"""What can happen in Urban Operations. Names and fields are in logs: they only ever grow fields that have a default.

seat: the side whose secret a field is; see `visibility.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablecam.rules.event import Event, by_name
from tablecam.rules.plain import field_names, usual


class UrbanOperationsEvent(Event):
    """An event whose line leaves out what is as usual."""

    def __str__(self) -> str:
        """Its name and what is particular about it."""
        kind: Any = type(self)
        said = {name: getattr(self, name) for name in field_names(kind)}
        own = {name: value for name, value in said.items() if value != usual(kind)[name] and value not in ("", (), {})}
        return " ".join([kind.__name__, *(f"{name}={_short(value)}" for name, value in own.items())])


def _short(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, dict):
        return ",".join(f"{key}:{each}" for key, each in value.items())
    return str(value)


@dataclass(frozen=True, kw_only=True)
class SetUp(UrbanOperationsEvent):
    """Maps, tokens and blocks lie as the scenario says."""


@dataclass(frozen=True, kw_only=True)
class ParameterSet(UrbanOperationsEvent):
    """An unknown of the aid, settled for this game."""

    key: str
    value: str


@dataclass(frozen=True, kw_only=True)
class TurnBegan(UrbanOperationsEvent):
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
    """Revealed blocks are turned back."""

    blocks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Revealed(UrbanOperationsEvent):
    """Blocks are turned face up."""

    blocks: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenRevealed(UrbanOperationsEvent):
    """A token of no man's land comes to light."""

    token: str
    kind: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenPlaced(UrbanOperationsEvent):
    """A token is put on the map."""

    token: str
    kind: str
    seat: str = ""
    revealed: bool = True
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenRemoved(UrbanOperationsEvent):
    """A token leaves the map."""

    token: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class TokenTested(UrbanOperationsEvent):
    """A die is thrown for an explosive or a wreck."""

    token: str
    faces: tuple[int, ...]
    explodes: bool


@dataclass(frozen=True, kw_only=True)
class Exploded(UrbanOperationsEvent):
    """An explosive has gone off and leaves the map, or a wreck has exploded and stays."""

    token: str


@dataclass(frozen=True, kw_only=True)
class PopulationMoved(UrbanOperationsEvent):
    """A population token has moved."""

    token: str
    mp: int
    by: str = ""
    direction: int = 0
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class EventDrawn(UrbanOperationsEvent):
    """A side has drawn an event card, or thrown for the event table."""

    seat: str
    title: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EventPlayed(UrbanOperationsEvent):
    """An event is played; the blocks are those that lose 1 OSL by it."""

    seat: str
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ActionRequested(UrbanOperationsEvent):
    """A side has asked for a 3D action, which counts as used."""

    id: str
    seat: str
    kind: str
    by: str
    turn: int


@dataclass(frozen=True, kw_only=True)
class ActionUnavailable(UrbanOperationsEvent):
    """Asked for and not to be had: it does not count as used."""

    seat: str
    kind: str
    by: str


@dataclass(frozen=True, kw_only=True)
class ActionCancelled(UrbanOperationsEvent):
    """A 3D action does not take place."""

    id: str
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class ActionModified(UrbanOperationsEvent):
    """A 3D action is aimed at another place."""

    id: str


@dataclass(frozen=True, kw_only=True)
class ActionResolved(UrbanOperationsEvent):
    """A 3D action has taken place."""

    id: str
    blocks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Collapsed(UrbanOperationsEvent):
    """A building was tested after a 3D action, and perhaps fell."""

    id: str
    faces: tuple[int, ...]
    leaves: str = ""


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
class StarterChosen(UrbanOperationsEvent):
    """The side that plays the first impulse of the turn."""

    first: str


@dataclass(frozen=True, kw_only=True)
class ImpulseBegan(UrbanOperationsEvent):
    """A side plays an impulse. limit: how many of its blocks may act."""

    seat: str
    impulse: str
    limit: int


@dataclass(frozen=True, kw_only=True)
class ImpulseEnded(UrbanOperationsEvent):
    """An impulse is over."""

    seat: str
    impulse: str


@dataclass(frozen=True, kw_only=True)
class Passed(UrbanOperationsEvent):
    """A side plays no impulse now."""

    seat: str


@dataclass(frozen=True, kw_only=True)
class BlockActivated(UrbanOperationsEvent):
    """action, how: what it does, known to its side alone until it does it."""

    block: str
    seat: str
    action: str = ""
    how: str = ""


@dataclass(frozen=True, kw_only=True)
class AlsoActivated(UrbanOperationsEvent):
    """A block that takes part in the activation of another."""

    block: str
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Moved(UrbanOperationsEvent):
    """mp: known to its side alone while the block is face down."""

    block: str
    seat: str
    mp: int
    face_down: bool = False
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class StageEnded(UrbanOperationsEvent):
    """The next part of the activation in progress. left: MP for the rest of a split move, its side's own business."""

    block: str
    seat: str
    next: str
    left: int = 0


@dataclass(frozen=True, kw_only=True)
class Supported(UrbanOperationsEvent):
    """A block has gained OSL by support. partner: the other of the two, which acts next."""

    block: str
    by: str
    partner: str
    osl: int


@dataclass(frozen=True, kw_only=True)
class Mounted(UrbanOperationsEvent):
    """A block is inside a carrier, or rides on it."""

    block: str
    carrier: str
    riding: bool = False


@dataclass(frozen=True, kw_only=True)
class Dismounted(UrbanOperationsEvent):
    """A block is back on the map."""

    block: str


@dataclass(frozen=True, kw_only=True)
class Paired(UrbanOperationsEvent):
    """A block on foot shares the hex of a vehicle."""

    block: str
    vehicle: str


@dataclass(frozen=True, kw_only=True)
class PairEnded(UrbanOperationsEvent):
    """A block no longer shares a hex."""

    block: str


@dataclass(frozen=True, kw_only=True)
class ImpulseChanged(UrbanOperationsEvent):
    """A block now belongs to another impulse."""

    block: str
    impulse: str


@dataclass(frozen=True, kw_only=True)
class Scouted(UrbanOperationsEvent):
    """A block has scouted; what it found is face up."""

    block: str
    targets: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TunnelClosed(UrbanOperationsEvent):
    """A tunnel entrance is destroyed from above."""

    token: str
    by: str


@dataclass(frozen=True, kw_only=True)
class NothingDone(UrbanOperationsEvent):
    """An action that came to nothing. why: a code."""

    block: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Reacted(UrbanOperationsEvent):
    """A block has used its reaction of this turn."""

    block: str
    to: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class FireAnnounced(UrbanOperationsEvent):
    """A block fires at another, or assaults it."""

    block: str
    target: str
    kind: str
    ep: int
    band: int
    weapon: str = ""


@dataclass(frozen=True, kw_only=True)
class Withdrew(UrbanOperationsEvent):
    """A block has withdrawn. loss: OSL lost by it, as the die says."""

    block: str
    mp: int
    faces: tuple[int, ...] = ()
    loss: int = 0
    forced: bool = False


@dataclass(frozen=True, kw_only=True)
class Covered(UrbanOperationsEvent):
    """A friend steps in with cover fire. effect: joins, takes or fires."""

    block: str
    target: str
    effect: str


@dataclass(frozen=True, kw_only=True)
class Fought(UrbanOperationsEvent):
    """A duel. faces, totals: of attacker and target; rows: of the randomness table; loser: a block, or `both`."""

    block: str
    target: str
    kind: str
    faces: tuple[int, ...]
    totals: tuple[int, ...]
    rows: tuple[str, ...] = ()
    loser: str = ""


@dataclass(frozen=True, kw_only=True)
class EffectApplied(UrbanOperationsEvent):
    """A weapons effect. blocks: those in its area, shielded ones among them."""

    action: str
    osl: int
    blocks: tuple[str, ...] = ()
    shielded: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class QualityRolled(UrbanOperationsEvent):
    """The quality of a block has softened or worsened a loss, or has not."""

    block: str
    faces: tuple[int, ...]
    change: int = 0


@dataclass(frozen=True, kw_only=True)
class OslLost(UrbanOperationsEvent):
    """A block loses OSL; at 0 it is gone."""

    block: str
    osl: int
    cause: str = ""


@dataclass(frozen=True, kw_only=True)
class OslGained(UrbanOperationsEvent):
    """A block gains OSL."""

    block: str
    osl: int
    cause: str = ""


@dataclass(frozen=True, kw_only=True)
class PositionTaken(UrbanOperationsEvent):
    """A block has taken the position that it assaulted."""

    block: str


@dataclass(frozen=True, kw_only=True)
class Buried(UrbanOperationsEvent):
    """A block that is gone has been seen to: its wreck, its passengers, its command."""

    block: str


@dataclass(frozen=True, kw_only=True)
class LeaderLost(UrbanOperationsEvent):
    """A side has lost its leader. rule: the quality of the leader, or basic."""

    block: str
    seat: str
    rule: str


@dataclass(frozen=True, kw_only=True)
class TurnEnded(UrbanOperationsEvent):
    """The turn is over: markers and smoke come off."""

    turn: int


@dataclass(frozen=True, kw_only=True)
class Conceded(UrbanOperationsEvent):
    """A side gives up."""

    seat: str


EVENTS = by_name(
    SetUp, ParameterSet, TurnBegan, StageReached, Handled, Hidden, Revealed, TokenRevealed, TokenPlaced, TokenRemoved,
    TokenTested, Exploded, PopulationMoved, EventDrawn, EventPlayed, ActionRequested, ActionUnavailable,
    ActionCancelled, ActionModified, ActionResolved, Collapsed, BlocksSwapped, InitiativeRolled, StarterChosen,
    ImpulseBegan, ImpulseEnded, Passed, BlockActivated, AlsoActivated, Moved, StageEnded, Supported, Mounted,
    Dismounted, Paired, PairEnded, ImpulseChanged, Scouted, TunnelClosed, NothingDone, Reacted, FireAnnounced, Withdrew,
    Covered, Fought, EffectApplied, QualityRolled, OslLost, OslGained, PositionTaken, Buried, LeaderLost, TurnEnded,
    Conceded,
)  # fmt: skip
