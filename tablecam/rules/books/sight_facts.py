"""The facts of sight on the measured table, for models and for units."""

from itertools import product

import numpy as np

from tablecam.rules.facts import Sight
from tablecam.rules.plain import Json
from tablecam.rules.units import UnitSight
from tablecam.table.measure.sight import sightings
from tablecam.table.measure.sighting import Sighting
from tablecam.table.snapshot import Snapshot


def measure_sightings(snapshot: Snapshot, ask: Sight) -> Json:
    """The sighting of each target; None if a unit has no model, or one that is nowhere."""
    blocks = _find_blockers(snapshot, ask.transparent)
    if isinstance(ask, UnitSight):
        return _measure_units(snapshot, ask, blocks)
    found = sightings(snapshot, [(ask.viewer, target) for target in ask.targets], blocks)
    return {target: _to_json(target_sighting) for target, target_sighting in zip(ask.targets, found, strict=True)}


def _measure_units(snapshot: Snapshot, ask: UnitSight, blocks: np.ndarray) -> Json:
    standing = {placed.model.id for placed in snapshot.models}
    if not standing.issuperset(ask.models) or not all(ask.members[unit] for unit in (ask.viewer, *ask.targets)):
        return None
    pairs = {unit: list(product(ask.members[ask.viewer], ask.members[unit])) for unit in ask.targets}
    seen = {unit: sightings(snapshot, unit_pairs, blocks, error=False) for unit, unit_pairs in pairs.items()}
    return {unit: _to_json(max(found, key=lambda it: it.visible)) for unit, found in seen.items()}


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
