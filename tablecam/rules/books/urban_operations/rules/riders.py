"""Pairs for armour cover, and riders on the outside. Clauses: UO Armor cover (UO-092, UO-093), Superstructure."""

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game
from tablecam.rules.books.urban_operations.rules.losses import lose


def pair_losses(game: Game, block: str) -> None:
    """Apply the losses of a pair that fires; the table supplies the lost rule. Clause: UO Armor cover (UO-093)."""
    partner = game.state[block].pair
    if not partner or not game.state[block].alive:
        return
    suffers = aid.ask_code(game, "pair.losses", about=(block, partner))
    for name in (block, partner):
        if suffers != "none" and game.state[name].card.foot == (suffers == "foot"):
            lose(game, name, 1, "pair")


def riders_suffer(game: Game, carrier: str, osl: int, heavy: bool) -> None:
    """Take OSL from riders, by heavy weapons and 3D actions only. Clause: UO Superstructure (UO-096)."""
    if heavy:
        for rider in game.state.aboard(carrier):
            if game.state[rider].riding:
                lose(game, rider, osl, "fire")
