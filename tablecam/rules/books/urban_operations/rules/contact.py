"""Contact with enemies and tokens. Clauses: UO Contact (UO-086), Tokens (UO-071..077), Antipersonnel mine."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, count, pick
from tablecam.rules.books.urban_operations.rules.effects import blast, test
from tablecam.rules.books.urban_operations.rules.initial_events import PopulationMoved, TokenRemoved, TokenRevealed
from tablecam.rules.books.urban_operations.rules.losses import lose, reveal
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import EXPLOSIVE, MINE, MINE_AP, POPULATION, TOXIC

CONTACT_EP = 3
FLIGHT_MP = 3
AP_OSL = 2
AP_NEAR_OSL = 1
# tokens that still act once they are face up
ACTIVE = (MINE, MINE_AP, TOXIC, POPULATION)


def contacts(game: Game, block: str) -> None:
    """Resolve contact with enemies within 3 EP or in the same room, and with tokens. Clause: UO Contact (UO-086)."""
    touched = pick(
        game,
        "contacts",
        (*list_hidden_enemies(game.state, block), *touchable(game.state)),
        block,
        CONTACT_EP,
        number=86,
    )
    enemies = tuple(name for name in touched if name in game.state.blocks)
    if enemies:
        reveal(game, "contact", block, *enemies)
    for token in touched:
        if token in game.state.tokens and game.state[block].alive:
            touch(game, block, token)


def list_hidden_enemies(state: OperationsState, block: str) -> tuple[str, ...]:
    """The enemies that a contact would reveal, or to which it would reveal the block."""
    return tuple(enemy for enemy in state.enemies(block) if not (state[block].revealed and state[enemy].revealed))


def touchable(state: OperationsState) -> tuple[str, ...]:
    """The tokens that act when a block touches them."""
    return tuple(name for name, token in state.tokens.items() if not token.revealed or token.kind in ACTIVE)


def touch(game: Game, block: str, token: str) -> None:
    """Resolve contact with a token. Clauses: UO Tokens (UO-071, UO-074, UO-075, UO-076)."""
    touched_token = game.state.tokens[token]
    if not touched_token.revealed:
        game.tell(TokenRevealed(token=token, kind=touched_token.kind, why="contact"))
    match touched_token.kind:
        case kind if kind == EXPLOSIVE:
            if not touched_token.revealed:
                test(game, token)
        case kind if kind == TOXIC:
            reveal(game, "contact", block)
            lose(game, block, 1, "toxic")
        case kind if kind == MINE:
            _trigger_mine(game, block, token)
        case kind if kind == MINE_AP:
            _trigger_ap_mine(game, block, token)
        case kind if kind == POPULATION:
            _move_population(game, block, token, touched_token.revealed)


def _trigger_mine(game: Game, block: str, token: str) -> None:
    """Explode a mine under a vehicle that triggers it. Clause: UO Tokens (UO-074)."""
    reveal(game, "contact", block)
    if aid.ask_membership(game, "mine.triggers", game.state[block].card.weight, (block,)):
        game.tell(TokenRemoved(token=token, why="explosion"))
        blast(game, "mine", token, aid.number(game, "mine.osl"))


def _trigger_ap_mine(game: Game, block: str, token: str) -> None:
    """Take 2 OSL from the block that triggers it, 1 OSL at 1 EP. Clause: UO Antipersonnel mine (UO-102)."""
    reveal(game, "contact", block)
    if aid.ask_membership(game, "mine_ap.triggers", game.state[block].card.weight, (block,)):
        game.tell(TokenRemoved(token=token, why="explosion"))
        lose(game, block, AP_OSL, "explosion")
        candidates = [name for name in game.state.everywhere() if name != block]
        for victim in pick(game, "blast.mine-ap", candidates, block, number=102):
            lose(game, victim, AP_NEAR_OSL, "explosion")


def _move_population(game: Game, block: str, token: str, known: bool) -> None:
    """Move population up to 3 MP: the opponent moves known population, new population flees. Clause: UO-076."""
    if known:
        side = game.state.other(game.state[block].side)
        mp = count(game, "population.moved", FLIGHT_MP, token, side, number=76)
        game.tell(PopulationMoved(token=token, mp=mp, by=side))
    else:
        mp = count(game, "population.flees", FLIGHT_MP, token, block, number=76)
        game.tell(PopulationMoved(token=token, mp=mp))
