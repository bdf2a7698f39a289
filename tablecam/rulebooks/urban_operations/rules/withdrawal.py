"""Leaving instead of fighting, and being driven off. Clauses: UO Fire (UO-051), Result (UO-062), Crossing walls."""

from tablecam.rulebooks.urban_operations.rules import aid
from tablecam.rulebooks.urban_operations.rules.asking import Game, choose, confirm, count, roll
from tablecam.rulebooks.urban_operations.rules.clauses import row
from tablecam.rulebooks.urban_operations.rules.events import PairEnded, Reacted, Withdrew
from tablecam.rulebooks.urban_operations.rules.losses import destroy, lose, reveal
from tablecam.rulebooks.urban_operations.rules.reasons import option, reason
from tablecam.rules.check import Ladder, Modifier
from tablecam.rules.dice import D10_FROM_0

MP = ("2", "4")
# a hit of the ladder is an OSL saved. Clause: UO Fire (UO-051).
STEPS = (2, 7)
MOST_LOST = 2


def ladder(wall: bool) -> Ladder:
    """0-1 loses 2 OSL, 2-6 loses 1, 7-9 none; over an outer wall the die counts one less (UO-097)."""
    over = (Modifier(-1, reason("outer-wall"), row(97)),) if wall else ()
    return Ladder(name="withdrawal", steps=STEPS, modifiers=over, die=D10_FROM_0, clause=row(51))


def may_withdraw(game: Game, block: str, enemy: str) -> bool:
    """Whether the owner of a target has it leave; that is its reaction of the turn. Clause: UO Reactions (UO-067)."""
    state = game.state
    options = [option("stay"), option("withdraw", "reacted" if state[block].reacted else "", 67)]
    return choose(game, state[block].side, "withdraw", options, block, enemy) == "withdraw"


def withdraw(game: Game, block: str, enemy: str) -> None:
    """A block leaves by a few MP, and may lose OSL by it; quality changes nothing of that."""
    game.tell(Reacted(block=block, to=enemy, kind="withdrawal"))
    reveal(game, "reaction", block)
    gone = _path(game, block)
    wall = game.state.scenario.advanced and confirm(game, "wall", block)
    check = ladder(wall)
    faces = roll(game, game.state[block].side, "withdrawal", block, check=check)
    loss = MOST_LOST - check.hits(faces)
    game.tell(Withdrew(block=block, mp=gone, faces=faces, loss=loss))
    lose(game, block, loss, "withdrawal")


def _path(game: Game, block: str) -> int:
    weight = game.state[block].card.weight
    most = int(aid.one_of(game, f"withdraw.{weight}.mp", MP))
    if game.state[block].pair:
        game.tell(PairEnded(block=block))
    return count(game, "withdraw.mp", most, block, number=51)


def driven_off(game: Game, block: str) -> bool:
    """The loser of an assault leaves; one that cannot is destroyed, or stays. Clause: UO Result (UO-062)."""
    if not game.state[block].alive:
        return True
    if confirm(game, "way-out", block):
        game.tell(Withdrew(block=block, mp=_path(game, block), forced=True))
        return True
    if game.state.rules.uo_no_way_out == "stays":
        return False
    destroy(game, block, "no-way-out")
    return True
