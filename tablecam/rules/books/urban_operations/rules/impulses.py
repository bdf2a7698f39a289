"""Impulses by turns, the activation of each block, and the aftermath of a lost one.

Clauses: UO Impulses (UO-022), Number of blocks played per impulse (UO-023), Activation of blocks (UO-030).
"""

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules import aid, menu
from tablecam.rules.books.urban_operations.rules.actions import ACTS, new_token
from tablecam.rules.books.urban_operations.rules.codes import Game, choose, option, pick, reason, roll, topic
from tablecam.rules.books.urban_operations.rules.fight_events import Buried, LeaderLost, OslGained, ShockRolled
from tablecam.rules.books.urban_operations.rules.impulse_events import (
    AlsoActivated,
    BlockActivated,
    Dismounted,
    ImpulseBegan,
    ImpulseEnded,
    ImpulsePassed,
    PairEnded,
    StageEnded,
)
from tablecam.rules.books.urban_operations.rules.initial_events import TokenPlaced
from tablecam.rules.books.urban_operations.rules.losses import lose
from tablecam.rules.books.urban_operations.rules.menu import leader_row
from tablecam.rules.books.urban_operations.rules.movement import is_interrupted, leave_pair, travel, whole_allowance
from tablecam.rules.books.urban_operations.rules.pieces import PLATOON_LEADER, UNKNOWN, WRECK
from tablecam.rules.books.urban_operations.rules.reactions import Reactor, offer, react, watchers
from tablecam.rules.books.urban_operations.rules.request_events import EventPlayed
from tablecam.rules.books.urban_operations.rules.state import OperationsState

PASS = "pass"
CARD = "play a card"  # no text
END = "end"
SEVEN = "blocks.seven_condition.value"


def left(state: OperationsState, side: str) -> tuple[str, ...]:
    """The impulses that a side has not played this turn and that have a block on the map."""
    played = state.played.get(side, ())
    filled = {state[name].impulse for name in state.on_map(side)}
    return tuple(
        impulse for impulse in state.scenario.impulses.get(side, ()) if impulse not in played and impulse in filled
    )


def is_finished(state: OperationsState) -> bool:
    """Whether every side with an impulse left has passed in a row. Clause: UO Impulses (UO-022)."""
    return state.passes >= sum(bool(left(state, side)) for side in state.sides)


def to_play(state: OperationsState) -> str:
    """The side to play; the other side where the active one has no impulse left."""
    return state.active if left(state, state.active) else state.other(state.active)


def choose_impulse(game: Game) -> None:
    """Let a side play an impulse, pass, or play an event card that it keeps."""
    side = to_play(game.state)
    cards = [CARD] if game.state.hands.get(side) else []
    chosen = choose(game, side, "impulse", [*left(game.state, side), *cards, PASS])
    if chosen == PASS:
        game.tell(ImpulsePassed(seat=side))
    elif chosen == CARD:
        play_card(game, side)
    else:
        game.tell(ImpulseBegan(seat=side, impulse=chosen, limit=_find_limit(game, side)))


def _find_limit(game: Game, side: str) -> int:
    """The limit of blocks, after asking for the condition of 7 blocks where it is unknown and matters."""
    limit = menu.limit(game.state, side)
    if limit == menu.WITH_LEADER and aid.entry(game.state, SEVEN) == UNKNOWN and side not in game.state.leaderless:
        condition = aid.ask_code(game, SEVEN)
        if game.state.leaders(side, (condition,)):
            return menu.WITH_BOTH
    return limit


def play_card(game: Game, side: str) -> None:
    """Record the blocks that lose 1 OSL by an event; the players carry the event out. Clause: UO-014."""
    victims = pick(game, "event.losses", game.state.everywhere(), side, number=14)
    game.tell(EventPlayed(seat=side, blocks=victims))
    for block in victims:
        lose(game, block, 1, "event")


def next_block(game: Game) -> str:
    """The next block to act, or `end` to end the impulse."""
    state = game.state
    options = [*map(Option, menu.ready(state)), Option(END, reason("end-impulse"))]
    return choose(game, state.active, "activate", options, state.impulse)


def end_impulse(game: Game) -> None:
    """End the impulse when no block may act, or its side wants none to act."""
    game.tell(ImpulseEnded(seat=game.state.active, impulse=game.state.impulse))


# The activation of one block: movement and action in any order. Clause: UO Activation of blocks (UO-030).
#
# A side keeps its block's action and movement secret until the block carries them out. Each stage of an activation is a
# procedure of its own, so that an abandoned one loses little.

NONE = "none"
# actions that name a target, which the other side may react to
TARGETED = ("fire", "suppress", "assault")
GO_ON = "go on"  # no text
SUPPORTED = "supported"


def activate(game: Game) -> None:
    """Choose the next block of the impulse, its action and its movement."""
    partner = game.state.supporting
    if partner and game.state[partner].alive:
        _plan_activation(game, partner, SUPPORTED)
        return
    block = next_block(game)
    if block == END:
        end_impulse(game)
        return
    seat = game.state[block].side
    action = choose(game, seat, "action", menu.options(game.state, block), block, private=True)
    _plan_activation(game, block, action)


def _plan_activation(game: Game, block: str, action: str) -> None:
    """Choose how a block moves beside its action; support forbids a split move."""
    state = game.state
    seat = state[block].side
    split = "" if not state[block].card.foot and action not in menu.WHOLE else "not-vehicle"
    choices = ["stand", "move"] if action == NONE else ["stand", "before", "after"]
    options = [option(choice) for choice in choices]
    if action != NONE:
        options.append(option("split", split, 30))
    how = choose(game, seat, "how", options, block, private=True)
    game.tell(BlockActivated(block=block, seat=seat, action=action, how=how))
    if game.state[block].pair:
        game.tell(AlsoActivated(block=game.state[block].pair, why="pair"))


def move(game: Game) -> None:
    """Move the block: before or after its action, or one stage of a split move."""
    acting = game.state.acting
    assert acting
    block, seat = acting.block, game.state[acting.block].side
    leave_pair(game, block)
    acts = acting.action != NONE
    is_last = acting.stage == "again"
    allowance = acting.left if is_last and acting.how == "split" else whole_allowance(game, block, acts)
    remaining_mp = travel(game, block, allowance)
    next_stage = "end" if is_last or acting.how == "move" else "action"
    game.tell(StageEnded(block=block, seat=seat, next=next_stage, left=remaining_mp if acting.how == "split" else 0))


def act(game: Game) -> None:
    """Carry out the action. `StageEnded` names the next stage even where the action is interrupted."""
    acting = game.state.acting
    assert acting
    block, action = acting.block, acting.action
    next_stage = "again" if acting.how in ("after", "split") else "end"
    perform = ACTS.get(action)
    if perform is None:
        game.tell(StageEnded(block=block, seat=game.state[block].side, next=next_stage, left=acting.left))
        return
    if not _is_watched(game, block) or _can_go_on(game, block):
        perform(game, block)
    game.tell(StageEnded(block=block, seat=game.state[block].side, next=next_stage, left=acting.left))


def _is_watched(game: Game, block: str) -> bool:
    """Whether enemies may react to the action itself. They react to a move or a named target when that happens."""
    acting = game.state.acting
    assert acting
    stays = acting.how == "stand" and acting.action not in TARGETED
    return stays and bool(watchers(game.state, block, ()))


def _can_go_on(game: Game, block: str) -> bool:
    """Whether the block can still act after the reactions of the other side. Clause: UO Reactions (UO-067)."""
    start = game.state[block]
    tried: tuple[str, ...] = ()
    while enemies := watchers(game.state, block, tried):
        question = Choose(seat=start.side, options=(Option(GO_ON),), **topic("acts", block)._asdict())
        answer = game.ask_unless(question, offer(game.state, block, enemies))
        if not isinstance(answer, Reactor):
            break
        tried = (*tried, answer.block)
        if react(game, answer.block, block) and is_interrupted(game, block, start):
            return False
    return True


def stop(game: Game) -> None:
    """End the activation of a block that is gone or can go no further."""
    acting = game.state.acting
    if acting:
        seat = game.state[acting.block].side if acting.block in game.state.blocks else game.state.active
        game.tell(StageEnded(block=acting.block, seat=seat, next="end"))


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
