"""Whom a sniper may fire at, and whether that one may reply. Clause: UO Sniper (UO-087)."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game

SNIPER = "sniper"


def reply_of(game: Game, attacker: str, target: str) -> str:
    """`none`: it is no target for a sniper; `reply` for everybody who is not fired at by one."""
    if game.state[attacker].card.kind != SNIPER:
        return "reply"
    return aid.one_of(game, "sniper.targets", game.state[target].card.weight, (attacker, target))
