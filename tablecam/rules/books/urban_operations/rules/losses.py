"""Loss of OSL: quality, passengers, a sniper's limit. Clauses: UO Apply losses (UO-065, UO-066), Actions (UO-033)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, roll
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.fight_events import OslLost, QualityRolled
from tablecam.rules.books.urban_operations.rules.initial_events import Revealed
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
