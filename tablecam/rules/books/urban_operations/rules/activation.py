"""The activation of one block: movement and action in any order. Clause: UO Activation of blocks (UO-030).

A side keeps its block's action and movement secret until the block carries them out. Each stage of an activation is a
procedure of its own, so that an abandoned one loses little.
"""

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules import impulses, menu
from tablecam.rules.books.urban_operations.rules.actions import ACTS
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, topic
from tablecam.rules.books.urban_operations.rules.impulse_events import AlsoActivated, BlockActivated, StageEnded
from tablecam.rules.books.urban_operations.rules.reactions import Reactor, offer, react, watchers
from tablecam.rules.books.urban_operations.rules.reasons import option
from tablecam.rules.books.urban_operations.rules.travel import is_interrupted, leave_pair, travel, whole_allowance

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
    block = impulses.next_block(game)
    if block == impulses.END:
        impulses.end_impulse(game)
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
