"""The exact share of each model that another sees, and the table of all pairs, updated after each move.

The eye is at nine tenths of the viewer's height, over the centre of its base or, on request, over whichever point of
the base sees most. The target is the upright rectangle through its axis, square to the horizontal line of view, as wide
as its base and as high as the model. The open prisms of the terrain hide parts of it, and so do other models if the
rulebook says so. Viewer and target hide nothing.
"""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tablecam.table.geometry.sightlines import (
    EarlierShares,
    HiddenShares,
    Shares,
    Views,
    compute_hidden_pair_shares,
    compute_hidden_shares,
)
from tablecam.table.measure.obstruction_distance import all_distances, measure_moved_distances
from tablecam.table.measure.sight_errors import MovablePairs, SightLooks, best_eyes
from tablecam.table.measure.sighting import Sighting, SightScene, scene, views
from tablecam.table.snapshot import Snapshot, find_replaced_models


@dataclass(frozen=True)
class SightTable:
    """The sight of the chosen pairs: each row equals the result of `sighting`, with sigma and `within_error`.

    viewer, target: (n,), numbers of models in the snapshot. hidden: the share that everything together hides, of all
    rows. friends: whether pairs on the same side are included.

    The hidden shares of all rows are known. The obstructions, their distances and the error of a row are computed when
    the row is read: `without_error` gives rows at once, an error takes some twenty views.
    """

    scene: SightScene
    viewer: np.ndarray
    target: np.ndarray
    hidden: HiddenShares
    friends: bool = False

    @property
    def visible(self) -> np.ndarray:
        """(n,): the share of each target visible past everything."""
        return 1 - self.hidden.share

    @property
    def visible_past_terrain(self) -> np.ndarray:
        """(n,): the share of each target visible past the terrain alone."""
        return 1 - self.shares.hidden_by_terrain

    @cached_property
    def shares(self) -> Shares:
        """The shares of all rows in full, with the obstructions."""
        return self.scene.shares(self.views(), self.viewer, self.target)

    @cached_property
    def far(self) -> np.ndarray:
        """(models, features and models): inches from each base's edge to each feature and to each other base."""
        return all_distances(self.scene.models, self.scene.edges)

    def __len__(self) -> int:
        return len(self.viewer)

    def views(self, rows: np.ndarray | slice = slice(None)) -> Views:
        """The views of some rows, or of all."""
        return self.scene.views(self.viewer[rows], self.target[rows])

    def without_error(self, rows: Sequence[int] | None = None) -> list[Sighting]:
        """The sightings of some rows, or of all, with sigma 0."""
        chosen = np.arange(len(self)) if rows is None else np.array(rows, int)
        scene, viewer, target = self.scene, self.viewer[chosen], self.target[chosen]
        chosen_views = self.views(chosen)
        shares = scene.shares(chosen_views, viewer, target)
        stands, base = np.unique(viewer, return_inverse=True)
        stand = scene.models.take(stands, axis=1)
        far = measure_moved_distances(stand, scene.edges, scene.models, base[shares.view], shares.owner)
        return SightLooks(scene, chosen_views, viewer, target, shares, far, base).without_error()

    def __iter__(self) -> Iterator[Sighting]:
        return iter(self.rows())

    def get_sighting(self, viewer: str, target: str) -> Sighting:
        """One model's view of another, by their ids; KeyError if the table lacks the pair."""
        ids = [placed.model.id for placed in self.scene.snapshot.models]
        for row, pair in enumerate(zip(self.viewer.tolist(), self.target.tolist(), strict=True)):
            if (ids[pair[0]], ids[pair[1]]) == (viewer, target):
                return self.row(row)
        raise KeyError((viewer, target))

    def row(self, row: int) -> Sighting:
        """The sighting of one pair, with its error."""
        return self.rows([row])[0]

    def rows(self, rows: Sequence[int] | None = None) -> list[Sighting]:
        """The sightings of some pairs, or of all, with their errors: measured in batches, for all at once."""
        chosen = np.arange(len(self)) if rows is None else np.array(rows, int)
        return list(MovablePairs(self.scene, self.viewer[chosen], self.target[chosen]).with_error())

    def update(self, snapshot: Snapshot, blocks: np.ndarray | None = None) -> "SightTable":
        """The table of a later snapshot, bit-identical to a new `sight_table`; only changed pairs are computed.

        Cheap if the models are the same, few of them have moved, and the terrain is the same object.
        """
        old = self.scene
        changed = find_replaced_models(old.snapshot.models, snapshot.models)
        if changed is None or snapshot.terrain != old.snapshot.terrain:
            return sight_table(snapshot, blocks, self.friends)
        new = old.follow(snapshot, changed, blocks)
        hidden = compute_hidden_pair_shares(
            new.hiders, self.viewer, self.target, EarlierShares(self.hidden, old.hiders)
        )
        return SightTable(new, self.viewer, self.target, hidden, self.friends)


def sight_table(snapshot: Snapshot, blocks: np.ndarray | None = None, friends: bool = False) -> SightTable:
    """The sight of every ordered pair of models on different sides, or of any two; `blocks` as for `scene`."""
    new = scene(snapshot, blocks)
    sides = np.array([placed.model.side for placed in snapshot.models], dtype=object)
    is_pair = ~np.eye(len(sides), dtype=bool) if friends else sides[:, None] != sides[None, :]
    viewer, target = np.nonzero(is_pair)
    return SightTable(new, viewer, target, compute_hidden_pair_shares(new.hiders, viewer, target), friends)


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
    all others do. error: whether to compute the sighting again with both models, and what may hide something, moved
    along each independent error of their places, and to the places with the greatest and the least view; that gives its
    sigma and `within_error`.
    """
    return sightings(snapshot, [(viewer, target)], blocks, eye, error)[0]


def sightings(
    snapshot: Snapshot,
    pairs: Sequence[tuple[str, str]],
    blocks: np.ndarray | None = None,
    eye: Eye = Eye.CENTRE,
    error: bool = True,
) -> list[Sighting]:
    """The views of several viewers of their targets, each as `sighting` gives it, measured in batches."""
    for viewer, target in pairs:
        if viewer == target:
            raise ValueError(f"a sighting needs two models, not {viewer} twice")
    numbers = np.array([_find_numbers(snapshot, *pair) for pair in pairs], int).reshape(-1, 2)
    viewers, targets = numbers.T
    movable = MovablePairs(scene(snapshot, blocks), viewers, targets, eye is Eye.ANYWHERE)
    return list(movable.with_error()) if error else movable.sightings()


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
