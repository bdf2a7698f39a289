"""The state after an event: pure, and total, for the umpire may tell anything at any time.

One function an event; an event without one here changes nothing that the rules remember.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tablecam.rules.books.urban_operations.rules import events as e
from tablecam.rules.books.urban_operations.rules.evolve_map import MAP_CHANGES
from tablecam.rules.books.urban_operations.rules.state import (
    FIRST_TURN,
    PROPOSAL,
    STAGES,
    Acting,
    InitialStage,
    OperationsState,
    Request,
    TurnPhase,
)
from tablecam.rules.event import Event


def evolve(state: OperationsState, event: Event) -> OperationsState:
    """The next state."""
    change = CHANGES.get(type(event)) or MAP_CHANGES.get(type(event))
    return change(state, event) if change else state


def _turn_began(state: OperationsState, event: e.TurnOpened) -> OperationsState:
    """Clause: UO 1 turn (UO-010); the first turn has fewer steps (UO-021)."""
    stage = FIRST_TURN[0] if event.turn <= 1 else STAGES[0]
    return replace(state, turn=event.turn, phase=TurnPhase.INITIAL, stage=stage, handled=())


def _stage_reached(state: OperationsState, event: e.StageReached) -> OperationsState:
    stage = next((each for each in STAGES if each.value == event.stage), state.stage)
    if stage is not InitialStage.DONE:
        return replace(state, stage=stage, handled=())
    active = state.first or state.sides[0]
    return replace(state, stage=stage, handled=(), phase=TurnPhase.IMPULSES, active=active, passes=0)


def _handled(state: OperationsState, event: e.Handled) -> OperationsState:
    return replace(state, handled=(*state.handled, event.what))


def _event_drawn(state: OperationsState, event: e.EventDrawn) -> OperationsState:
    """Clause: UO Initial phase (UO-014)."""
    state = replace(state, handled=(*state.handled, event.seat))
    kept = state.hands.get(event.seat, 0) + (event.title == "black")
    return replace(state, hands={**state.hands, event.seat: kept})


def _event_played(state: OperationsState, event: e.EventPlayed) -> OperationsState:
    kept = max(0, state.hands.get(event.seat, 0) - (state.phase is not TurnPhase.INITIAL))
    return replace(state, hands={**state.hands, event.seat: kept})


def _action_requested(state: OperationsState, event: e.ActionRequested) -> OperationsState:
    """Clause: UO Initial phase (UO-016)."""
    key = f"{event.seat} {event.kind}"
    return replace(
        state,
        requests=(*state.requests, Request(event.id, event.seat, event.kind, event.turn)),
        spent={**state.spent, key: state.spent.get(key, 0) + 1},
        asked_now={**state.asked_now, key: state.asked_now.get(key, 0) + 1},
        asked_by=(*state.asked_by, event.by),
    )


def _action_unavailable(state: OperationsState, event: e.ActionUnavailable) -> OperationsState:
    """Clause: UO 3D actions (UO-017)."""
    return replace(state, asked_by=(*state.asked_by, event.by))


def _request_over(state: OperationsState, event: e.ActionCancelled | e.ActionResolved) -> OperationsState:
    left = tuple(each for each in state.requests if each.id != event.id)
    return replace(state, requests=left, handled=(*state.handled, event.id))


def _blocks_swapped(state: OperationsState, event: e.BlocksSwapped) -> OperationsState:
    """Clause: UO Initial phase (UO-020)."""
    one, two = event.blocks
    if one not in state.blocks or two not in state.blocks:
        return state
    impulses = state[one].impulse, state[two].impulse
    return state.changed(one, impulse=impulses[1]).changed(two, impulse=impulses[0])


def _impulse_began(state: OperationsState, event: e.ImpulseBegan) -> OperationsState:
    """Clause: UO Impulses (UO-022)."""
    done = (*state.played.get(event.seat, ()), event.impulse)
    return replace(
        state, active=event.seat, impulse=event.impulse, used=0, limit=event.limit, passes=0,
        played={**state.played, event.seat: done},
    )  # fmt: skip


def _impulse_ended(state: OperationsState, event: e.ImpulseEnded) -> OperationsState:
    return replace(state, impulse="", used=0, supporting="", active=state.other(event.seat))


def _passed(state: OperationsState, event: e.ImpulsePassed) -> OperationsState:
    return replace(state, passes=state.passes + 1, active=state.other(event.seat))


def _block_activated(state: OperationsState, event: e.BlockActivated) -> OperationsState:
    if event.block not in state.blocks:
        return state
    stage = "move" if event.how in ("before", "move", "split") else "action"
    acting = Acting(event.block, event.action, event.how, stage)
    used = state.used + (not state[event.block].activated)
    return replace(state.changed(event.block, activated=True), acting=acting, used=used, supporting="")


def _also_activated(state: OperationsState, event: e.AlsoActivated) -> OperationsState:
    if event.block not in state.blocks or state[event.block].activated:
        return state
    counts = state[event.block].side == state.active and state.impulse != ""
    return replace(state.changed(event.block, activated=True), used=state.used + counts)


def _moved(state: OperationsState, event: e.BlockMoved) -> OperationsState:
    acting = state.acting
    if acting and acting.block == event.block and event.mp:
        return replace(state, acting=replace(acting, moved=True))
    return state


def _stage_ended(state: OperationsState, event: e.StageEnded) -> OperationsState:
    if not state.acting or state.acting.block != event.block:
        return state
    over = event.next == "end"
    return replace(state, acting=None if over else replace(state.acting, stage=event.next, left=event.left))


def _turn_ended(state: OperationsState, event: e.TurnClosed) -> OperationsState:
    """Activated, reaction and completed markers come off, and smoke. Clause: UO Final phase (UO-024)."""
    tokens = {name: token for name, token in state.tokens.items() if token.kind != "smoke"}
    over = event.turn >= state.scenario.turns
    return replace(
        state.all_changed(activated=False, reacted=False), tokens=tokens, turn=event.turn,
        phase=TurnPhase.OVER if over else TurnPhase.FINAL,
        played={}, impulse="", used=0, passes=0, supporting="", acting=None, leaderless={},
        asked_now={}, asked_by=(), handled=(),
    )  # fmt: skip


CHANGES: Mapping[type[Event], Callable[[OperationsState, Any], OperationsState]] = {
    e.SetUp: lambda state, _event: replace(state, phase=TurnPhase.FINAL),
    e.ParameterSet: lambda state, event: replace(state, ruled={**state.ruled, event.key: event.value}),
    e.AidFilled: lambda state, event: replace(state, ruled={**state.ruled, **dict.fromkeys(event.proposals, PROPOSAL)}),
    e.TurnOpened: _turn_began,
    e.StageReached: _stage_reached,
    e.Handled: _handled,
    e.EventDrawn: _event_drawn,
    e.EventPlayed: _event_played,
    e.ActionRequested: _action_requested,
    e.ActionUnavailable: _action_unavailable,
    e.ActionCancelled: _request_over,
    e.ActionResolved: _request_over,
    e.BlocksSwapped: _blocks_swapped,
    e.FirstSideChosen: lambda state, event: replace(state, first=event.first),
    e.ImpulseBegan: _impulse_began,
    e.ImpulseEnded: _impulse_ended,
    e.ImpulsePassed: _passed,
    e.BlockActivated: _block_activated,
    e.AlsoActivated: _also_activated,
    e.BlockMoved: _moved,
    e.StageEnded: _stage_ended,
    e.LeaderLost: lambda state, event: replace(state, leaderless={**state.leaderless, event.seat: event.rule}),
    e.TurnClosed: _turn_ended,
    e.Conceded: lambda state, event: replace(state, conceded=event.seat, phase=TurnPhase.OVER),
}
