"""The possible leans of one model at rest, on each possible surface, with the effect on its ground and place."""

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

# blur, halos or an encoder may draw a shape that is known worse than this (one sigma), so it gives no lean
SHAPE_TELLS = 0.006
# no lens draws edges sharper than this, one sigma in cells of a tag: such edges come from halos or burnt areas
TOO_SHARP_CELLS = 0.04
# a model counts as level unless its lean is more than this, and more than this many sigmas
LEANS_RAD, LEANS_SIGMAS = math.radians(1.5), 3.0


@dataclass(frozen=True)
class LeanFinding:
    """The leans that one tag's size and shape allow its model. stances: on each surface allowed.

    corrections: for each stance, the addition to a level model's place. slope: the lean of a model that lies flat
    there.
    """

    stances: tuple[Stance, ...] = ()
    corrections: tuple[Correction, ...] = ()
    likelihoods: tuple[float, ...] = ()
    slope: complex = 0.0

    @property
    def misfits(self) -> tuple[float, ...] | None:
        """The squared misfit of each surface, in sigmas; None if leans were not weighed."""
        if not self.stances:
            return None
        best_likelihood = max(self.likelihoods)
        least_misfit = self.stances[self.likelihoods.index(best_likelihood)].misfit
        return tuple(least_misfit + 2 * (best_likelihood - likelihood) for likelihood in self.likelihoods)

    @property
    def evidence(self) -> np.ndarray | None:
        """The likelihood of the reading at each size of lean, (sizes,), as logarithms."""
        if not self.stances:
            return None
        return np.asarray(np.logaddexp.reduce([stance.evidence for stance in self.stances], axis=0))

    def correction(self, z_in: float) -> Correction:
        """Return the correction for the surface at this height, or the nearest one that was weighed."""
        index = self._find_index(z_in)
        return LEVEL if index is None else self.corrections[index]

    def leans_on(self, z_in: float) -> bool:
        """Report whether the model surely leans on the surface at this height."""
        return self._is_departure_sure(z_in, 0.0)

    def departs_on(self, z_in: float) -> bool:
        """Report whether its lean surely differs from that surface's."""
        return self._is_departure_sure(z_in, self.slope)

    def degrees_on(self, z_in: float) -> float:
        """Return the likeliest lean on the surface at this height, in degrees."""
        index = self._find_index(z_in)
        return 0.0 if index is None else math.degrees(abs(self.stances[index].lean))

    def _is_departure_sure(self, z_in: float, slope: complex) -> bool:
        index = self._find_index(z_in)
        if index is None:
            return False
        stance = self.stances[index]
        return abs(stance.lean - slope) > max(LEANS_RAD, LEANS_SIGMAS * stance.lean_sigma)

    def _find_index(self, z_in: float) -> int | None:
        heights = range(len(self.stances))
        return min(heights, key=lambda row: abs(self.stances[row].z_in - z_in)) if self.stances else None


UNASKED = LeanFinding()


def shape_tells(known: Observation) -> bool:
    """Report whether the shape of a tag is known well enough to report a lean to a person.

    Several cameras measure a lean by where they see the tag, which blur does not imitate.
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
    """Weigh the leans of `mix` for a reading; UNASKED if its shape was not measured, or no surface is allowed.

    shape: of the table, on which all surfaces lie.
    """
    if not allowed or not known.shaped or not math.isfinite(known.scale):
        return UNASKED
    heights = [surface.z_in for surface in allowed]
    slope = 0.0j
    if shape is None:
        surface_stances = stances(known, model, heights, mix)
        corrections = [_build_correction(known, model, stance, stance.z_in, 0.0) for stance in surface_stances]
    else:
        center_in = base_center(known, model, heights[0])
        ground_in = shape.height_in(*center_in)
        slope = shape.lean(*center_in)
        surface_stances = stances(known, model, [height + ground_in for height in heights], mix, slope)
        sigma_in = shape.height_sigma_in(*center_in)
        pairs = zip(heights, surface_stances, strict=True)
        corrections = [_build_correction(known, model, stance, height, sigma_in) for height, stance in pairs]
        surface_stances = [
            replace(stance, z_in=height) for height, stance in zip(heights, surface_stances, strict=True)
        ]
    return LeanFinding(
        tuple(surface_stances), tuple(corrections), tuple(stance.likelihood(mix) for stance in surface_stances), slope
    )


def _build_correction(
    known: Observation, model: Miniature, stance: Stance, height_in: float, sigma_in: float
) -> Correction:
    """Build the correction from a level model at a height to its stance, whose ground has the uncertainty sigma_in."""
    level = place(known, model, ElevationResult(height_in, ""))
    difference = stance.place - [level.x_in, level.y_in, level.heading_rad]
    difference[2] = math.remainder(difference[2], math.tau)
    values, vectors = np.linalg.eigh(stance.covariance - np.array(level.covariance))
    sight_slope = np.array([known.x_in - known.eye_in[0], known.y_in - known.eye_in[1], 0.0]) / known.eye_in[2]
    doubt = np.outer(sight_slope, sight_slope) * sigma_in**2
    return Correction(difference, (vectors * np.maximum(values, 0.0)) @ vectors.T + doubt)
