"""Which models stand on a feature of the terrain, and which right beside it, as a table answers `Standing`."""

from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from tablecam.table.elevation import UNDECIDED
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature


def standing(snapshot: Snapshot, feature: str, models: Sequence[str], within_in: float) -> dict[str, str] | None:
    """By model "on", "beside" or, where it is too close to call, "on?" or "beside?"; models elsewhere are left out.

    feature: the name of a feature, or of the piece whose parts are meant. None where the terrain has neither.
    Distances are in plan, from the edge of a base to the outline; whoever stands on another floor may be beside it.
    """
    parts = [part for part in snapshot.terrain.features if feature in (part.name, part.piece)]
    if not parts:
        return None
    outline = shapely.union_all([part.polygon for part in parts])
    found = {model: _place(snapshot.model(model), parts, outline, within_in) for model in models}
    return {model: place for model, place in found.items() if place}


def _place(placed: Placed, parts: Sequence[Feature], outline: BaseGeometry, within_in: float) -> str:
    if placed.stands_on in [part.name for part in parts]:
        return "on"
    gap_in = float(placed.footprint.outline().distance(outline))
    if placed.stands_on == UNDECIDED and gap_in == 0 and any(part.standable for part in parts):
        return "on?"
    # a base that reaches over the outline touches it, however uncertain its place
    verdict = Measurement(gap_in, placed.sigma_in).at_most(within_in) if gap_in else Verdict.YES
    return {Verdict.YES: "beside", Verdict.TOO_CLOSE: "beside?", Verdict.NO: ""}[verdict]
