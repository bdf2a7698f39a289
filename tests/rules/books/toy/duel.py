"""A small but nasty rulebook for tests: hidden orders, somebody breaking in, dice, facts in doubt, and a bug on demand.

Each side's models are ordered, in secret, to walk or to wait. Walking models are activated in turn: they move, and
a waiting enemy may shoot at them on the way; then they shoot. A hit takes a wound; friends who see it roll for nerve.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.base.clause import Clause
from tablecam.rules.ask import Assign, Choose, IllegalAnswer, Option, Roll
from tablecam.rules.check import Check, Modifier, Natural
from tablecam.rules.dice import D10
from tablecam.rules.event import Event, collect_events
from tablecam.rules.facts import Halted, Move, Ranges
from tablecam.rules.play import Play
from tablecam.rules.sentence import ModelNames, Sentence
from tablecam.rules.system import EventSystem, Step

SHOOTING = Clause("DUEL", "Shooting", "D-1")
SEATS = ("red", "blue")
REACH_IN = 24.0
LAST_TURN = 3


@dataclass(frozen=True)
class Model:
    seat: str
    wounds: int = 2
    order: str = ""
    spent: bool = False
    shaken: bool = False


@dataclass(frozen=True)
class State:
    models: Mapping[str, Model]
    turn: int = 1
    active: str = "red"
    needed: int = 6
    conceded: str = ""

    def alive(self, seat: str) -> tuple[str, ...]:
        return tuple(name for name, model in self.models.items() if model.seat == seat and model.wounds)

    def ready(self, seat: str, order: str) -> tuple[str, ...]:
        return tuple(n for n in self.alive(seat) if self.models[n].order == order and not self.models[n].spent)

    def changed(self, name: str, **fields: Any) -> "State":
        if name not in self.models:
            return self
        return replace(self, models={**self.models, name: replace(self.models[name], **fields)})


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, kw_only=True)
class OrdersGiven(Event):
    seat: str
    orders: Mapping[str, str] = field(default_factory=dict)

    def apply(self, state: State) -> State:
        for name, order in self.orders.items():
            state = state.changed(name, order=order, spent=False)
        return state

    def get_visible_event(self, seat: str) -> Event:
        return self if self.seat == seat else OrdersGiven(seat=self.seat)


@dataclass(frozen=True, kw_only=True)
class Activated(Event):
    model: str

    def apply(self, state: State) -> State:
        if self.model not in state.models:
            return state
        return replace(state.changed(self.model, spent=True), active=other(state.models[self.model].seat))


@dataclass(frozen=True, kw_only=True)
class Reacted(Event):
    model: str

    def apply(self, state: State) -> State:
        return state.changed(self.model, spent=True)


@dataclass(frozen=True, kw_only=True)
class Moved(Event):
    model: str
    length_in: float


@dataclass(frozen=True, kw_only=True)
class Wounded(Event):
    rests_on = SHOOTING

    model: str
    faces: tuple[int, ...]

    def apply(self, state: State) -> State:
        if self.model not in state.models:
            return state
        return state.changed(self.model, wounds=max(0, state.models[self.model].wounds - 1))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), "takes a wound")


@dataclass(frozen=True, kw_only=True)
class Missed(Event):
    model: str
    faces: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Shaken(Event):
    model: str

    def apply(self, state: State) -> State:
        return state.changed(self.model, shaken=True)


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    turn: int

    def apply(self, state: State) -> State:
        models = {name: replace(model, order="", spent=False) for name, model in state.models.items()}
        return replace(state, models=models, turn=self.turn + 1)


@dataclass(frozen=True, kw_only=True)
class Conceded(Event):
    seat: str

    def apply(self, state: State) -> State:
        return replace(state, conceded=self.seat)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.seat), "concedes", closes=True)


EVENTS = collect_events(sys.modules[__name__])


def orders(game: Play[State]) -> None:
    options = (Option("walk"), Option("wait"))
    asks = [
        Assign(seat=seat, secret=True, purpose="orders", items=game.state.alive(seat), options=options)
        for seat in SEATS
    ]
    for seat, given in zip(SEATS, game.together(*asks), strict=True):
        game.tell(OrdersGiven(seat=seat, orders=given))


def activation(game: Play[State]) -> None:
    state = game.state
    seat = state.active if state.ready(state.active, "walk") else other(state.active)
    # who may walk is as secret as the orders are
    options = tuple(map(Option, state.ready(seat, "walk")))
    model = game.ask(Choose(seat=seat, seen_by=(seat,), purpose="activate", options=options))
    game.tell(Activated(model=model))
    move(game, model, 6.0)
    if game.state.models[model].wounds:
        shoot(game, model)


def move(game: Play[State], model: str, left: float) -> None:
    enemy = other(game.state.models[model].seat)
    while watchers := game.state.ready(enemy, "wait"):
        offer = Choose(seat=enemy, seen_by=(enemy,), purpose=f"shoot at {model}", options=tuple(map(Option, watchers)))
        got = game.ask_unless(Move(model=model, allowance_in=left), offer)
        if not isinstance(got, str):
            game.tell(Moved(model=model, length_in=got.length_in))
            return
        halted = game.ask(Halted(model=model, allowance_in=left))
        left = max(0.0, left - halted.length_in)
        game.tell(Reacted(model=got))
        game.tell(Moved(model=model, length_in=halted.length_in))
        hit(game, got, model)
        if not game.state.models[model].wounds:
            return
    game.tell(Moved(model=model, length_in=game.ask(Move(model=model, allowance_in=left)).length_in))


def shoot(game: Play[State], model: str) -> None:
    seat = game.state.models[model].seat
    targets = game.state.alive(other(seat))
    if not targets:
        return
    ranges = game.ask(Ranges(model=model, others=targets, limits=(REACH_IN,)))
    options = [
        Option(
            target, why_not="" if ranges[target].is_at_most(REACH_IN) else f"{target} is out of reach", clause=SHOOTING
        )
        for target in targets
    ]
    target = game.choose(seat, "target", [*options, Option("nobody")])
    if target != "nobody":
        hit(game, model, target)


def hit(game: Play[State], shooter: str, target: str) -> None:
    seat = game.state.models[shooter].seat
    nerve = Modifier(-2, "shaken", SHOOTING) if game.state.models[shooter].shaken else Modifier(0, "calm")
    always_fails = Natural(1, 1, False, SHOOTING)
    check = Check(name="to hit", target=game.state.needed, modifiers=(nerve,), naturals=(always_fails,))
    faces = game.roll(seat, f"{shooter} to hit {target}", check=check)
    if faces == (3,) and shooter == "cursed":
        raise ZeroDivisionError("nobody has thought of this")
    if faces == (2,) and shooter == "cursed":
        raise IllegalAnswer("a cursed two must be rolled again", SHOOTING)
    if not check.passes(faces):
        game.tell(Missed(model=target, faces=faces))
        return
    game.tell(Wounded(model=target, faces=faces))
    witnesses = [name for name in game.state.alive(game.state.models[target].seat) if name != target]
    rolls = [Roll(seat=game.state.models[n].seat, purpose="nerve", die=D10, count=2) for n in witnesses]
    for name, dice in zip(witnesses, game.together(*rolls) if rolls else (), strict=True):
        if sum(dice) < 8:
            game.tell(Shaken(model=name))


def end_of_turn(game: Play[State]) -> None:
    game.tell(TurnEnded(turn=game.state.turn))


@dataclass(frozen=True)
class Duel(EventSystem):
    """`needed` is its house rule, from the setup."""

    events = EVENTS
    name: str = "duel"

    def new_game(self, setup: Mapping[str, Any]) -> State:
        models = {name: Model(seat) for seat in SEATS for name in setup[seat]}
        return State(models, needed=setup.get("needed", 6))

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def next_procedure(self, state: State) -> Step | None:
        if state.conceded or state.turn > LAST_TURN or not all(map(state.alive, SEATS)):
            return None
        if not all(state.models[name].order for seat in SEATS for name in state.alive(seat)):
            return Step(f"orders of turn {state.turn}", orders)
        if any(state.ready(seat, "walk") for seat in SEATS):
            return Step("activation", activation)
        return Step(f"end of turn {state.turn}", end_of_turn)

    def get_visible_state(self, state: State, seat: str) -> Any:
        shown = {}
        for name, model in state.models.items():
            order = model.order if not model.order or model.seat == seat or model.spent else "hidden"
            shown[name] = {
                "wounds": model.wounds, "order": order, "spent": model.spent, "shaken": model.shaken,
            }  # fmt: skip
        return {"turn": state.turn, "models": shown}


DUEL = Duel()
SETUP = {"red": ["ann", "cursed"], "blue": ["bob", "cat"]}
