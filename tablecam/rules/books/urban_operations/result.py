"""How a game stands: blocks and strength left. The player aid has no victory conditions: a scenario's words decide."""

from tablecam.base.i18n import Message
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS, beaten
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.views import GameResultView, ResultColumn, SideResult

BLOCKS = ResultColumn("blocks", Message("Blocks left"))
# what the blocks face down add up to is nobody's business before the end
OSL = ResultColumn("osl", Message("OSL left"))


def result(state: OperationsState, names: ModelNames) -> GameResultView:
    """The side that still has blocks when the other has none, or whose opponent concedes, has won."""
    won, over = winner(state), URBAN_OPERATIONS.next_procedure(state) is None
    return GameResultView(
        headline=Message("{who} wins", who=names(won)) if won else Message("Nobody wins by the player aid"),
        reason=_reason(state) if over else "",
        columns=(BLOCKS, OSL) if over else (BLOCKS,),
        sides=tuple(_side(state, side, over) for side in state.sides),
        winner=won,
    )


def winner(state: OperationsState) -> str:
    """The side that has won; empty while none has, or where both are gone."""
    if state.conceded:
        return state.other(state.conceded)
    lost = beaten(state)
    return state.other(lost[0]) if len(lost) == 1 else ""


def _reason(state: OperationsState) -> Message:
    if state.conceded:
        return Message("the other side has conceded")
    lost = beaten(state)
    if len(lost) > 1:
        return Message("no block is left")
    return Message("the other side has no block left") if lost else Message("the last turn is over")


def _side(state: OperationsState, side: str, over: bool) -> SideResult:
    own = [block for block in state.blocks.values() if block.side == side]
    cells = {"blocks": Message("{left} of {all}", left=sum(block.alive for block in own), all=len(own))}
    if over:
        printed = sum(block.card.osl for block in own)
        cells["osl"] = Message("{left} of {all}", left=sum(block.osl for block in own), all=printed)
    return SideResult(side, cells)
