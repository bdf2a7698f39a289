"""Scouting: range and results. Clauses: UO Actions (UO-034), Night rules (UO-084)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, pick
from tablecam.rules.books.urban_operations.rules.effects import test
from tablecam.rules.books.urban_operations.rules.impulse_events import Scouted
from tablecam.rules.books.urban_operations.rules.initial_events import TokenRevealed
from tablecam.rules.books.urban_operations.rules.losses import reveal
from tablecam.rules.books.urban_operations.rules.tokens import EXPLOSIVE, MINE_AP
from tablecam.rules.books.urban_operations.rules.weapons import scouts


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
