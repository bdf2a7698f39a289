"""Mounting and dismounting vehicles, and sharing their hex. Clauses: UO Actions (UO-033), Armor cover (UO-092)."""

from tablecam.rules.books.urban_operations.rules import aid, menu
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, confirm
from tablecam.rules.books.urban_operations.rules.impulse_events import (
    AlsoActivated,
    Dismounted,
    Mounted,
    NothingDone,
    PairFormed,
)
from tablecam.rules.books.urban_operations.rules.losses import reveal

INSIDE, OUTSIDE = "inside", "outside"


def mount(game: Game, block: str) -> None:
    """Mount a vehicle beside a block on foot; both are activated, and the block goes to the scenario card."""
    reveal(game, "action", block)
    options = menu.carriers(game.state, block)
    carrier = choose(game, game.state[block].side, "carrier", options, block) if options else ""
    if not carrier or not confirm(game, "adjacent", block, carrier):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    reveal(game, "action", carrier)
    where = _choose_place(game, block, carrier)
    if not where:
        game.tell(NothingDone(block=block, why="no-room"))
        return
    game.tell(Mounted(block=block, carrier=carrier, riding=where == OUTSIDE))
    game.tell(AlsoActivated(block=carrier, why="mounting"))


def _choose_place(game: Game, block: str, carrier: str) -> str:
    """Inside, or outside where the advanced rules allow it; empty where there is no room."""
    state, card = game.state, game.state[carrier].card
    passengers = [passenger for passenger in state.aboard(carrier) if not state[passenger].riding]
    capacity = card.capacity
    if capacity is None:
        capacity = aid.number(game, "carrier.capacity", card.name, (carrier,))
    places = [INSIDE] if len(passengers) < capacity else []
    if state.scenario.advanced and aid.ask_membership(game, "superstructure.carriers", card.weight, (carrier,)):
        places.append(OUTSIDE)
    return choose(game, state[block].side, "place-aboard", places, block, carrier) if places else ""


def dismount(game: Game, block: str) -> None:
    """Put a passenger beside its carrier; both are activated."""
    state = game.state
    reveal(game, "action", block)
    passengers = [name for name in state.aboard(block) if not state[name].activated]
    if not passengers:
        game.tell(NothingDone(block=block, why="nothing-there"))
        return
    passenger = choose(game, state[block].side, "passenger", passengers, block)
    game.tell(Dismounted(block=passenger))
    game.tell(AlsoActivated(block=passenger, why="dismounting"))


def pair(game: Game, block: str) -> None:
    """Move a block on foot into a vehicle's hex for 0 MP; both are activated."""
    reveal(game, "action", block)
    options = menu.vehicles(game.state, block)
    vehicle = choose(game, game.state[block].side, "vehicle", options, block) if options else ""
    if not vehicle or not confirm(game, "adjacent", block, vehicle):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    game.tell(PairFormed(block=block, vehicle=vehicle))
    game.tell(AlsoActivated(block=vehicle, why="pair"))
