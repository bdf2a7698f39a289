"""What a picture adds to the shape and size of every tag in it: a smear that all share, and edges moved out or in."""

from dataclasses import dataclass

# with a smaller tag the smear grows by this power; an edge that is off by a part of a pixel, by the first
SMEAR_GROWS = 2.5
# on tables rendered and shaken, tags look larger by this share of the smear, and what is left of their size and shape
# then are these shares of it, one sigma
LARGER, SIZE_LEFT, SHAPE_LEFT = 0.45, 0.5, 0.4


@dataclass(frozen=True)
class PictureEffect:
    """What the picture adds to the shape (`Observation.shear`) and the size of a tag with cells of `cell_px` pixels.

    smear: of the shape; 0 unless the camera was shaken. size: a share, without what is usual.
    """

    cell_px: float = 1.0
    smear: complex = 0.0
    size: float = 0.0

    @property
    def shaken(self) -> bool:
        """Whether the camera moved during the exposure."""
        return self.smear != 0

    def smear_of(self, cell_px: float) -> complex:
        """What is added to the shape of a tag with cells of that width."""
        return self.smear * (self.cell_px / cell_px) ** SMEAR_GROWS

    def growth_of(self, cell_px: float) -> float:
        """What the smear adds to the apparent size of such a tag."""
        return LARGER * abs(self.smear_of(cell_px))

    def variances(self, cell_px: float) -> tuple[float, float]:
        """What is left in doubt of such a tag's size and shape, the smear taken off: squared sigmas."""
        smear, size = abs(self.smear_of(cell_px)), self.size * self.cell_px / cell_px
        return (SIZE_LEFT * smear) ** 2 + size**2, (SHAPE_LEFT * smear) ** 2


NO_EFFECT = PictureEffect()
