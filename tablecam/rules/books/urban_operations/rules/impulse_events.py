"""The events of impulses and of the blocks that act in them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules.codes import row
from tablecam.rules.books.urban_operations.rules.state import (
    Acting,
    OperationsNames,
    OperationsState,
)
from tablecam.rules.event import Event, TerseEvent
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import Sentence

WHY: Mapping[str, Message] = {
    "no-weapon": Message("can use no weapon"), "no-target": Message("has no target"),
    "no-leader": Message("may not assault a building: no leader is near"),
    "not-for-snipers": Message("may not fire at such a target"), "not-adjacent": Message("is not close enough"),
    "not-this-unit": Message("is not a unit that may do that"), "nothing-there": Message("finds nothing of the kind"),
    "nobody-left": Message("has no partner left"), "too-far": Message("is too far away"),
    "not-in-arc": Message("is not in the arc, or not in range"), "no-room": Message("finds no room"),
    "stays": Message("goes 0 MP, so it stays"),
    "never-removed": Message("finds that this token is never removed"),
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class FirstSideChosen(TerseEvent):
    """The side that plays the first impulse of the turn."""

    form = (Message("Starter chosen"), Message("The side that plays the first impulse of the turn."))
    rests_on = row(21)

    first: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, first=self.first)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.first), _("plays first"))


@dataclass(frozen=True, kw_only=True)
class ImpulseBegan(TerseEvent):
    """A side plays an impulse. limit: the number of its blocks that may act."""

    form = (Message("Impulse began"), Message("A side plays an impulse."))
    rests_on = row(23)

    seat: str
    impulse: str
    limit: int

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO Impulses (UO-022)."""
        played = (*state.played.get(self.seat, ()), self.impulse)
        return replace(
            state, active=self.seat, impulse=self.impulse, used=0, limit=self.limit, passes=0,
            played={**state.played, self.seat: played},
        )  # fmt: skip

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(
            names(self.seat), _("plays the impulse {impulse}: up to {n} blocks", impulse=self.impulse, n=self.limit)
        )


@dataclass(frozen=True, kw_only=True)
class ImpulseEnded(TerseEvent):
    """An impulse is over."""

    form = (Message("Impulse ended"), Message("An impulse is over."))
    rests_on = row(22)

    seat: str
    impulse: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, impulse="", used=0, supporting="", active=state.other(self.seat))

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("the impulse {impulse} is over", impulse=self.impulse), aside=True)


@dataclass(frozen=True, kw_only=True)
class ImpulsePassed(TerseEvent):
    """A side plays no impulse now."""

    form = (Message("Passed"), Message("A side plays no impulse now."))
    rests_on = row(22)

    seat: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, passes=state.passes + 1, active=state.other(self.seat))

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.seat), _("passes"))


@dataclass(frozen=True, kw_only=True)
class BlockActivated(TerseEvent):
    """A block is activated. action, how: known only to its side until the block carries them out."""

    form = (Message("Block activated"), Message("A block of the impulse acts."))
    rests_on = row(30)

    block: str
    seat: str
    action: str = ""
    how: str = ""

    def get_visible_event(self, seat: str) -> Event:
        return self if self.seat == seat else replace(self, action="", how="")

    def apply(self, state: OperationsState) -> OperationsState:
        if self.block not in state.blocks:
            return state
        stage = "move" if self.how in ("before", "move", "split") else "action"
        acting = Acting(self.block, self.action, self.how, stage)
        used = state.used + (not state[self.block].activated)
        return copy_with(state.replace_block(self.block, activated=True), acting=acting, used=used, supporting="")

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("acts"))


@dataclass(frozen=True, kw_only=True)
class AlsoActivated(TerseEvent):
    """A block that takes part in the activation of another."""

    form = (Message("Also activated"), Message("A block that takes part in the activation of another."))
    rests_on = row(30)

    block: str
    why: str = ""

    def apply(self, state: OperationsState) -> OperationsState:
        if self.block not in state.blocks or state[self.block].activated:
            return state
        counts = state[self.block].side == state.active and state.impulse != ""
        return copy_with(state.replace_block(self.block, activated=True), used=state.used + counts)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("is activated with it"))


@dataclass(frozen=True, kw_only=True)
class BlockMoved(TerseEvent):
    """A block has moved. mp: known only to its side while the block is face down."""

    form = (Message("Moved"), Message("A block has moved."))
    rests_on = row(30)

    block: str
    seat: str
    mp: int
    face_down: bool = False
    why: str = ""

    def get_visible_event(self, seat: str) -> Event:
        return replace(self, mp=0) if self.face_down and self.seat != seat else self

    def apply(self, state: OperationsState) -> OperationsState:
        acting = state.acting
        if acting and acting.block == self.block and self.mp:
            return copy_with(state, acting=copy_with(acting, moved=True))
        return state

    def sentence(self, names: OperationsNames) -> Sentence:
        if self.face_down and not self.mp:
            return Sentence(names(self.block), _("moves, face down"))
        return Sentence(names(self.block), _("moves {mp} MP", mp=self.mp))


@dataclass(frozen=True, kw_only=True)
class StageEnded(TerseEvent):
    """The next stage of the activation in progress. left: MP that remain for a split move, private to the side."""

    form = (Message("Stage ended"), Message("The next part of the activation in progress."))

    block: str
    seat: str
    next: str
    left: int = 0

    def get_visible_event(self, seat: str) -> Event:
        return self if self.seat == seat else replace(self, next="", left=0)

    def apply(self, state: OperationsState) -> OperationsState:
        if not state.acting or state.acting.block != self.block:
            return state
        is_over = self.next == "end"
        return copy_with(state, acting=None if is_over else copy_with(state.acting, stage=self.next, left=self.left))

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("goes on"), aside=True)


@dataclass(frozen=True, kw_only=True)
class Supported(TerseEvent):
    """A block has gained OSL by support. partner: the second of the two, which acts next."""

    form = (Message("Supported"), Message("A block has gained OSL by support."))
    rests_on = row(31)

    block: str
    by: str
    partner: str
    osl: int

    def apply(self, state: OperationsState) -> OperationsState:
        """Give OSL, and let the partner act next. Clause: UO Actions (UO-031)."""
        if self.block not in state.blocks:
            return state
        state = copy_with(state, supporting=self.partner)
        return state.replace_block(self.block, osl=state[self.block].osl + self.osl)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("gains {n} OSL by the support of {by}", n=self.osl, by=names(self.by)))


@dataclass(frozen=True, kw_only=True)
class Mounted(TerseEvent):
    """A block is inside a carrier, or rides on it."""

    form = (Message("Mounted"), Message("A block is inside a carrier, or rides on it."))
    rests_on = row(33)

    block: str
    carrier: str
    riding: bool = False

    def apply(self, state: OperationsState) -> OperationsState:
        return state.replace_block(self.block, aboard=self.carrier, riding=self.riding)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("mounts {carrier}", carrier=names(self.carrier)))


@dataclass(frozen=True, kw_only=True)
class Dismounted(TerseEvent):
    """A block is back on the map."""

    form = (Message("Dismounted"), Message("A block is back on the map."))
    rests_on = row(33)

    block: str

    def apply(self, state: OperationsState) -> OperationsState:
        return state.replace_block(self.block, aboard="", riding=False)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("gets off"))


@dataclass(frozen=True, kw_only=True)
class PairFormed(TerseEvent):
    """A block on foot shares the hex of a vehicle."""

    form = (Message("Paired"), Message("A block on foot shares the hex of a vehicle."))
    rests_on = row(92)

    block: str
    vehicle: str

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO Armor cover (UO-092)."""
        return state.replace_block(self.block, pair=self.vehicle).replace_block(self.vehicle, pair=self.block)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("takes cover with {vehicle}", vehicle=names(self.vehicle)))


@dataclass(frozen=True, kw_only=True)
class PairEnded(TerseEvent):
    """A block no longer shares a hex."""

    form = (Message("Pair ended"), Message("A block no longer shares a hex."))
    rests_on = row(92)

    block: str

    def apply(self, state: OperationsState) -> OperationsState:
        partner = state[self.block].pair if self.block in state.blocks else ""
        return state.replace_block(self.block, pair="").replace_block(partner, pair="")

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("no longer shares its hex"))


@dataclass(frozen=True, kw_only=True)
class ImpulseChanged(TerseEvent):
    """A block now belongs to another impulse."""

    form = (Message("Impulse changed"), Message("A block now belongs to another impulse."))
    rests_on = row(98)

    block: str
    impulse: str

    def apply(self, state: OperationsState) -> OperationsState:
        return state.replace_block(self.block, impulse=self.impulse)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("goes to the impulse {impulse}", impulse=self.impulse))


@dataclass(frozen=True, kw_only=True)
class Scouted(TerseEvent):
    """A block has scouted; what it found is face up."""

    form = (Message("Scouted"), Message("A block has scouted; what it found is face up."))
    rests_on = row(34)

    block: str
    targets: tuple[str, ...]

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), _("scouts {targets}", targets=names.all(self.targets)))


@dataclass(frozen=True, kw_only=True)
class TunnelClosed(TerseEvent):
    """A tunnel entrance is destroyed from above."""

    form = (Message("Tunnel closed"), Message("A tunnel entrance is destroyed from above."))
    rests_on = row(101)

    token: str
    by: str

    def apply(self, state: OperationsState) -> OperationsState:
        return state.without_token(self.token)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.by), _("closes {token}", token=names(self.token)))


@dataclass(frozen=True, kw_only=True)
class NothingDone(TerseEvent):
    """An action that came to nothing. why: a code."""

    form = (Message("Nothing done"), Message("An action that came to nothing."))

    block: str
    why: str

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.block), str(WHY.get(self.why, self.why)))
