"""The cost of terrain by the movement table of the aid. Clauses: UO-030, UO Tokens (UO-073, UO-078, UO-081).

The rows are data, since a club's copy of the aid may have other rows. All rows of one cost are one word of a question's
subject, `2=water, breach in a building`; `wording/terrain_words.py` puts it in words.
"""

from collections.abc import Iterator, Mapping

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN, UnitCard
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.tokens import BARRICADE
from tablecam.rules.plain import Json

IMPASSABLE = "X"
# the cost of a hex beside a barricade, and of its own hex for units that it does not stop
BESIDE_MP = "2"
COST, NAMES, OTHERWISE = "=", ", ", "/"


def terrain_costs(state: OperationsState, block: str) -> tuple[str, ...]:
    """A word for each cost with its terrain, the cheapest first and the impassable last."""
    costs: dict[str, list[str]] = {}
    for name, cost in _list_costs(state, state[block].card):
        costs.setdefault(cost, []).append(name)
    return tuple(f"{cost}{COST}{NAMES.join(costs[cost])}" for cost in sorted(costs, key=lambda it: (len(it), it)))


def _list_costs(state: OperationsState, card: UnitCard) -> Iterator[tuple[str, str]]:
    for row in movement(state):
        cost = str(row.get("foot" if card.foot else "vehicle", UNKNOWN))
        if row["name"] == BARRICADE:
            cost = _barricade_cost(state, card, cost)
        if cost != UNKNOWN:
            yield OTHERWISE.join((row["name"], *_alternative_cost(row, cost))), cost if cost.isdigit() else IMPASSABLE


def _barricade_cost(state: OperationsState, card: UnitCard, cost: str) -> str:
    """A barricade stops the classes of its own list, where that is known. Clause: UO Tokens (UO-073)."""
    blocks = aid.entry(state, "barricade.blocks")
    if not isinstance(blocks, list):
        return cost
    return IMPASSABLE if card.weight in blocks else BESIDE_MP if cost == IMPASSABLE else cost


def _alternative_cost(row: Mapping[str, Json], cost: str) -> tuple[str, ...]:
    """The cost of a row in another case, and that case; empty where it has none."""
    return (str(row["other"]), str(row.get("where", ""))) if "other" in row and cost.isdigit() else ()


def movement(state: OperationsState) -> tuple[Mapping[str, Json], ...]:
    """The rows of the movement table that have a name."""
    return tuple(row for row in state.aid.get(aid.MOVEMENT, ()) if row.get("name", UNKNOWN) != UNKNOWN)


def far_terrain(state: OperationsState) -> tuple[str, ...]:
    """A word for each EP above 1 with the terrain whose hexes count it. Clause: UO Firepower and range (UO-005)."""
    counted: dict[str, list[str]] = {}
    for row in movement(state):
        if int(row.get("ep", 1)) > 1:
            counted.setdefault(str(row["ep"]), []).append(row["name"])
    return tuple(f"{ep}{COST}{NAMES.join(names)}" for ep, names in counted.items())
