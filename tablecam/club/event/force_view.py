"""A force list as plain data."""

from tablecam.club.tournament.forces import ForceList
from tablecam.rules.plain import Json


def describe_force_list(force: ForceList) -> dict[str, Json]:
    """A force list with all its lines."""
    lines = [{"name": line.name, "models": line.models, "points": line.points} for line in force.lines]
    return {
        "name": force.name,
        "faction": force.faction,
        "models": force.models,
        "points": force.points,
        "lines": lines,
    }
