"""The state after events of blocks and tokens; see `evolve.py`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tablecam.rules.books.urban_operations.rules import events as e
from tablecam.rules.books.urban_operations.rules.state import OperationsState, Token
from tablecam.rules.books.urban_operations.rules.tokens import WRECK
from tablecam.rules.event import Event


def _hide_blocks(state: OperationsState, event: e.Hidden) -> OperationsState:
    """Clause: UO Initial phase (UO-011)."""
    for block in event.blocks:
        state = state.changed(block, revealed=False)
    return state


def _reveal_blocks(state: OperationsState, event: e.Revealed) -> OperationsState:
    for block in event.blocks:
        state = state.changed(block, revealed=True)
    return state


def _change_token(state: OperationsState, name: str, **fields: Any) -> OperationsState:
    if name not in state.tokens:
        return state
    return replace(state, tokens={**state.tokens, name: replace(state.tokens[name], **fields)})


def _place_token(state: OperationsState, event: e.TokenPlaced) -> OperationsState:
    if event.token in state.tokens:
        return state
    number = state.made + 1
    token = Token(event.kind, number, event.seat, event.revealed, shown_as=event.kind if event.revealed else "")
    return replace(state, tokens={**state.tokens, event.token: token}, made=number)


def _remove_token(state: OperationsState, event: e.TokenRemoved | e.TunnelClosed) -> OperationsState:
    return replace(state, tokens={name: token for name, token in state.tokens.items() if name != event.token})


def _explode_token(state: OperationsState, event: e.Exploded) -> OperationsState:
    """Remove an exploded token; a wreck stays. Clause: UO Initial phase (UO-013)."""
    token = state.tokens.get(event.token)
    if token is None or token.kind == WRECK:
        return _change_token(state, event.token, exploded=True)
    return replace(state, tokens={name: piece for name, piece in state.tokens.items() if name != event.token})


def _support_block(state: OperationsState, event: e.Supported) -> OperationsState:
    """Give OSL, and let the partner act next. Clause: UO Actions (UO-031)."""
    if event.block not in state.blocks:
        return state
    state = replace(state, supporting=event.partner)
    return state.changed(event.block, osl=state[event.block].osl + event.osl)


def _gain_osl(state: OperationsState, event: e.OslGained) -> OperationsState:
    if event.block not in state.blocks or not state[event.block].alive:
        return state
    return state.changed(event.block, osl=state[event.block].osl + event.osl)


def _lose_osl(state: OperationsState, event: e.OslLost) -> OperationsState:
    """Take OSL; a block is lost at OSL 0, and `aftermath.py` settles its consequences."""
    if event.block not in state.blocks or not state[event.block].alive:
        return state
    remaining_osl = max(0, state[event.block].osl - event.osl)
    state = state.changed(event.block, osl=remaining_osl)
    if remaining_osl:
        return state
    return replace(state.changed(event.block, revealed=True), aftermath=(*state.aftermath, event.block))


def _bury_block(state: OperationsState, event: e.Buried) -> OperationsState:
    return replace(state, aftermath=tuple(block for block in state.aftermath if block != event.block))


def _form_pair(state: OperationsState, event: e.PairFormed) -> OperationsState:
    """Clause: UO Armor cover (UO-092)."""
    return state.changed(event.block, pair=event.vehicle).changed(event.vehicle, pair=event.block)


def _end_pair(state: OperationsState, event: e.PairEnded) -> OperationsState:
    partner = state[event.block].pair if event.block in state.blocks else ""
    return state.changed(event.block, pair="").changed(partner, pair="")


MAP_CHANGES: Mapping[type[Event], Callable[[OperationsState, Any], OperationsState]] = {
    e.Hidden: _hide_blocks,
    e.Revealed: _reveal_blocks,
    e.TokenRevealed: lambda state, event: _change_token(state, event.token, revealed=True, shown_as=event.kind),
    e.TokenPlaced: _place_token,
    e.TokenRemoved: _remove_token,
    e.TunnelClosed: _remove_token,
    e.TokenTested: lambda state, event: replace(state, handled=(*state.handled, event.token)),
    e.Exploded: _explode_token,
    e.PopulationMoved: lambda state, event: replace(state, handled=(*state.handled, event.token)),
    e.Supported: _support_block,
    e.Mounted: lambda state, event: state.changed(event.block, aboard=event.carrier, riding=event.riding),
    e.Dismounted: lambda state, event: state.changed(event.block, aboard="", riding=False),
    e.PairFormed: _form_pair,
    e.PairEnded: _end_pair,
    e.ImpulseChanged: lambda state, event: state.changed(event.block, impulse=event.impulse),
    e.Reacted: lambda state, event: state.changed(event.block, reacted=True),
    e.OslGained: _gain_osl,
    e.OslLost: _lose_osl,
    e.Buried: _bury_block,
}
