"""The possible faults of a scene: each cause widens the priors of some unknowns.

The scales are those of faults that people make: they say what is possible, not what was seen on some pictures. A cause
has several scales, which share its prior, so that a small and a large fault are weighed alike.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

import numpy as np

from tablecam.sensing.scene_fit.scene import (
    COMMON,
    COMMONS,
    OWN_DROOP,
    OWN_HEADING,
    OWN_LEAN,
    OWN_RISE,
    OWN_SLOPE,
    OWN_X,
    OWN_Y,
    OWNS,
    SURFACE_TERMS,
    SceneReadings,
)

# one sigma of each common unknown if nothing is wrong with it
CLEAN = {
    "camera": 1.0,
    "surface": 0.001,
    "bowl": 0.0015,
    "model_size": 0.0006,
    "model_shape": 0.0004,
    "reference_size": 0.0006,
    "reference_shape": 0.0004,
    "stretch": 0.00005,
    "uneven_stretch": 0.00005,
    "edge": 0.01,
    "smear": 0.0003,
    "k1": 0.0005,
}
# a camera's rotation, in radians, while its place has `camera` inches
CLEAN_TURN = 0.05
# a reference as it is laid by hand and tape, and a model whose place is anything: inches and radians
REFERENCE_IN, REFERENCE_RAD, REFERENCE_RISE_IN = 0.0007, 0.001, 0.001
# the same if laid with less care
ROUGH_SIGMAS = np.array([0.01, 0.01, 0.006, 0, 0, 0, 0.006, 0, 0])
ANYWHERE_IN, ANYHOW_RAD = 5.0, 1.0
# ground of its own under a tag of a flat table
FLAT_RISE_IN, FLAT_SLOPE = 0.0015, 0.0004
# each degree of the surface has this share of the height of the degree before
DECAYS = (0.45, 0.75, 1.0)
# heights of uneven tables, how usual they are together, and how far they depart from a smooth shape: a share of the
# height, on so many inches
UNEVEN_IN, UNEVEN = (0.025, 0.07, 0.2), 0.25
DEPARTS, DEPARTURE_BREADTH_IN = (0.0, 0.3), 4.0
# ripples are this many times as broad as high slopes make them: inches of height for a radian of slope
RIPPLE_BREADTHS_IN = (2.0, 4.0)
RIPPLE_SLOPES = (0.005, 0.01, 0.02, 0.04)
# weights by which the sigmas of a cause become one number
KEYS = np.arange(1.0, COMMONS + 1)
LEVEL_RAD = np.radians(0.05)


@dataclass(frozen=True)
class Cause:
    """One thing that may be wrong, at one scale.

    common: sigmas (COMMONS,) that are widened; own: sigmas (n, OWNS), or None. log_odds: of its prior.
    """

    name: str
    common: np.ndarray
    own: np.ndarray | None
    log_odds: float
    tag: int | None = None

    @cached_property
    def key(self) -> tuple[str, int | None, float, float]:
        """Its name, its tag and its scale, which tell it from other causes."""
        return self.name, self.tag, float(self.common @ KEYS), 0.0 if self.own is None else float(self.own.sum())


@dataclass(frozen=True)
class StanceKind:
    """A way in which a model may stand: the sigmas of its lean and of its tray's droop."""

    name: str
    lean_rad: float
    droop_rad: float


STANCES = (
    StanceKind("level", LEVEL_RAD, LEVEL_RAD),
    StanceKind("leans", np.radians(0.5), LEVEL_RAD),
    StanceKind("leans", np.radians(2.0), LEVEL_RAD),
    StanceKind("leans", np.radians(6.0), LEVEL_RAD),
    StanceKind("droops", LEVEL_RAD, np.radians(1.5)),
    StanceKind("droops", LEVEL_RAD, np.radians(5.0)),
)
# how usual each is before a table is seen, in models
USUAL_STANCES = np.array([6.0, 0.3, 0.1, 0.05, 0.05, 0.05])


@dataclass(frozen=True)
class Hypothesis:
    """A set of causes, and a stance for each tag, (n,), an index of STANCES."""

    clean_common: np.ndarray
    clean_own: np.ndarray
    stances: np.ndarray
    causes: tuple[Cause, ...] = field(default=())

    @classmethod
    def clean(cls, readings: SceneReadings, focal_sigma: float) -> "Hypothesis":
        """Return the hypothesis that nothing is wrong."""
        own = np.zeros((len(readings.figures), OWNS))
        references = readings.is_reference
        own[:, [OWN_X, OWN_Y]] = np.where(references, REFERENCE_IN, ANYWHERE_IN)[:, None]
        own[:, OWN_HEADING] = np.where(references, REFERENCE_RAD, ANYHOW_RAD)
        own[:, OWN_RISE] = np.where(references, REFERENCE_RISE_IN, FLAT_RISE_IN)
        own[:, OWN_SLOPE : OWN_SLOPE + 2] = FLAT_SLOPE
        return cls(_build_clean_common(focal_sigma), own, np.zeros(len(own), int))

    @cached_property
    def common(self) -> np.ndarray:
        """Sigmas of the common unknowns, (COMMONS,)."""
        return np.maximum.reduce([self.clean_common, *(cause.common for cause in self.causes)])

    @cached_property
    def own(self) -> np.ndarray:
        """Sigmas of the own unknowns without those of the stances, (n, OWNS)."""
        return np.maximum.reduce([self.clean_own, *(cause.own for cause in self.causes if cause.own is not None)])

    @cached_property
    def own_sigmas(self) -> np.ndarray:
        """Sigmas of the own unknowns with those of the stances, (n, OWNS)."""
        own = self.own.copy()
        own[:, OWN_LEAN : OWN_LEAN + 2] = LEANS[self.stances][:, None]
        own[:, OWN_DROOP] = DROOPS[self.stances]
        return own

    @property
    def log_prior(self) -> float:
        """Logarithm of the prior: of its causes, and of so many models in each stance (Dirichlet and multinomial)."""
        return sum(cause.log_odds for cause in self.causes) + self._weigh_stances()

    def adding(self, cause: Cause) -> "Hypothesis":
        """Return it with one more cause."""
        return replace(self, causes=(*self.causes, cause))

    def without(self, cause: Cause) -> "Hypothesis":
        """Return it without one of its causes."""
        return replace(self, causes=tuple(one for one in self.causes if one is not cause))

    def _weigh_stances(self) -> float:
        counts = np.bincount(self.stances, minlength=len(STANCES))
        log, total = 0.0, float(USUAL_STANCES.sum())
        for count, usual in zip(counts.tolist(), USUAL_STANCES.tolist(), strict=True):
            log += float(np.log(usual + np.arange(count)).sum())
        return log - float(np.log(total + np.arange(int(counts.sum()))).sum())


LEANS = np.array([stance.lean_rad for stance in STANCES])
DROOPS = np.array([stance.droop_rad for stance in STANCES])


def list_causes(readings: SceneReadings) -> list[Cause]:
    """Return every cause that may be added to a hypothesis."""
    causes = [
        *_widen("focal_length", "focal", (0.004, 0.015, 0.05), 0.03),
        *_widen("lens", "k1", (0.004, 0.02, 0.08), 0.02),
        *_widen("model_print", "model_size", (0.004, 0.02), 0.04),
        *_widen("model_print_uneven", "model_shape", (0.002, 0.006), 0.02),
        *_widen("reference_print", "reference_size", (0.004, 0.02), 0.02),
        *_widen("reference_print_uneven", "reference_shape", (0.002, 0.006), 0.01),
        *_widen("references_stretched", "stretch", (0.002, 0.006), 0.05),
        *_widen("references_stretched_unevenly", "uneven_stretch", (0.002, 0.006), 0.01),
        # a real camera moves edges by an eighth of a pixel while nothing is wrong with it
        *_widen("blur", "edge", (0.06, 0.2), 0.1),
        *_widen("shaken", "smear", (0.002, 0.01), 0.003),
    ]
    causes += _list_uneven_tables(readings)
    return [*causes, _build_rough_references(readings), *_list_ripples(readings), *_list_moved_references(readings)]


def _list_uneven_tables(readings: SceneReadings) -> list[Cause]:
    """Return smooth surfaces and bowls of several heights, exact ones and such as depart from their shape a little."""
    causes = []
    for height, departs in product(UNEVEN_IN, DEPARTS):
        departure = np.zeros((len(readings.figures), OWNS))
        departure[:, OWN_RISE] = departs * height
        departure[:, OWN_SLOPE : OWN_SLOPE + 2] = departs * height / DEPARTURE_BREADTH_IN
        shapes = [("surface", _decline(height, decay)) for decay in DECAYS] + [("bowl", height)]
        for unknown, sigma in shapes:
            sigmas = np.zeros(COMMONS)
            sigmas[COMMON[unknown]] = sigma
            prior = UNEVEN / len(UNEVEN_IN) / len(DEPARTS) / (2 if unknown == "bowl" else 2 * len(DECAYS))
            causes.append(Cause("table_uneven", sigmas, departure if departs else None, float(np.log(prior))))
    return causes


def _build_rough_references(readings: SceneReadings) -> Cause:
    """Return the cause that all references lie as roughly as a tape and a hand put them."""
    own = np.zeros((len(readings.figures), OWNS))
    own[readings.is_reference] = ROUGH_SIGMAS
    return Cause("references_rough", np.zeros(COMMONS), own, float(np.log(0.3)))


def _list_ripples(readings: SceneReadings) -> list[Cause]:
    causes = []
    for slope in RIPPLE_SLOPES:
        for breadth_in in RIPPLE_BREADTHS_IN:
            own = np.zeros((len(readings.figures), OWNS))
            own[:, OWN_RISE], own[:, OWN_SLOPE : OWN_SLOPE + 2] = slope * breadth_in, slope
            causes.append(
                Cause(
                    "mat_in_waves", np.zeros(COMMONS), own, np.log(0.1 / len(RIPPLE_SLOPES) / len(RIPPLE_BREADTHS_IN))
                )
            )
    return causes


def _list_moved_references(readings: SceneReadings) -> list[Cause]:
    causes = []
    references = np.flatnonzero(readings.is_reference).tolist()
    for tag in references:
        for name, place_in, rise_in in (
            ("reference_moved", 0.06, 0.0),
            ("reference_moved", 0.4, 0.0),
            ("reference_raised", 0.0, 0.1),
        ):
            own = np.zeros((len(readings.figures), OWNS))
            own[tag, [OWN_X, OWN_Y]], own[tag, OWN_HEADING] = place_in, place_in / 4
            own[tag, OWN_RISE] = rise_in
            causes.append(Cause(name, np.zeros(COMMONS), own, np.log(0.06 / 3 / len(references)), tag))
    return causes


def _build_clean_common(focal_sigma: float) -> np.ndarray:
    sigmas = np.zeros(COMMONS)
    for name, sigma in CLEAN.items():
        sigmas[COMMON[name]] = sigma
    sigmas[3:6] = CLEAN_TURN
    sigmas[COMMON["focal"]] = focal_sigma
    sigmas[COMMON["surface"]] = _decline(CLEAN["surface"], DECAYS[0])
    return sigmas


def _decline(height_in: float, decay: float) -> np.ndarray:
    """Return sigmas of the surface's terms that get less from degree to degree."""
    return np.array([height_in * decay ** (i + j - 2) for i, j in SURFACE_TERMS])


def _widen(name: str, unknown: str, scales: tuple[float, ...], prior: float) -> list[Cause]:
    causes = []
    for scale in scales:
        sigmas = np.zeros(COMMONS)
        sigmas[COMMON[unknown]] = scale
        causes.append(Cause(name, sigmas, None, float(np.log(prior / len(scales)))))
    return causes
