"""Models that are turned on the spot in front of the camera: their headings show where their tags are glued."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.average import wrap_angle
from tablecam.sensing.tracking.footing import AIR
from tablecam.sensing.tracking.glue import GlueFinding, find_tag_offset
from tablecam.sensing.tracking.states import TrackState
from tablecam.table.elevation import UNDECIDED
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot

# a model turned by less than this has kept its heading, known better
SAME_HEADING_RAD = math.radians(12.0)
# people see that a tag is glued off centre by more than this; a model whose place shifts by more was moved
MOST_ASIDE_IN = 0.25
# older headings are as good, but the finding has to follow the model
MOST_HEADINGS = 12
# an offset of this many sigmas is no chance, and a smaller one in mm is not worth a report
TOLD_SIGMAS, TOLD_MM = 3.0, 0.25


@dataclass(frozen=True)
class TurnedModel:
    """One model at one place. headings: their number there; found: the offset of its tag, None until it shows."""

    model: Miniature
    headings: int
    found: GlueFinding | None = None

    @property
    def told(self) -> bool:
        """Whether its tag surely lies off its assumed place."""
        return self.found is not None and math.hypot(*self.found.by_mm) > max(
            TOLD_MM, TOLD_SIGMAS * self.found.sigma_mm
        )


class Turning:
    """Follows the models of a table from snapshot to snapshot. assembly_sigma_mm: of models that were not measured."""

    def __init__(self, assembly_sigma_mm: float) -> None:
        self._assembly_sigma_mm = assembly_sigma_mm
        self._stances: dict[str, list[Placed]] = {}
        self._last_placed: dict[str, Placed] = {}
        self._turned_models: dict[str, TurnedModel] = {}

    def note(self, snapshot: Snapshot) -> Mapping[str, TurnedModel]:
        """Take in a snapshot. Return the models that have been turned on the spot, by their ids."""
        for placed in snapshot.models:
            if placed is not self._last_placed.get(placed.model.id):
                self._last_placed[placed.model.id] = placed
                self._add_placed(placed)
        return self._turned_models

    def _add_placed(self, placed: Placed) -> None:
        is_ground_known = placed.stands_on not in (UNDECIDED, AIR)
        if placed.state != TrackState.SETTLED.value or placed.model.second_tag is not None or not is_ground_known:
            return
        stands = self._stances.setdefault(placed.model.id, [])
        unglued = _remove_gluing(placed, self._assembly_sigma_mm)
        if stands and not _is_one_place(stands[0], unglued):
            stands.clear()
        if stands and abs(wrap_angle(stands[-1].heading_rad - unglued.heading_rad)) < SAME_HEADING_RAD:
            stands[-1] = unglued
        else:
            stands.append(unglued)
        finding = find_tag_offset(stands)
        while (finding is not None and not finding.turned_on_the_spot) or len(stands) > MOST_HEADINGS:
            # its place shifted a little while it was turned
            del stands[0]
            finding = find_tag_offset(stands)
        self._update_finding(placed.model, len(stands), finding)

    def _update_finding(self, model: Miniature, headings: int, found: GlueFinding | None) -> None:
        other_models = {name: turned for name, turned in self._turned_models.items() if name != model.id}
        if headings > 1:
            self._turned_models = {**other_models, model.id: TurnedModel(model, headings, found)}
        elif len(other_models) < len(self._turned_models):
            self._turned_models = other_models


def _remove_gluing(placed: Placed, usual_sigma_mm: float) -> Placed:
    """Return the place as if its tag were glued without error, as `find_tag_offset` requires."""
    model_sigma_mm = placed.model.assembly_sigma_mm
    variance = to_inches(usual_sigma_mm if model_sigma_mm is None else model_sigma_mm) ** 2
    covariance = np.array(placed.covariance) - np.diag([variance, variance, 0.0])
    return replace(placed, covariance=tuple((float(a), float(b), float(c)) for a, b, c in covariance))


def _is_one_place(a: Placed, b: Placed) -> bool:
    return a.z_in == b.z_in and math.hypot(a.x_in - b.x_in, a.y_in - b.y_in) < 2 * MOST_ASIDE_IN
