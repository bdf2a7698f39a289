"""The shapes of bases."""

from dataclasses import dataclass
from functools import cached_property

from tablecam.base.units import to_inches


@dataclass(frozen=True)
class Circle:
    """A round base."""

    diameter_mm: float

    @cached_property
    def half_extents_in(self) -> tuple[float, float]:
        """Half the size along the base's own x and y."""
        return to_inches(self.diameter_mm) / 2, to_inches(self.diameter_mm) / 2


@dataclass(frozen=True)
class Ellipse:
    """An oval base: its length runs forward (the tray's +y), its width sideways (+x)."""

    length_mm: float
    width_mm: float

    @cached_property
    def half_extents_in(self) -> tuple[float, float]:
        """Half the size along the base's own x and y."""
        return to_inches(self.width_mm) / 2, to_inches(self.length_mm) / 2


@dataclass(frozen=True)
class Rectangle:
    """A square or oblong base: its length runs forward (the tray's +y), its width sideways (+x)."""

    length_mm: float
    width_mm: float

    @cached_property
    def half_extents_in(self) -> tuple[float, float]:
        """Half the size along the base's own x and y."""
        return to_inches(self.width_mm) / 2, to_inches(self.length_mm) / 2


Base = Circle | Ellipse | Rectangle
