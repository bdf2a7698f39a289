"""The state after an event. Pure and total, since the umpire may record any event at any time.

One function an event; an event without a function changes nothing that the rules remember.
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
    """The state after an event."""
    change = CHANGES.get(type(event)) or MAP_CHANGES.get(type(event))
    return change(state, event) if change else state


def _begin_turn(state: OperationsState, event: e.TurnOpened) -> OperationsState:
    """Clause: UO 1 turn (UO-010); the first turn has fewer steps (UO-021)."""
    stage = FIRST_TURN[0] if event.turn <= 1 else STAGES[0]
    return replace(state, turn=event.turn, phase=TurnPhase.INITIAL, stage=stage, handled=())


def _reach_stage(state: OperationsState, event: e.StageReached) -> OperationsState:
    stage = next((candidate for candidate in STAGES if candidate.value == event.stage), state.stage)
    if stage is not InitialStage.DONE:
        return replace(state, stage=stage, handled=())
    active = state.first or state.sides[0]
    return replace(state, stage=stage, handled=(), phase=TurnPhase.IMPULSES, active=active, passes=0)


def _mark_handled(state: OperationsState, event: e.Handled) -> OperationsState:
    return replace(state, handled=(*state.handled, event.what))


def _draw_event(state: OperationsState, event: e.EventDrawn) -> OperationsState:
    """Clause: UO Initial phase (UO-014)."""
    state = replace(state, handled=(*state.handled, event.seat))
    cards = state.hands.get(event.seat, 0) + (event.title == "black")
    return replace(state, hands={**state.hands, event.seat: cards})


def _play_event(state: OperationsState, event: e.EventPlayed) -> OperationsState:
    cards = max(0, state.hands.get(event.seat, 0) - (state.phase is not TurnPhase.INITIAL))
    return replace(state, hands={**state.hands, event.seat: cards})


def _request_action(state: OperationsState, event: e.ActionRequested) -> OperationsState:
    """Clause: UO Initial phase (UO-016)."""
    key = f"{event.seat} {event.kind}"
    return replace(
        state,
        requests=(*state.requests, Request(event.id, event.seat, event.kind, event.turn)),
        spent={**state.spent, key: state.spent.get(key, 0) + 1},
        asked_now={**state.asked_now, key: state.asked_now.get(key, 0) + 1},
        asked_by=(*state.asked_by, event.by),
    )


def _refuse_action(state: OperationsState, event: e.ActionUnavailable) -> OperationsState:
    """Clause: UO 3D actions (UO-017)."""
    return replace(state, asked_by=(*state.asked_by, event.by))


def _end_request(state: OperationsState, event: e.ActionCancelled | e.ActionResolved) -> OperationsState:
    requests = tuple(request for request in state.requests if request.id != event.id)
    return replace(state, requests=requests, handled=(*state.handled, event.id))


def _swap_blocks(state: OperationsState, event: e.BlocksSwapped) -> OperationsState:
    """Clause: UO Initial phase (UO-020)."""
    first_block, second_block = event.blocks
    if first_block not in state.blocks or second_block not in state.blocks:
        return state
    impulses = state[first_block].impulse, state[second_block].impulse
    return state.changed(first_block, impulse=impulses[1]).changed(second_block, impulse=impulses[0])


def _begin_impulse(state: OperationsState, event: e.ImpulseBegan) -> OperationsState:
    """Clause: UO Impulses (UO-022)."""
    played = (*state.played.get(event.seat, ()), event.impulse)
    return replace(
        state, active=event.seat, impulse=event.impulse, used=0, limit=event.limit, passes=0,
        played={**state.played, event.seat: played},
    )  # fmt: skip


def _end_impulse(state: OperationsState, event: e.ImpulseEnded) -> OperationsState:
    return replace(state, impulse="", used=0, supporting="", active=state.other(event.seat))


def _pass_impulse(state: OperationsState, event: e.ImpulsePassed) -> OperationsState:
    return replace(state, passes=state.passes + 1, active=state.other(event.seat))


def _activate_block(state: OperationsState, event: e.BlockActivated) -> OperationsState:
    if event.block not in state.blocks:
        return state
    stage = "move" if event.how in ("before", "move", "split") else "action"
    acting = Acting(event.block, event.action, event.how, stage)
    used = state.used + (not state[event.block].activated)
    return replace(state.changed(event.block, activated=True), acting=acting, used=used, supporting="")


def _activate_partner(state: OperationsState, event: e.AlsoActivated) -> OperationsState:
    if event.block not in state.blocks or state[event.block].activated:
        return state
    counts = state[event.block].side == state.active and state.impulse != ""
    return replace(state.changed(event.block, activated=True), used=state.used + counts)


def _move_block(state: OperationsState, event: e.BlockMoved) -> OperationsState:
    acting = state.acting
    if acting and acting.block == event.block and event.mp:
        return replace(state, acting=replace(acting, moved=True))
    return state


def _end_stage(state: OperationsState, event: e.StageEnded) -> OperationsState:
    if not state.acting or state.acting.block != event.block:
        return state
    is_over = event.next == "end"
    return replace(state, acting=None if is_over else replace(state.acting, stage=event.next, left=event.left))


def _end_turn(state: OperationsState, event: e.TurnClosed) -> OperationsState:
    """Remove activated, reaction and completed markers, and smoke. Clause: UO Final phase (UO-024)."""
    tokens = {name: token for name, token in state.tokens.items() if token.kind != "smoke"}
    is_over = event.turn >= state.scenario.turns
    return replace(
        state.all_changed(activated=False, reacted=False), tokens=tokens, turn=event.turn,
        phase=TurnPhase.OVER if is_over else TurnPhase.FINAL,
        played={}, impulse="", used=0, passes=0, supporting="", acting=None, leaderless={},
        asked_now={}, asked_by=(), handled=(),
    )  # fmt: skip


CHANGES: Mapping[type[Event], Callable[[OperationsState, Any], OperationsState]] = {
    e.SetUp: lambda state, _event: replace(state, phase=TurnPhase.FINAL),
    e.ParameterSet: lambda state, event: replace(state, ruled={**state.ruled, event.key: event.value}),
    e.AidFilled: lambda state, event: replace(state, ruled={**state.ruled, **dict.fromkeys(event.proposals, PROPOSAL)}),
    e.TurnOpened: _begin_turn,
    e.StageReached: _reach_stage,
    e.Handled: _mark_handled,
    e.EventDrawn: _draw_event,
    e.EventPlayed: _play_event,
    e.ActionRequested: _request_action,
    e.ActionUnavailable: _refuse_action,
    e.ActionCancelled: _end_request,
    e.ActionResolved: _end_request,
    e.BlocksSwapped: _swap_blocks,
    e.FirstSideChosen: lambda state, event: replace(state, first=event.first),
    e.ImpulseBegan: _begin_impulse,
    e.ImpulseEnded: _end_impulse,
    e.ImpulsePassed: _pass_impulse,
    e.BlockActivated: _activate_block,
    e.AlsoActivated: _activate_partner,
    e.BlockMoved: _move_block,
    e.StageEnded: _end_stage,
    e.LeaderLost: lambda state, event: replace(state, leaderless={**state.leaderless, event.seat: event.rule}),
    e.TurnClosed: _end_turn,
    e.Conceded: lambda state, event: replace(state, conceded=event.seat, phase=TurnPhase.OVER),
}
