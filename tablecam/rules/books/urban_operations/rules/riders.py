"""Pairs for armour cover, and riders on the outside. Clauses: UO Armor cover (UO-092, UO-093), Superstructure."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game
from tablecam.rules.books.urban_operations.rules.losses import lose


def pair_losses(game: Game, block: str) -> None:
    """What firing costs a pair: even the shape of the rule is lost. Clause: UO Armor cover (UO-093)."""
    partner = game.state[block].pair
    if not partner or not game.state[block].alive:
        return
    suffers = aid.one_of(game, "pair.losses", about=(block, partner))
    for each in (block, partner):
        if suffers != "none" and game.state[each].card.foot == (suffers == "foot"):
            lose(game, each, 1, "pair")


def riders_suffer(game: Game, carrier: str, osl: int, heavy: bool) -> None:
    """Riders suffer only from heavy weapons and 3D actions. Clause: UO Superstructure (UO-096)."""
    if heavy:
        for rider in game.state.aboard(carrier):
            if game.state[rider].riding:
                lose(game, rider, osl, "fire")
