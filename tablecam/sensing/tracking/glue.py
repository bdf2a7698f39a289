"""Where on its tray a tag is really glued, from a model that was turned on the spot.

The base's centre stays where it is, and a tag that is glued aside makes the place that is told circle about it.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.units import to_inches, to_mm
from tablecam.table.miniature import Miniature, Placed

LEAST_HEADINGS = 3
# headings nearer to each other than this tell the same
APART_RAD = math.radians(30.0)
# by how much a base shifts when a careful hand turns it against a stop, one sigma along each axis
SHIFTED_MM = 0.15
# a base that shifted by more was not turned on the spot
MOST_SHIFTED_MM = 1.5


@dataclass(frozen=True)
class GlueFinding:
    """Where a tag is glued. offset_mm: as in models.toml, (right, forward). by_mm: by how much that differs from what
    was assumed. sigma_mm: of it, along each axis. shifted_mm: by how much the base shifted from heading to heading,
    root mean square. headings: how many there were.
    """

    offset_mm: tuple[float, float]
    by_mm: tuple[float, float]
    sigma_mm: float
    shifted_mm: float
    headings: int

    @property
    def turned_on_the_spot(self) -> bool:
        """Whether the base stayed where it was."""
        return self.shifted_mm <= MOST_SHIFTED_MM

    def applied(self, model: Miniature) -> Miniature:
        """The model with its tag where it is, as well as that is known."""
        return replace(model, tag_offset_mm=self.offset_mm, assembly_sigma_mm=self.sigma_mm)

    def says(self, name: str) -> Message:
        """How far the tag of the model of that name lies from where it counts, as a sentence."""
        right, forward = (f"{abs(by):.2f}" for by in self.by_mm)
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
            "The tag of {model} lies {aside} and {along} of where models.toml has it, give or take {sigma} mm, by "
            "{headings} headings",
            model=name, aside=aside, along=along, sigma=f"{self.sigma_mm:.2f}", headings=self.headings,
        )  # fmt: skip


def glue_of(turned: Sequence[Placed]) -> GlueFinding | None:
    """Where the tag of a model is glued that stood at one place with these headings; None where too few differ.

    The places are those of a model without any uncertainty of its gluing: a table whose `assembly_sigma_mm` is 0.
    """
    if _well_apart([placed.heading_rad for placed in turned]) < LEAST_HEADINGS:
        return None
    normal, pull = np.zeros((4, 4)), np.zeros(4)
    rows = [(_lever(placed.heading_rad), _weight(placed), np.array([placed.x_in, placed.y_in])) for placed in turned]
    for lever, weight, at in rows:
        normal += lever.T @ weight @ lever
        pull += lever.T @ weight @ at
    found = np.linalg.solve(normal, pull)
    off = np.array([at - lever @ found for lever, _, at in rows])
    squared = sum(float(one @ weight @ one) for one, (_, weight, _) in zip(off, rows, strict=True))
    # what is left over shows how well it was really turned
    worse = max(1.0, squared / (2 * len(rows) - 4))
    variance = np.linalg.inv(normal)[2:, 2:] * worse
    right_mm, forward_mm = (to_mm(float(length)) for length in found[2:])
    own_right, own_forward = turned[0].model.tag_offset_mm
    return GlueFinding(
        (own_right + right_mm, own_forward + forward_mm),
        (right_mm, forward_mm),
        to_mm(math.sqrt(float(np.trace(variance)) / 2)),
        to_mm(float(np.sqrt((off**2).sum(axis=1).mean()))),
        len(rows),
    )


def _lever(heading_rad: float) -> np.ndarray:
    """How a place that is told follows from the base's centre and from what the tag's offset lacks, (2, 4)."""
    cos, sin = math.cos(heading_rad), math.sin(heading_rad)
    return np.array([[1.0, 0.0, sin, cos], [0.0, 1.0, -cos, sin]])


def _weight(placed: Placed) -> np.ndarray:
    own = np.array(placed.covariance)[:2, :2]
    return np.asarray(np.linalg.inv(own + np.eye(2) * to_inches(SHIFTED_MM) ** 2))


def _well_apart(headings_rad: Sequence[float]) -> int:
    """How many of the headings differ from each other, at most."""
    around = sorted(heading % math.tau for heading in headings_rad)
    best = 0
    for first in range(len(around)):
        kept = [around[first]]
        for heading in itertools.chain(around[first + 1 :], (one + math.tau for one in around[:first])):
            if heading - kept[-1] >= APART_RAD and kept[0] + math.tau - heading >= APART_RAD:
                kept.append(heading)
        best = max(best, len(kept))
    return best
