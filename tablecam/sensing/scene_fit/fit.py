"""The fit of a scene: what is wrong with it, and how surely."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tablecam.sensing.scene_fit.evidence import ReducedScene
from tablecam.sensing.scene_fit.hypotheses import STANCES, Cause, Hypothesis, list_causes
from tablecam.sensing.scene_fit.scene import LinearScene, SceneReadings, Unknowns, linearise_scene
from tablecam.sensing.scene_fit.search import Weighed, search_hypotheses, search_on, weigh_again

# the focal length if the calibration states no sigma of its own
USUAL_FOCAL_SIGMA = 0.0004
# hypotheses that are less likely than this share of the likeliest count for nothing
LIKELY = 0.03
MOST_KEPT = 8
# how often a scene is linearised again about where the likeliest hypothesis puts everything
ROUNDS = 3
# a cause is named if it is likelier than this
NAMED = 0.8
# causes that have one remedy: together they are as likely as any of them, and the likeliest is named
FAMILIES = (
    frozenset({"table_uneven", "mat_in_waves", "reference_raised"}),
    frozenset({"leans", "droops"}),
    frozenset({"focal_length", "lens"}),
    frozenset({"references_stretched", "references_stretched_unevenly"}),
    frozenset({"model_print", "model_print_uneven"}),
    frozenset({"reference_print", "reference_print_uneven"}),
)


@dataclass(frozen=True)
class SceneFit:
    """The result. causes: how likely each is, 0 to 1, by name, the likeliest first.

    stances: name of each tag's stance in the likeliest hypothesis. best: that hypothesis; point: the unknowns under it.
    open_common: (COMMONS,) root mean square of the common unknowns over all hypotheses that count, with what each
    leaves open. possible: all causes that were asked about.
    """

    causes: Mapping[str, float]
    stances: tuple[str, ...]
    best: Weighed
    point: Unknowns
    open_common: np.ndarray
    possible: Sequence[Cause] = field(repr=False)

    @property
    def named_causes(self) -> tuple[str, ...]:
        """The causes that are surely there, the surest first; equally sure ones in the order of the alphabet."""
        return tuple(name for name, share in self.causes.items() if share > NAMED)

    def list_tags(self, name: str) -> tuple[int, ...]:
        """Return the tags, by their rows, for which the likeliest hypothesis has a cause."""
        return tuple(cause.tag for cause in self.best.hypothesis.causes if cause.tag is not None and cause.name == name)


def fit_scene(
    readings: SceneReadings, focal_sigma: float = USUAL_FOCAL_SIGMA, before: "SceneFit | None" = None
) -> SceneFit:
    """Fit the scene. focal_sigma: of the focal length, as a share, by the calibration.

    before: the fit of the same tags a moment ago, from which the search goes on.
    """
    causes = list_causes(readings) if before is None else before.possible
    is_model = ~readings.is_reference
    if before is None:
        scene = linearise_scene(readings, Unknowns.level(readings))
        weighed = search_hypotheses(scene, Hypothesis.clean(readings, focal_sigma), causes, is_model)
        for _ in range(ROUNDS):
            scene = linearise_scene(readings, _estimate(scene, weighed[0]))
        weighed = weigh_again(scene, weighed[:MOST_KEPT], is_model)
    else:
        scene = linearise_scene(readings, before.point)
        weighed = search_on(scene, before.best.hypothesis, causes, is_model)
    kept = [one for one in weighed[:MOST_KEPT] if one.log_odds > weighed[0].log_odds + np.log(LIKELY)]
    logs = np.array([one.log_odds for one in kept])
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    names = tuple(STANCES[index].name for index in kept[0].hypothesis.stances)
    point, open_common = _estimate(scene, kept[0]), np.sqrt(weights @ [_square_common(scene, one) for one in kept])
    return SceneFit(_weigh_causes(kept, weights), names, kept[0], point, open_common, causes)


def _square_common(scene: LinearScene, weighed: Weighed) -> np.ndarray:
    """Return the mean squares of the common unknowns under a hypothesis, (COMMONS,)."""
    reduced = ReducedScene.from_scene(scene, weighed.hypothesis.own_sigmas, np.array([weighed.noise]))
    common, covariance = reduced.estimate_common(weighed.hypothesis.common, 0)
    return np.asarray(common**2 + np.diagonal(covariance))


def _estimate(scene: LinearScene, weighed: Weighed) -> Unknowns:
    """Return all unknowns under a hypothesis."""
    own_sigmas = weighed.hypothesis.own_sigmas
    reduced = ReducedScene.from_scene(scene, own_sigmas, np.array([weighed.noise]))
    common, _ = reduced.estimate_common(weighed.hypothesis.common, 0)
    gain = own_sigmas[..., None] ** 2 * (scene.by_own.swapaxes(-1, -2) @ reduced.inverses[0])
    return Unknowns(common, (gain @ (scene.residuals - scene.by_common @ common)[..., None])[..., 0])


def _weigh_causes(kept: Sequence[Weighed], weights: np.ndarray) -> dict[str, float]:
    shares: dict[frozenset[str], float] = {}
    for one, weight in zip(kept, weights.tolist(), strict=True):
        names = _list_names(one)
        shares[names] = shares.get(names, 0.0) + weight
    causes = {name: _sum_shares(shares, {name}) for names in shares for name in sorted(names)}
    for family in FAMILIES:
        if members := family & causes.keys():
            causes[max(sorted(members), key=causes.__getitem__)] = _sum_shares(shares, family)
    return dict(sorted(causes.items(), key=lambda item: -item[1]))


def _sum_shares(shares: Mapping[frozenset[str], float], family: set[str] | frozenset[str]) -> float:
    return sum(share for names, share in shares.items() if family & names)


def _list_names(weighed: Weighed) -> frozenset[str]:
    """Return the names of the causes and stances of a hypothesis."""
    stances = {STANCES[index].name for index in weighed.hypothesis.stances} - {"level"}
    return frozenset({cause.name for cause in weighed.hypothesis.causes} | stances)
