"""The targets of a sniper, and their replies. Clause: UO Sniper (UO-087)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game

SNIPER = "sniper"


def reply_of(game: Game, attacker: str, target: str) -> str:
    """The reply of a target: `none` where a sniper may not fire at it; `reply` against other attackers."""
    if game.state[attacker].card.kind != SNIPER:
        return "reply"
    return aid.one_of(game, "sniper.targets", game.state[target].card.weight, (attacker, target))
