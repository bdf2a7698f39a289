"""A game for benchmarks: one model is about to move, and some enemies are on overwatch."""

from collections.abc import Sequence

from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.setup import new_game
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven
from tablecam.rules.event import evolve
from tablecam.table.snapshot import Snapshot

RIFLE = {"name": "rifle", "short": {"strength": 5}, "medium": {"strength": 5}, "long": {"strength": 4}}
CARDS = {"rifleman": {"weapons": [RIFLE]}}


def build_watched_game(snapshot: Snapshot, mover: str, waiting: Sequence[str]) -> State:
    """The state of that game, between the sides of the snapshot; all models are riflemen."""
    ids = [(model.model.id, model.model.side) for model in snapshot.models]
    sides = {
        side: [{"id": name, "card": "rifleman"} for name, model_side in ids if model_side == side]
        for _name, side in ids
    }
    state = new_game({"cards": CARDS, "sides": sides, "deployed": True})
    enemy = state.other(snapshot.model(mover).model.side)
    orders = dict.fromkeys(waiting, Order.OVERWATCH.value)
    for event in (OrdersGiven(seat=enemy, orders=orders), Activated(model=mover)):
        state = evolve(state, event)
    return state
