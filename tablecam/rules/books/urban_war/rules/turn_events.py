"""The events of the set-up, of turns, orders and reactions, and of the end of the game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message, join_items, pgettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import short_in_words, with_minus
from tablecam.rules.books.urban_war.rules.codes import Reason, row
from tablecam.rules.books.urban_war.rules.state import HIDDEN, Order, Phase, State
from tablecam.rules.event import Event, TerseEvent
from tablecam.rules.facts import Point
from tablecam.rules.frozen import copy_with
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames, Sentence

OPPOSITE = {"near": "far", "far": "near", "left": "right", "right": "left"}
EDGES = {
    "near": Message("picks the near edge"),
    "far": Message("picks the far edge"),
    "left": Message("picks the left edge"),
    "right": Message("picks the right edge"),
}


@dataclass(frozen=True, kw_only=True)
class TerrainPlaced(TerseEvent):
    """A side puts down a piece of terrain."""

    form = (Message("Terrain placed"), Message("A side has put down a piece of terrain."))
    rests_on = row(113)

    piece: str
    by: str

    def apply(self, state: State) -> State:
        remaining_pieces = tuple(piece for piece in state.terrain if piece != self.piece)
        phase = state.phase if remaining_pieces or state.phase is not Phase.TERRAIN else Phase.SIDES
        return copy_with(state, terrain=remaining_pieces, phase=phase, next_side=state.other(self.by))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.by), _("places {piece}", piece=self.piece))


@dataclass(frozen=True, kw_only=True)
class RolledOff(TerseEvent):
    """Each side rolls a die; winner: the side with the higher die, empty where they must roll again.

    modifiers: the amounts added to a side's die, where there are any.
    """

    form = (Message("Rolled off"), Message("Each side has rolled a die."))
    rests_on = row(45)
    takes = {"purpose": ("table side", "first turn", "initiative"), "faces": "whole of each seat"}  # no text
    meanings = {
        "winner": Message("the side with the higher die, empty where both must roll again"),
        "modifiers": Message("modifier of a side's die, if any"),
    }

    purpose: str
    faces: Mapping[str, int]
    winner: str = ""
    modifiers: Mapping[str, int] = field(default_factory=dict)

    def record(self) -> dict[str, Json]:
        """Leave out empty modifiers, so that the records of old games stay the same word for word."""
        return {name: value for name, value in super().record().items() if name != "modifiers" or value}

    def sentence(self, names: ModelNames) -> Sentence:
        rolls, winner = join_items(_list_rolls(self, names)), names(self.winner)
        match self.purpose, bool(self.winner):
            case "table side", True:  # no text
                says = _("{rolls} for the table side: {winner} wins", rolls=rolls, winner=winner)
            case "table side", False:  # no text
                says = _("{rolls} for the table side: a tie", rolls=rolls)
            case "first turn", True:  # no text
                says = _("{rolls} for the first turn: {winner} wins", rolls=rolls, winner=winner)
            case "first turn", False:  # no text
                says = _("{rolls} for the first turn: a tie", rolls=rolls)
            case _other, True:
                says = _("{rolls} for initiative: {winner} wins", rolls=rolls, winner=winner)
            case _other, False:
                says = _("{rolls} for initiative: a tie", rolls=rolls)
        return Sentence("", says, closes=True)


@dataclass(frozen=True, kw_only=True)
class EdgeChosen(TerseEvent):
    """A side picks its table edge; the other side gets the opposite edge."""

    form = (Message("Edge chosen"), Message("A side has picked its table edge."))
    rests_on = row(114)

    by: str
    edge: str

    def apply(self, state: State) -> State:
        if self.edge not in OPPOSITE:
            return state
        edges = {self.by: self.edge, state.other(self.by): OPPOSITE[self.edge]}
        return copy_with(state, edges=edges, edge_chooser=self.by, phase=Phase.DEPLOYMENT, next_side="")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.by), str(EDGES.get(self.edge, self.edge)))


@dataclass(frozen=True, kw_only=True)
class DeploymentOrdered(TerseEvent):
    """The side that deploys the first model is named."""

    form = (Message("Deployment ordered"), Message("Which side deploys the first model."))
    rests_on = row(115)

    first: str

    def apply(self, state: State) -> State:
        return copy_with(state, next_side=self.first)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.first), _("deploys first"))


@dataclass(frozen=True, kw_only=True)
class Deployed(TerseEvent):
    """A model is put on the table. depth_in: its distance from the edge of its side."""

    form = (Message("Deployed"), Message("A model has been put on the table."))
    rests_on = row(116)
    meanings = {"depth_in": Message("distance of the model from the edge of its side")}

    model: str
    depth_in: float = 0.0
    end: Point | None = None

    def apply(self, state: State) -> State:
        if self.model not in state.fighters:
            return state
        side = state[self.model].side
        state = copy_with(state.replace_model(self.model, deployed=True, place=self.end), next_side=state.other(side))
        if state.phase is Phase.DEPLOYMENT and all(fighter.deployed for fighter in state.fighters.values()):
            return copy_with(state, phase=Phase.START, next_side="")
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.depth_in:
            return Sentence(names(self.model), _("is deployed"))
        return Sentence(names(self.model), _("stands {far} from the edge", far=short_in_words(self.depth_in)))


@dataclass(frozen=True, kw_only=True)
class StarterChosen(TerseEvent):
    """The side that takes the first turn of a phase is named; game: at the start of the game."""

    form = (Message("Starter chosen"), Message("Which side takes the first turn of a phase."))
    rests_on = row(45)
    meanings = {"game": Message("at the start of the game")}

    first: str
    game: bool = False

    def apply(self, state: State) -> State:
        if self.game:
            return copy_with(state, first=self.first, next_side=self.first, phase=Phase.MARKERS)
        return copy_with(state, first=self.first, next_side=self.first, phase=Phase.ACTIVATION)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.first), _("goes first"))


@dataclass(frozen=True, kw_only=True)
class TurnBegan(TerseEvent):
    """Marker phase: counters come off except panic and shock; a model with overwatch and shock loses both."""

    form = (
        Message("Turn began"),
        Message(
            "The marker phase: counters come off but panic and shock; a model with overwatch and shock loses both."
        ),
    )
    rests_on = row(41)

    turn: int

    def apply(self, state: State) -> State:
        """Clause: UW-QS The Marker Phase."""
        fighters = {
            name: copy_with(
                fighter, order=Order.NONE, shown=False, activated=False, charging=False, first_attacker="",
                fought_back=False, shocked=fighter.shocked and fighter.order is not Order.OVERWATCH,
            )
            for name, fighter in state.fighters.items()
        }  # fmt: skip
        return copy_with(
            state, fighters=fighters, turn=self.turn, phase=Phase.ORDERS, markers=(), orders_given=(), action=None,
            following="", withdrawals_asked=(),
        )  # fmt: skip

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("turn {turn} begins", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class OrdersGiven(TerseEvent):
    """A side puts down its counters. opened: the models in base contact, which get snap-fire face up."""

    form = (Message("Orders given"), Message("A side has put down its counters."))
    rests_on = row(44)
    meanings = {"opened": Message("models in base contact, which have snap-fire face up")}

    seat: str
    orders: Mapping[str, str] = field(default_factory=dict)
    opened: tuple[str, ...] = ()
    complete: bool = True

    def apply(self, state: State) -> State:
        for model in self.opened:
            state = state.replace_model(model, order=Order.SNAP_FIRE, shown=True)
        for model, order in self.orders.items():
            if order in ("overwatch", "snap-fire"):
                state = state.replace_model(model, order=Order(order), shown=False)
        if not self.complete:
            return state
        sides_with_orders = (*state.orders_given, self.seat)
        state = copy_with(state, orders_given=sides_with_orders)
        if state.phase is Phase.ORDERS and all(side in sides_with_orders for side in state.sides):
            return copy_with(state, phase=Phase.INITIATIVE)
        return state

    def get_visible_event(self, seat: str) -> Event:
        """Hide the other side's counters: they lie face down, in sight but not readable."""
        return self if self.seat == seat else replace(self, orders=dict.fromkeys(self.orders, HIDDEN))

    def sentence(self, names: ModelNames) -> Sentence:
        orders = [
            _order_text(kind, names.all(model for model, order in self.orders.items() if order == kind))
            for kind in dict.fromkeys(self.orders.values())
        ]
        if self.opened:
            orders.append(_("face-up snap-fire to {models}", models=names.all(self.opened)))
        does = _("gives {orders}", orders=join_items(orders)) if orders else _("gives no more orders")
        return Sentence(names(self.seat), does)


def _list_rolls(event: RolledOff, known: ModelNames) -> Iterator[str]:
    for side, face in event.faces.items():
        if added := event.modifiers.get(side, 0):
            values = {"side": known(side), "face": face, "amount": abs(added), "total": with_minus(face + added)}
            if added < 0:
                yield _("{side} rolls {face} − {amount} for the Commander = {total}", **values)
            else:
                yield _("{side} rolls {face} + {amount} for the Commander = {total}", **values)
        else:
            yield _("{side} rolls {face}", side=known(side), face=face)


def _order_text(kind: str, models: str) -> str:
    match kind:
        case "overwatch":
            return _("overwatch to {models}", models=models)
        case "snap-fire":
            return _("snap-fire to {models}", models=models)
        case kind if kind == HIDDEN:
            return _("hidden orders to {models}", models=models)
    return _("no order to {models}", models=models)


@dataclass(frozen=True, kw_only=True)
class ReactionAnnounced(TerseEvent):
    """A model on overwatch wants to break in; its counter is revealed."""

    form = (Message("Reaction announced"), Message("A model on overwatch wants to break in; its counter is shown."))
    rests_on = row(51)

    model: str
    target: str
    kind: Literal["shot", "charge"]

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, shown=True)

    def sentence(self, names: ModelNames) -> Sentence:
        target = names(self.target)
        if self.kind == "shot":
            return Sentence(
                names(self.model), _("wants to shoot at {target} from overwatch", target=target), aside=True
            )
        return Sentence(names(self.model), _("wants to charge {target} from overwatch", target=target), aside=True)


@dataclass(frozen=True, kw_only=True)
class ReactionVoid(TerseEvent):
    """The reaction is impossible; a model that has not made its attempt keeps waiting.

    why: the reason that the table shows, or its panic.
    """

    form = (Message("Reaction void"), Message("The model cannot break in; if it has made no attempt yet, it waits on."))
    meanings = {"why": Message("as the table shows, or since the model is panicked")}

    model: str
    kind: Literal["shot", "charge"]
    why: Reason | str

    @classmethod
    def find_clause(cls, record: Mapping[str, Json]) -> Clause | None:
        """The clause of the obstacle to the reaction."""
        return {"shot": row(55), "charge": row(57)}.get(str(record.get("kind")))

    def apply(self, state: State) -> State:
        if state.action is None:
            return state
        void = {**state.action.void, f"{self.model} {self.kind}": self.why}
        return copy_with(state, action=copy_with(state.action, void=void))

    def sentence(self, names: ModelNames) -> Sentence:
        """An aside: a transcript of the game does not list every try."""
        return Sentence(names(self.model), _("cannot: {why}", why=names.text(self.why)), aside=True, closes=True)


@dataclass(frozen=True, kw_only=True)
class ReactionAttempted(TerseEvent):
    """A model rolls its check to break in. The attempt is its activation, whatever the result."""

    form = (Message("Reaction attempted"), Message("The model makes its check, and has had its turn with that."))
    rests_on = row(54)

    model: str
    target: str
    kind: Literal["shot", "charge"]

    def apply(self, state: State) -> State:
        if self.model not in state.fighters:
            return state
        restricted = state[self.model].panicked
        state = state.replace_model(self.model, order=Order.NONE, shown=False, activated=True, restricted=restricted)
        if state.action:
            return copy_with(state, action=copy_with(state.action, attempts=state.action.attempts + 1))
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        target = names(self.target)
        if self.kind == "shot":
            return Sentence(
                names(self.model), _("tries to break in with a shot at {target}", target=target), aside=True
            )
        return Sentence(names(self.model), _("tries to break in with a charge at {target}", target=target), aside=True)


@dataclass(frozen=True, kw_only=True)
class ReactionSucceeded(TerseEvent):
    """The check passes: the model breaks in."""

    form = (Message("Reaction succeeded"), Message("The check of the model has passed: it breaks in."))
    rests_on = row(55)

    model: str

    def apply(self, state: State) -> State:
        if state.action:
            return copy_with(state, action=copy_with(state.action, successes=state.action.successes + 1))
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("breaks in"), aside=True)


@dataclass(frozen=True, kw_only=True)
class InterceptFellShort(TerseEvent):
    """The path to the enemy is longer than the charge."""

    form = (Message("Intercept fell short"), Message("The way to the enemy was longer than the charge."))
    rests_on = row(57)

    model: str

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("falls short"))


@dataclass(frozen=True, kw_only=True)
class EvadeTried(TerseEvent):
    """A model tries to evade template fire. The attempt is its activation."""

    form = (
        Message("Evade tried"),
        Message("A model has tried to evade template fire, and has had its turn with that."),
    )
    rests_on = row(63)

    model: str
    passed: bool

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, order=Order.NONE, shown=False, activated=True, shocked=False)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("evades") if self.passed else _("stays"), aside=True)


@dataclass(frozen=True, kw_only=True)
class MarkerPlaced(TerseEvent):
    """A portal or a lingering effect lies on the table until the next marker phase."""

    form = (
        Message("Marker placed"),
        Message("A portal or a lingering effect lies on the table until the next marker phase."),
    )
    rests_on = row(34)
    takes = {"by": "model"}

    marker: Reason | str
    by: str = ""

    def apply(self, state: State) -> State:
        return copy_with(state, markers=(*state.markers, self.marker))

    def sentence(self, names: ModelNames) -> Sentence:
        marker = names.text(self.marker)
        if self.by:
            return Sentence(names(self.by), _("places a {marker}", marker=marker))
        return Sentence("", _("a {marker} is placed", marker=marker))


@dataclass(frozen=True, kw_only=True)
class TurnEnded(TerseEvent):
    """No snap-fire counter remains."""

    form = (Message("Turn ended"), Message("No snap-fire counter is left."))

    turn: int

    def apply(self, state: State) -> State:
        return copy_with(state, phase=Phase.MARKERS, action=None, following="")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("turn {turn} is over", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class WithdrawalDecided(TerseEvent):
    """A side that has lost half of its models answers whether it withdraws."""

    form = (
        Message("Withdrawal decided"),
        Message("A side with half of its models lost was asked whether it withdraws."),
    )
    rests_on = row(119)

    side: str
    withdraws: bool

    def apply(self, state: State) -> State:
        withdrawn = self.side if self.withdraws else state.withdrawn
        return copy_with(state, withdrawals_asked=(*state.withdrawals_asked, self.side), withdrawn=withdrawn)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.side), _("withdraws") if self.withdraws else _("fights on"))


@dataclass(frozen=True, kw_only=True)
class GameEnded(TerseEvent):
    """The game is over. winner: empty for a draw, or where both sides have lost."""

    form = (Message("Game ended"), None)
    rests_on = row(118)
    meanings = {"winner": Message("empty for a draw, or where both sides have lost")}

    winner: str
    why: Reason | str

    def apply(self, state: State) -> State:
        return copy_with(state, phase=Phase.OVER, winner=self.winner, ending=self.why, action=None, following="")

    def sentence(self, names: ModelNames) -> Sentence:
        who = names(self.winner) if self.winner else pgettext("subject of a clause", "nobody")
        return Sentence(who, _("wins: {why}", why=names.text(self.why)), closes=True)
