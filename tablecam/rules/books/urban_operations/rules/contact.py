"""What a block comes into contact with. Clauses: UO Contact (UO-086), Tokens (UO-071..077), Antipersonnel mine."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, count, pick
from tablecam.rules.books.urban_operations.rules.effects import blast, test
from tablecam.rules.books.urban_operations.rules.events import PopulationMoved, TokenRemoved, TokenRevealed
from tablecam.rules.books.urban_operations.rules.losses import lose, reveal
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import EXPLOSIVE, MINE, MINE_AP, POPULATION, TOXIC

CONTACT_EP = 3
FLIGHT_MP = 3
AP_OSL = 2
AP_NEAR_OSL = 1
# what still does something once it is face up
ACTIVE = (MINE, MINE_AP, TOXIC, POPULATION)


def contacts(game: Game, block: str) -> None:
    """Enemies within 3 EP or in the same room, and tokens that are touched. Clause: UO Contact (UO-086)."""
    met = pick(
        game, "contacts", (*hidden_enemies(game.state, block), *touchable(game.state)), block, CONTACT_EP, number=86
    )
    enemies = tuple(each for each in met if each in game.state.blocks)
    if enemies:
        reveal(game, "contact", block, *enemies)
    for token in met:
        if token in game.state.tokens and game.state[block].alive:
            touch(game, block, token)


def hidden_enemies(state: OperationsState, block: str) -> tuple[str, ...]:
    """The enemies whom a contact would bring to light, or who would bring the block to light."""
    return tuple(each for each in state.enemies(block) if not (state[block].revealed and state[each].revealed))


def touchable(state: OperationsState) -> tuple[str, ...]:
    """The tokens that do something when they are touched."""
    return tuple(name for name, token in state.tokens.items() if not token.revealed or token.kind in ACTIVE)


def touch(game: Game, block: str, token: str) -> None:
    """Clauses: UO Tokens (UO-071, UO-074, UO-075, UO-076)."""
    known = game.state.tokens[token]
    if not known.revealed:
        game.tell(TokenRevealed(token=token, kind=known.kind, why="contact"))
    match known.kind:
        case kind if kind == EXPLOSIVE:
            if not known.revealed:
                test(game, token)
        case kind if kind == TOXIC:
            reveal(game, "contact", block)
            lose(game, block, 1, "toxic")
        case kind if kind == MINE:
            _mine(game, block, token)
        case kind if kind == MINE_AP:
            _mine_ap(game, block, token)
        case kind if kind == POPULATION:
            _flee(game, block, token, known.revealed)


def _mine(game: Game, block: str, token: str) -> None:
    """Only some vehicles set it off. Clause: UO Tokens (UO-074)."""
    reveal(game, "contact", block)
    if aid.settled(game, "mine.triggers", game.state[block].card.weight, (block,)):
        game.tell(TokenRemoved(token=token, why="explosion"))
        blast(game, "mine", token, aid.number(game, "mine.osl"))


def _mine_ap(game: Game, block: str, token: str) -> None:
    """2 OSL for whoever sets it off, 1 OSL for those at 1 EP. Clause: UO Antipersonnel mine (UO-102)."""
    reveal(game, "contact", block)
    if aid.settled(game, "mine_ap.triggers", game.state[block].card.weight, (block,)):
        game.tell(TokenRemoved(token=token, why="explosion"))
        lose(game, block, AP_OSL, "explosion")
        others = [each for each in game.state.everywhere() if each != block]
        for each in pick(game, "blast.mine-ap", others, block, number=102):
            lose(game, each, AP_NEAR_OSL, "explosion")


def _flee(game: Game, block: str, token: str, known: bool) -> None:
    """Fresh population runs as far as it can; known population is moved by the opponent. Clause: UO Tokens (UO-076)."""
    if known:
        side = game.state.other(game.state[block].side)
        mp = count(game, "population.moved", FLIGHT_MP, token, side, number=76)
        game.tell(PopulationMoved(token=token, mp=mp, by=side))
    else:
        mp = count(game, "population.flees", FLIGHT_MP, token, block, number=76)
        game.tell(PopulationMoved(token=token, mp=mp))
