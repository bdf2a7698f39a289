"""How many blocks an impulse may play. Clauses: UO Number of blocks (UO-023), Elimination (UO-099, UO-100)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.cards import PLATOON_LEADER, QUALITIES
from tablecam.rules.books.urban_operations.rules.state import OperationsState

WITHOUT_LEADER, WITH_LEADER, WITH_BOTH = 3, 5, 7
LOST_LEADER = (4, 3, 2)


def limit(state: OperationsState, side: str) -> int:
    """Blocks of the impulse in progress, or of the next one."""
    lost = state.leaderless.get(side)
    if lost == "basic":
        return WITHOUT_LEADER
    if lost:
        return LOST_LEADER[leader_row(state, lost)]
    if not state.leaders(side, (PLATOON_LEADER,)):
        return WITHOUT_LEADER
    condition = str(aid.entry(state, "blocks.seven_condition.value"))
    return WITH_BOTH if state.leaders(side, (condition,)) else WITH_LEADER


def leader_row(state: OperationsState, quality: str) -> int:
    """The row of the table for a leader of a quality: 0 for 4 blocks, 2 for 2. Clause: UO Elimination (UO-100)."""
    at = QUALITIES.index(quality) if quality in QUALITIES else 1
    return at if state.rules.uo_leader_rows != "other" else len(QUALITIES) - 1 - at


def allowed(state: OperationsState) -> int:
    """Blocks of the impulse in progress: what it began with, or less after the leader was lost in it."""
    return limit(state, state.active) if state.active in state.leaderless else state.limit


def ready(state: OperationsState) -> tuple[str, ...]:
    """The blocks that the impulse in progress may still activate."""
    if state.used >= allowed(state):
        return ()
    return tuple(
        each
        for each in state.on_map(state.active)
        if state[each].impulse == state.impulse and not state[each].activated
    )


def room(state: OperationsState, other: str) -> bool:
    """Whether a second block may be activated together with the one that acts."""
    acting = state.acting.block if state.acting else ""
    # the block that asks is not counted yet while it only considers it
    within = state.used + (not acting) < allowed(state)
    return within and state[other].impulse == state.impulse and state[other].side == state.active and other != acting
