"""A model at rest: the mean of its readings, its possible tilts, and the test for having left."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.footing import (
    LEVEL,
    Correction,
    Footing,
    base_center,
    find_possible_surfaces,
    ground_height_in,
    place,
    tag_arm,
)
from tablecam.sensing.tracking.lean import Stance, stances
from tablecam.sensing.tracking.observation import Average, Observation, surprise, with_floor, with_noise, wrap_angle
from tablecam.sensing.tracking.print_scale import PrintShare, WornTag
from tablecam.sensing.tracking.relief import FLAT_GROUND, Relief, TableShape
from tablecam.sensing.tracking.sag import LevelTag
from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.table.elevation import NONE, UNDECIDED, ElevationResult, Surface
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.terrain import Terrain

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


# a tag whose shape is this many sigmas from a square's leans, however large it looks
UNEVEN_SIGMAS = 3.0


@dataclass(frozen=True)
class Site:
    """The data that all tracks of one table share.

    mix: how usual each size of lean is there (`lean.SIZES_RAD`), None if everything counts as level. relief: of the
    ground, and how noisy readings are. share: the common size of its tags, if it is not their true size.
    """

    terrain: Terrain
    assembly_sigma_mm: float
    settings: TrackerSettings
    mix: np.ndarray | None = None
    relief: Relief = FLAT_GROUND
    share: PrintShare | None = None

    def correct_size(self, reading: Observation) -> Observation:
        """Return the reading by the common size of all tags, so that one printed too small does not count as low."""
        return reading if self.share is None else self.share.correct_size(reading)

    def add_uncertainty(self, average: Average) -> Observation:
        """Return the reading of a tag at rest, with the remaining uncertainty."""
        return with_floor(self.correct_size(average.mean), self.settings)

    def place_moving(self, reading: Observation, model: Miniature, standing: ElevationResult) -> Placed:
        """Place the moving model by its reading, with its full uncertainty."""
        floored = with_floor(self.correct_size(reading), self.settings)
        return place(floored, model, standing, self.assembly_sigma_mm)

    def resting(
        self, known: Observation, model: Miniature, standing: ElevationResult, correction: Correction = LEVEL
    ) -> Placed:
        """Place the model at rest by its tag's known reading, with the noise of readings on this table."""
        noisy = with_noise(known, self.relief.noise)
        return place(noisy, model, standing, self.assembly_sigma_mm, correction)

    def leaning(self, known: Observation, model: Miniature, allowed: Sequence[Surface]) -> LeanFinding:
        """Weigh the leans of the model on each of these surfaces."""
        if self.mix is None:
            return UNASKED
        return weigh_leans(with_noise(known, self.relief.noise), model, allowed, self.mix, self.relief.shape)


@dataclass(frozen=True)
class Rest:
    """The place of a model at rest, and its uncertainty.

    lean: as last weighed. readings: their number.
    """

    model: Miniature
    site: Site
    average: Average
    footing: Footing
    lean: LeanFinding = UNASKED
    readings: int = 1

    @classmethod
    def begin(cls, model: Miniature, site: Site, average: Average) -> "Rest":
        """Start the rest of a model that has just come to rest."""
        estimate = site.add_uncertainty(average)
        allowed = find_possible_surfaces(estimate, model, site.terrain)
        lean = site.leaning(estimate, model, allowed)
        height_in, sigmas_in = ground_height_in(estimate, model), _get_height_sigmas(estimate, average)
        footing = Footing.judge(allowed, height_in, sigmas_in, lean.misfits)
        return cls(model, site, average, footing, lean)

    def including(self, reading: Observation) -> "Rest":
        """Return the same place, refined by one more reading."""
        settings = self.site.settings
        average = self.average.including(reading, settings.memory)
        refined = replace(self, average=average, readings=self.readings + 1)
        estimate = refined._known
        height_in, sigmas_in = ground_height_in(estimate, self.model), _get_height_sigmas(estimate, average)
        if self.readings < settings.lean_readings or self.readings % settings.lean_again == 0:
            lean = self.site.leaning(estimate, self.model, self.footing.allowed)
            footing = self.footing.add_reading(height_in, sigmas_in, settings.height_patience, lean.misfits)
            return refined._with_footing(footing, lean)
        if self.leans:
            # the apparent size alone would give a wrong height
            return refined
        footing = self.footing.add_reading(height_in, sigmas_in, settings.height_patience)
        return refined._with_footing(footing, self.lean)

    def pin_ground(self, standing: ElevationResult | None) -> "Rest":
        """Return the same place on the ground that a person names; None lets the readings decide again."""
        if standing is None:
            return Rest.begin(self.model, self.site, self.average)
        return replace(self, footing=replace(self.footing, standing=standing, pinned=True))

    def on_site(self, site: Site) -> "Rest":
        """Return the same place after the terrain changed; a ground named by a person stays."""
        judged = replace(Rest.begin(self.model, site, self.average), readings=self.readings)
        return replace(judged, footing=self.footing) if self.footing.pinned else judged

    def agrees(self, reading: Observation) -> bool:
        """Report whether the reading is of this place, within noise."""
        return surprise(reading, self._known) < self.site.settings.gate and not self._has_climbed(reading)

    def has_left(self, reading: Observation, further_than_in: float) -> bool:
        """Report whether the reading shows the model so distant, turned or raised that somebody must have moved it."""
        turned_rad = abs(wrap_angle(reading.heading_rad - self._known.heading_rad))
        if turned_rad >= self.site.settings.min_turn_rad or self._has_climbed(reading):
            return True
        return self.distance_in(reading) >= further_than_in

    def distance_in(self, reading: Observation) -> float:
        """Return the distance of the reading's base centre from here, on this ground."""
        z_in = self.footing.standing.z_in
        # a lean is the same for both, so both count as level
        sized_reading = self.site.correct_size(reading)
        return math.dist(base_center(self._known, self.model, z_in), base_center(sized_reading, self.model, z_in))

    @cached_property
    def leans(self) -> bool:
        """Whether it surely leans."""
        return self.lean.leans_on(self.footing.standing.z_in)

    @property
    def worn(self) -> WornTag | None:
        """The apparent over the real size of its tag on each surface where it may stand; None if it looks uneven."""
        estimate = with_floor(self.average.mean, self.site.settings)
        if estimate.printed is not None:
            # by several cameras, apart from height and lean
            share, sigma = estimate.printed
            return WornTag((share,), sigma)
        if self._is_uneven:
            return None
        eye_in = float(estimate.eye_in[2])
        heights = [surface.z_in + to_inches(self.model.tag_height_mm) for surface in self.footing.allowed]
        shares = tuple(estimate.scale * (1 - height / eye_in) for height in heights)
        return WornTag(
            shares, math.sqrt(estimate.covariance[3, 3]), _estimate_size_by_lean(estimate), estimate.blur_cells
        )

    @property
    def level_tag(self) -> LevelTag | None:
        """Its evidence on the table's shape; None if it leans on its ground, or may stand on several surfaces."""
        return None if self._is_uneven or self.lean.departs_on(self.footing.standing.z_in) else self.standing_tag

    @property
    def standing_tag(self) -> LevelTag | None:
        """The same evidence whether it leans or not."""
        standing = self.footing.standing
        if standing.stands_on in (UNDECIDED, NONE):
            return None
        arm_in = tag_arm(self.model, self._known.heading_rad)
        return LevelTag(self._known, standing.z_in + to_inches(self.model.tag_height_mm), arm_in)

    @property
    def _is_uneven(self) -> bool:
        estimate = self._known
        if not estimate.shaped:
            return False
        return abs(estimate.shear) > UNEVEN_SIGMAS * math.sqrt(estimate.covariance[4, 4] + estimate.covariance[5, 5])

    @cached_property
    def placed(self) -> Placed:
        """The model in its place."""
        correction = self.lean.correction(self.footing.standing.z_in)
        return self.site.resting(self._known, self.model, self.footing.standing, correction)

    @cached_property
    def _known(self) -> Observation:
        """The reading of its tag, with the remaining uncertainty."""
        return self.site.add_uncertainty(self.average)

    def _with_footing(self, footing: Footing, lean: LeanFinding) -> "Rest":
        """Return the same mean on another footing; the known reading of its tag stays."""
        changed = replace(self, footing=footing, lean=lean)
        # `replace` does not copy a cached property, and this one costs as much as the remaining work
        changed.__dict__["_known"] = self._known
        return changed

    def _has_climbed(self, reading: Observation) -> bool:
        sized_reading = self.site.correct_size(reading)
        sigma_in = math.hypot(sized_reading.height_sigma_in, self._known.height_sigma_in)
        climb_in = abs(sized_reading.height_in - self._known.height_in)
        return climb_in > max(self.site.settings.min_climb_in, 4 * sigma_in)


def _get_height_sigmas(known: Observation, average: Average) -> tuple[float, float]:
    """Return one sigma of the mean's height, and of one reading's."""
    return known.height_sigma_in, average.latest.height_sigma_in


def _estimate_size_by_lean(known: Observation) -> float:
    """Return the effect of a lean on the apparent size, one sigma: as large as on the shape, up or down."""
    if not known.shaped:
        return 0.0
    shear_square = abs(known.shear) ** 2 - float(known.covariance[4, 4] + known.covariance[5, 5])
    return math.sqrt(max(shear_square, 0.0) / 2)
