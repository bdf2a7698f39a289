"""The models on a feature of the terrain, and those right beside it: a table's answer to `Standing`."""

from collections.abc import Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from tablecam.table.elevation import UNDECIDED
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature


def standing(snapshot: Snapshot, feature: str, models: Sequence[str], within_in: float) -> dict[str, str] | None:
    """ "on" or "beside" by model, or "on?" or "beside?" where it is too close to call; other models are left out.

    feature: the name of a feature, or of a piece with all its parts. None if the terrain has neither. Distances are in
    plan, from the edge of a base to the outline; a model on another floor may be beside it.
    """
    parts = [piece for piece in snapshot.terrain.features if feature in (piece.name, piece.piece)]
    if not parts:
        return None
    outline = shapely.union_all([piece.polygon for piece in parts])
    places = {model: _classify_place(snapshot.model(model), parts, outline, within_in) for model in models}
    return {model: place for model, place in places.items() if place}


def _classify_place(placed: Placed, parts: Sequence[Feature], outline: BaseGeometry, within_in: float) -> str:
    if placed.stands_on in [piece.name for piece in parts]:
        return "on"
    gap_in = float(placed.footprint.outline().distance(outline))
    if placed.stands_on == UNDECIDED and gap_in == 0 and any(piece.standable for piece in parts):
        return "on?"
    # a base that reaches over the outline touches it, however uncertain its place
    verdict = Measurement(gap_in, placed.sigma_in).at_most(within_in) if gap_in else Verdict.YES
    return {Verdict.YES: "beside", Verdict.TOO_CLOSE: "beside?", Verdict.NO: ""}[verdict]
