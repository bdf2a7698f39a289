"""The result of a game: blocks and strength left. The aid has no victory conditions: the scenario's text decides."""

from tablecam.base.i18n import Message
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS, beaten
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.views import GameResultView, ResultColumn, SideResult
from tablecam.rules.sentence import ModelNames

BLOCKS = ResultColumn("blocks", Message("Blocks left"))
# a total would reveal the strength of blocks face down, so it appears only at the end
OSL = ResultColumn("osl", Message("OSL left"))


def result(state: OperationsState, names: ModelNames) -> GameResultView:
    """The result that players see. A side wins when only the other has lost all blocks, or has conceded."""
    winning_side, is_over = winner(state), URBAN_OPERATIONS.next_procedure(state) is None
    return GameResultView(
        headline=Message("{who} wins", who=names(winning_side))
        if winning_side
        else Message("Nobody wins by the player aid"),
        reason=_explain_result(state) if is_over else "",
        columns=(BLOCKS, OSL) if is_over else (BLOCKS,),
        sides=tuple(_side_result(state, side, is_over) for side in state.sides),
        winner=winning_side,
    )


def winner(state: OperationsState) -> str:
    """The side that has won; empty while neither has, or where both have lost all their blocks."""
    if state.conceded:
        return state.other(state.conceded)
    losers = beaten(state)
    return state.other(losers[0]) if len(losers) == 1 else ""


def _explain_result(state: OperationsState) -> Message:
    if state.conceded:
        return Message("the other side has conceded")
    losers = beaten(state)
    if len(losers) > 1:
        return Message("no block is left")
    return Message("the other side has no block left") if losers else Message("the last turn is over")


def _side_result(state: OperationsState, side: str, over: bool) -> SideResult:
    blocks = [block for block in state.blocks.values() if block.side == side]
    cells = {"blocks": Message("{left} of {all}", left=sum(block.alive for block in blocks), all=len(blocks))}
    if over:
        printed_osl = sum(block.card.osl for block in blocks)
        cells["osl"] = Message("{left} of {all}", left=sum(block.osl for block in blocks), all=printed_osl)
    return SideResult(side, cells)
