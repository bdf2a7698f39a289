"""The knowledge of a seat: everything except what lies face down. Clauses: UO Initial phase (UO-011), Tokens.

A block face down shows its side, number, impulse and markers; a token face down shows only its presence.
"""

from collections.abc import Mapping

from tablecam.rules.books.urban_operations.rules.limits import limit
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState, Token
from tablecam.rules.books.urban_operations.rules.tokens import HIDDEN
from tablecam.rules.plain import Json, to_plain


def get_visible_state(state: OperationsState, seat: str) -> Json:
    """The state for a seat's screen. It never depends on what lies face down for the seat."""
    return {
        "phase": state.phase.value,
        "stage": state.stage.value,
        "turn": state.turn,
        "sides": list(state.sides),
        "first": state.first,
        "active": state.active,
        "impulse": state.impulse,
        "used": state.used,
        "limit": state.limit,
        "limits": {side: limit(state, side) for side in state.sides if side == seat},
        "played": to_plain(state.played),
        "passes": state.passes,
        "requests": [to_plain(request) for request in state.requests],
        "hands": to_plain(state.hands),
        "leaderless": to_plain(state.leaderless),
        "acting": _show_activation(state, seat),
        "ruled": to_plain(state.ruled),
        "rules": to_plain(state.rules),
        "scenario": to_plain(state.scenario),
        "conceded": state.conceded,
        "models": {name: _show_block(block, seat) for name, block in state.blocks.items()},
        "tokens": {name: _show_token(token, seat) for name, token in state.tokens.items()},
    }


def visible_setup(setup: Mapping[str, Json], seat: str) -> Mapping[str, Json]:
    """The setup without the other side's cards and without the tokens face down."""
    sides: Mapping[str, Json] = setup.get("blocks", {})
    used = {str(record.get("card")) for record in sides.get(seat, ())}
    tokens = setup.get("tokens", {})
    return {
        **setup,
        "cards": {name: card for name, card in setup.get("cards", {}).items() if name in used},
        "blocks": {side: _hide_cards(blocks, side == seat) for side, blocks in sides.items()},
        "tokens": {**tokens, "hidden": [HIDDEN for _unused in tokens.get("hidden", ())]},
    }


def _hide_cards(blocks: Json, own: bool) -> Json:
    return blocks if own else [{"card": HIDDEN, "impulse": record.get("impulse")} for record in blocks]


def is_block_known(block: Block, seat: str | None) -> bool:
    """Whether a seat may know the unit of a block: its own, a revealed or a lost block."""
    return block.revealed or not block.alive or block.side == seat


def _show_activation(state: OperationsState, seat: str) -> Json:
    if state.acting is None or state.acting.block not in state.blocks:
        return None
    if state[state.acting.block].side == seat:
        return to_plain(state.acting)
    return {"block": state.acting.block}


def _show_block(block: Block, seat: str) -> Json:
    is_known = is_block_known(block, seat)
    shown = {
        "side": block.side, "number": block.number, "alive": block.alive, "impulse": block.impulse,
        "revealed": block.revealed, "activated": block.activated, "reacted": block.reacted, "aboard": block.aboard,
        "riding": block.riding, "pair": block.pair, "known": is_known, "tokens": [],
    }  # fmt: skip
    return {**shown, "card": to_plain(block.card), "osl": block.osl} if is_known else shown


def _show_token(token: Token, seat: str) -> Json:
    is_known = token.revealed or (token.side != "" and token.side == seat)
    kind = token.shown_as or token.kind
    return {
        "number": token.number,
        "kind": kind if is_known else HIDDEN,
        "revealed": token.revealed,
        "side": token.side,
    }
