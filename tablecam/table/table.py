"""The real table: its size and the reference tags around it."""

from dataclasses import dataclass

from tablecam.base.units import to_inches
from tablecam.table.hexes import HexGrid

# a tag put down on its tray by hand and eye lies so much off its middle along each axis
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

    assembly_sigma_mm: how well tags were glued to their trays and bases set into them (one sigma, all models).
    scale_sigma: how well the places of the reference tags give lengths, as a share, where something told.
    print_scale: the size at which the models' tags came out of the printer, over that in models.toml.
    grid: the hexes of a game that is played on some.
    """

    width_in: float
    depth_in: float
    family: str
    reference_tags: tuple[ReferenceTag, ...]
    assembly_sigma_mm: float = USUAL_ASSEMBLY_SIGMA_MM
    grid: HexGrid | None = None
    scale_sigma: float = 0.0
    print_scale: float = 1.0
