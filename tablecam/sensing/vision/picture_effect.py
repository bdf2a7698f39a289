"""The effect of an image on the shape and size of every tag in it: a common smear, and edges moved out or in."""

from dataclasses import dataclass

# the smear grows by this power as a tag gets smaller; an edge that is off by a fraction of a pixel, by the first power
SMEAR_GROWS = 2.5
# on tables rendered with a shaken camera, tags look larger by this share of the smear; the errors of size and shape
# that remain are these shares of it, one sigma
LARGER, SIZE_LEFT, SHAPE_LEFT = 0.45, 0.5, 0.4


@dataclass(frozen=True)
class PictureEffect:
    """The effect of the image on the shape (`Observation.shear`) and the size of a tag with cells of `cell_px` pixels.

    smear: of the shape; 0 unless the camera was shaken. size: a share, without the usual one.
    """

    cell_px: float = 1.0
    smear: complex = 0.0
    size: float = 0.0

    def compute_smear(self, cell_px: float) -> complex:
        """Return the smear added to the shape of a tag with cells of that width."""
        return self.smear * (self.cell_px / cell_px) ** SMEAR_GROWS

    def compute_growth(self, cell_px: float) -> float:
        """Return the share that the smear adds to the apparent size of such a tag."""
        return LARGER * abs(self.compute_smear(cell_px))

    def variances(self, cell_px: float) -> tuple[float, float]:
        """Return the doubt about such a tag's size and shape after the smear is removed: squared sigmas."""
        smear, growth = abs(self.compute_smear(cell_px)), self.size * self.cell_px / cell_px
        return (SIZE_LEFT * smear) ** 2 + growth**2, (SHAPE_LEFT * smear) ** 2


NO_EFFECT = PictureEffect()
