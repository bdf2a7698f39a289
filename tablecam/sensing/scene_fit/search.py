"""The search for the likeliest hypotheses: causes are added one by one while they make the readings likelier.

All hypotheses that are weighed on the way stay in the result with their evidence, so what is open between them stays
in the uncertainty.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.sensing.scene_fit.evidence import NOISES, ReducedScene, leave_each_out
from tablecam.sensing.scene_fit.hypotheses import (
    DROOPS,
    LEANS,
    STANCES,
    USUAL_STANCES,
    Cause,
    Hypothesis,
)
from tablecam.sensing.scene_fit.scene import OWN_DROOP, OWN_LEAN, LinearScene

MOST_CAUSES = 5
# the search goes on from this number of the likeliest ways to stand
MOST_STARTS = 2
LEARNING_ROUNDS = 8
# a stance that large lets a model say nothing about the table
LOOSE = 3
# what is less likely than the best by this logarithm is not weighed at all noises
NEAR = 5.0
# tags whose squared deviation is beyond this (six figures) may have been moved, and at least this many
SUSPECT, MOST_SUSPECTS = 14.0, 2
ALL_NOISES = np.arange(len(NOISES))


@dataclass(frozen=True)
class Weighed:
    """A hypothesis with the logarithm of its odds, and the noise (index of NOISES) at which it is likeliest."""

    hypothesis: Hypothesis
    log_odds: float
    noise: int


def search_hypotheses(
    scene: LinearScene, clean: Hypothesis, causes: Sequence[Cause], is_model: np.ndarray
) -> list[Weighed]:
    """Return the hypotheses that were weighed, the likeliest first."""
    begins = [_weigh(scene, [clean])[0], *_list_common_stances(scene, clean, is_model)]
    begins.append(_choose_stances(scene, begins[0], is_model, LOOSE * is_model))
    weighed = list(begins)
    for begin in _sort_distinct(begins)[:MOST_STARTS]:
        weighed += _climb(scene, begin, causes, is_model)
    return _sort_distinct(weighed)


def search_on(scene: LinearScene, before: Hypothesis, causes: Sequence[Cause], is_model: np.ndarray) -> list[Weighed]:
    """Return the hypotheses around one that was likeliest a moment ago: with one cause more, or one less."""
    current = _choose_stances(scene, _weigh(scene, [before])[0], is_model, before.stances)
    simpler = _list_simpler(scene, before)
    return _sort_distinct([current, *simpler, *_climb(scene, current, causes, is_model)])


def _list_common_stances(scene: LinearScene, start: Hypothesis, is_model: np.ndarray) -> list[Weighed]:
    """Weigh that all models stand alike: trays printed in one way, or a base that lets all of them lean."""
    return [
        _weigh(scene, [replace(start, stances=np.where(is_model, index, 0))])[0] for index in range(1, len(STANCES))
    ]


def _climb(scene: LinearScene, current: Weighed, causes: Sequence[Cause], is_model: np.ndarray) -> list[Weighed]:
    """Add causes to a hypothesis while that makes it likelier; returns all that were weighed."""
    weighed = [current]
    while len(current.hypothesis.causes) < MOST_CAUSES:
        candidates = _weigh_additions(scene, current, causes)
        weighed += candidates
        best = max([*candidates, current], key=lambda one: one.log_odds)
        if best is current:
            break
        current = _choose_stances(scene, best, is_model, best.hypothesis.stances)
        simpler = _list_simpler(scene, current.hypothesis)
        weighed += [current, *simpler]
        current = max([current, *simpler], key=lambda one: one.log_odds)
    return weighed


def _list_simpler(scene: LinearScene, hypothesis: Hypothesis) -> list[Weighed]:
    """Weigh the hypothesis without each of its causes: a later one may explain what an earlier one had to."""
    return [_weigh(scene, [hypothesis.without(cause)])[0] for cause in hypothesis.causes]


def _weigh_additions(scene: LinearScene, current: Weighed, causes: Sequence[Cause]) -> list[Weighed]:
    """Weigh the hypothesis with each further cause at its own noise; those that come near to it, at others too."""
    has = {cause.key for cause in current.hypothesis.causes}
    fresh = [cause for cause in causes if cause.key not in has]
    noise = current.noise
    suspects = find_suspects(scene, current)
    fresh = [cause for cause in fresh if cause.tag is None or cause.tag in suspects]
    first = _weigh_groups(scene, [current.hypothesis.adding(cause) for cause in fresh], ALL_NOISES[noise : noise + 1])
    best = max([current.log_odds, *(one.log_odds for one in first)])
    near = [one.hypothesis for one in first if one.log_odds > best - NEAR]
    # a cause that is found takes noise away
    return _weigh_groups(scene, near, ALL_NOISES[max(noise - 3, 0) : noise + 2])


def _weigh_groups(scene: LinearScene, hypotheses: Sequence[Hypothesis], noises: np.ndarray) -> list[Weighed]:
    """Weigh hypotheses, those together whose last causes widen the own unknowns alike."""
    groups: dict[int, list[Hypothesis]] = {}
    for one in hypotheses:
        groups.setdefault(id(one.causes[-1].own), []).append(one)
    return [weighed for group in groups.values() for weighed in _weigh(scene, group, noises)]


def find_suspects(scene: LinearScene, current: Weighed) -> set[int]:
    """Return the tags whose own deviations are the largest in sigmas of what the hypothesis allows."""
    reduced = ReducedScene.from_scene(scene, current.hypothesis.own_sigmas, np.array([current.noise]))
    common, _ = reduced.estimate_common(current.hypothesis.common, 0)
    residuals = scene.residuals - scene.by_common @ common
    square = np.einsum("ni,nij,nj->n", residuals, reduced.inverses[0], residuals)
    return set(np.argsort(-square[: len(square)])[:MOST_SUSPECTS].tolist()) | set(
        np.flatnonzero(square > SUSPECT).tolist()
    )


def _weigh(scene: LinearScene, hypotheses: list[Hypothesis], noises: np.ndarray = ALL_NOISES) -> list[Weighed]:
    """Weigh hypotheses that differ in their common unknowns alone."""
    reduced = ReducedScene.from_scene(scene, hypotheses[0].own_sigmas, noises)
    logs = reduced.compute_evidence(np.array([one.common for one in hypotheses]))
    totals = np.logaddexp.reduce(logs, axis=1)
    return [
        Weighed(one, float(total) + one.log_prior, int(noises[int(np.argmax(row))]))
        for one, total, row in zip(hypotheses, totals, logs, strict=True)
    ]


def weigh_again(scene: LinearScene, weighed: Sequence[Weighed], is_model: np.ndarray) -> list[Weighed]:
    """Weigh these hypotheses in a scene that is linear about another point, and the stances under the likeliest."""
    again = _sort_distinct([_weigh(scene, [one.hypothesis])[0] for one in weighed])
    return _sort_distinct([_choose_stances(scene, again[0], is_model, again[0].hypothesis.stances), *again])


def weigh_stances(scene: LinearScene, hypothesis: Hypothesis, noise: int, stances: np.ndarray) -> np.ndarray:
    """Return the logarithm of how likely each tag is in each of STANCES, (n, stances), by all other tags.

    stances: those that the other tags are taken to be in.
    """
    others = replace(hypothesis, stances=stances)
    reduced = ReducedScene.from_scene(scene, others.own_sigmas, np.array([noise]))
    residuals, doubts = leave_each_out(scene, reduced, hypothesis.common, 0)
    design = scene.by_own[:, None] * list_own_sigmas(hypothesis)[:, :, None]
    covariances = design @ design.swapaxes(-1, -2) + (scene.covariances * NOISES[noise] ** 2 + doubts)[:, None]
    solved = np.linalg.solve(covariances, np.broadcast_to(residuals[:, None, :, None], (*covariances.shape[:3], 1)))
    square = (solved[..., 0] * residuals[:, None]).sum(axis=-1)
    return np.asarray(-(square + np.linalg.slogdet(covariances)[1]) / 2)


def list_own_sigmas(hypothesis: Hypothesis) -> np.ndarray:
    """Return the sigmas of the own unknowns in each of STANCES, (n, stances, OWNS)."""
    own = np.repeat(hypothesis.own[:, None], len(STANCES), axis=1)
    own[..., OWN_LEAN : OWN_LEAN + 2] = LEANS[:, None]
    own[..., OWN_DROOP] = DROOPS
    return own


def share_stances(scene: LinearScene, hypothesis: Hypothesis, noise: int, is_model: np.ndarray) -> np.ndarray:
    """Return how likely each tag is in each of STANCES, (n, stances), with their usual mix on this table."""
    return _learn_shares(weigh_stances(scene, hypothesis, noise, hypothesis.stances), is_model)


def _learn_shares(logs: np.ndarray, is_model: np.ndarray) -> np.ndarray:
    """Return the shares of the stances of each tag, with the mix that the models show; a reference is level."""
    mix = USUAL_STANCES / USUAL_STANCES.sum()
    for _ in range(LEARNING_ROUNDS):
        shares = _normalise(logs + np.log(mix))
        counts = shares[is_model].sum(axis=0) + USUAL_STANCES
        mix = counts / counts.sum()
    return np.where(is_model[:, None], shares, np.eye(len(STANCES))[0])


def _choose_stances(scene: LinearScene, weighed: Weighed, is_model: np.ndarray, start: np.ndarray) -> Weighed:
    """Return the hypothesis with the likeliest stance of each model, if that is likelier than as it was."""
    hypothesis = weighed.hypothesis
    logs = weigh_stances(scene, hypothesis, weighed.noise, start)
    stances = np.argmax(_learn_shares(logs, is_model), axis=1)
    if (stances == hypothesis.stances).all():
        return weighed
    chosen = _weigh(scene, [replace(hypothesis, stances=stances)])[0]
    return max(chosen, weighed, key=lambda one: one.log_odds)


def _normalise(logs: np.ndarray) -> np.ndarray:
    shares = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _sort_distinct(weighed: list[Weighed]) -> list[Weighed]:
    distinct: dict[tuple[object, ...], Weighed] = {}
    for one in weighed:
        causes = frozenset(cause.key for cause in one.hypothesis.causes)
        distinct.setdefault((causes, one.hypothesis.stances.tobytes()), one)
    return sorted(distinct.values(), key=lambda one: -one.log_odds)
