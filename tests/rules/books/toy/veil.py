"""A small rulebook for tests: blocks whose identity is hidden, numbers, picks, a ladder, a duel, and a wall.

Each side has three blocks; who they are, only their own side knows. In its turn a side picks one or two of them, the
table says by how many hexes they see, the first of them is held against a block of the enemy, and the loser is
revealed. Then the other counts its hits on a ladder, and the table says who stands on the wall.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message
from tablecam.rules.ask import Count, Option
from tablecam.rules.books.book import Book, ModelNames
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.plain_phrases import PlainPhrases
from tablecam.rules.books.rule_rows import RuleRow, Unknown
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.views import GameBoardView, ModelCard, ModelView
from tablecam.rules.check import Duel, DuelSide, Ladder, Modifier
from tablecam.rules.dice import D6, D10_FROM_0
from tablecam.rules.event import Event, by_name
from tablecam.rules.facts import Ranges, Standing
from tablecam.rules.play import Play
from tablecam.rules.system import EventSystem, Step

FOG = Clause("VEIL", "Fog", "V-1")
SEATS = ("red", "blue")
LAST_TURN = 2
WHO = {
    "red": {"r1": "Lady Zenobia", "r2": "Zealots", "r3": "Zebra decoy"},
    "blue": {"b1": "Quartermaster", "b2": "Quick rifles", "b3": "Quagga decoy"},
}


@dataclass(frozen=True)
class Block:
    seat: str
    who: str
    revealed: bool = False
    hits: int = 0


@dataclass(frozen=True)
class State:
    models: Mapping[str, Block]
    turn: int = 1

    @property
    def active(self) -> str:
        return SEATS[(self.turn - 1) % 2]

    def of(self, seat: str) -> tuple[str, ...]:
        return tuple(name for name, block in self.models.items() if block.seat == seat)

    def changed(self, name: str, **fields: Any) -> "State":
        if name not in self.models:
            return self
        return replace(self, models={**self.models, name: replace(self.models[name], **fields)})


@dataclass(frozen=True, kw_only=True)
class Picked(Event):
    blocks: tuple[str, ...]
    hexes: int


@dataclass(frozen=True, kw_only=True)
class Revealed(Event):
    block: str

    def apply(self, state: State) -> State:
        return state.changed(self.block, revealed=True)


@dataclass(frozen=True, kw_only=True)
class Hit(Event):
    block: str
    hits: int

    def apply(self, state: State) -> State:
        if self.block not in state.models:
            return state
        return state.changed(self.block, hits=state.models[self.block].hits + self.hits)


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Event):
    on_wall: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        return replace(state, turn=state.turn + 1)


EVENTS = by_name(Picked, Revealed, Hit, TurnEnded)


def turn(game: Play[State]) -> None:
    seat = game.state.active
    enemy = SEATS[seat == SEATS[0]]
    own, others = game.state.of(seat), game.state.of(enemy)
    blocks = game.pick(seat, "blocks that fire", own, least=1, most=2)
    hexes = game.ask(Count(purpose="hexes in sight", least=1, most=20, clause=FOG))
    game.tell(Picked(blocks=blocks, hexes=hexes))
    game.ask(Ranges(model=blocks[0], others=others))
    target = game.choose(seat, "target", [Option(each) for each in others])
    sides = (DuelSide(seat, (Modifier(1, "fires first", FOG),)), DuelSide(enemy))
    duel = Duel(name="fire", sides=sides, die=D10_FROM_0, ties="again", clause=FOG)
    lost = (target, blocks[0])[duel.winner(*game.duel(f"{blocks[0]} against {target}", duel)) or 0]
    if not game.state.models[lost].revealed:
        game.tell(Revealed(block=lost))
    ladder = Ladder(name="volley", steps=(3, 5, 7), modifiers=(Modifier(2, "close"),), die=D6)
    game.tell(Hit(block=lost, hits=ladder.hits(game.roll(seat, f"volley at {lost}", check=ladder))))
    game.tell(TurnEnded(on_wall=game.ask(Standing(feature="wall", models=own)).on))


@dataclass(frozen=True)
class Veil(EventSystem):
    events = EVENTS
    name: str = "veil"

    def new_game(self, setup: Mapping[str, Any]) -> State:
        return State({name: Block(seat, who) for seat in SEATS for name, who in setup[seat].items()})

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def next_procedure(self, state: State) -> Step | None:
        return None if state.turn > 2 * LAST_TURN else Step(f"turn of {state.active}", turn)

    def get_visible_state(self, state: State, seat: str) -> Any:
        hidden = hidden_names(state, seat or None)
        shown = {
            name: {"hits": block.hits, "who": "" if name in hidden else block.who}
            for name, block in state.models.items()
        }
        return {"turn": state.turn, "models": shown}

    def visible_setup(self, setup: Mapping[str, Any], seat: str) -> Mapping[str, Any]:
        return {side: blocks if side == seat else dict.fromkeys(blocks, "?") for side, blocks in setup.items()}


def hidden_names(state: State, seat: str | None) -> Mapping[str, Message]:
    """A block is called by a number until it is revealed, but for its own side."""
    return {
        name: Message("Block {n}", n=number)
        for number, (name, block) in enumerate(state.models.items(), 1)
        if block.seat != seat and not block.revealed
    }


class VeilPhrases(PlainPhrases):
    events = EVENTS

    def people(self, state: State) -> Mapping[str, str]:
        return {name: block.seat for name, block in state.models.items()}

    def build_names(self, state: State, called: Mapping[str, str]) -> ModelNames:
        return super().build_names(state, {name: block.who for name, block in state.models.items()} | dict(called))


def board(visible: Mapping[str, Any], seat: str) -> GameBoardView:
    # a card for every block, also where it should have none: who does not know the block does not get it
    return GameBoardView(
        turn=visible["turn"],
        models={name: ModelView(left=each["hits"], unit="hits", card=ModelCard(title=name))
                for name, each in visible["models"].items()},
    )  # fmt: skip


VEIL_BOOK = Book(
    system=Veil(),
    title="The veil",
    seats=SEATS,
    phrases=VeilPhrases(),
    board=board,
    hidden_names=hidden_names,
    scenarios=(Scenario("fog", "In the fog", setup=WHO),),
    rows=lambda: (RuleRow("V-1", "done"), RuleRow("V-2", "table", "nobody wrote it down")),
    unknowns=lambda: (Unknown("fog.depth", "V-1", "How deep is the fog?"),),
)
WITH_VEIL = BOOKS.with_book(VEIL_BOOK)
