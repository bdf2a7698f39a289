"""Movement: how far, who breaks in, and what is met. Clauses: UO Activation of blocks (UO-030), Reactions (UO-067)."""

from tablecam.rules.ask import Count
from tablecam.rules.books.urban_operations.rules.asking import Game, confirm, counting
from tablecam.rules.books.urban_operations.rules.contact import contacts
from tablecam.rules.books.urban_operations.rules.events import BlockMoved, PairEnded
from tablecam.rules.books.urban_operations.rules.reactions import offer, react, watchers
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState
from tablecam.rules.books.urban_operations.rules.terrain import terrain_costs

# MP out of enemy sight, moving only, and with an action, on foot and in vehicles
FOOT = (9, 6, 3)
VEHICLE = (18, 12, 6)
PAIR_MP = 6


def may_go_unseen(state: OperationsState, block: str) -> bool:
    """Not at night, and not on the outside of a vehicle. Clauses: UO-030, UO Superstructure (UO-096)."""
    return not state.scenario.night and not any(state[each].riding for each in state.aboard(block))


def allowance(block: Block, unseen: bool, acts: bool) -> int:
    """MP of an activation. Clauses: UO Activation of blocks (UO-030), Armor cover (UO-092)."""
    table = FOOT if block.card.foot else VEHICLE
    most = table[2] if acts else table[0] if unseen else table[1]
    return min(most, PAIR_MP) if block.pair else most


def whole_allowance(game: Game, block: str, acts: bool) -> int:
    """The allowance, after the table has said whether an enemy sees any of the path."""
    state = game.state
    unseen = not acts and may_go_unseen(state, block) and confirm(game, "unseen", block)
    return allowance(state[block], unseen, acts)


def travel(game: Game, block: str, most: int) -> int:
    """A block moves; enemies who see it may react on the way. The MP that are left of `most`."""
    left = most
    tried: tuple[str, ...] = ()
    start = game.state[block]
    while True:
        question = _how_far(game.state, block, "mp", left)
        enemies = watchers(game.state, block, tried)
        got = game.ask_unless(question, offer(game.state, block, enemies)) if enemies else game.ask(question)
        if isinstance(got, int):
            _went(game, block, got)
            left -= got
            break
        halted = game.ask(_how_far(game.state, block, "mp.halted", left))
        _went(game, block, halted)
        left -= halted
        tried = (*tried, got.block)
        if react(game, got.block, block) and interrupted(game, block, start):
            return 0
    contacts(game, block)
    return left


def _how_far(state: OperationsState, block: str, action: str, left: int) -> Count:
    """How many MP a block moves, with what terrain costs it; the number tells what it is, so it is its side's own."""
    return counting(action, left, block, seat=state[block].side, notes=terrain_costs(state, block))


def _went(game: Game, block: str, mp: int) -> None:
    state = game.state[block]
    game.tell(BlockMoved(block=block, seat=state.side, mp=mp, face_down=not state.revealed))


def interrupted(game: Game, block: str, start: Block) -> bool:
    """Whether a block can go no further: it is gone, or has withdrawn."""
    now = game.state[block]
    return not now.alive or (now.reacted and not start.reacted)


def leave_pair(game: Game, block: str) -> None:
    """A block that leaves the shared hex alone ends the pair. Clause: UO Armor cover (UO-092)."""
    if game.state[block].pair and confirm(game, "leaves-pair", block):
        game.tell(PairEnded(block=block))
