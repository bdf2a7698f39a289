"""Placing and removing tokens. Clauses: UO Actions (UO-032), Tokens, Tunnels (UO-101), AP mine (UO-102)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, confirm, count, pick
from tablecam.rules.books.urban_operations.rules.impulse_events import BlockMoved, NothingDone, TunnelClosed
from tablecam.rules.books.urban_operations.rules.initial_events import TokenPlaced, TokenRemoved
from tablecam.rules.books.urban_operations.rules.losses import destroy, reveal
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import (
    BARRICADE,
    BY_ENGINEERS,
    EXPLOSIVE,
    HIDEABLE,
    MINE,
    MINE_AP,
    PERMANENT,
    POPULATION,
    SMOKE,
    TUNNEL,
)

FREE_MP = 2
FACE_DOWN = (EXPLOSIVE, MINE, MINE_AP)


def new_token(state: OperationsState) -> str:
    """The id of the next token."""
    return f"token-{state.made + 1}"


def record_token(game: Game, block: str, kind: str, revealed: bool = True) -> None:
    """Record that a block puts a token on the map, face up or face down."""
    seat = game.state[block].side
    game.tell(TokenPlaced(token=new_token(game.state), kind=kind, seat=seat, revealed=revealed, by=block))


def able(game: Game, block: str) -> bool:
    """Whether the unit may place and remove tokens; the table decides where the aid does not."""
    reveal(game, "action", block)
    if aid.ask_membership(game, "engineer.units", game.state[block].card.kind, (block,)):
        return True
    game.tell(NothingDone(block=block, why="not-this-unit"))
    return False


def place_token(game: Game, block: str) -> None:
    """Place a token of no man's land or a barricade beside the block; mines lie face down."""
    if not able(game, block):
        return
    kinds = [token_kind for token_kind in BY_ENGINEERS if token_kind != MINE_AP or game.state.scenario.advanced]
    kind = choose(game, game.state[block].side, "place", kinds, block, private=True)
    if confirm(game, "place.beside", block):
        record_token(game, block, kind, kind not in FACE_DOWN)
    else:
        game.tell(NothingDone(block=block, why="not-adjacent"))


def removable(state: OperationsState) -> list[str]:
    """The tokens that are not permanent, of either side."""
    permanent = (*PERMANENT, POPULATION, SMOKE, TUNNEL)
    return [name for name, token in state.tokens.items() if not token.revealed or token.kind not in permanent]


def destroy_token(game: Game, block: str) -> None:
    """Remove a token, and move up to 2 MP free. Clause: UO Actions (UO-032)."""
    if not able(game, block):
        return
    options = [option(name) for name in removable(game.state)]
    seat = game.state[block].side
    token = choose(game, seat, "destroy", options, block) if options else ""
    if not token or not confirm(game, "token.beside", block, token):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    kind = game.state.tokens[token].kind
    if kind not in HIDEABLE or kind == POPULATION:
        game.tell(NothingDone(block=block, why="never-removed"))
        return
    game.tell(TokenRemoved(token=token, why="engineers"))
    mp = count(game, "free-mp", FREE_MP, block, number=32)
    game.tell(BlockMoved(block=block, seat=seat, mp=mp, why="free"))


def close_tunnel(game: Game, block: str) -> None:
    """Put a barricade in place of an entrance; a block below it is destroyed. Clause: UO Tunnels (UO-101)."""
    if not able(game, block):
        return
    entrances = [name for name, token in game.state.tokens.items() if token.kind == TUNNEL]
    token = choose(game, game.state[block].side, "tunnel", entrances, block) if entrances else ""
    if not token or not confirm(game, "token.beside", block, token):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    below = pick(game, "tunnel.below", [name for name in game.state.everywhere() if name != block], token, number=101)
    game.tell(TunnelClosed(token=token, by=block))
    record_token(game, block, BARRICADE)
    for victim in below:
        destroy(game, victim, "tunnel")
