"""The state after what happens to blocks and tokens; see `evolve.py`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tablecam.rules.books.urban_operations.rules import events as e
from tablecam.rules.books.urban_operations.rules.state import OperationsState, Token
from tablecam.rules.books.urban_operations.rules.tokens import WRECK
from tablecam.rules.event import Event


def _hidden(state: OperationsState, event: e.Hidden) -> OperationsState:
    """Clause: UO Initial phase (UO-011)."""
    for block in event.blocks:
        state = state.changed(block, revealed=False)
    return state


def _revealed(state: OperationsState, event: e.Revealed) -> OperationsState:
    for block in event.blocks:
        state = state.changed(block, revealed=True)
    return state


def _token(state: OperationsState, name: str, **fields: Any) -> OperationsState:
    if name not in state.tokens:
        return state
    return replace(state, tokens={**state.tokens, name: replace(state.tokens[name], **fields)})


def _token_placed(state: OperationsState, event: e.TokenPlaced) -> OperationsState:
    if event.token in state.tokens:
        return state
    number = state.made + 1
    token = Token(event.kind, number, event.seat, event.revealed, shown_as=event.kind if event.revealed else "")
    return replace(state, tokens={**state.tokens, event.token: token}, made=number)


def _token_gone(state: OperationsState, event: e.TokenRemoved | e.TunnelClosed) -> OperationsState:
    return replace(state, tokens={name: token for name, token in state.tokens.items() if name != event.token})


def _exploded(state: OperationsState, event: e.Exploded) -> OperationsState:
    """A wreck stays. Clause: UO Initial phase (UO-013)."""
    token = state.tokens.get(event.token)
    if token is None or token.kind == WRECK:
        return _token(state, event.token, exploded=True)
    return replace(state, tokens={name: each for name, each in state.tokens.items() if name != event.token})


def _supported(state: OperationsState, event: e.Supported) -> OperationsState:
    """The other of the two acts next. Clause: UO Actions (UO-031)."""
    if event.block not in state.blocks:
        return state
    state = replace(state, supporting=event.partner)
    return state.changed(event.block, osl=state[event.block].osl + event.osl)


def _osl_gained(state: OperationsState, event: e.OslGained) -> OperationsState:
    if event.block not in state.blocks or not state[event.block].alive:
        return state
    return state.changed(event.block, osl=state[event.block].osl + event.osl)


def _osl_lost(state: OperationsState, event: e.OslLost) -> OperationsState:
    """At OSL 0 a block is gone; `aftermath.py` sees to what it leaves behind."""
    if event.block not in state.blocks or not state[event.block].alive:
        return state
    left = max(0, state[event.block].osl - event.osl)
    state = state.changed(event.block, osl=left)
    if left:
        return state
    return replace(state.changed(event.block, revealed=True), aftermath=(*state.aftermath, event.block))


def _buried(state: OperationsState, event: e.Buried) -> OperationsState:
    return replace(state, aftermath=tuple(each for each in state.aftermath if each != event.block))


def _paired(state: OperationsState, event: e.PairFormed) -> OperationsState:
    """Clause: UO Armor cover (UO-092)."""
    return state.changed(event.block, pair=event.vehicle).changed(event.vehicle, pair=event.block)


def _pair_ended(state: OperationsState, event: e.PairEnded) -> OperationsState:
    other = state[event.block].pair if event.block in state.blocks else ""
    return state.changed(event.block, pair="").changed(other, pair="")


MAP_CHANGES: Mapping[type[Event], Callable[[OperationsState, Any], OperationsState]] = {
    e.Hidden: _hidden,
    e.Revealed: _revealed,
    e.TokenRevealed: lambda state, event: _token(state, event.token, revealed=True, shown_as=event.kind),
    e.TokenPlaced: _token_placed,
    e.TokenRemoved: _token_gone,
    e.TunnelClosed: _token_gone,
    e.TokenTested: lambda state, event: replace(state, handled=(*state.handled, event.token)),
    e.Exploded: _exploded,
    e.PopulationMoved: lambda state, event: replace(state, handled=(*state.handled, event.token)),
    e.Supported: _supported,
    e.Mounted: lambda state, event: state.changed(event.block, aboard=event.carrier, riding=event.riding),
    e.Dismounted: lambda state, event: state.changed(event.block, aboard="", riding=False),
    e.PairFormed: _paired,
    e.PairEnded: _pair_ended,
    e.ImpulseChanged: lambda state, event: state.changed(event.block, impulse=event.impulse),
    e.Reacted: lambda state, event: state.changed(event.block, reacted=True),
    e.OslGained: _osl_gained,
    e.OslLost: _osl_lost,
    e.Buried: _buried,
}
