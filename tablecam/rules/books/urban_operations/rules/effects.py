"""Weapons effects: who lies in the area, what shields them. Clauses: UO Weapons Effect (UO-064, UO-070), Tokens."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid_answers import SHAPES
from tablecam.rules.books.urban_operations.rules.asking import Game, pick, roll
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.events import (
    EffectApplied,
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

# the areas of the aid's table; all other effects have an amount of their own
AREAS = ("fire", "assault", "breach")
# a fortification stops an effect on 0-7. Clause: UO Tokens (UO-079).
PIERCES = Check(name="through the fortification", target=8, die=D10_FROM_0, clause=row(79))  # no text
# Clause: UO Initial phase (UO-013).
STAYS = Check(name="no explosion", target=4, die=D10_FROM_0, clause=row(13))  # no text
RADIUS_EP = 2


def weapons_effect(game: Game, area: str, source: str) -> None:
    """The effect of a fight or a breach; the table says who lies in its area. source: the block that causes it."""
    osl = aid.number(game, f"weapons_effect.{area}.osl", about=(source,))
    if osl == 0:
        return
    who = aid.one_of(game, f"weapons_effect.{area}.who", about=(source,))
    sides = (game.state[source].side,) if who == "friends" else game.state.sides
    blocks = [each for side in sides for each in game.state.on_map(side) if each != source]
    under = pick(
        game, f"effect.{area}", (*blocks, *game.state.tokens), source, number=70, notes=_shape(game.state, area)
    )
    apply(game, area, osl, under)


def _shape(state: OperationsState, area: str) -> tuple[str, ...]:
    """The shape of an area, where it is known; elsewhere the table judges that too."""
    key = f"weapons_effect.{area}.shape"
    return tuple(each for each in (str(aid.entry(state, key)), aid.said(state, key)) if each in SHAPES)


def apply(game: Game, cause: str, osl: int, under: tuple[str, ...], shielding: bool = True) -> None:
    """Blocks lose OSL but for those whom a fortification shields; population is destroyed, hidden tokens come to light.

    Clauses: UO Weapons Effect (UO-070), Tokens (UO-071, UO-076, UO-079).
    """
    blocks = tuple(each for each in under if each in game.state.blocks and game.state[each].alive)
    reveal(game, "effect", *blocks)
    shielded = _shielded(game, cause, blocks) if shielding else ()
    game.tell(EffectApplied(action=cause, osl=osl, blocks=blocks, shielded=shielded))
    for block in blocks:
        if block not in shielded:
            lose(game, block, osl, "effect" if cause in AREAS else cause)
    for token in under:
        if token in game.state.tokens:
            struck(game, token)


def _shielded(game: Game, cause: str, blocks: tuple[str, ...]) -> tuple[str, ...]:
    inside = pick(game, "fortified", blocks, cause, number=79) if "fortification" in _kinds(game.state) else ()
    return tuple(
        block
        for block in inside
        if not PIERCES.passes(roll(game, game.state[block].side, "fortification", block, check=PIERCES))
    )


def _kinds(state: OperationsState) -> set[str]:
    return {token.kind for token in state.tokens.values()}


def struck(game: Game, token: str) -> None:
    """A token in the area of an effect. Clause: UO Tokens (UO-071, UO-076)."""
    known = game.state.tokens[token]
    if not known.revealed:
        game.tell(TokenRevealed(token=token, kind=known.kind, why="effect"))
    if known.kind == POPULATION:
        game.tell(TokenRemoved(token=token, why="effect"))
    elif known.kind == EXPLOSIVE and not known.revealed:
        test(game, token)


def test(game: Game, token: str) -> None:
    """0-3 and it explodes, 4-9 and it stays. Clauses: UO Initial phase (UO-013), Tokens (UO-071, UO-072)."""
    kind, hidden = game.state.tokens[token].kind, not game.state.tokens[token].revealed
    faces = roll(game, None, "test", token, check=STAYS)
    goes_off = kind in TESTED and not STAYS.passes(faces)
    game.tell(TokenTested(token=token, faces=faces, explodes=goes_off))
    if goes_off:
        if hidden:
            game.tell(TokenRevealed(token=token, kind=kind, why="explosion"))
        explode(game, token)


def explode(game: Game, token: str) -> None:
    """A weapons effect within 2 EP on everybody. Clause: UO Weapons Effect (UO-070)."""
    game.tell(Exploded(token=token))
    blast(game, "explosion", token, aid.number(game, "explosion.osl", about=(token,)))


def blast(game: Game, cause: str, token: str, osl: int) -> None:
    """All that lie within 2 EP of something."""
    if osl:
        others = [each for each in game.state.tokens if each != token]
        under = pick(game, f"blast.{cause}", (*game.state.everywhere(), *others), token, number=70)
        apply(game, cause, osl, under)


def tested_again(state: OperationsState, token: str) -> bool:
    """Whether a token is tested in the initial phase. Clause: UO Initial phase (UO-013)."""
    known = state.tokens[token]
    if known.kind == WRECK:
        return not known.exploded or state.rules.uo_wreck_retest == "yes"
    if not known.revealed:
        return state.rules.uo_test_hidden
    return known.kind == EXPLOSIVE
