"""Movement: distance, reactions, and contact with enemies and tokens.

Clauses: UO Activation of blocks (UO-030), Reactions (UO-067), Tokens (UO-071..077), Contact (UO-086).
"""

from tablecam.rules.ask import Count
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid import terrain_costs
from tablecam.rules.books.urban_operations.rules.codes import Game, confirm, count, counting, pick
from tablecam.rules.books.urban_operations.rules.impulse_events import BlockMoved, PairEnded
from tablecam.rules.books.urban_operations.rules.initial_events import PopulationMoved, TokenRemoved, TokenRevealed
from tablecam.rules.books.urban_operations.rules.losses import blast, lose, reveal, test
from tablecam.rules.books.urban_operations.rules.pieces import EXPLOSIVE, MINE, MINE_AP, POPULATION, TOXIC
from tablecam.rules.books.urban_operations.rules.reactions import offer, react, watchers
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState

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


# MP out of enemy sight, moving only, and with an action, on foot and in vehicles
FOOT = (9, 6, 3)
VEHICLE = (18, 12, 6)
PAIR_MP = 6


def may_go_unseen(state: OperationsState, block: str) -> bool:
    """Whether a block may move unseen: not at night or with riders. Clauses: UO-030, UO Superstructure (UO-096)."""
    return not state.scenario.night and not any(state[passenger].riding for passenger in state.aboard(block))


def allowance(block: Block, unseen: bool, acts: bool) -> int:
    """The MP of an activation. Clauses: UO Activation of blocks (UO-030), Armor cover (UO-092)."""
    table = FOOT if block.card.foot else VEHICLE
    mp = table[2] if acts else table[0] if unseen else table[1]
    return min(mp, PAIR_MP) if block.pair else mp


def whole_allowance(game: Game, block: str, acts: bool) -> int:
    """The MP of an activation, after the players say whether an enemy sees the path."""
    state = game.state
    unseen = not acts and may_go_unseen(state, block) and confirm(game, "unseen", block)
    return allowance(state[block], unseen, acts)


def travel(game: Game, block: str, most: int) -> int:
    """Move a block; enemies that see it may react on the way. Returns the MP left of `most`."""
    remaining_mp = most
    tried: tuple[str, ...] = ()
    start = game.state[block]
    while True:
        question = _distance_question(game.state, block, "mp", remaining_mp)
        enemies = watchers(game.state, block, tried)
        answer = game.ask_unless(question, offer(game.state, block, enemies)) if enemies else game.ask(question)
        if isinstance(answer, int):
            _record_move(game, block, answer)
            remaining_mp -= answer
            break
        halted = game.ask(_distance_question(game.state, block, "mp.halted", remaining_mp))
        _record_move(game, block, halted)
        remaining_mp -= halted
        tried = (*tried, answer.block)
        if react(game, answer.block, block) and is_interrupted(game, block, start):
            return 0
    contacts(game, block)
    return remaining_mp


def _distance_question(state: OperationsState, block: str, action: str, left: int) -> Count:
    """The question for the MP that a block moves, with terrain costs; private, since the number reveals the unit."""
    return counting(action, left, block, seat=state[block].side, notes=terrain_costs(state, block))


def _record_move(game: Game, block: str, mp: int) -> None:
    state = game.state[block]
    game.tell(BlockMoved(block=block, seat=state.side, mp=mp, face_down=not state.revealed))


def is_interrupted(game: Game, block: str, start: Block) -> bool:
    """Whether a block can go no further: it is lost, or has withdrawn."""
    current = game.state[block]
    return not current.alive or (current.reacted and not start.reacted)


def leave_pair(game: Game, block: str) -> None:
    """End the pair of a block that leaves the shared hex alone. Clause: UO Armor cover (UO-092)."""
    if game.state[block].pair and confirm(game, "leaves-pair", block):
        game.tell(PairEnded(block=block))
