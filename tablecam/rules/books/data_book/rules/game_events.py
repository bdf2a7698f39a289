"""The events of every data book. Their words come from the book, by the names that it gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tablecam.base.i18n import Counted, Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import describe_length
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.books.data_book.rules.titles import BookTitles
from tablecam.rules.event import Event, TerseEvent
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import Sentence

OUT: Mapping[str, Message] = {"killed": Message("is out"), "flees": Message("flees")}
ENDED: Mapping[str, Message] = {
    "turns": Message("the last turn is over"),
    "destroyed": Message("a side has no models left"),
    "broken": Message("a side has lost too many models"),
    "conceded": Message("a side has conceded"),
}
SCORED: Mapping[str, Message] = {
    "kill": Message("for an enemy that is out"),
    "price": Message("for an enemy that is out"),
    "hold": Message("for an objective"),
    "alive": Message("for models that are left"),
}


@dataclass(frozen=True, kw_only=True)
class SideDeployed(TerseEvent):
    """The models of a side are on the table."""

    form = (Message("Side deployed"), Message("The models of a side are on the table."))

    seat: str

    def apply(self, state: State) -> State:
        return copy_with(state, deployed=tuple(dict.fromkeys((*state.deployed, self.seat))))

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.seat), _("has deployed"))


@dataclass(frozen=True, kw_only=True)
class OrdersGiven(TerseEvent):
    """A side gives orders to its models; what they are is its secret until the models act."""

    form = (Message("Orders given"), Message("A side has given orders to its models."))

    seat: str
    orders: Mapping[str, str] = field(default_factory=dict)
    secret: bool = False

    def apply(self, state: State) -> State:
        for model, order in self.orders.items():
            state = state.changed(model, order=order)
        return copy_with(state, ordered=True)

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.seat), _("gives orders"))

    def get_visible_event(self, seat: str) -> Event:
        return self if self.seat == seat or not self.secret else replace(self, orders={})


@dataclass(frozen=True, kw_only=True)
class TurnBegun(TerseEvent):
    """A turn begins; first: the side that begins it."""

    form = (Message("Turn begun"), Message("A turn has begun."))

    turn: int
    first: str

    def apply(self, state: State) -> State:
        return copy_with(state, turn=self.turn, first=self.first, active=self.first, left=0, begun=True)

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.first), _("begins turn {turn}", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class Activated(TerseEvent):
    """A model is activated. left: models that its side activates before the next side does."""

    form = (Message("Activated"), Message("A model has been activated."))

    model: str
    left: int = 0

    def apply(self, state: State) -> State:
        if self.model not in state.models:
            return state
        seat = state[self.model].seat
        active = seat if self.left > 0 else state.next_seat(seat)
        return copy_with(state.changed(self.model, acted=True), active=active, left=max(0, self.left))

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.model), _("acts"))


@dataclass(frozen=True, kw_only=True)
class Passed(TerseEvent):
    """A side passes."""

    form = (Message("Passed"), Message("A side has passed instead of activating a model."))

    seat: str

    def apply(self, state: State) -> State:
        return copy_with(state, active=state.next_seat(self.seat), left=0)

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.seat), _("passes"))


@dataclass(frozen=True, kw_only=True)
class Moved(TerseEvent):
    """A model moves."""

    form = (Message("Moved"), Message("A model has moved."))

    model: str
    length_in: float

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.model), _("moves {length}", length=describe_length(self.length_in)))


@dataclass(frozen=True, kw_only=True)
class Attacked(TerseEvent):
    """A model attacks another one."""

    form = (Message("Attacked"), Message("A model has attacked another one."))

    model: str
    target: str
    weapon: str = ""

    def sentence(self, names: BookTitles) -> Sentence:
        weapon = names.title("weapons", self.weapon)
        return Sentence(
            names(self.model), _("attacks {target} with {weapon}", target=names(self.target), weapon=weapon)
        )


@dataclass(frozen=True, kw_only=True)
class Marked(TerseEvent):
    """A model gets markers."""

    form = (Message("Marked"), Message("A model has got markers."))
    takes = {"markers": "json"}

    model: str
    markers: tuple[str, ...]

    def apply(self, state: State) -> State:
        return state.with_markers(self.model, *self.markers)

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.model), _("is marked as {markers}", markers=names.titles("markers", self.markers)))


@dataclass(frozen=True, kw_only=True)
class Unmarked(TerseEvent):
    """A model loses markers."""

    form = (Message("Unmarked"), Message("A model has lost markers."))
    takes = {"markers": "json"}

    model: str
    markers: tuple[str, ...]

    def apply(self, state: State) -> State:
        return state.without_markers(self.model, *self.markers)

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(
            names(self.model), _("is no longer marked as {markers}", markers=names.titles("markers", self.markers))
        )


@dataclass(frozen=True, kw_only=True)
class WoundsLost(TerseEvent):
    """A model loses wounds."""

    form = (Message("Wounds lost"), Message("A model has lost wounds."))

    model: str
    wounds: int

    def apply(self, state: State) -> State:
        if self.model not in state.models:
            return state
        return state.changed(self.model, wounds=max(0, state[self.model].wounds - max(0, self.wounds)))

    def sentence(self, names: BookTitles) -> Sentence:
        does = ngettext("loses {n} wound", "loses {n} wounds", self.wounds)
        return Sentence(names(self.model), does, outcome=does, of=self.model, moment="hit")


@dataclass(frozen=True, kw_only=True)
class WoundsHealed(TerseEvent):
    """A model gets wounds back, never more than it began with."""

    form = (Message("Wounds healed"), Message("A model has got wounds back."))

    model: str
    wounds: int

    def apply(self, state: State) -> State:
        if self.model not in state.models:
            return state
        model = state[self.model]
        return state.changed(self.model, wounds=min(model.of, model.wounds + max(0, self.wounds)))

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.model), ngettext("gets {n} wound back", "gets {n} wounds back", self.wounds))


@dataclass(frozen=True, kw_only=True)
class ModelOut(TerseEvent):
    """A model is out of the game."""

    form = (Message("Model out"), Message("A model is out of the game."))
    takes = {"why": tuple(OUT)}

    model: str
    why: str = "killed"

    def apply(self, state: State) -> State:
        return state.changed(self.model, out=self.why or "killed")

    def sentence(self, names: BookTitles) -> Sentence:
        does = str(OUT.get(self.why, OUT["killed"]))
        return Sentence(names(self.model), does, outcome=does, of=self.model, moment="out")


@dataclass(frozen=True, kw_only=True)
class ActivationEnded(TerseEvent):
    """The activation of a model ends."""

    form = (Message("Activation ended"), Message("The activation of a model has ended."))

    model: str

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence(names(self.model), _("has acted"), aside=True)


@dataclass(frozen=True, kw_only=True)
class Scored(TerseEvent):
    """A side scores."""

    form = (Message("Scored"), Message("A side has scored victory points."))
    takes = {"by": tuple(SCORED)}

    seat: str
    points: int
    by: str = "hold"
    objective: str = ""

    def apply(self, state: State) -> State:
        return copy_with(state, points={**state.points, self.seat: state.points.get(self.seat, 0) + self.points})

    def sentence(self, names: BookTitles) -> Sentence:
        points = Counted("{n} point", "{n} points", self.points)
        reason = self.objective or SCORED.get(self.by, "")
        return Sentence(names(self.seat), _("scores {points}: {reason}", points=points, reason=reason), closes=True)


@dataclass(frozen=True, kw_only=True)
class TurnEnded(TerseEvent):
    """A turn ends. markers: those that go with it."""

    form = (Message("Turn ended"), Message("A turn has ended."))
    takes = {"markers": "json"}

    turn: int
    markers: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        for name in state.models:
            state = state.without_markers(name, *self.markers).changed(name, acted=False, order="")
        return copy_with(state, turn=self.turn + 1, begun=False, ordered=False)

    def sentence(self, names: BookTitles) -> Sentence:
        return Sentence("", _("Turn {turn} ends", turn=self.turn), closes=True)


@dataclass(frozen=True, kw_only=True)
class GameEnded(TerseEvent):
    """The game ends. losers: the sides that cannot win whatever their points are."""

    form = (Message("Game ended"), Message("The game is over."))
    takes = {"why": tuple(ENDED), "losers": "json"}

    why: str
    losers: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return copy_with(state, ended=self.why or "turns", losers=self.losers)

    def sentence(self, names: BookTitles) -> Sentence:
        reason = ENDED.get(self.why, self.why)
        if not self.losers:
            return Sentence("", _("The game is over: {reason}", reason=reason), closes=True)
        losers = join_items(map(names, self.losers))
        return Sentence("", _("The game is over for {losers}: {reason}", losers=losers, reason=reason), closes=True)
