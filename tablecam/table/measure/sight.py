"""The exact share of each model that another sees, and the obstructions.

The eye is at nine tenths of the viewer's height, over the centre of its base or, on request, over whichever point of
the base sees most. The target is the upright rectangle through its axis, square to the horizontal line of view, as wide
as its base and as high as the model. The open prisms of the terrain hide parts of it, and so do other models if the
rulebook says so. Viewer and target hide nothing.
"""

import enum

import numpy as np

from tablecam.table.geometry.sightlines import compute_hidden_shares
from tablecam.table.measure.best_eye import best_eyes
from tablecam.table.measure.sight_errors import MovablePairs
from tablecam.table.measure.sight_scene import SightScene, scene
from tablecam.table.measure.sight_table import SightTable, sight_table
from tablecam.table.measure.sighting import Sighting
from tablecam.table.measure.stances import views
from tablecam.table.snapshot import Snapshot


class Eye(enum.Enum):
    """The place of the viewer's eye: over the centre of its base, or over whichever point of the base sees most."""

    CENTRE = "centre"
    ANYWHERE = "anywhere"


def all_sight(snapshot: Snapshot, blocks: np.ndarray | None = None, friends: bool = False) -> SightTable:
    """The sight of every ordered pair of models on different sides, from the centre; `blocks` as for `sighting`.

    Each row equals the result of `sighting`, with its error. friends: include pairs on the same side. After a move the
    table's `update` gives the next table at a fraction of the cost.
    """
    return sight_table(snapshot, blocks, friends)


def sighting(
    snapshot: Snapshot,
    viewer: str,
    target: str,
    blocks: np.ndarray | None = None,
    eye: Eye = Eye.CENTRE,
    error: bool = True,
) -> Sighting:
    """One model's view of another; KeyError for an id that is not on the table, ValueError for one id twice.

    blocks: which models block, booleans that broadcast to (viewer, target, blocker) over the snapshot's models; None:
    all others do. error: whether to compute the sighting again with both models moved by one and by two sigmas along
    each independent error of their poses, and to the places with the greatest and the least view; that gives its sigma
    and `within_error`. The blockers' own errors do not count.
    """
    if viewer == target:
        raise ValueError(f"a sighting needs two models, not {viewer} twice")
    viewers, targets = (np.array([number]) for number in _find_numbers(snapshot, viewer, target))
    pair = MovablePairs(scene(snapshot, blocks), viewers, targets, eye is Eye.ANYWHERE)
    return next(pair.with_error()) if error else pair.sightings()[0]


def _find_numbers(snapshot: Snapshot, *models: str) -> tuple[int, ...]:
    ids = [placed.model.id for placed in snapshot.models]
    for model in models:
        if model not in ids:
            raise KeyError(model)
    return tuple(map(ids.index, models))


def compute_shares(
    scene: SightScene, viewer: str, target: str, places: np.ndarray, eye: Eye = Eye.CENTRE
) -> np.ndarray:
    """(n,): the visible shares of a target at places (3, n) of its base's centre, while all others stay.

    Far cheaper than n scenes. KeyError for an id that is not on the table.
    """
    count, numbers = places.shape[1], _find_numbers(scene.snapshot, viewer, target)
    viewer_figures, target_figures = (np.repeat(scene.models[:, [number]], count, axis=1) for number in numbers)
    target_figures[: len(places)] = places
    viewers, targets = (np.full(count, number) for number in numbers)

    def visible(rows: np.ndarray, eyes: np.ndarray | None) -> np.ndarray:
        looks = views(viewer_figures[:, rows], target_figures[:, rows], eyes)
        return 1 - compute_hidden_shares(looks, scene.hiders, viewers[rows], targets[rows])

    return visible(np.arange(count), best_eyes(viewer_figures, visible) if eye is Eye.ANYWHERE else None)
