"""Models that are turned on the spot while the camera looks on: what of them tells where their tags are glued."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.average import wrapped
from tablecam.sensing.tracking.footing import AIR
from tablecam.sensing.tracking.glue import GlueFinding, glue_of
from tablecam.sensing.tracking.states import TrackState
from tablecam.table.elevation import UNDECIDED
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot

# a model turned by less stands where it stood, known better
SAME_HEADING_RAD = math.radians(12.0)
# a tag glued aside by more is seen to be; whose place shifts by more was moved
MOST_ASIDE_IN = 0.25
# older ones are as good, but a place that is told has to follow the model
MOST_HEADINGS = 12
# an offset of so many sigmas is no chance, and a smaller one is not worth a word
TOLD_SIGMAS, TOLD_MM = 3.0, 0.25


@dataclass(frozen=True)
class TurnedModel:
    """One model at one place. headings: so many it had there; found: where its tag is glued, None until that shows."""

    model: Miniature
    headings: int
    found: GlueFinding | None = None

    @property
    def told(self) -> bool:
        """Whether its tag surely lies elsewhere than it counts."""
        return self.found is not None and math.hypot(*self.found.by_mm) > max(
            TOLD_MM, TOLD_SIGMAS * self.found.sigma_mm
        )


class Turning:
    """Follows the models of a table from snapshot to snapshot. assembly_sigma_mm: of models that were not measured."""

    def __init__(self, assembly_sigma_mm: float) -> None:
        self._assembly_sigma_mm = assembly_sigma_mm
        self._stands: dict[str, list[Placed]] = {}
        self._last: dict[str, Placed] = {}
        self._turned: dict[str, TurnedModel] = {}

    def note(self, snapshot: Snapshot) -> Mapping[str, TurnedModel]:
        """Takes in a snapshot; the models that were turned on the spot so far, by their ids."""
        for placed in snapshot.models:
            if placed is not self._last.get(placed.model.id):
                self._last[placed.model.id] = placed
                self._take(placed)
        return self._turned

    def _take(self, placed: Placed) -> None:
        ground_known = placed.stands_on not in (UNDECIDED, AIR)
        if placed.state != TrackState.SETTLED.value or placed.model.second_tag is not None or not ground_known:
            return
        stands = self._stands.setdefault(placed.model.id, [])
        here = _unglued(placed, self._assembly_sigma_mm)
        if stands and not _at_one_place(stands[0], here):
            stands.clear()
        if stands and abs(wrapped(stands[-1].heading_rad - here.heading_rad)) < SAME_HEADING_RAD:
            stands[-1] = here
        else:
            stands.append(here)
        found = glue_of(stands)
        while (found is not None and not found.turned_on_the_spot) or len(stands) > MOST_HEADINGS:
            # it was put elsewhere a little while it was turned
            del stands[0]
            found = glue_of(stands)
        self._tell(placed.model, len(stands), found)

    def _tell(self, model: Miniature, headings: int, found: GlueFinding | None) -> None:
        others = {name: turned for name, turned in self._turned.items() if name != model.id}
        if headings > 1:
            self._turned = {**others, model.id: TurnedModel(model, headings, found)}
        elif len(others) < len(self._turned):
            self._turned = others


def _unglued(placed: Placed, usual_sigma_mm: float) -> Placed:
    """The place as if its tag were glued without error, which is what `glue_of` asks for."""
    own = placed.model.assembly_sigma_mm
    variance = to_inches(usual_sigma_mm if own is None else own) ** 2
    covariance = np.array(placed.covariance) - np.diag([variance, variance, 0.0])
    return replace(placed, covariance=tuple((float(a), float(b), float(c)) for a, b, c in covariance))


def _at_one_place(a: Placed, b: Placed) -> bool:
    return a.z_in == b.z_in and math.hypot(a.x_in - b.x_in, a.y_in - b.y_in) < 2 * MOST_ASIDE_IN
