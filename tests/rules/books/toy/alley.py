"""A small rulebook for tests: chits from a bag, hidden cards, a pool of dice, smoke, blasts, and a breach.

A chit says whose model acts. It throws smoke, which nobody sees through, or a charge, which takes out everybody under
it, or it breaches a wall, or it shoots: a pool of dice, one more of them for a card that its side has kept hidden.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message
from tablecam.rules import piles, scenery
from tablecam.rules.ask import Option, TopicPattern
from tablecam.rules.books.book import Book, ModelNames
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.views import Counter, GameBoardView, ModelView
from tablecam.rules.dice import D6
from tablecam.rules.event import Event, collect_events
from tablecam.rules.facts import Sight
from tablecam.rules.piles import ItemsReturned, Pile, draw_items, play_item
from tablecam.rules.placing import Under, place_template
from tablecam.rules.play import Play
from tablecam.rules.pool import Pool, PoolDice, RerollRule, number_die, symbol_die
from tablecam.rules.scenery import NO_SCENERY, Scenery, TemplateRemoved, TemplateShape
from tablecam.rules.sentence import Sentence
from tablecam.rules.steps import collect_steps, replaceable
from tablecam.rules.system import EventSystem, Step

FIRE = Clause("ALLEY", "Fire", "A-1")
SEATS = ("red", "blue")
SIDES = {"red": ("ann", "art"), "blue": ("bea", "bob")}
LAST_TURN = 2

BAG = Pile(inside=("red", "red", "blue", "blue", "end"))
DECK = Pile(inside=("aim", "aim", "aim", "luck", "luck", "bluff"))

GUN = symbol_die("gun", "-", "-", "hit", "hit", "hit+hit", "hit+smoke")
LUCKY = number_die(D6, {5: "hit", 6: "hit+hit"})
NEEDED = 3

SMOKE = TemplateShape("smoke", radius_in=2.5, height_in=3.0, material="smoke")
BLAST = TemplateShape("blast", radius_in=2.0)
BREACH = TemplateShape("breach", width_in=2.0, depth_in=3.0, breach=True)
THROWN_IN = 8.0


@dataclass(frozen=True)
class State:
    models: Mapping[str, str]
    turn: int = 1
    dealt: tuple[str, ...] = ()
    piles: Mapping[str, Pile] = field(default_factory=lambda: {"bag": BAG, "deck": DECK})
    scenery: Scenery = NO_SCENERY

    def list_standing(self, seat: str) -> tuple[str, ...]:
        return tuple(model for model, owner in self.models.items() if owner == seat)


@dataclass(frozen=True, kw_only=True)
class Dealt(Event):
    seat: str

    def apply(self, state: State) -> State:
        return replace(state, dealt=(*state.dealt, self.seat))


@dataclass(frozen=True, kw_only=True)
class TakenOut(Event):
    rests_on = FIRE

    model: str

    def apply(self, state: State) -> State:
        return replace(state, models={model: seat for model, seat in state.models.items() if model != self.model})

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), "is out")


@dataclass(frozen=True, kw_only=True)
class TurnOver(Event):
    turn: int

    def apply(self, state: State) -> State:
        return replace(state, turn=self.turn + 1)


EVENTS = collect_events(sys.modules[__name__], piles, scenery)

ACTOR = TopicPattern("{} acts", "actor")
ACT = TopicPattern("act of {}", "act")
TARGET = TopicPattern("target of {}", "target")
FIRES = TopicPattern("{} fires at {}", "fire")


def deal(game: Play[State]) -> None:
    for seat in SEATS:
        draw_items(game, seat, "cards", "deck", 2, hidden=True)
        game.tell(Dealt(seat=seat))


def activation(game: Play[State]) -> None:
    (chit,) = draw_items(game, None, "who acts", "bag")
    if chit == "end":
        end_turn(game)
    elif standing := game.state.list_standing(chit):
        model = game.choose(chit, ACTOR(chit), standing)
        act(game, chit, model)


@replaceable
def act(game: Play[State], seat: str, model: str) -> None:
    kind = game.choose(seat, ACT(model), ("shoot", "smoke", "blast", "breach"))
    if kind == "shoot":
        shoot(game, seat, model)
    elif kind == "blast":
        throw_blast(game, seat, model)
    else:
        place_template(game, seat, kind, SMOKE if kind == "smoke" else BREACH, within=(model, THROWN_IN))


@replaceable
def throw_blast(game: Play[State], seat: str, model: str) -> None:
    blast = place_template(game, seat, "blast", BLAST, within=(model, THROWN_IN))
    for hit in game.ask(Under(model=blast, others=tuple(game.state.models))).models:
        game.tell(TakenOut(model=hit))
    game.tell(TemplateRemoved(piece=blast))


def shoot(game: Play[State], seat: str, model: str) -> None:
    enemies = tuple(enemy for enemy, owner in game.state.models.items() if owner != seat)
    sights = game.ask(Sight(viewer=model, targets=enemies))
    options = [
        Option(enemy, why_not="" if sights[enemy].visible > 0 else f"{enemy} is out of sight", clause=FIRE)
        for enemy in enemies
    ]
    target = game.choose(seat, TARGET(model), [*options, Option("nobody")])
    if target == "nobody":
        return
    card = play_item(game, seat, "card", "deck", may_pass=True)
    thrown = game.throw(seat, FIRES(model, target), build_pool(game, card))
    if thrown.count("hit") >= NEEDED:
        game.tell(TakenOut(model=target))


@replaceable
def build_pool(game: Play[State], card: str) -> Pool:
    """The dice of a shot: two guns, a lucky die with the card for it, and a second chance with another."""
    dice = (PoolDice(GUN, 2), *((PoolDice(LUCKY),) if card == "luck" else ()))
    return Pool(name="fire", dice=dice, reroll=RerollRule(most=1) if card == "aim" else None, clause=FIRE)


def end_turn(game: Play[State]) -> None:
    game.tell(TurnOver(turn=game.state.turn))
    game.tell(ItemsReturned(pile="bag"))


STEPS = collect_steps(sys.modules[__name__])


@dataclass(frozen=True)
class Alley(EventSystem):
    events = EVENTS
    name: str = "alley"

    def new_game(self, setup: Mapping[str, Any]) -> State:
        return State({model: seat for seat in SEATS for model in SIDES[seat]})

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def next_procedure(self, state: State) -> Step | None:
        if state.turn > LAST_TURN or not all(map(state.list_standing, SEATS)):
            return None
        if len(state.dealt) < len(SEATS):
            return Step("deal", deal)
        return Step("activation", activation) if state.piles["bag"].inside else Step("end of turn", end_turn)

    def get_visible_state(self, state: State, seat: str) -> Any:
        shown = {name: pile.get_view(seat) for name, pile in state.piles.items()}
        return {"turn": state.turn, "models": dict(state.models), **shown}


class AlleyPhrases(PlainPhrases):
    events = EVENTS
    words = {
        "smoke": Message("smoke"), "blast": Message("blast"), "breach": Message("breach"), "bag": Message("the bag"),
        "deck": Message("the deck"), "aim": Message("aim"), "luck": Message("luck"), "bluff": Message("bluff"),
        "hit": Message("hit"), "gun": Message("gun"), "end": Message("end of turn"), "nothing": Message("nothing"),
    }  # fmt: skip

    def people(self, state: State) -> Mapping[str, str]:
        return {model: seat for seat in SEATS for model in SIDES[seat]}


def board(visible: Mapping[str, Any], seat: str) -> GameBoardView:
    held = tuple(Counter("Card", card, "own") for card in visible["deck"]["hand"])
    models = {
        model: ModelView(alive=model in visible["models"], counters=held if model in SIDES.get(seat, ())[:1] else ())
        for side in SEATS
        for model in SIDES[side]
    }
    return GameBoardView(turn=visible["turn"], models=models)


ALLEY = Alley()
ALLEY_BOOK = Book(system=ALLEY, title="The alley", seats=SEATS, phrases=AlleyPhrases(), board=board)
WITH_ALLEY = BOOKS.with_book(ALLEY_BOOK)
