"""Movement: distance, reactions and contacts. Clauses: UO Activation of blocks (UO-030), Reactions (UO-067)."""

from tablecam.rules.ask import Count
from tablecam.rules.books.urban_operations.rules.asking import Game, confirm, counting
from tablecam.rules.books.urban_operations.rules.contact import contacts
from tablecam.rules.books.urban_operations.rules.impulse_events import BlockMoved, PairEnded
from tablecam.rules.books.urban_operations.rules.reactions import offer, react, watchers
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState
from tablecam.rules.books.urban_operations.rules.terrain import terrain_costs

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
