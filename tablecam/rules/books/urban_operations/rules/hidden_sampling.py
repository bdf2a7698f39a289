"""Draws of what lies face down for a seat: the units of blocks, the kinds of tokens, and the plan of an activation.

They rest on what the seat sees alone: on its own cards and those that it knows of the other side, and on the stage of
the activation in progress, which its procedures and questions show to everybody.
"""

from collections.abc import Sequence

from tablecam.rules.ask import Below
from tablecam.rules.books.urban_operations.rules import menu
from tablecam.rules.books.urban_operations.rules.actions import ACTS
from tablecam.rules.books.urban_operations.rules.impulses import NONE, TARGETED
from tablecam.rules.books.urban_operations.rules.movement import VEHICLE, may_go_unseen
from tablecam.rules.books.urban_operations.rules.pieces import HIDEABLE, UnitCard
from tablecam.rules.books.urban_operations.rules.state import Acting, Block, OperationsState, Token
from tablecam.rules.frozen import copy_with

# of a seat that knows no card of that weight
ON_FOOT, ON_WHEELS = UnitCard("", "", 3), UnitCard("", "", 2, "unarmoured")


def is_block_known(block: Block, seat: str | None) -> bool:
    """Whether a seat may know the unit of a block: its own, a revealed or a lost block."""
    return block.revealed or not block.alive or block.side == seat


def is_token_known(token: Token, seat: str) -> bool:
    """Whether a seat may know the kind of a token: its own, or a revealed one."""
    return token.revealed or (token.side != "" and token.side == seat)


def sample_face_down(state: OperationsState, seat: str, below: Below) -> OperationsState:
    """The state with everything drawn that lies face down for a seat."""
    cards = [block.card for block in state.blocks.values() if is_block_known(block, seat)]
    blocks = {
        name: block if is_block_known(block, seat) else _sample_block(state, block, name, cards, below)
        for name, block in state.blocks.items()
    }
    tokens = {
        name: token if is_token_known(token, seat) else copy_with(token, kind=HIDEABLE[below(len(HIDEABLE))])
        for name, token in state.tokens.items()
    }
    sampled = copy_with(state, blocks=blocks, tokens=tokens)
    acting = state.acting
    if acting is None or acting.block not in blocks or blocks[acting.block].side == seat:
        return sampled
    return copy_with(sampled, acting=_sample_plan(sampled, acting, below))


def _sample_block(state: OperationsState, block: Block, name: str, cards: Sequence[UnitCard], below: Below) -> Block:
    """A block with a card that fits what everybody has seen: who carries and who is carried, and who is paired."""
    pool = list(cards) or [ON_FOOT]
    if block.pair or block.aboard or state.aboard(name):
        usual = ON_FOOT if block.card.foot else ON_WHEELS
        pool = [card for card in pool if card.foot == usual.foot] or [usual]
    card = pool[below(len(pool))]
    return copy_with(block, card=card, osl=card.osl)


def _sample_plan(state: OperationsState, acting: Acting, below: Below) -> Acting:
    """The activation of another side: its stage is known, its action and its movement are drawn."""
    if acting.stage == "again":
        return copy_with(acting, action=_draw_action(state, acting, False, below), left=1 + below(VEHICLE[2]))
    if acting.stage == "move":
        # the question whether the path is unseen shows that the block does not act
        acts = acting.action != NONE if may_go_unseen(state, acting.block) else below(2) > 0
        how = "before" if acts else "move"
        return copy_with(acting, action=_draw_action(state, acting, False, below) if acts else NONE, how=how, left=0)
    action = _draw_action(state, acting, acting.action in TARGETED, below)
    return copy_with(acting, action=action, how="before" if acting.how in ("before", "split") else "stand", left=0)


def _draw_action(state: OperationsState, acting: Acting, targeted: bool, below: Below) -> str:
    """An action that is open to the drawn unit. targeted: it names a target, whose choice everybody sees coming."""
    kinds = [action for action in ACTS if (action in TARGETED) == targeted]
    opened = {option.id for option in menu.options(state, acting.block) if option.open}
    possible = [action for action in kinds if action in opened] or kinds
    return possible[below(len(possible))]
