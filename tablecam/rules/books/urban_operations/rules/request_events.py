"""The events of event cards, 3D actions and initiative."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablecam.base.i18n import Message, join_items
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules.codes import row
from tablecam.rules.books.urban_operations.rules.pieces import get_title
from tablecam.rules.books.urban_operations.rules.state import (
    OperationsNames,
    OperationsState,
    Request,
    TurnPhase,
)
from tablecam.rules.event import TerseEvent
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import Rolled, Sentence


@dataclass(frozen=True, kw_only=True)
class EventDrawn(TerseEvent):
    """A side has drawn an event card, or rolled on the event table."""

    form = (Message("Event drawn"), Message("A side has drawn an event card, or thrown for the event table."))
    rests_on = row(14)
    takes = {"title": ("none", "red", "black")}

    seat: str
    title: str
    faces: tuple[int, ...] = ()

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO Initial phase (UO-014)."""
        state = copy_with(state, handled=(*state.handled, self.seat))
        cards = state.hands.get(self.seat, 0) + (self.title == "black")
        return copy_with(state, hands={**state.hands, self.seat: cards})

    def sentence(self, names: OperationsNames) -> Sentence:
        match self.title:
            case "red":
                return Sentence(names(self.seat), _("draws an event that is played at once"))
            case "black":
                return Sentence(names(self.seat), _("draws an event and keeps it"))
        return Sentence(names(self.seat), _("draws no event"))


@dataclass(frozen=True, kw_only=True)
class EventPlayed(TerseEvent):
    """A side plays an event; the blocks are those that lose 1 OSL by it."""

    form = (Message("Event played"), Message("An event is played, and these blocks lose 1 OSL."))
    rests_on = row(14)

    seat: str
    blocks: tuple[str, ...] = ()

    def apply(self, state: OperationsState) -> OperationsState:
        cards = max(0, state.hands.get(self.seat, 0) - (state.phase is not TurnPhase.INITIAL))
        return copy_with(state, hands={**state.hands, self.seat: cards})

    def sentence(self, names: OperationsNames) -> Sentence:
        if not self.blocks:
            return Sentence(names(self.seat), _("plays an event"))
        return Sentence(names(self.seat), _("plays an event; {blocks} suffer", blocks=names.all(self.blocks)))


@dataclass(frozen=True, kw_only=True)
class ActionRequested(TerseEvent):
    """A side has asked for a 3D action, which counts as used."""

    form = (Message("Action requested"), Message("A side has asked for a 3D action; it is used."))
    rests_on = row(16)
    takes = {"by": "text"}

    id: str
    seat: str
    kind: str
    by: str
    turn: int

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO Initial phase (UO-016)."""
        key = f"{self.seat} {self.kind}"
        return replace(
            state,
            requests=(*state.requests, Request(self.id, self.seat, self.kind, self.turn)),
            spent={**state.spent, key: state.spent.get(key, 0) + 1},
            asked_now={**state.asked_now, key: state.asked_now.get(key, 0) + 1},
            asked_by=(*state.asked_by, self.by),
        )

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.seat), _("asks for a 3D action: {kind}", kind=names.action(self.kind)))


@dataclass(frozen=True, kw_only=True)
class ActionUnavailable(TerseEvent):
    """A 3D action was requested and is not available: it does not count as used."""

    form = (Message("Action unavailable"), Message("A 3D action is not available, and not used."))
    rests_on = row(17)
    takes = {"by": "text"}

    seat: str
    kind: str
    by: str

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO 3D actions (UO-017)."""
        return copy_with(state, asked_by=(*state.asked_by, self.by))

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.seat), _("does not get a 3D action: {kind}", kind=names.action(self.kind)))


@dataclass(frozen=True, kw_only=True)
class ActionCancelled(TerseEvent):
    """A 3D action does not take place."""

    form = (Message("Action cancelled"), Message("A 3D action does not take place."))
    rests_on = row(18)
    takes = {"by": "text"}

    id: str
    by: str = ""

    def apply(self, state: OperationsState) -> OperationsState:
        return _end_request(state, self)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("the 3D action is cancelled"))


@dataclass(frozen=True, kw_only=True)
class ActionModified(TerseEvent):
    """A 3D action is aimed at another place."""

    form = (Message("Action modified"), Message("A 3D action is aimed at another place."))
    rests_on = row(18)

    id: str

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("the 3D action is aimed elsewhere"))


@dataclass(frozen=True, kw_only=True)
class ActionResolved(TerseEvent):
    """A 3D action has taken place."""

    form = (Message("Action resolved"), Message("A 3D action has taken place."))
    rests_on = row(15)

    id: str
    blocks: tuple[str, ...] = ()

    def apply(self, state: OperationsState) -> OperationsState:
        return _end_request(state, self)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("the 3D action hits {blocks}", blocks=names.all(self.blocks)))


@dataclass(frozen=True, kw_only=True)
class Collapsed(TerseEvent):
    """A building was tested after a 3D action, and perhaps fell."""

    form = (Message("Collapsed"), Message("A building was tested after a 3D action, and perhaps fell."))
    rests_on = row(103)

    id: str
    faces: tuple[int, ...]
    leaves: str = ""

    def sentence(self, names: OperationsNames) -> Sentence:

        def describe_sum(rolled: Rolled) -> Sentence:
            if not self.leaves:
                return Sentence("", _("the building, {sum}", sum=rolled.sum), closes=True)
            text = _("the building, {sum}, and leaves: {kind}", sum=rolled.sum, kind=get_title(self.leaves))
            return Sentence("", text, closes=True)

        if not self.leaves:
            return Sentence("", _("the building stands"), summed=describe_sum)
        return Sentence(
            "", _("the building falls and leaves: {kind}", kind=get_title(self.leaves)), summed=describe_sum
        )


@dataclass(frozen=True, kw_only=True)
class BlocksSwapped(TerseEvent):
    """A side has exchanged two blocks between its impulses."""

    form = (Message("Blocks swapped"), Message("A side has exchanged two blocks between its impulses."))
    rests_on = row(20)

    seat: str
    blocks: tuple[str, str]

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO Initial phase (UO-020)."""
        first_block, second_block = self.blocks
        if first_block not in state.blocks or second_block not in state.blocks:
            return state
        impulses = state[first_block].impulse, state[second_block].impulse
        return state.replace_block(first_block, impulse=impulses[1]).replace_block(second_block, impulse=impulses[0])

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.seat), _("exchanges {blocks} between impulses", blocks=names.all(self.blocks)))


@dataclass(frozen=True, kw_only=True)
class InitiativeRolled(TerseEvent):
    """Both sides have rolled for initiative; nobody wins a tie."""

    form = (Message("Initiative rolled"), Message("Both sides have rolled for initiative."))
    rests_on = row(21)
    takes = {"faces": "whole of each seat"}  # no text

    faces: Mapping[str, int]
    winner: str = ""

    def sentence(self, names: OperationsNames) -> Sentence:
        rolls = join_items(_("{side} rolls {face}", side=names(side), face=face) for side, face in self.faces.items())
        if not self.winner:
            return Sentence("", _("{rolls} for initiative: a tie", rolls=rolls), closes=True)
        return Sentence(
            "", _("{rolls} for initiative: {winner} wins", rolls=rolls, winner=names(self.winner)), closes=True
        )


def _end_request(state: OperationsState, event: ActionCancelled | ActionResolved) -> OperationsState:
    requests = tuple(request for request in state.requests if request.id != event.id)
    return copy_with(state, requests=requests, handled=(*state.handled, event.id))
