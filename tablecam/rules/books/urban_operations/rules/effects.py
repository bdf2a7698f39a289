"""Weapons effects: blocks in the area, and protection. Clauses: UO Weapons Effect (UO-064, UO-070), Tokens."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid_answers import SHAPES
from tablecam.rules.books.urban_operations.rules.asking import Game, pick, roll
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.fight_events import EffectApplied
from tablecam.rules.books.urban_operations.rules.initial_events import (
    Exploded,
    TokenRemoved,
    TokenRevealed,
    TokenTested,
)
from tablecam.rules.books.urban_operations.rules.losses import lose, reveal
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import EXPLOSIVE, POPULATION, TESTED, WRECK
from tablecam.rules.check import Check
from tablecam.rules.dice import D10_FROM_0

# the areas of the aid's table; every other effect has its own amount
AREAS = ("fire", "assault", "breach")
# a fortification stops an effect on 0-7. Clause: UO Tokens (UO-079).
PIERCES = Check(name="through the fortification", target=8, die=D10_FROM_0, clause=row(79))  # no text
# Clause: UO Initial phase (UO-013).
STAYS = Check(name="no explosion", target=4, die=D10_FROM_0, clause=row(13))  # no text
RADIUS_EP = 2


def weapons_effect(game: Game, area: str, source: str) -> None:
    """Apply the effect of a fight or a breach to the pieces that players name. source: the block that causes it."""
    osl = aid.number(game, f"weapons_effect.{area}.osl", about=(source,))
    if osl == 0:
        return
    who = aid.ask_code(game, f"weapons_effect.{area}.who", about=(source,))
    sides = (game.state[source].side,) if who == "friends" else game.state.sides
    blocks = [block for side in sides for block in game.state.on_map(side) if block != source]
    struck_names = pick(
        game, f"effect.{area}", (*blocks, *game.state.tokens), source, number=70, notes=_list_shapes(game.state, area)
    )
    apply(game, area, osl, struck_names)


def _list_shapes(state: OperationsState, area: str) -> tuple[str, ...]:
    """The shape of an area, where it is known; elsewhere the players judge the shape too."""
    key = f"weapons_effect.{area}.shape"
    return tuple(shape for shape in (str(aid.entry(state, key)), aid.get_aid_answer(state, key)) if shape in SHAPES)


def apply(game: Game, cause: str, osl: int, under: tuple[str, ...], shielding: bool = True) -> None:
    """Take OSL from blocks that no fortification shields, destroy population, and reveal hidden tokens.

    Clauses: UO Weapons Effect (UO-070), Tokens (UO-071, UO-076, UO-079).
    """
    blocks = tuple(name for name in under if name in game.state.blocks and game.state[name].alive)
    reveal(game, "effect", *blocks)
    shielded = _choose_shielded(game, cause, blocks) if shielding else ()
    game.tell(EffectApplied(action=cause, osl=osl, blocks=blocks, shielded=shielded))
    for block in blocks:
        if block not in shielded:
            lose(game, block, osl, "effect" if cause in AREAS else cause)
    for token in under:
        if token in game.state.tokens:
            strike_token(game, token)


def _choose_shielded(game: Game, cause: str, blocks: tuple[str, ...]) -> tuple[str, ...]:
    inside = pick(game, "fortified", blocks, cause, number=79) if "fortification" in _token_kinds(game.state) else ()
    return tuple(
        block
        for block in inside
        if not PIERCES.passes(roll(game, game.state[block].side, "fortification", block, check=PIERCES))
    )


def _token_kinds(state: OperationsState) -> set[str]:
    return {token.kind for token in state.tokens.values()}


def strike_token(game: Game, token: str) -> None:
    """Apply an effect to a token in its area. Clause: UO Tokens (UO-071, UO-076)."""
    struck_token = game.state.tokens[token]
    if not struck_token.revealed:
        game.tell(TokenRevealed(token=token, kind=struck_token.kind, why="effect"))
    if struck_token.kind == POPULATION:
        game.tell(TokenRemoved(token=token, why="effect"))
    elif struck_token.kind == EXPLOSIVE and not struck_token.revealed:
        test(game, token)


def test(game: Game, token: str) -> None:
    """Test a token: it explodes on 0-3, stays on 4-9. Clauses: UO Initial phase (UO-013), Tokens (UO-071, UO-072)."""
    kind, hidden = game.state.tokens[token].kind, not game.state.tokens[token].revealed
    faces = roll(game, None, "test", token, check=STAYS)
    goes_off = kind in TESTED and not STAYS.passes(faces)
    game.tell(TokenTested(token=token, faces=faces, explodes=goes_off))
    if goes_off:
        if hidden:
            game.tell(TokenRevealed(token=token, kind=kind, why="explosion"))
        explode(game, token)


def explode(game: Game, token: str) -> None:
    """Apply the weapons effect of an explosion to everybody within 2 EP. Clause: UO Weapons Effect (UO-070)."""
    game.tell(Exploded(token=token))
    blast(game, "explosion", token, aid.number(game, "explosion.osl", about=(token,)))


def blast(game: Game, cause: str, token: str, osl: int) -> None:
    """Apply an effect to every piece within 2 EP."""
    if osl:
        tokens = [name for name in game.state.tokens if name != token]
        struck_names = pick(game, f"blast.{cause}", (*game.state.everywhere(), *tokens), token, number=70)
        apply(game, cause, osl, struck_names)


def is_tested_again(state: OperationsState, token: str) -> bool:
    """Whether the initial phase tests a token. Clause: UO Initial phase (UO-013)."""
    piece = state.tokens[token]
    if piece.kind == WRECK:
        return not piece.exploded or state.rules.uo_wreck_retest == "yes"
    if not piece.revealed:
        return state.rules.uo_test_hidden
    return piece.kind == EXPLOSIVE
