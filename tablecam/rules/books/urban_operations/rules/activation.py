"""One block acts: movement and action in any order. Clause: UO Activation of blocks (UO-030).

A block's action and the way it moves are its side's secret until it does it. Each part of an activation is a procedure
of its own, so that little is lost when one is abandoned.
"""

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules import impulses, menu
from tablecam.rules.books.urban_operations.rules.actions import ACTS
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, topic
from tablecam.rules.books.urban_operations.rules.events import AlsoActivated, BlockActivated, StageEnded
from tablecam.rules.books.urban_operations.rules.reactions import Reactor, offer, react, watchers
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.travel import interrupted, leave_pair, travel, whole_allowance

NONE = "none"
# actions that name a target, which the other side may react to
TARGETED = ("fire", "suppress", "assault")
GO_ON = "go on"  # no text
SUPPORTED = "supported"


def activate(game: Game) -> None:
    """The next block of the impulse, what it does and how it moves."""
    partner = game.state.supporting
    if partner and game.state[partner].alive:
        _plan(game, partner, SUPPORTED)
        return
    block = impulses.next_block(game)
    if block == impulses.END:
        impulses.end_impulse(game)
        return
    seat = game.state[block].side
    action = choose(game, seat, "action", menu.options(game.state, block), block, private=True)
    _plan(game, block, action)


def _plan(game: Game, block: str, action: str) -> None:
    """How a block moves beside its action; support forbids a split move."""
    state = game.state
    seat = state[block].side
    split = "" if not state[block].card.foot and action not in menu.WHOLE else "not-vehicle"
    hows = ["stand", "move"] if action == NONE else ["stand", "before", "after"]
    options = [option(each) for each in hows]
    if action != NONE:
        options.append(option("split", split, 30))
    how = choose(game, seat, "how", options, block, private=True)
    game.tell(BlockActivated(block=block, seat=seat, action=action, how=how))
    if game.state[block].pair:
        game.tell(AlsoActivated(block=game.state[block].pair, why="pair"))


def move(game: Game) -> None:
    """The movement before or after the action, or the first or last part of a split one."""
    acting = game.state.acting
    assert acting
    block, seat = acting.block, game.state[acting.block].side
    leave_pair(game, block)
    acts = acting.action != NONE
    last = acting.stage == "again"
    most = acting.left if last and acting.how == "split" else whole_allowance(game, block, acts)
    left = travel(game, block, most)
    after = "end" if last or acting.how == "move" else "action"
    game.tell(StageEnded(block=block, seat=seat, next=after, left=left if acting.how == "split" else 0))


def act(game: Game) -> None:
    """The action; what comes next is told first, so that an action that is broken off is over."""
    acting = game.state.acting
    assert acting
    block, action = acting.block, acting.action
    after = "again" if acting.how in ("after", "split") else "end"
    perform = ACTS.get(action)
    if perform is None:
        game.tell(StageEnded(block=block, seat=game.state[block].side, next=after, left=acting.left))
        return
    if not _watched(game, block) or _goes_on(game, block):
        perform(game, block)
    game.tell(StageEnded(block=block, seat=game.state[block].side, next=after, left=acting.left))


def _watched(game: Game, block: str) -> bool:
    """Whether enemies may react to an action by itself: one that moves, or names a target, they react to there."""
    acting = game.state.acting
    assert acting
    stays = acting.how == "stand" and acting.action not in TARGETED
    return stays and bool(watchers(game.state, block, ()))


def _goes_on(game: Game, block: str) -> bool:
    """Its side has it act, unless the other side reacts first; whether it still can. Clause: UO Reactions (UO-067)."""
    start = game.state[block]
    tried: tuple[str, ...] = ()
    while enemies := watchers(game.state, block, tried):
        question = Choose(seat=start.side, options=(Option(GO_ON),), **topic("acts", block)._asdict())
        got = game.ask_unless(question, offer(game.state, block, enemies))
        if not isinstance(got, Reactor):
            break
        tried = (*tried, got.block)
        if react(game, got.block, block) and interrupted(game, block, start):
            return False
    return True


def stop(game: Game) -> None:
    """The block is gone, or can go no further."""
    acting = game.state.acting
    if acting:
        seat = game.state[acting.block].side if acting.block in game.state.blocks else game.state.active
        game.tell(StageEnded(block=acting.block, seat=seat, next="end"))
