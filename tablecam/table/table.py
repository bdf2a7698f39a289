"""The real table: its size and the reference tags around it."""

from dataclasses import dataclass

from tablecam.base.units import to_inches
from tablecam.table.hexes import HexGrid

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
