"""The errors of what hides targets: which pieces and models may matter to a pair, and how far off they may be.

A piece of terrain moves as a whole, by the error of its place on the map; a model by that of its own place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from tablecam.table.geometry.sightlines import HiderShifts, Views, find_reaching_cylinders
from tablecam.table.measure.sighting import SightScene, cylinders

# Nothing that is farther than this from the space between an eye and a target is moved into it.
NEAR_SIGMAS = 3.0

# An error below this, in inches, counts as 0.
NO_ERROR_IN = 1e-12


@dataclass(frozen=True)
class LooseHider:
    """A piece of terrain or a model whose place has an error.

    name: as players know it. owners: its prisms' numbers, as `Hiders` numbers them. errors: (m, 2), independent moves
    in x and y by one sigma, that make up the error. sigma_in: one sigma of its place, the worst way.
    """

    name: str
    owners: tuple[int, ...]
    errors: np.ndarray
    sigma_in: float


def list_loose_hiders(scene: SightScene) -> list[LooseHider]:
    """All hiders of a scene whose places have an error: pieces of terrain, then models."""
    return [*_list_loose_terrain(scene), *_list_loose_models(scene)]


def _list_loose_terrain(scene: SightScene) -> list[LooseHider]:
    numbers: dict[str, list[int]] = {}
    features = scene.snapshot.terrain.features
    for number, feature in enumerate(features):
        if feature.sigma_in > NO_ERROR_IN:
            numbers.setdefault(feature.piece or feature.name, []).append(number)
    sigmas_in = {name: max(features[owner].sigma_in for owner in owners) for name, owners in numbers.items()}
    return [LooseHider(name, tuple(numbers[name]), sigma * np.eye(2), sigma) for name, sigma in sigmas_in.items()]


def _list_loose_models(scene: SightScene) -> list[LooseHider]:
    models = scene.snapshot.models
    if not models or not scene.blocks.any():
        return []
    places = np.array([placed.covariance for placed in models])[:, :2, :2]
    sizes, axes = np.linalg.eigh(places)
    sizes = np.sqrt(np.maximum(sizes, 0))
    return [
        LooseHider(placed.model.id, (scene.features + number,), (size[:, None] * axis.T)[size > NO_ERROR_IN], worst)
        for number, (placed, size, axis, worst) in enumerate(
            zip(models, sizes, axes, sizes.max(axis=1).tolist(), strict=True)
        )
        if worst > NO_ERROR_IN
    ]


def find_near_hiders(
    scene: SightScene, hiders: Sequence[LooseHider], viewer: np.ndarray, target: np.ndarray, margin_in: float = 0.0
) -> np.ndarray:
    """(n, hiders): whether a hider's error may lead it into a pair's view, or out of it; too often, never too seldom.

    margin_in: how far from the centre of a viewer's base its eye may be.
    """
    views = scene.views(viewer, target)
    near = np.zeros((len(viewer), len(hiders)), bool)
    if hiders and len(viewer):
        _mark_terrain(scene, hiders, views, margin_in, near)
        _mark_models(scene, hiders, viewer, target, margin_in, near)
    return near


def _mark_terrain(
    scene: SightScene, hiders: Sequence[LooseHider], seen: Views, margin_in: float, near: np.ndarray
) -> None:
    """Marks the pieces near the triangle from an eye to its target, in plan."""
    rows = [(number, owner) for number, hider in enumerate(hiders) for owner in hider.owners if owner < scene.features]
    if not rows:
        return
    number, owner = np.array(rows).T
    spare = NEAR_SIGMAS * np.array([hiders[index].sigma_in for index in number.tolist()]) + margin_in
    is_near = shapely.dwithin(scene.snapshot.terrain.polygons[owner], _make_triangles(seen)[:, None], spare)
    for column, hider in enumerate(number.tolist()):
        near[:, hider] |= is_near[:, column]


def _make_triangles(seen: Views) -> np.ndarray:
    across = np.stack([-seen.along[1], seen.along[0]]) * seen.half_width
    axis = seen.eye[:2] + seen.along * seen.length
    corners = np.stack([seen.eye[:2], axis + across, axis - across])
    triangles: np.ndarray = shapely.polygons(corners.transpose(2, 0, 1))
    return triangles


def _mark_models(
    scene: SightScene,
    hiders: Sequence[LooseHider],
    viewer: np.ndarray,
    target: np.ndarray,
    margin_in: float,
    near: np.ndarray,
) -> None:
    """Marks the models that block and stand near the triangle; a pair's own two are no hiders."""
    numbers = [number for number, hider in enumerate(hiders) if hider.owners[0] >= scene.features]
    if not numbers:
        return
    model = np.array([hiders[number].owners[0] - scene.features for number in numbers])
    around = cylinders(scene.models.take(model, axis=1))
    around[2] += NEAR_SIGMAS * np.array([hiders[number].sigma_in for number in numbers]) + margin_in
    count = scene.models.shape[1]
    may_block = np.broadcast_to(scene.blocks, (count,) * 3)[viewer[:, None], target[:, None], model]
    others = (viewer[:, None] != model) & (target[:, None] != model)
    near[:, numbers] = find_reaching_cylinders(scene.views(viewer, target), around) & may_block & others


def collect_shifts(hiders: Sequence[LooseHider], offsets: np.ndarray) -> HiderShifts | None:
    """The shifts of views, given how far each hider is moved in x and y (views, hiders, 2); None without any."""
    view, number = np.abs(offsets).max(axis=2, initial=0.0).nonzero()
    if not len(view):
        return None
    sizes = np.array([len(hider.owners) for hider in hiders])[number]
    owner = np.concatenate([hiders[each].owners for each in number.tolist()])
    moved = np.zeros((3, len(owner)))
    moved[:2] = np.repeat(offsets[view, number], sizes, axis=0).T
    return HiderShifts(np.repeat(view, sizes), owner, moved)
