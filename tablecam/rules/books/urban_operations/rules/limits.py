"""Limits of blocks per impulse. Clauses: UO Number of blocks (UO-023), Elimination (UO-099, UO-100)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.cards import PLATOON_LEADER, QUALITIES
from tablecam.rules.books.urban_operations.rules.state import OperationsState

WITHOUT_LEADER, WITH_LEADER, WITH_BOTH = 3, 5, 7
LOST_LEADER = (4, 3, 2)


def limit(state: OperationsState, side: str) -> int:
    """The limit of blocks for the current impulse, or for the next."""
    lost_quality = state.leaderless.get(side)
    if lost_quality == "basic":
        return WITHOUT_LEADER
    if lost_quality:
        return LOST_LEADER[leader_row(state, lost_quality)]
    if not state.leaders(side, (PLATOON_LEADER,)):
        return WITHOUT_LEADER
    condition = str(aid.entry(state, "blocks.seven_condition.value"))
    return WITH_BOTH if state.leaders(side, (condition,)) else WITH_LEADER


def leader_row(state: OperationsState, quality: str) -> int:
    """The table row for a leader's quality: 0 for 4 blocks, 2 for 2. Clause: UO Elimination (UO-100)."""
    index = QUALITIES.index(quality) if quality in QUALITIES else 1
    return index if state.rules.uo_leader_rows != "other" else len(QUALITIES) - 1 - index


def get_limit(state: OperationsState) -> int:
    """The limit of the current impulse: its initial limit, or less once the side has lost its leader in it."""
    return limit(state, state.active) if state.active in state.leaderless else state.limit


def ready(state: OperationsState) -> tuple[str, ...]:
    """The blocks that the current impulse may still activate."""
    if state.used >= get_limit(state):
        return ()
    return tuple(
        name
        for name in state.on_map(state.active)
        if state[name].impulse == state.impulse and not state[name].activated
    )


def room(state: OperationsState, other: str) -> bool:
    """Whether a second block may be activated together with the acting one."""
    acting = state.acting.block if state.acting else ""
    # the asking block is not counted yet while it only considers the action
    is_within_limit = state.used + (not acting) < get_limit(state)
    return (
        is_within_limit
        and state[other].impulse == state.impulse
        and state[other].side == state.active
        and other != acting
    )
