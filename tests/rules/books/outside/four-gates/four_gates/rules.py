"""The rules: models get secret orders to advance, to watch or to hide. Two to four sides play.

A model that advances moves and shoots; a watching model of another side may shoot at it on its way.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import describe_length
from tablecam.rules.ask import Assign, Choose, Option, Roll
from tablecam.rules.check import Check, Modifier
from tablecam.rules.coded_text import REFUSALS, CodedText
from tablecam.rules.dice import D6
from tablecam.rules.event import Event, collect_events
from tablecam.rules.facts import Halted, Move, Ranges
from tablecam.rules.play import Play
from tablecam.rules.sentence import ModelNames, Sentence
from tablecam.rules.system import EventSystem, Step

SHOOTING = Clause("FOUR GATES", "Shooting", "1")
REACH_IN = 12.0
WALK_IN = 6.0
NEEDED = 4
LAST_TURN = 4
ADVANCE, WATCH, HIDE, NOBODY = Option("advance"), Option("watch"), Option("hide"), Option("nobody")


class Reason(CodedText):
    """The reasons for which an option is closed."""

    texts = {**REFUSALS, "out-of-reach": Message("{model} is out of reach")}


@dataclass(frozen=True)
class Model:
    """A model. order: empty until it has one; acted: whether everybody has seen it."""

    seat: str
    order: str = ""
    acted: bool = False
    out: bool = False


@dataclass(frozen=True)
class State:
    """All that the rules remember."""

    models: Mapping[str, Model]
    seats: tuple[str, ...]
    turn: int = 1
    conceded: tuple[str, ...] = ()

    def list_standing(self, seat: str) -> tuple[str, ...]:
        """The models of a seat that are not out; none once it has conceded."""
        if seat in self.conceded:
            return ()
        return tuple(name for name, model in self.models.items() if model.seat == seat and not model.out)

    def list_enemies(self, seat: str) -> tuple[str, ...]:
        """The standing models of all other seats."""
        return tuple(name for other in self.seats if other != seat for name in self.list_standing(other))

    def list_watching(self, seat: str) -> tuple[str, ...]:
        """The models of a seat that may shoot at one that advances."""
        standing = [(name, self.models[name]) for name in self.list_standing(seat)]
        return tuple(name for name, model in standing if model.order == "watch" and not model.acted)

    @property
    def playing(self) -> tuple[str, ...]:
        """The seats that still have a model."""
        return tuple(seat for seat in self.seats if self.list_standing(seat))

    @property
    def shooter(self) -> str:
        """The next model that shoots; empty if none does."""
        standing = [name for seat in self.playing for name in self.list_standing(seat)]
        return next(
            (name for name in standing if self.models[name].order == "advance" and not self.models[name].acted), ""
        )

    def with_model(self, name: str, **changes: Any) -> "State":
        """The state with a model changed; an unknown model changes nothing."""
        if name not in self.models:
            return self
        return replace(self, models={**self.models, name: replace(self.models[name], **changes)})


@dataclass(frozen=True, kw_only=True)
class OrdersGiven(Event):
    """A side gives its orders; the other sides see only that it does."""

    seat: str
    orders: Mapping[str, str] = field(default_factory=dict)

    def apply(self, state: State) -> State:
        for name, order in self.orders.items():
            state = state.with_model(name, order=order, acted=False)
        return state

    def get_visible_event(self, seat: str) -> Event:
        return self if self.seat == seat else OrdersGiven(seat=self.seat)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.seat), _("has given orders"))


@dataclass(frozen=True, kw_only=True)
class Activated(Event):
    """It is a model's turn to shoot."""

    model: str

    def apply(self, state: State) -> State:
        return state.with_model(self.model, acted=True)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("acts"))


@dataclass(frozen=True, kw_only=True)
class Advanced(Event):
    """A model has moved."""

    model: str
    length_in: float

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("advances {length}", length=describe_length(self.length_in)))


@dataclass(frozen=True, kw_only=True)
class Hit(Event):
    """A model is hit, and is out of the game."""

    rests_on = SHOOTING

    model: str

    def apply(self, state: State) -> State:
        return state.with_model(self.model, out=True)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("is out"))


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    """A turn ends, and all orders with it."""

    turn: int

    def apply(self, state: State) -> State:
        models = {name: replace(model, order="", acted=False) for name, model in state.models.items()}
        return replace(state, models=models, turn=self.turn + 1)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("Turn {turn} ends", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class Conceded(Event):
    """A side concedes."""

    seat: str

    def apply(self, state: State) -> State:
        return replace(state, conceded=(*state.conceded, self.seat))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.seat), _("concedes"), closes=True)


EVENTS = collect_events(sys.modules[__name__])


def give_orders(game: Play[State]) -> None:
    """Every side gives its orders at once, and in secret."""
    seats = game.state.playing
    asks = [
        Assign(
            seat=seat, secret=True, purpose="orders", action="orders",
            items=game.state.list_standing(seat), options=(ADVANCE, WATCH, HIDE),
        )
        for seat in seats
    ]  # fmt: skip
    for seat, orders in zip(seats, game.together(*asks), strict=True):
        game.tell(OrdersGiven(seat=seat, orders=orders))


def shoot(game: Play[State]) -> None:
    """The next model shoots. Its activation comes first: it counts even if the rest is abandoned."""
    model = game.state.shooter
    seat = game.state.models[model].seat
    game.tell(Activated(model=model))
    advance(game, model)
    if game.state.models[model].out:
        return
    enemies = game.state.list_enemies(seat)
    ranges = game.ask(Ranges(model=model, others=enemies, limits=(REACH_IN,)))
    options = [
        Option(enemy, why_not="" if ranges[enemy].is_at_most(REACH_IN) else Reason("out-of-reach", {"model": enemy}))
        for enemy in enemies
    ]
    about = {"action": "target", "subject": (model,)}
    target = game.ask(Choose(seat=seat, purpose=f"target of {model}", options=(*options, NOBODY), **about))
    if target != "nobody":
        roll_to_hit(game, model, target)


def advance(game: Play[State], model: str) -> None:
    """A model moves; the first other side with a watching model may break in, and only that side knows."""
    seat = game.state.models[model].seat
    move = Move(model=model, allowance_in=WALK_IN)
    watching = next((other for other in game.state.playing if other != seat and game.state.list_watching(other)), "")
    if not watching:
        game.tell(Advanced(model=model, length_in=game.ask(move).length_in))
        return
    options = tuple(map(Option, game.state.list_watching(watching)))
    about = {"action": "break-in", "subject": (model,), "seen_by": (watching,)}
    offer = Choose(seat=watching, purpose=f"shoot at {model}", options=options, **about)
    got = game.ask_unless(move, offer)
    if isinstance(got, str):
        game.tell(Activated(model=got))
        game.tell(Advanced(model=model, length_in=game.ask(Halted(model=model, allowance_in=WALK_IN)).length_in))
        roll_to_hit(game, got, model)
    else:
        game.tell(Advanced(model=model, length_in=got.length_in))


def roll_to_hit(game: Play[State], model: str, target: str) -> None:
    """A shot at a model: it is harder to hit if it hides."""
    hidden = game.state.models[target].order == "hide"
    modifiers = (Modifier(-1, "hidden", SHOOTING),) if hidden else ()
    check = Check(name="to-hit", target=NEEDED, modifiers=modifiers)
    about = {"action": "hit", "subject": (model, target)}
    seat = game.state.models[model].seat
    faces = game.ask(Roll(seat=seat, purpose=f"{model} at {target}", die=D6, check=check, **about))
    if check.passes(faces):
        game.tell(Hit(model=target))


def end_turn(game: Play[State]) -> None:
    """The turn ends."""
    game.tell(TurnEnded(turn=game.state.turn))


@dataclass(frozen=True)
class Rules(EventSystem):
    """The system: it joins the parts. The setup has the models of each seat under "sides"."""

    events = EVENTS
    name: str = "four-gates"

    def new_game(self, setup: Mapping[str, Any]) -> State:
        """The state before anything has happened."""
        sides = setup["sides"]
        return State({name: Model(seat) for seat, names in sides.items() for name in names}, tuple(sides))

    def seats(self, state: State) -> tuple[str, ...]:
        """The seats of this game, which its scenario decides."""
        return state.seats

    def next_procedure(self, state: State) -> Step | None:
        """The next procedure, from the state alone."""
        if len(state.playing) <= 1 or state.turn > LAST_TURN:
            return None
        if any(not state.models[name].order for seat in state.playing for name in state.list_standing(seat)):
            return Step("orders", give_orders)
        return Step("activation", shoot) if state.shooter else Step("end-of-turn", end_turn)

    def get_visible_state(self, state: State, seat: str) -> Any:
        """The state as a seat may know it: the orders of others stay hidden until their models act."""
        models = {
            name: {"alive": not model.out, "order": show_order(model, seat), "acted": model.acted}
            for name, model in state.models.items()
        }
        return {"turn": state.turn, "models": models}


def show_order(model: Model, seat: str) -> str:
    """An order as a seat may know it."""
    return model.order if not model.order or model.acted or model.seat == seat else "secret"


RULES = Rules()
