"""The facts of sight on the measured table, for models and for units."""

from collections.abc import Iterable
from itertools import product

import numpy as np

from tablecam.rules.facts import Sight
from tablecam.rules.plain import Json
from tablecam.rules.units import UnitSight
from tablecam.table.measure.sight import sighting
from tablecam.table.measure.sighting import Sighting
from tablecam.table.snapshot import Snapshot


def measure_sightings(snapshot: Snapshot, ask: Sight) -> Json:
    """The sighting of each target; None if a unit has no model, or one that is nowhere."""
    blocks = _find_blockers(snapshot, ask.transparent)
    if isinstance(ask, UnitSight):
        return _measure_units(snapshot, ask, blocks)
    return {target: _to_json(sighting(snapshot, ask.viewer, target, blocks)) for target in ask.targets}


def _measure_units(snapshot: Snapshot, ask: UnitSight, blocks: np.ndarray) -> Json:
    standing = {placed.model.id for placed in snapshot.models}
    if not standing.issuperset(ask.models) or not all(ask.members[unit] for unit in (ask.viewer, *ask.targets)):
        return None
    seen = {
        unit: (sighting(snapshot, *pair, blocks, error=False) for pair in product(ask.members[ask.viewer], models))
        for unit, models in ((unit, ask.members[unit]) for unit in ask.targets)
    }
    return {unit: _to_json(_find_best(sightings)) for unit, sightings in seen.items()}


def _find_best(sightings: Iterable[Sighting]) -> Sighting:
    return max(sightings, key=lambda found: found.visible)


def _find_blockers(snapshot: Snapshot, transparent: tuple[str, ...]) -> np.ndarray:
    """Whether each model of the snapshot blocks sight."""
    return np.array([placed.model.id not in transparent for placed in snapshot.models])


def _to_json(found: Sighting) -> Json:
    obstructions = [
        {"name": hider.name, "kind": hider.kind, "distance_in": hider.distance_in, "hidden": hider.hidden,
         "material": hider.material or ""}
        for hider in found.obstructions
    ]  # fmt: skip
    return {
        "visible": found.visible, "visible_past_terrain": found.visible_past_terrain, "obstructions": obstructions
    }  # fmt: skip
