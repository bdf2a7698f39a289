"""How one model at rest may lean, on each surface where it may stand: what follows for its ground and its place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.table.elevation import ElevationResult, Surface
from tablecam.table.miniature import Miniature
from tablecam.tracking.lean import Stance, stances
from tablecam.tracking.observation import Observation
from tablecam.tracking.place import LEVEL, Correction, place

# a model leans by more than this, and by so many sigmas more than nothing, or counts as level
LEANS_RAD, LEANS_SIGMAS = math.radians(1.5), 3.0


@dataclass(frozen=True)
class LeanFinding:
    """What one tag's size and shape say of its model's lean. stances: on each surface allowed.

    corrections: beside them, what the leans add to a level model's place.
    """

    stances: tuple[Stance, ...] = ()
    corrections: tuple[Correction, ...] = ()
    likelihoods: tuple[float, ...] = ()

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
        found = self._on(z_in)
        if found is None:
            return False
        stance = self.stances[found]
        return abs(stance.lean) > max(LEANS_RAD, LEANS_SIGMAS * stance.lean_sigma)

    def degrees_on(self, z_in: float) -> float:
        """The likeliest lean on the surface at this height, in degrees."""
        found = self._on(z_in)
        return 0.0 if found is None else math.degrees(abs(self.stances[found].lean))

    def _on(self, z_in: float) -> int | None:
        heights = range(len(self.stances))
        return min(heights, key=lambda row: abs(self.stances[row].z_in - z_in)) if self.stances else None


UNASKED = LeanFinding()


def weigh_leans(known: Observation, model: Miniature, allowed: Sequence[Surface], mix: np.ndarray) -> LeanFinding:
    """What the leans of `mix` make of a reading; unasked where its shape was not measured, or no surface is allowed."""
    if not allowed or not known.shaped or not math.isfinite(known.scale):
        return UNASKED
    found = stances(known, model, [surface.z_in for surface in allowed], mix)
    corrections = tuple(_correction(known, model, stance) for stance in found)
    return LeanFinding(tuple(found), corrections, tuple(stance.likelihood(mix) for stance in found))


def _correction(known: Observation, model: Miniature, stance: Stance) -> Correction:
    level = place(known, model, ElevationResult(stance.z_in, ""))
    by = stance.place - [level.x_in, level.y_in, level.heading_rad]
    by[2] = math.remainder(by[2], math.tau)
    values, vectors = np.linalg.eigh(stance.covariance - np.array(level.covariance))
    return Correction(by, (vectors * np.maximum(values, 0.0)) @ vectors.T)
