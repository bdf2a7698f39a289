"""Withdrawal instead of a fight, and after an assault. Clauses: UO Fire (UO-051), Result (UO-062), Crossing walls."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, confirm, count, roll
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.fight_events import Reacted, Withdrew
from tablecam.rules.books.urban_operations.rules.impulse_events import NothingDone, PairEnded
from tablecam.rules.books.urban_operations.rules.losses import destroy, lose, reveal
from tablecam.rules.books.urban_operations.rules.reasons import option, reason
from tablecam.rules.check import Ladder, Modifier
from tablecam.rules.dice import D10_FROM_0

# each hit on the ladder saves 1 OSL. Clause: UO Fire (UO-051).
STEPS = (2, 7)
MOST_LOST = 2


def ladder(wall: bool) -> Ladder:
    """The die: 0-1 loses 2 OSL, 2-6 loses 1, 7-9 none; over an outer wall the die counts one less (UO-097)."""
    modifiers = (Modifier(-1, reason("outer-wall"), row(97)),) if wall else ()
    return Ladder(name="withdrawal", steps=STEPS, modifiers=modifiers, die=D10_FROM_0, clause=row(51))


def leaves(game: Game, block: str, enemy: str) -> bool:
    """Whether a target leaves instead of fighting; its side decides. Clauses: UO-051, UO Reactions (UO-067)."""
    state = game.state
    options = [option("stay"), option("withdraw", "reacted" if state[block].reacted else "", 67)]
    decision = choose(game, state[block].side, "withdraw", options, block, enemy)
    return decision == "withdraw" and withdraw(game, block, enemy)


def withdraw(game: Game, block: str, enemy: str) -> bool:
    """Withdraw a block by a few MP, with a possible loss of OSL; False where it goes 0 MP, and so stays.

    Quality does not change the loss.
    """
    mp = _choose_distance(game, block)
    if not mp:
        game.tell(NothingDone(block=block, why="stays"))
        return False
    game.tell(Reacted(block=block, to=enemy, kind="withdrawal"))
    reveal(game, "reaction", block)
    _end_pair(game, block)
    wall = game.state.scenario.advanced and confirm(game, "wall", block)
    check = ladder(wall)
    faces = roll(game, game.state[block].side, "withdrawal", block, check=check)
    loss = MOST_LOST - check.hits(faces)
    game.tell(Withdrew(block=block, mp=mp, faces=faces, loss=loss))
    lose(game, block, loss, "withdrawal")
    return True


def _choose_distance(game: Game, block: str, least: int = 0) -> int:
    weight = game.state[block].card.weight
    most_mp = int(aid.ask_code(game, f"withdraw.{weight}.mp", about=(block,)))
    return count(game, "withdraw.mp", most_mp, block, number=51, least=least)


def _end_pair(game: Game, block: str) -> None:
    """End the pair of a block that leaves a shared hex."""
    if game.state[block].pair:
        game.tell(PairEnded(block=block))


def is_driven_away(game: Game, block: str) -> bool:
    """Whether the loser of an assault leaves; without a way out it is lost, or stays. Clause: UO Result (UO-062)."""
    if not game.state[block].alive:
        return True
    if confirm(game, "way-out", block):
        mp = _choose_distance(game, block, least=1)
        _end_pair(game, block)
        game.tell(Withdrew(block=block, mp=mp, forced=True))
        return True
    if game.state.rules.uo_no_way_out == "stays":
        return False
    destroy(game, block, "no-way-out")
    return True
