"""Random facts in place of a table, for games that play themselves: everything that a real table can show.

About one in eight is too close to a limit to call, and the players decide.
"""

from collections.abc import Sequence
from typing import Any

from tablecam.rules.plain import Json
from tablecam.rules.question import Below

# random facts lie on a table of about this size
TABLE_IN = 48
SIGMA_IN = 0.02
RARE = 8
# shares of a target that an obstruction hides, in hundredths; some leave about a quarter of it in view
HIDDEN = (5, 10, 20, 30, 40, 50, 60, 74, 75, 76, 100)
# shares that hardly count, in thousandths
SLIVERS = (4, 5, 6)
NEAR_IN, FAR_IN = 1.2, 24


def draw_range(limits: Sequence[float], below: Below) -> Json:
    """A range in inches and its sigma, anywhere on the table or at one of the limits that the rule uses."""
    if limits and below(RARE) == 0:
        return [_draw_near(limits[below(len(limits))], below), SIGMA_IN]
    return [below(TABLE_IN * 100) / 100, SIGMA_IN]


def draw_path(allowance_in: float, below: Below) -> Json:
    """A length up to an allowance, or close to it."""
    if below(RARE) == 0:
        return {"length_in": _draw_near(allowance_in, below), "sigma_in": SIGMA_IN}
    return {"length_in": below(int(allowance_in * 100) + 1) / 100}


def draw_contacts(others: Sequence[str], below: Below) -> Json:
    """Contacts: one model in eight is touched, and one in sixteen is too close to call."""
    drawn = {model: below(2 * RARE) for model in others}
    return {model: "yes" if number < 2 else "too close" for model, number in drawn.items() if number < 3}  # no text


def draw_sighting(materials: Sequence[str], models: Sequence[str], below: Below) -> dict[str, Json]:
    """The visible shares, and up to three obstructions that hide the rest side by side.

    materials: of the terrain, if the book distinguishes them. models: the models that may block the view.
    """
    names = [f"piece {number}" for number in range(1, 1 + below(3))]  # no text
    terrain = [
        {**_draw_obstruction(name, "terrain", below), "material": materials[below(len(materials))]} for name in names
    ]
    blockers = [_draw_obstruction(models[below(len(models))], "model", below)] if models and below(4) == 0 else []
    return {
        "visible": _compute_visible_share(terrain + blockers),
        "visible_past_terrain": _compute_visible_share(terrain),
        "obstructions": terrain + blockers,
    }


def _draw_near(limit: float, below: Below) -> float:
    return max(0.0, round(limit + (below(7) - 3) / 100, 2))


def _draw_obstruction(name: str, kind: str, below: Below) -> dict[str, Json]:
    """One in eight hides a sliver, and one in three stands about an inch from the viewer."""
    hidden = SLIVERS[below(len(SLIVERS))] / 1000 if below(RARE) == 0 else HIDDEN[below(len(HIDDEN))] / 100
    far_in = NEAR_IN if below(3) == 0 else FAR_IN
    return {"name": name, "kind": kind, "distance_in": below(int(far_in * 100)) / 100, "hidden": hidden}


def _compute_visible_share(obstructions: Sequence[dict[str, Any]]) -> float:
    return max(0.0, round(1 - sum(obstruction["hidden"] for obstruction in obstructions), 3))
