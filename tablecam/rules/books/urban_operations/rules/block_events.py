"""Events of blocks; see `events.py`."""

from dataclasses import dataclass

from tablecam.rules.books.urban_operations.rules.base_event import UrbanOperationsEvent


@dataclass(frozen=True, kw_only=True)
class BlockActivated(UrbanOperationsEvent):
    """A block is activated. action, how: known only to its side until the block carries them out."""

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
class BlockMoved(UrbanOperationsEvent):
    """A block has moved. mp: known only to its side while the block is face down."""

    block: str
    seat: str
    mp: int
    face_down: bool = False
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class StageEnded(UrbanOperationsEvent):
    """The next stage of the activation in progress. left: MP that remain for a split move, private to the side."""

    block: str
    seat: str
    next: str
    left: int = 0


@dataclass(frozen=True, kw_only=True)
class Supported(UrbanOperationsEvent):
    """A block has gained OSL by support. partner: the second of the two, which acts next."""

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
class PairFormed(UrbanOperationsEvent):
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
    """A block has withdrawn. loss: OSL lost by it, by the die."""

    block: str
    mp: int
    faces: tuple[int, ...] = ()
    loss: int = 0
    forced: bool = False


@dataclass(frozen=True, kw_only=True)
class CoverGiven(UrbanOperationsEvent):
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
    """A lost block has been settled: its wreck, its passengers, its command."""

    block: str


@dataclass(frozen=True, kw_only=True)
class LeaderLost(UrbanOperationsEvent):
    """A side has lost its leader. rule: the quality of the leader, or basic."""

    block: str
    seat: str
    rule: str


@dataclass(frozen=True, kw_only=True)
class ShockRolled(UrbanOperationsEvent):
    """A block that saw its leader fall has rolled its die. change: the table's result, in OSL."""

    block: str
    faces: tuple[int, ...]
    change: int = 0
