"""Reactions: withdrawal, or opportunity fire with free scouting, once a turn. Clause: UO Reactions (UO-067)."""

from dataclasses import dataclass

from tablecam.rules.ask import Ask, Below, Option, find_option_id, listing, parse_choice
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, confirm, topic
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.fight_events import Reacted
from tablecam.rules.books.urban_operations.rules.impulse_events import Scouted
from tablecam.rules.books.urban_operations.rules.losses import reveal
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.scouting import scouting_range
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import closing, measure_distance, reach
from tablecam.rules.books.urban_operations.rules.withdrawal import withdraw
from tablecam.rules.plain import Json


def watchers(state: OperationsState, block: str, tried: tuple[str, ...]) -> tuple[str, ...]:
    """The enemies that may still react this turn, whatever their units, which stay their side's secret."""
    return tuple(enemy for enemy in state.enemies(block) if not state[enemy].reacted and enemy not in tried)


@dataclass(frozen=True)
class Reactor:
    """The block that reacts."""

    block: str


@dataclass(frozen=True, kw_only=True)
class ReactionOffer(Ask[Reactor]):
    """The offer to react with one of the other side's blocks."""

    purpose: str
    options: tuple[Option, ...]

    def __str__(self) -> str:
        """The blocks that may react."""
        return f"{self.purpose}: {listing(self.options)}"

    def parse_json(self, raw: Json) -> Reactor:
        """The chosen block."""
        return Reactor(parse_choice(self.options, raw))

    def parse_text(self, text: str) -> Json:
        """The id of the block that a text names."""
        return find_option_id(self.options, text)

    def draw_answer(self, below: Below) -> Json:
        """A random block; all are equally likely."""
        return self.options[below(len(self.options))].id


def offer(state: OperationsState, block: str, enemies: tuple[str, ...]) -> ReactionOffer:
    """The offer to the other side, which stands beside the question of the moving side."""
    return ReactionOffer(
        seat=state.other(state[block].side), options=tuple(map(Option, enemies)), **topic("react", block)._asdict()
    )


def react(game: Game, reactor: str, block: str) -> bool:
    """Whether the reactor reacts to a moving block; False where it does not see the block, at no cost."""
    if not confirm(game, "sees", reactor, block, ""):
        return False
    seat = game.state[reactor].side
    armed = reach(game.state, reactor) > 0
    options = [option("fire", "" if armed else "no-weapon", 67), option("withdraw"), option("hold")]
    kind = choose(game, seat, "reaction", options, reactor, block, private=True)
    if kind == "withdraw":
        return withdraw(game, reactor, block)
    game.tell(Reacted(block=reactor, to=block, kind="opportunity"))
    scout(game, reactor, block)
    if kind == "fire":
        _fire_at_mover(game, reactor, block)
    return True


def scout(game: Game, reactor: str, block: str) -> None:
    """Scout for free before opportunity fire; a reactor may hold fire after that. Clause: UO Actions (UO-034)."""
    if game.state[block].revealed:
        return
    reveal(game, "reaction", reactor)
    if confirm(game, "scouts", reactor, block, scouting_range(game, reactor)):
        game.tell(Scouted(block=reactor, targets=(block,)))
        reveal(game, "scouting", block)


def _fire_at_mover(game: Game, reactor: str, block: str) -> None:
    """Fire with +2, or +3 at a block that crosses an outer wall. Clauses: UO-059, UO Crossing walls (UO-097)."""
    reveal(game, "fire", reactor)
    reach_ep = reach(game.state, reactor)
    ep = measure_distance(game, reactor, block, reach_ep)
    if closing(game.state, reactor, ep):
        return
    wall = game.state.scenario.advanced and confirm(game, "wall", block)
    fight(game, AttackPlan(reactor, block, "opportunity", ep, wall))
