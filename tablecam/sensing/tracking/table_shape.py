"""The surface of a table that may not be flat: its heights with their sigmas, its slopes, and what is told of it."""

from dataclasses import dataclass, field

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.units import to_mm
from tablecam.sensing.tracking.relief_kinds import FIGURES, ReliefKind, Waves
from tablecam.sensing.tracking.uneven import does_not_lie_flat

# hills from this breadth on are a sagging table, narrower ones a mat in waves
BROAD_IN = 10.0
# ground is told that is likelier not flat than flat: from a depth of 2 mm on (3 with its error), or hills as high
TOLD_LIKELY, TOLD_IN, TOLD_WAVES_IN = 0.5, 0.075, 0.028
# where the ground is looked at for its deepest place: so many places each way
LOOKED_AT = 9


@dataclass(frozen=True)
class LikelyRelief:
    """One kind of relief of one size, and what the tags say if it is that.

    pull: (3 n,), known: (3 n, 3 n): mean and loss of variance of the ground are these times its covariance with the
    tags' places.
    """

    kind: ReliefKind
    size: float
    weight: float
    pull: np.ndarray
    known: np.ndarray

    @property
    def wavy(self) -> bool:
        """Whether it is a mat in waves, rather than a table that sags."""
        return isinstance(self.kind, Waves) and self.kind.breadth_in < BROAD_IN

    def at(self, places: np.ndarray, tags: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Height and slopes at places (m, 2): the mean, (m, 3), and the heights' variance, (m,)."""
        by = self.size**2 * self.kind.between(places, tags)
        mean = (by @ self.pull).reshape(-1, FIGURES)
        heights = by[::FIGURES]
        own = [float(self.kind.between(place[None], place[None])[0, 0]) for place in places]
        return mean, self.size**2 * np.array(own) - np.einsum("ij,jk,ik->i", heights, self.known, heights)


@dataclass(frozen=True)
class TableShape:
    """The surface of a table that may not be flat, over the playing area `size_in` (x, y).

    likely: that it is not flat, 0 to 1. tags: (n, 2), the places of the tags that told it.
    """

    size_in: tuple[float, float]
    likely: float
    tags: np.ndarray
    kinds: tuple[LikelyRelief, ...] = field(repr=False)

    def height_in(self, x_in: float, y_in: float) -> float:
        """How high the table's surface is there: negative where it sags."""
        return float(self._at(np.array([[x_in, y_in]]))[0][0, 0])

    def height_sigma_in(self, x_in: float, y_in: float) -> float:
        """One sigma of `height_in`."""
        return float(self._at(np.array([[x_in, y_in]]))[1][0])

    def lean(self, x_in: float, y_in: float) -> complex:
        """How a level base leans there: radians times the unit vector it leans to, as a complex number."""
        _, across, along = self._at(np.array([[x_in, y_in]]))[0][0]
        return -complex(across, along)

    @property
    def looked_at(self) -> tuple[np.ndarray, np.ndarray]:
        """Heights, and their sigmas, at places all over the area, (n,) each."""
        mean, sigma = self._at(self._places)
        return mean[:, 0], sigma

    @property
    def says(self) -> Message | None:
        """What to do about it; None while it is little or unsure."""
        if self.likely < TOLD_LIKELY:
            return None
        waves = [kind for kind in self.kinds if kind.wavy]
        in_waves = sum(kind.weight for kind in waves)
        if in_waves > self.likely / 2:
            high_in = sum(kind.weight * kind.size for kind in waves) / in_waves
            return does_not_lie_flat() if high_in >= TOLD_WAVES_IN else None
        return self._says_depth()

    def _says_depth(self) -> Message | None:
        heights = self.looked_at[0] / self.likely
        deepest = int(np.argmax(np.abs(heights)))
        if abs(heights[deepest]) < TOLD_IN:
            return None
        x, y = (f"{at:.0f}" for at in self._places[deepest])
        depth = f"{to_mm(abs(float(heights[deepest]))):.0f}"
        if heights[deepest] > 0:
            return Message(
                "the table rises by about {depth} mm around {x}, {y}, which is reckoned with: lay the mat on a flat "
                "board, so that places there are known better",
                depth=depth,
                x=x,
                y=y,
            )
        return Message(
            "the table sags by about {depth} mm around {x}, {y}, which is reckoned with: support it, or lay the mat on "
            "a board, so that places there are known better",
            depth=depth,
            x=x,
            y=y,
        )

    @property
    def _places(self) -> np.ndarray:
        across, along = (np.linspace(0, size, LOOKED_AT + 2)[1:-1] for size in self.size_in)
        return np.array([[x, y] for x in across for y in along])

    def _at(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Height and slopes, the mean over all that is likely, (n, 3), and sigmas of the heights, (n,)."""
        found = [(kind.weight, *kind.at(places, self.tags)) for kind in self.kinds]
        mean = np.asarray(sum(weight * each for weight, each, _ in found))
        square = np.asarray(sum(weight * (each[:, 0] ** 2 + variance) for weight, each, variance in found))
        return mean, np.sqrt(np.maximum(square - mean[:, 0] ** 2, 0.0))
