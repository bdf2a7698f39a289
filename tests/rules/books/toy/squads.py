"""A small rulebook for tests: units of two models with one card each, which move together and fire from unit to unit.

In turn a side activates one of its units. All its models move; one that stands apart from the rest is lost. Then the
unit may fire at a unit in reach and in sight, and takes one of its models.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.ask import Option, TopicPattern
from tablecam.rules.books.book import Book, ModelNames
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.views import CardNumber, GameBoardView, ModelCard, ModelView
from tablecam.rules.event import Event, collect_events
from tablecam.rules.play import Play
from tablecam.rules.sentence import Sentence
from tablecam.rules.step_name import StepPattern, collect_step_patterns
from tablecam.rules.system import EventSystem, Step
from tablecam.rules.units import Coherency, UnitRanges, UnitSight, move_unit

SEATS = ("red", "blue")
UNITS = {"guard": ("ann", "art"), "scouts": ("amy", "asa"), "raiders": ("bea", "bob"), "gunners": ("ben", "bix")}
SIDES = {"guard": "red", "scouts": "red", "raiders": "blue", "gunners": "blue"}
REACH_IN, COHERENCY_IN, MOVE_IN = 12.0, 2.0, 6.0
LAST_TURN = 2
TURN_END = StepPattern("turn-end", "end of turn {turn}", Message("End of turn {turn}"))


@dataclass(frozen=True)
class State:
    units: Mapping[str, tuple[str, ...]]
    turn: int = 1
    active: str = "red"
    spent: tuple[str, ...] = ()

    def list_units(self, seat: str) -> tuple[str, ...]:
        return tuple(unit for unit, models in self.units.items() if models and SIDES[unit] == seat)

    def list_ready(self, seat: str) -> tuple[str, ...]:
        return tuple(unit for unit in self.list_units(seat) if unit not in self.spent)


def get_enemy(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@dataclass(frozen=True, kw_only=True)
class UnitActivated(Event):
    unit: str

    def apply(self, state: State) -> State:
        seat = SIDES.get(self.unit, state.active)
        return replace(state, spent=(*state.spent, self.unit), active=get_enemy(seat))


@dataclass(frozen=True, kw_only=True)
class ModelLost(Event):
    model: str

    def apply(self, state: State) -> State:
        left = {unit: tuple(model for model in models if model != self.model) for unit, models in state.units.items()}
        return replace(state, units=left)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), "is lost")


@dataclass(frozen=True, kw_only=True)
class TurnDone(Event):
    turn: int

    def apply(self, state: State) -> State:
        return replace(state, turn=self.turn + 1, spent=())


EVENTS = collect_events(sys.modules[__name__])

ACTIVE = TopicPattern("unit of {}", "unit")
FIRES = TopicPattern("target of {}", "target")


def activate(game: Play[State]) -> None:
    seat = game.state.active if game.state.list_ready(game.state.active) else get_enemy(game.state.active)
    unit = game.choose(seat, ACTIVE(seat), game.state.list_ready(seat))
    game.tell(UnitActivated(unit=unit))
    move_unit(game, game.state.units[unit], MOVE_IN)
    for model in game.ask(Coherency(model=unit, others=game.state.units[unit], within_in=COHERENCY_IN)).models:
        game.tell(ModelLost(model=model))
    if game.state.units[unit]:
        fire(game, seat, unit)


def fire(game: Play[State], seat: str, unit: str) -> None:
    enemies = game.state.list_units(get_enemy(seat))
    if not enemies:
        return
    ranges = game.ask(UnitRanges(model=unit, others=enemies, members=game.state.units, limits=(REACH_IN,)))
    own = game.state.units[unit]
    sights = game.ask(UnitSight(viewer=unit, targets=enemies, members=game.state.units, transparent=own))
    options = [
        Option(enemy, why_not=describe_obstacle(enemy, ranges[enemy].is_at_most(REACH_IN), sights[enemy].visible))
        for enemy in enemies
    ]
    target = game.choose(seat, FIRES(unit), [*options, Option("nobody")])
    if target != "nobody":
        game.tell(ModelLost(model=game.state.units[target][-1]))


def describe_obstacle(enemy: str, in_reach: bool, visible: float) -> str:
    if not in_reach:
        return f"{enemy} is too far away"
    return "" if visible > 0.0 else f"{enemy} is out of sight"


def end_turn(game: Play[State]) -> None:
    game.tell(TurnDone(turn=game.state.turn))


@dataclass(frozen=True)
class Squads(EventSystem):
    events = EVENTS
    name: str = "squads"

    def new_game(self, setup: Mapping[str, Any]) -> State:
        return State(UNITS)

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def next_procedure(self, state: State) -> Step | None:
        if state.turn > LAST_TURN or not all(map(state.list_units, SEATS)):
            return None
        if any(map(state.list_ready, SEATS)):
            return Step("activation", activate)
        return Step(TURN_END(turn=state.turn), end_turn)

    def get_visible_state(self, state: State, seat: str) -> Any:
        return {"turn": state.turn, "units": {unit: list(models) for unit, models in state.units.items()}}


class SquadPhrases(PlainPhrases):
    events = EVENTS
    words = {
        "guard": Message("Guard"), "scouts": Message("Scouts"), "raiders": Message("Raiders"),
        "gunners": Message("Gunners"),
    }  # fmt: skip
    steps = collect_step_patterns(sys.modules[__name__])

    def people(self, state: State) -> Mapping[str, str]:
        return {model: SIDES[unit] for unit, models in UNITS.items() for model in models}


def board(visible: Mapping[str, Any], seat: str) -> GameBoardView:
    models = {}
    for unit, standing in visible["units"].items():
        card = ModelCard(title=SquadPhrases.words[unit], numbers=(CardNumber("Models", len(standing)),))
        models |= {model: ModelView(alive=model in standing, card=card) for model in UNITS[unit]}
    return GameBoardView(turn=visible["turn"], models=models)


SQUADS = Squads()
SQUADS_BOOK = Book(system=SQUADS, title="Squads", seats=SEATS, phrases=SquadPhrases(), board=board)
