"""The sight of all pairs at once; after a move only the affected pairs are updated. `measure.sight` defines sight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tablecam.table.geometry.sightlines import EarlierShares, HiddenShares, Shares, compute_hidden_pair_shares
from tablecam.table.geometry.views import Views
from tablecam.table.measure.obstruction_distance import all_distances, measure_moved_distances
from tablecam.table.measure.replacement import find_replaced_models
from tablecam.table.measure.sight_errors import MovablePairs
from tablecam.table.measure.sight_looks import SightLooks
from tablecam.table.measure.sight_scene import SightScene, scene
from tablecam.table.measure.sighting import Sighting
from tablecam.table.snapshot import Snapshot


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
