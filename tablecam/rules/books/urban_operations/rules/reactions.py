"""Scouting and reactions: withdrawal, or opportunity fire with free scouting, once a turn.

Clauses: UO Actions (UO-034), Reactions (UO-067), Night rules (UO-084).
"""

from dataclasses import dataclass

from tablecam.rules.ask import Ask, Below, Option, find_option_id, listing, parse_choice
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.codes import Game, choose, confirm, option, pick, topic
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight, withdraw
from tablecam.rules.books.urban_operations.rules.fight_events import Reacted
from tablecam.rules.books.urban_operations.rules.impulse_events import Scouted
from tablecam.rules.books.urban_operations.rules.initial_events import TokenRevealed
from tablecam.rules.books.urban_operations.rules.losses import reveal, test
from tablecam.rules.books.urban_operations.rules.pieces import EXPLOSIVE, MINE_AP
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import closing, measure_distance, reach, scouts
from tablecam.rules.plain import Json


def scouting_range(game: Game, block: str) -> int:
    """The range in EP: longer for units that scout, shorter at night."""
    card = game.state[block].card
    ordinary, scout = scouts(game.state, card)
    return scout if aid.ask_membership(game, "scout.units", card.kind, (block,)) else ordinary


def scout(game: Game, block: str) -> None:
    """Reveal the hidden enemies and tokens that are in sight and in range."""
    reveal(game, "action", block)
    state, far = game.state, scouting_range(game, block)
    hidden = [each for each in state.enemies(block) if not state[each].revealed]
    tokens = [name for name, token in state.tokens.items() if not token.revealed]
    targets = pick(game, "scout", (*hidden, *tokens), block, far, number=34)
    game.tell(Scouted(block=block, targets=targets))
    reveal(game, "scouting", *targets)
    for token in targets:
        if token in game.state.tokens:
            discover(game, token)


def discover(game: Game, token: str) -> None:
    """Reveal a token; an explosive is tested at once. Clauses: UO Tokens (UO-071), AP mine (UO-102)."""
    kind = game.state.tokens[token].kind
    game.tell(TokenRevealed(token=token, kind=EXPLOSIVE if kind == MINE_AP else kind, why="scouting"))
    if kind == EXPLOSIVE:
        test(game, token)


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
    scout_before_fire(game, reactor, block)
    if kind == "fire":
        _fire_at_mover(game, reactor, block)
    return True


def scout_before_fire(game: Game, reactor: str, block: str) -> None:
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
