"""The rules: a chit from the bag says which gang acts; a model runs, throws smoke, or fires a pool of dice."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules import piles, scenery
from tablecam.rules.ask import Option, TopicPattern
from tablecam.rules.coded_text import REFUSALS, CodedText
from tablecam.rules.dice import D6
from tablecam.rules.event import Event, collect_events
from tablecam.rules.facts import Move, Ranges, Sight
from tablecam.rules.piles import ItemsReturned, Pile, draw_items
from tablecam.rules.placing import place_template
from tablecam.rules.play import Play
from tablecam.rules.pool import Pool, PoolDice, RerollRule, number_die, symbol_die
from tablecam.rules.scenery import NO_SCENERY, Scenery, TemplateRemoved, TemplateShape
from tablecam.rules.sentence import ModelNames, Sentence
from tablecam.rules.system import EventSystem, Step

FIRE = Clause("FOG YARD", "Fire", "3")
PISTOL = symbol_die("pistol", "-", "-", "-", "hit", "hit", "hit+hit")
AIM = number_die(D6, {5: "hit", 6: "hit"})
SMOKE = TemplateShape("smoke", radius_in=2.5, height_in=3.0, material="smoke")
RUN_IN, THROW_IN, NEAR_IN, FAR_IN = 8.0, 9.0, 8.0, 20.0
NEEDED, LAST_TURN = 2, 3

ACTS = TopicPattern("{} acts", "acts")
DEED = TopicPattern("deed of {}", "deed")
TARGET = TopicPattern("target of {}", "target")
FIRES = TopicPattern("{} fires at {}", "fire")


class Reason(CodedText):
    """The reasons for which an option is closed."""

    texts = {**REFUSALS, "unseen": Message("{model} is hidden or too far away")}


@dataclass(frozen=True)
class Model:
    """A model. acted: in this turn."""

    seat: str
    acted: bool = False
    out: bool = False


@dataclass(frozen=True)
class State:
    """All that the rules remember."""

    models: Mapping[str, Model]
    seats: tuple[str, ...]
    turn: int = 1
    conceded: tuple[str, ...] = ()
    piles: Mapping[str, Pile] = field(default_factory=dict)
    scenery: Scenery = NO_SCENERY

    def list_standing(self, seat: str) -> tuple[str, ...]:
        """The models of a seat that are not out; none once it has conceded."""
        standing = (name for name, model in self.models.items() if model.seat == seat and not model.out)
        return () if seat in self.conceded else tuple(standing)

    @property
    def playing(self) -> tuple[str, ...]:
        """The seats that still have a model."""
        return tuple(filter(self.list_standing, self.seats))

    def with_model(self, name: str, **changes: Any) -> "State":
        """The state with a model changed; an unknown model changes nothing."""
        if name not in self.models:
            return self
        return replace(self, models={**self.models, name: replace(self.models[name], **changes)})


@dataclass(frozen=True, kw_only=True)
class Activated(Event):
    """A model acts in this turn."""

    model: str

    def apply(self, state: State) -> State:
        return state.with_model(self.model, acted=True)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("acts"))


@dataclass(frozen=True, kw_only=True)
class Shot(Event):
    """A model is hit, and out of the game if it is hit often enough."""

    rests_on = FIRE

    model: str
    faces: tuple[str, ...]
    out: bool = False

    def apply(self, state: State) -> State:
        return state.with_model(self.model, out=True) if self.out else state

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("is out") if self.out else _("stands the fire"))


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    """A turn ends, and everybody may act again."""

    turn: int

    def apply(self, state: State) -> State:
        models = {name: replace(model, acted=False) for name, model in state.models.items()}
        return replace(state, models=models, turn=self.turn + 1)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("Turn {turn} ends", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class Conceded(Event):
    """A gang concedes."""

    seat: str

    def apply(self, state: State) -> State:
        return replace(state, conceded=(*state.conceded, self.seat))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.seat), _("concedes"), closes=True)


EVENTS = collect_events(sys.modules[__name__], piles, scenery)


def activate(game: Play[State]) -> None:
    """A chit names the gang that acts with one of its models; the last chit ends the turn."""
    (chit,) = draw_items(game, None, "who acts", "bag")
    if chit == "end":
        end_turn(game)
    elif ready := [name for name in game.state.list_standing(chit) if not game.state.models[name].acted]:
        model = game.choose(chit, ACTS(chit), ready)
        game.tell(Activated(model=model))
        deed = game.choose(chit, DEED(model), ("run", "smoke", "fire", "wait"))
        if deed == "run":
            game.ask(Move(model=model, allowance_in=RUN_IN))
        elif deed == "smoke":
            place_template(game, chit, "smoke", SMOKE, within=(model, THROW_IN))
        elif deed == "fire":
            fire(game, chit, model)


def fire(game: Play[State], seat: str, model: str) -> None:
    """Fire at an enemy in sight and reach; smoke hides."""
    enemies = tuple(enemy for other in game.state.playing if other != seat for enemy in game.state.list_standing(other))
    sights = game.ask(Sight(viewer=model, targets=enemies))
    ranges = game.ask(Ranges(model=model, others=enemies, limits=(NEAR_IN, FAR_IN)))
    aims = {enemy for enemy in enemies if sights[enemy].visible > 0 and ranges[enemy].is_at_most(FAR_IN)}
    options = [Option(enemy, why_not="" if enemy in aims else Reason("unseen", {"model": enemy})) for enemy in enemies]
    target = game.choose(seat, TARGET(model), [*options, Option("nobody")])
    if target != "nobody":
        pool = build_pool(ranges[target].is_at_most(NEAR_IN), sights[target].visible >= 0.5)
        thrown = game.throw(seat, FIRES(model, target), pool)
        game.tell(Shot(model=target, faces=thrown.labels, out=thrown.count("hit") >= NEEDED))


def build_pool(near: bool, clear: bool) -> Pool:
    """Two pistol dice, one more nearby, an aimed die at a clear target, and one failed die again nearby."""
    dice = (PoolDice(PISTOL, 3 if near else 2), *((PoolDice(AIM),) if clear else ()))
    return Pool(name="fire", dice=dice, reroll=RerollRule(most=1) if near else None, clause=FIRE)


def end_turn(game: Play[State]) -> None:
    """All chits go back into the bag, and the smoke clears."""
    game.tell(TurnEnded(turn=game.state.turn))
    game.tell(ItemsReturned(pile="bag"))
    for piece in game.state.scenery.list_of_kind("smoke"):
        game.tell(TemplateRemoved(piece=piece))


@dataclass(frozen=True)
class Rules(EventSystem):
    """The system. The setup has the models of each seat under "sides"."""

    events = EVENTS
    name: str = "fog-yard"

    def new_game(self, setup: Mapping[str, Any]) -> State:
        """A chit for each model, and one that ends the turn."""
        sides = setup["sides"]
        models = {name: Model(seat) for seat, names in sides.items() for name in names}
        chits = (*(model.seat for model in models.values()), "end")
        return State(models, tuple(sides), piles={"bag": Pile(inside=chits)})

    def seats(self, state: State) -> tuple[str, ...]:
        """The seats of this game."""
        return state.seats

    def next_procedure(self, state: State) -> Step | None:
        """The next procedure, from the state alone."""
        if len(state.playing) <= 1 or state.turn > LAST_TURN:
            return None
        return Step("activation", activate) if state.piles["bag"].inside else Step("end-of-turn", end_turn)

    def get_visible_state(self, state: State, seat: str) -> Any:
        """The state as a seat may know it: nothing is hidden."""
        models = {name: {"alive": not model.out, "acted": model.acted} for name, model in state.models.items()}
        return {"turn": state.turn, "models": models, "bag": state.piles["bag"].get_view(seat)}


RULES = Rules()
