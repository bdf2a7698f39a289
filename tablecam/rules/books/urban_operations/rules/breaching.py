"""Breaches, at contact and from a distance. Clause: UO Breach (UO-036, UO-037)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game, confirm, count
from tablecam.rules.books.urban_operations.rules.effects import weapons_effect
from tablecam.rules.books.urban_operations.rules.engineers import placed
from tablecam.rules.books.urban_operations.rules.impulse_events import BlockMoved, NothingDone
from tablecam.rules.books.urban_operations.rules.losses import reveal
from tablecam.rules.books.urban_operations.rules.tokens import BREACH
from tablecam.rules.books.urban_operations.rules.weapons import farthest

NEAR_EP = 2
AWAY_MP = 2


def able(game: Game, block: str, how: str) -> bool:
    """Whether a weapon of a block breaches in this way. Clause: UO Weaponry (UO-004)."""
    weapons = {weapon.kind: name for name, weapon in game.state[block].card.weapons.items()}
    return any(aid.one_of(game, f"weapon.{kind}.breach", about=(block, weapon)) == how
               for kind, weapon in weapons.items())  # fmt: skip


def breach_at_contact(game: Game, block: str) -> None:
    """Breach within 2 EP and in the arc; the block first goes away up to 2 MP, free."""
    reveal(game, "action", block)
    if not able(game, block, "contact"):
        game.tell(NothingDone(block=block, why="no-weapon"))
    elif not confirm(game, "breach.near", block, NEAR_EP):
        game.tell(NothingDone(block=block, why="not-in-arc"))
    else:
        mp = count(game, "breach.away", AWAY_MP, block, number=36)
        game.tell(BlockMoved(block=block, seat=game.state[block].side, mp=mp, why="breach"))
        _make_breach(game, block)


def breach_afar(game: Game, block: str) -> None:
    """Breach at least 2 EP away and in the arc."""
    reveal(game, "action", block)
    if not able(game, block, "distance"):
        game.tell(NothingDone(block=block, why="no-weapon"))
    elif not confirm(game, "breach.afar", block, NEAR_EP, farthest()):
        game.tell(NothingDone(block=block, why="not-in-arc"))
    else:
        _make_breach(game, block)


def _make_breach(game: Game, block: str) -> None:
    placed(game, block, BREACH)
    weapons_effect(game, "breach", block)
