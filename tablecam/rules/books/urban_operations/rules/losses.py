"""Effects of weapons and the loss of OSL: blocks in the area, protection, quality, passengers, riders.

Clauses: UO Weapons Effect (UO-064, UO-070), Apply losses (UO-065, UO-066), Armor cover (UO-092, UO-093).
"""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid import SHAPES
from tablecam.rules.books.urban_operations.rules.codes import Game, pick, roll, row
from tablecam.rules.books.urban_operations.rules.fight_events import EffectApplied, OslLost, QualityRolled
from tablecam.rules.books.urban_operations.rules.initial_events import (
    Exploded,
    Revealed,
    TokenRemoved,
    TokenRevealed,
    TokenTested,
)
from tablecam.rules.books.urban_operations.rules.pieces import EXPLOSIVE, POPULATION, TESTED, WRECK
from tablecam.rules.books.urban_operations.rules.state import Block, OperationsState
from tablecam.rules.check import Check
from tablecam.rules.dice import D10_FROM_0

# the causes that quality never changes. Clauses: UO Fire (UO-051), Apply losses (UO-065).
NEVER = ("withdrawal", "critical", "leader")
SOFTENS = Check(name="softened loss", target=6, die=D10_FROM_0, clause=row(65))  # no text
HOLDS = Check(name="no worse loss", target=4, die=D10_FROM_0, clause=row(65))  # no text


def reveal(game: Game, why: str, *blocks: str) -> None:
    """Turn blocks face up that are face down."""
    hidden = tuple(block for block in blocks if block in game.state.blocks and not game.state[block].revealed)
    if hidden:
        game.tell(Revealed(blocks=hidden, why=why))


def lose(game: Game, block: str, osl: int, cause: str) -> None:
    """Take OSL from a block, softened or worsened by its quality; its passengers may share the loss."""
    if osl < 1 or not game.state[block].alive:
        return
    reveal(game, "loss", block)
    lost = osl + _roll_quality(game, block, cause)
    if lost > 0:
        game.tell(OslLost(block=block, osl=min(lost, game.state[block].osl), cause=cause))
        share(game, block, osl, cause)


def destroy(game: Game, block: str, cause: str) -> None:
    """Destroy a block at once, regardless of its quality."""
    if game.state[block].alive:
        reveal(game, "loss", block)
        game.tell(OslLost(block=block, osl=game.state[block].osl, cause=cause))


def _roll_quality(game: Game, block: str, cause: str) -> int:
    """The change in OSL by the die for quality. Clause: UO Apply losses (UO-065)."""
    softens, worsens = rows(game.state, game.state[block])
    if not (softens or worsens) or cause in NEVER or aid.ask_membership(game, "losses.exempt", cause, (block,)):
        return 0
    faces = roll(game, game.state[block].side, "quality", block, check=SOFTENS if softens else HOLDS)
    change = -int(SOFTENS.passes(faces)) if softens else int(not HOLDS.passes(faces))
    game.tell(QualityRolled(block=block, faces=faces, change=change))
    return change


def rows(state: OperationsState, block: Block) -> tuple[bool, bool]:
    """Whether a block has the row 6-9, which softens, and the row 0-3, which worsens."""
    usual = state.rules.uo_quality_rows != "other"
    softened, worsened = ("elite", "recruit") if usual else ("recruit", "elite")
    return block.card.quality == softened, block.card.quality == worsened


def share(game: Game, carrier: str, osl: int, cause: str) -> None:
    """Share a loss with the passengers of some carriers, but not riders. Clause: UO Actions (UO-033)."""
    passengers = [name for name in game.state.aboard(carrier) if not game.state[name].riding]
    if passengers and aid.ask_membership(game, "carrier.exposed", game.state[carrier].card.weight, (carrier,)):
        for passenger in passengers:
            lose(game, passenger, osl, cause)


def compute_sniper_loss(game: Game, target: str, osl: int) -> int:
    """The loss by a sniper's fire, which brings no block below a limit. Clause: UO Sniper (UO-087)."""
    floor = aid.number(game, "sniper.floor", about=(target,))
    return min(osl, max(0, game.state[target].osl - floor))


def pair_losses(game: Game, block: str) -> None:
    """Apply the losses of a pair that fires; the table supplies the lost rule. Clause: UO Armor cover (UO-093)."""
    partner = game.state[block].pair
    if not partner or not game.state[block].alive:
        return
    suffers = aid.ask_code(game, "pair.losses", about=(block, partner))
    for name in (block, partner):
        if suffers != "none" and game.state[name].card.foot == (suffers == "foot"):
            lose(game, name, 1, "pair")


def riders_suffer(game: Game, carrier: str, osl: int, heavy: bool) -> None:
    """Take OSL from riders, by heavy weapons and 3D actions only. Clause: UO Superstructure (UO-096)."""
    if heavy:
        for rider in game.state.aboard(carrier):
            if game.state[rider].riding:
                lose(game, rider, osl, "fire")


# the areas of the aid's table; every other effect has its own amount
AREAS = ("fire", "assault", "breach")
# a fortification stops an effect on 0-7. Clause: UO Tokens (UO-079).
PIERCES = Check(name="through the fortification", target=8, die=D10_FROM_0, clause=row(79))  # no text
# Clause: UO Initial phase (UO-013).
STAYS = Check(name="no explosion", target=4, die=D10_FROM_0, clause=row(13))  # no text


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
