"""The surface of a table that may not be flat: its heights with their sigmas, its slopes, and the report on it."""

from dataclasses import dataclass, field

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.units import to_mm
from tablecam.sensing.tracking.relief_kinds import FIGURES, ReliefKind, Waves
from tablecam.sensing.tracking.uneven import does_not_lie_flat

# hills from this breadth on are a sagging table, narrower ones a mat in waves
BROAD_IN = 10.0
# the program reports ground that is likelier uneven than flat: from a depth of 2 mm on (3 with its error), or hills of
# that height
TOLD_LIKELY, TOLD_IN, TOLD_WAVES_IN = 0.5, 0.075, 0.028
# the number of places along each side at which the deepest place is searched
LOOKED_AT = 9


@dataclass(frozen=True)
class LikelyRelief:
    """One kind of relief of one size, with the tags' evidence on it.

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

    def compute_heights(self, places: np.ndarray, tags: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return height and slopes at places (m, 2): the mean, (m, 3), and the heights' variance, (m,)."""
        covariance = self.size**2 * self.kind.compute_covariance(places, tags)
        mean = (covariance @ self.pull).reshape(-1, FIGURES)
        heights = covariance[::FIGURES]
        variances = [float(self.kind.compute_covariance(place[None], place[None])[0, 0]) for place in places]
        return mean, self.size**2 * np.array(variances) - np.einsum("ij,jk,ik->i", heights, self.known, heights)


@dataclass(frozen=True)
class TableShape:
    """The surface of a table that may not be flat, over the playing area `size_in` (x, y).

    likely: that it is not flat, 0 to 1. tags: (n, 2), the places of the tags that gave it.
    """

    size_in: tuple[float, float]
    likely: float
    tags: np.ndarray
    kinds: tuple[LikelyRelief, ...] = field(repr=False)

    def height_in(self, x_in: float, y_in: float) -> float:
        """Return the height of the table's surface at a place: negative where it sags."""
        return float(self._average_kinds(np.array([[x_in, y_in]]))[0][0, 0])

    def height_sigma_in(self, x_in: float, y_in: float) -> float:
        """Return one sigma of `height_in`."""
        return float(self._average_kinds(np.array([[x_in, y_in]]))[1][0])

    def lean(self, x_in: float, y_in: float) -> complex:
        """Return the lean of a level base at a place: radians times the unit vector of its direction (complex)."""
        _, x_slope, y_slope = self._average_kinds(np.array([[x_in, y_in]]))[0][0]
        return -complex(x_slope, y_slope)

    @property
    def looked_at(self) -> tuple[np.ndarray, np.ndarray]:
        """Heights, and their sigmas, at places all over the area, (n,) each."""
        mean, sigma = self._average_kinds(self._sample_places)
        return mean[:, 0], sigma

    @property
    def says(self) -> Message | None:
        """The advice to the players; None while the relief is small or unsure."""
        if self.likely < TOLD_LIKELY:
            return None
        wavy_kinds = [kind for kind in self.kinds if kind.wavy]
        wave_weight = sum(kind.weight for kind in wavy_kinds)
        if wave_weight > self.likely / 2:
            mean_height_in = sum(kind.weight * kind.size for kind in wavy_kinds) / wave_weight
            return does_not_lie_flat() if mean_height_in >= TOLD_WAVES_IN else None
        return self._describe_depth()

    def _describe_depth(self) -> Message | None:
        heights = self.looked_at[0] / self.likely
        extreme = int(np.argmax(np.abs(heights)))
        if abs(heights[extreme]) < TOLD_IN:
            return None
        x, y = (f"{coordinate:.0f}" for coordinate in self._sample_places[extreme])
        depth = f"{to_mm(abs(float(heights[extreme]))):.0f}"
        if heights[extreme] > 0:
            return Message(
                "the table rises about {depth} mm around {x}, {y}. Positions are corrected for it; lay the mat "
                "on a flat board for better accuracy",
                depth=depth,
                x=x,
                y=y,
            )
        return Message(
            "the table sags about {depth} mm around {x}, {y}. Positions are corrected for it; support the "
            "table, or lay the mat on a board, for better accuracy",
            depth=depth,
            x=x,
            y=y,
        )

    @property
    def _sample_places(self) -> np.ndarray:
        x_places, y_places = (np.linspace(0, size, LOOKED_AT + 2)[1:-1] for size in self.size_in)
        return np.array([[x, y] for x in x_places for y in y_places])

    def _average_kinds(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return height and slopes, the mean over all likely kinds, (n, 3), and sigmas of the heights, (n,)."""
        weighted = [(kind.weight, *kind.compute_heights(places, self.tags)) for kind in self.kinds]
        mean = np.asarray(sum(weight * kind_mean for weight, kind_mean, _ in weighted))
        mean_square = np.asarray(
            sum(weight * (kind_mean[:, 0] ** 2 + variance) for weight, kind_mean, variance in weighted)
        )
        return mean, np.sqrt(np.maximum(mean_square - mean[:, 0] ** 2, 0.0))
