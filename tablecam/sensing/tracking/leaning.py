"""How one model at rest may lean, on each surface where it may stand: what follows for its ground and its place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.tracking.lean import Stance, stances
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.place import LEVEL, Correction, base_center, place
from tablecam.sensing.tracking.table_shape import TableShape
from tablecam.table.elevation import ElevationResult, Surface
from tablecam.table.miniature import Miniature

# a shape known worse than this (one sigma) may be drawn by blur, halos or an encoder, so no lean is told from it
SHAPE_TELLS = 0.006
# no lens draws edges that are sharper than this, one sigma in cells of a tag: such a tag stands on halos or burnt edges
TOO_SHARP_CELLS = 0.04
# a model leans by more than this, and by so many sigmas more than nothing, or counts as level
LEANS_RAD, LEANS_SIGMAS = math.radians(1.5), 3.0


@dataclass(frozen=True)
class LeanFinding:
    """What one tag's size and shape say of its model's lean. stances: on each surface allowed.

    corrections: beside them, what the leans add to a level model's place. slope: the lean of one that is flat there.
    """

    stances: tuple[Stance, ...] = ()
    corrections: tuple[Correction, ...] = ()
    likelihoods: tuple[float, ...] = ()
    slope: complex = 0.0

    @property
    def misfits(self) -> tuple[float, ...] | None:
        """Squared, in sigmas, of each surface; None where leans were not weighed."""
        if not self.stances:
            return None
        best = max(self.likelihoods)
        least = self.stances[self.likelihoods.index(best)].misfit
        return tuple(least + 2 * (best - likelihood) for likelihood in self.likelihoods)

    @property
    def evidence(self) -> np.ndarray | None:
        """How likely the reading is at each size of lean, (sizes,), as logarithms."""
        if not self.stances:
            return None
        return np.asarray(np.logaddexp.reduce([stance.evidence for stance in self.stances], axis=0))

    def correction(self, z_in: float) -> Correction:
        """For the surface at this height, or the nearest one that was weighed."""
        found = self._on(z_in)
        return LEVEL if found is None else self.corrections[found]

    def leans_on(self, z_in: float) -> bool:
        """Whether the model surely leans on the surface at this height."""
        return self._surely(z_in, 0.0)

    def departs_on(self, z_in: float) -> bool:
        """Whether it surely leans otherwise than that surface does."""
        return self._surely(z_in, self.slope)

    def degrees_on(self, z_in: float) -> float:
        """The likeliest lean on the surface at this height, in degrees."""
        found = self._on(z_in)
        return 0.0 if found is None else math.degrees(abs(self.stances[found].lean))

    def _surely(self, z_in: float, slope: complex) -> bool:
        found = self._on(z_in)
        if found is None:
            return False
        stance = self.stances[found]
        return abs(stance.lean - slope) > max(LEANS_RAD, LEANS_SIGMAS * stance.lean_sigma)

    def _on(self, z_in: float) -> int | None:
        heights = range(len(self.stances))
        return min(heights, key=lambda row: abs(self.stances[row].z_in - z_in)) if self.stances else None


UNASKED = LeanFinding()


def shape_tells(known: Observation) -> bool:
    """Whether the shape of a tag is known well enough for a person to be told of a lean; several cameras tell it by
    where they see the tag, which blur does not feign.
    """
    if known.tells_lean or not known.shaped:
        return known.tells_lean
    variance = float(known.covariance[4, 4] + known.covariance[5, 5]) / 2
    return variance < SHAPE_TELLS**2 and not 0 < known.blur_cells < TOO_SHARP_CELLS


def weigh_leans(
    known: Observation,
    model: Miniature,
    allowed: Sequence[Surface],
    mix: np.ndarray,
    shape: TableShape | None = None,
) -> LeanFinding:
    """What the leans of `mix` make of a reading; unasked where its shape was not measured, or no surface is allowed.

    shape: of the table, on which all surfaces lie.
    """
    if not allowed or not known.shaped or not math.isfinite(known.scale):
        return UNASKED
    heights = [surface.z_in for surface in allowed]
    slope = 0.0j
    if shape is None:
        found = stances(known, model, heights, mix)
        corrections = [_correction(known, model, stance, stance.z_in, 0.0) for stance in found]
    else:
        here = base_center(known, model, heights[0])
        sunk = shape.height_in(*here)
        slope = shape.lean(*here)
        found = stances(known, model, [height + sunk for height in heights], mix, slope)
        sigma_in = shape.height_sigma_in(*here)
        pairs = zip(heights, found, strict=True)
        corrections = [_correction(known, model, stance, height, sigma_in) for height, stance in pairs]
        found = [replace(stance, z_in=height) for height, stance in zip(heights, found, strict=True)]
    return LeanFinding(tuple(found), tuple(corrections), tuple(stance.likelihood(mix) for stance in found), slope)


def _correction(known: Observation, model: Miniature, stance: Stance, height_in: float, sigma_in: float) -> Correction:
    """From a level model at a height to its stance, whose ground is known to sigma_in."""
    level = place(known, model, ElevationResult(height_in, ""))
    by = stance.place - [level.x_in, level.y_in, level.heading_rad]
    by[2] = math.remainder(by[2], math.tau)
    values, vectors = np.linalg.eigh(stance.covariance - np.array(level.covariance))
    away = np.array([known.x_in - known.eye_in[0], known.y_in - known.eye_in[1], 0.0]) / known.eye_in[2]
    doubt = np.outer(away, away) * sigma_in**2
    return Correction(by, (vectors * np.maximum(values, 0.0)) @ vectors.T + doubt)
