"""The real table: its size, the reference tags around it, and its grid of hexes."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tablecam.base.units import to_inches

# A grid of hexes over the table, in axial coordinates.
#
# Two sides of every hex face the near and the far edge: column `q` lies right of column `q - 1`, half a hex higher,
# and hex `(q, r)` lies right above `(q, r - 1)`. The middle of hex (0, 0) is the grid's origin.

COLUMN = math.sqrt(3) / 2
# the reach of an error: the same two sigma as near the limit of a range
SIGMAS = 2.0


class Hex(NamedTuple):
    """A hex by its axial coordinates."""

    q: int
    r: int

    def distance(self, other: "Hex") -> int:
        """The fewest steps from hex to hex, each across a side."""
        across, up = other.q - self.q, other.r - self.r
        return (abs(across) + abs(up) + abs(across + up)) // 2

    def list_neighbourhood(self, steps: int) -> "Iterator[Hex]":
        """All hexes at most `steps` steps away, this one among them."""
        for across in range(-steps, steps + 1):
            for up in range(max(-steps, -across - steps), min(steps, steps - across) + 1):
                yield Hex(self.q + across, self.r + up)


@dataclass(frozen=True)
class HexGrid:
    """A grid of equal hexes. size_in: from side to opposite side, the distance between the middles of neighbours."""

    size_in: float
    origin_in: tuple[float, float] = (0.0, 0.0)

    def middle(self, hex: Hex) -> tuple[float, float]:
        """The middle of a hex in table inches."""
        x, y = self.origin_in
        return x + hex.q * COLUMN * self.size_in, y + (hex.r + hex.q / 2) * self.size_in

    def get_hex(self, x_in: float, y_in: float) -> Hex:
        """The hex that contains a place."""
        q = (x_in - self.origin_in[0]) / (COLUMN * self.size_in)
        r = (y_in - self.origin_in[1]) / self.size_in - q / 2
        return _round_hex(q, r)

    def find_hexes(self, x_in: float, y_in: float, sigma_in: float) -> tuple[Hex, ...]:
        """The hexes that a place known to `sigma_in` may lie in; the measured one comes first."""
        nearest, reach_in = self.get_hex(x_in, y_in), SIGMAS * sigma_in
        steps = 1 + math.ceil(reach_in / (COLUMN * self.size_in))
        others = (hex for hex in nearest.list_neighbourhood(steps) if hex != nearest)
        return (nearest, *(hex for hex in others if self._distance_outside(hex, x_in, y_in) < reach_in))

    def _distance_outside(self, hex: Hex, x_in: float, y_in: float) -> float:
        """The distance of a place from a hex; 0 inside it.

        A hex is the same in its six directions, so the place is folded into the sector of its upper side.
        """
        x, y = self.middle(hex)
        across, up, half_size = abs(x_in - x), abs(y_in - y), self.size_in / 2
        fold = 2 * min(0.0, up / 2 - COLUMN * across)
        across, up = across + COLUMN * fold, up - fold / 2
        corner = half_size / math.sqrt(3)
        return math.hypot(across - max(-corner, min(corner, across)), max(0.0, up - half_size))


def _round_hex(q: float, r: float) -> Hex:
    """The hex nearest to fractional coordinates: the coordinate that was rounded most follows from the two others."""
    third = -q - r
    nearest_q, nearest_r, nearest_third = round(q), round(r), round(third)
    off_q, off_r, off_third = abs(nearest_q - q), abs(nearest_r - r), abs(nearest_third - third)
    if off_q > off_r and off_q > off_third:
        return Hex(-nearest_r - nearest_third, nearest_r)
    if off_r > off_third:
        return Hex(nearest_q, -nearest_q - nearest_third)
    return Hex(nearest_q, nearest_r)


# the usual error, along each axis, of a tag put on its tray by hand and eye
USUAL_ASSEMBLY_SIGMA_MM = 0.3


@dataclass(frozen=True)
class ReferenceTag:
    """A tag that lies flat on the table (z = 0) at a known place.

    center_in: (x, y). rotation_deg: anticlockwise; at 0 its top points to +y. size_mm: edge of the black square.
    """

    id: int
    size_mm: float
    center_in: tuple[float, float]
    rotation_deg: float = 0.0

    @property
    def size_in(self) -> float:
        """Edge of the black square in inches."""
        return to_inches(self.size_mm)


@dataclass(frozen=True)
class Table:
    """`table.toml`: the playing area is 0..width_in by 0..depth_in.

    assembly_sigma_mm: the accuracy of gluing tags to trays and setting bases into them (one sigma, all models).
    scale_sigma: the relative one-sigma error of lengths between reference tags; 0 where nothing measured it.
    print_scale: the printed size of the models' tags, divided by the size in models.toml.
    grid: the hexes of a hex game, None for other games.
    """

    width_in: float
    depth_in: float
    family: str
    reference_tags: tuple[ReferenceTag, ...]
    assembly_sigma_mm: float = USUAL_ASSEMBLY_SIGMA_MM
    grid: HexGrid | None = None
    scale_sigma: float = 0.0
    print_scale: float = 1.0
