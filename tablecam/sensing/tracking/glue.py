"""The true offset of a tag on its tray, from models that are turned on the spot in front of the camera.

The base's centre stays in place. If the tag is glued off its assumed offset, the computed place circles around the
centre.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.units import to_inches, to_mm
from tablecam.sensing.tracking.changes import TrackState
from tablecam.sensing.tracking.footing import AIR
from tablecam.sensing.tracking.observation import wrap_angle
from tablecam.table.elevation import UNDECIDED
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot

LEAST_HEADINGS = 3
# headings closer together than this give the same information
APART_RAD = math.radians(30.0)
# by how much a base shifts when a careful hand turns it against a stop, one sigma along each axis
SHIFTED_MM = 0.15
# a base that shifted by more was not turned on the spot
MOST_SHIFTED_MM = 1.5


@dataclass(frozen=True)
class GlueFinding:
    """The offset of a tag. offset_mm: as in models.toml, (right, forward). by_mm: its difference from the assumed one.

    sigma_mm: of it, along each axis. shifted_mm: the shift of the base from heading to heading, root mean square.
    headings: their number.
    """

    offset_mm: tuple[float, float]
    by_mm: tuple[float, float]
    sigma_mm: float
    shifted_mm: float
    headings: int

    @property
    def turned_on_the_spot(self) -> bool:
        """Whether the base stayed in place."""
        return self.shifted_mm <= MOST_SHIFTED_MM

    def apply_offset(self, model: Miniature) -> Miniature:
        """Return the model with the measured offset of its tag and its uncertainty."""
        return replace(model, tag_offset_mm=self.offset_mm, assembly_sigma_mm=self.sigma_mm)

    def says(self, name: str) -> Message:
        """Return the distance of the tag from its assumed place on the model of that name, as a sentence."""
        right, forward = (f"{abs(length_mm):.2f}" for length_mm in self.by_mm)
        to_right, to_left = (
            Message("{length} mm to the right", length=right),
            Message("{length} mm to the left", length=right),
        )
        ahead, back = (
            Message("{length} mm to the front", length=forward),
            Message("{length} mm to the back", length=forward),
        )
        aside, along = to_right if self.by_mm[0] > 0 else to_left, ahead if self.by_mm[1] > 0 else back
        return Message(

            "The tag of {model} lies {aside} and {along} of its position in models.toml (± {sigma} mm, "
            "measured in {headings} headings)"
        ,
            model=name, aside=aside, along=along, sigma=f"{self.sigma_mm:.2f}", headings=self.headings,
        )  # fmt: skip


def find_tag_offset(turned: Sequence[Placed]) -> GlueFinding | None:
    """Find the tag's offset of a model that stood in one place with these headings; None if too few differ.

    The places are those of a model without any uncertainty of its gluing: a table whose `assembly_sigma_mm` is 0.
    """
    if _count_distinct_headings([placed.heading_rad for placed in turned]) < LEAST_HEADINGS:
        return None
    normal, pull = np.zeros((4, 4)), np.zeros(4)
    rows = [
        (_build_lever(placed.heading_rad), _compute_weight(placed), np.array([placed.x_in, placed.y_in]))
        for placed in turned
    ]
    for lever, weight, place_in in rows:
        normal += lever.T @ weight @ lever
        pull += lever.T @ weight @ place_in
    solution = np.linalg.solve(normal, pull)
    residuals = np.array([place_in - lever @ solution for lever, _, place_in in rows])
    squared = sum(float(residual @ weight @ residual) for residual, (_, weight, _) in zip(residuals, rows, strict=True))
    # the residuals show how well it was really turned
    excess = max(1.0, squared / (2 * len(rows) - 4))
    variance = np.linalg.inv(normal)[2:, 2:] * excess
    right_mm, forward_mm = (to_mm(float(length)) for length in solution[2:])
    assumed_right, assumed_forward = turned[0].model.tag_offset_mm
    return GlueFinding(
        (assumed_right + right_mm, assumed_forward + forward_mm),
        (right_mm, forward_mm),
        to_mm(math.sqrt(float(np.trace(variance)) / 2)),
        to_mm(float(np.sqrt((residuals**2).sum(axis=1).mean()))),
        len(rows),
    )


def _build_lever(heading_rad: float) -> np.ndarray:
    """Return the derivative of a computed place by the base's centre and the error of the tag's offset, (2, 4)."""
    cos, sin = math.cos(heading_rad), math.sin(heading_rad)
    return np.array([[1.0, 0.0, sin, cos], [0.0, 1.0, -cos, sin]])


def _compute_weight(placed: Placed) -> np.ndarray:
    place_covariance = np.array(placed.covariance)[:2, :2]
    return np.asarray(np.linalg.inv(place_covariance + np.eye(2) * to_inches(SHIFTED_MM) ** 2))


def _count_distinct_headings(headings_rad: Sequence[float]) -> int:
    """Return the largest number of headings that differ from each other."""
    sorted_headings = sorted(heading % math.tau for heading in headings_rad)
    best = 0
    for start in range(len(sorted_headings)):
        chain = [sorted_headings[start]]
        for heading in itertools.chain(
            sorted_headings[start + 1 :], (earlier + math.tau for earlier in sorted_headings[:start])
        ):
            if heading - chain[-1] >= APART_RAD and chain[0] + math.tau - heading >= APART_RAD:
                chain.append(heading)
        best = max(best, len(chain))
    return best


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
