"""The rules of a data book as a system: the next procedure, from the state alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from tablecam.rules.ask import Assign, Below, Confirm, Option, Roll
from tablecam.rules.books.data_book.rules import topics
from tablecam.rules.books.data_book.rules.activation import Activation, find_acting_seat
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.ending import end_game, end_turn
from tablecam.rules.books.data_book.rules.events import EVENTS
from tablecam.rules.books.data_book.rules.game_events import OrdersGiven, SideDeployed, TurnBegun
from tablecam.rules.books.data_book.rules.reasons import of_book
from tablecam.rules.books.data_book.rules.setup import new_game
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.dice import Die
from tablecam.rules.plain import Json
from tablecam.rules.play import Play
from tablecam.rules.system import EventSystem, Step


@dataclass(frozen=True)
class DataRules(EventSystem):
    """The rules of one data book."""

    events = EVENTS
    form: BookForm

    @property
    def name(self) -> str:
        """The name of the book."""
        return self.form.name

    def new_game(self, setup: Mapping[str, Json]) -> State:
        """The state before the first question."""
        return new_game(self.form, setup)

    def seats(self, state: State) -> tuple[str, ...]:
        """The sides."""
        return state.seats

    def next_procedure(self, state: State) -> Step | None:
        """The next procedure."""
        if state.ended:
            return None
        if waiting := [seat for seat in state.seats if seat not in state.deployed]:
            return Step("deployment", partial(deploy, waiting[0]))  # no text
        if state.turn > state.turns or sum(bool(state.alive(seat)) for seat in state.seats) < 2:
            return Step("end of the game", partial(end_game, self.form))  # no text
        return self._find_turn_step(state)

    def _find_turn_step(self, state: State) -> Step:
        if self.form.turn.orders != "none" and not state.ordered:
            return Step("orders", partial(give_orders, self.form))
        if not state.begun:
            return Step("first side", partial(begin_turn, self.form))  # no text
        if find_acting_seat(state):
            return Step("activation", Activation(self.form))
        return Step("end of the turn", partial(end_turn, self.form))  # no text

    def get_visible_state(self, state: State, seat: str) -> Json:
        """The state as a seat may know it: orders of other sides are hidden until their models act."""
        return {
            "turn": find_turn(state),
            "phase": find_phase(state),
            "active": find_acting_seat(state) if state.begun else "",
            "points": dict(state.points),
            "models": {
                name: {
                    "alive": model.alive, "seat": model.seat, "profile": model.profile, "wounds": model.wounds,
                    "of": model.of, "markers": list(model.markers), "acted": model.acted,
                    "order": self._get_visible_order(state, name, seat), "out": model.out,
                    **({"changes": dict(model.changes)} if model.changes else {}),
                }
                for name, model in state.models.items()
            },
        }  # fmt: skip

    def sample_hidden(self, state: State, seat: str, below: Below) -> State:
        """The state with the secret orders of the other sides drawn."""
        keys = list(self.form.orders)
        for name in state.models:
            if self._get_visible_order(state, name, seat) == HIDDEN:
                state = state.changed(name, order=keys[below(len(keys))])
        return state

    def _get_visible_order(self, state: State, name: str, seat: str) -> str:
        model = state[name]
        is_known = self.form.turn.orders != "secret" or model.seat == seat or model.acted or not model.order
        return model.order if is_known else HIDDEN


# in place of an order that a seat does not know
HIDDEN = "hidden"


def find_turn(state: State) -> int:
    """The number of the turn; after the last one, that of the last."""
    return min(state.turn, state.turns)


def find_phase(state: State) -> str:
    """The part of the game that is going on, as a code."""
    if state.ended:
        return "over"
    if len(state.deployed) < len(state.seats):
        return "deployment"
    return "activations" if state.begun else "orders"


def deploy(seat: str, game: Play[State]) -> None:
    """A side puts its models on the table, and says when it is done."""
    topic = topics.deployed(seat, game.state.places.get(seat, ""))
    while not game.ask(Confirm(seat=seat, **topic._asdict())):
        pass
    game.tell(SideDeployed(seat=seat))


def give_orders(form: BookForm, game: Play[State]) -> None:
    """All sides give orders at once."""
    secret = form.turn.orders == "secret"
    seats = [seat for seat in game.state.seats if game.state.alive(seat)]
    options = tuple(Option(key, of_book("orders", key)) for key in form.orders)
    asks = [
        Assign(seat=seat, secret=secret, items=game.state.alive(seat), options=options, **topics.ORDERS._asdict())
        for seat in seats
    ]
    for seat, orders in zip(seats, game.together(*asks), strict=True):
        game.tell(OrdersGiven(seat=seat, orders=orders, secret=secret))


def begin_turn(form: BookForm, game: Play[State]) -> None:
    """Find the side that begins: by a roll of all sides, again while it is a tie, or in turn."""
    state = game.state
    if form.turn.first == "alternate" and state.first:
        game.tell(TurnBegun(turn=state.turn, first=state.next_seat(state.first)))
        return
    die = Die(form.die, 1, int(form.die.removeprefix("d")))
    rolls = [Roll(seat=seat, die=die, **topics.FIRST._asdict()) for seat in state.seats]
    while True:
        faces = [faces[0] for faces in game.together(*rolls)]
        if faces.count(max(faces)) == 1:
            break
    game.tell(TurnBegun(turn=state.turn, first=state.seats[faces.index(max(faces))]))
