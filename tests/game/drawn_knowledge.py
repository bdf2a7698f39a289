"""A table with a wall, as the machine knows it: models stand where the state of a game has them."""

from dataclasses import replace
from typing import Any

from tablecam.game.opponent.table_knowledge import TableKnowledge
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.table_facts import TableNow
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot

BOOK = BOOKS.book("urban-war")
WALL = "terrain wall solid 0 to 3 at 8,9 16,9 16,10 8,10"


def bare_table() -> TableKnowledge:
    """The table of a game of Urban War."""
    return TableKnowledge(BOOK, lambda ask, state: BOOK.facts.answer(ask, state, TableNow(take(state), {})), take)


def take(state: Any) -> Snapshot:
    """The snapshot of the places that a state has."""
    places = BOOK.facts.list_places(state)
    rows = [f"model {name} {state[name].side} 25.4mm at {x:.3f},{y:.3f}" for name, (x, y, _z) in places.items()]
    return replace(parse("\n".join([WALL, *rows])), width_in=48.0, depth_in=48.0)
