"""The aftermath of a lost block. Clauses: UO Apply losses (UO-066), Elimination (UO-099, UO-100)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, pick, roll
from tablecam.rules.books.urban_operations.rules.cards import PLATOON_LEADER
from tablecam.rules.books.urban_operations.rules.engineers import new_token
from tablecam.rules.books.urban_operations.rules.fight_events import Buried, LeaderLost, OslGained, ShockRolled
from tablecam.rules.books.urban_operations.rules.impulse_events import Dismounted, PairEnded
from tablecam.rules.books.urban_operations.rules.initial_events import TokenPlaced
from tablecam.rules.books.urban_operations.rules.limits import leader_row
from tablecam.rules.books.urban_operations.rules.losses import lose
from tablecam.rules.books.urban_operations.rules.tokens import WRECK

BASIC = "basic"
# by row of the table: the OSL that the faces 0 to 9 give to each witness. Clause: UO Elimination (UO-100).
SHOCK = ((0,) * 10, (-2, -2, -1, -1, -1, -1, -1, -1, 0, 1), (-2, -2, -2, -1, -1, -1, -1, -1, -1, 0))


def bury(game: Game) -> None:
    """Settle a lost block once: its pair, passengers, wreck and command. The event comes first, so it never repeats."""
    block = game.state.aftermath[0]
    game.tell(Buried(block=block))
    if game.state[block].pair:
        game.tell(PairEnded(block=block))
    for passenger in game.state.aboard(block):
        game.tell(Dismounted(block=passenger))
    card = game.state[block].card
    if aid.ask_membership(game, "wreck.classes", card.weight, (block,)):
        game.tell(TokenPlaced(token=new_token(game.state), kind=WRECK, by=block))
    leader(game, block)


def leader(game: Game, block: str) -> None:
    """Apply the loss of a leader: fewer blocks for the rest of the turn, and a shock for the witnesses."""
    state, card = game.state, game.state[block].card
    if state.rules.uo_leader_lost == BASIC or not state.scenario.advanced:
        if card.leader and _is_basic_loss(game, block):
            game.tell(LeaderLost(block=block, seat=state[block].side, rule=BASIC))
        return
    if card.leader == PLATOON_LEADER:
        game.tell(LeaderLost(block=block, seat=state[block].side, rule=card.quality))
        _apply_shock(game, block, SHOCK[leader_row(state, card.quality)])


def _is_basic_loss(game: Game, block: str) -> bool:
    """Whether the loss of this leader counts; the aid does not say whose does. Clause: UO Elimination (UO-099)."""
    return aid.ask_membership(game, "leader_lost.units", game.state[block].card.leader, (block,))


def _apply_shock(game: Game, block: str, table: tuple[int, ...]) -> None:
    if not any(table):
        return
    side = game.state[block].side
    for witness in pick(game, "leader.seen", game.state.on_map(side), block, number=100):
        faces = roll(game, side, "leader-lost", witness)
        change = table[faces[0]]
        game.tell(ShockRolled(block=witness, faces=faces, change=change))
        if change > 0:
            game.tell(OslGained(block=witness, osl=change, cause="leader"))
        lose(game, witness, -change, "leader")
