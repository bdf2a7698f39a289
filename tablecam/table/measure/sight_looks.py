"""Many views of models at once, and their sightings, without the error of places."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.table.geometry.sightlines import Shares
from tablecam.table.geometry.views import Views
from tablecam.table.measure.sight_scene import SightScene
from tablecam.table.measure.sighting import Obstruction, Sighting


@dataclass(frozen=True)
class SightLooks:
    """The views that viewers have of targets, a row each.

    viewer, target: (n,), numbers of models in the snapshot. far: (bases, features and models), in inches from base
    edges; base: (n,), its row for each pair.
    """

    scene: SightScene
    views: Views
    viewer: np.ndarray
    target: np.ndarray
    shares: Shares
    far: np.ndarray
    base: np.ndarray

    @property
    def visible(self) -> np.ndarray:
        """(n,): the share of each target visible past everything."""
        return 1 - self.shares.hidden

    @property
    def visible_past_terrain(self) -> np.ndarray:
        """(n,): the share of each target visible past the terrain alone."""
        return 1 - self.shares.hidden_by_terrain

    def __len__(self) -> int:
        return len(self.viewer)

    def without_error(self, rows: Sequence[int] | None = None) -> list[Sighting]:
        """The sightings of some rows, or of all, with sigma 0; one look-up finds the obstructions of all of them."""
        chosen = range(len(self)) if rows is None else rows
        is_chosen = mask(np.array(chosen, int), len(self))
        entries = is_chosen[self.shares.view].nonzero()[0]
        entries = entries[self.shares.view[entries].argsort(kind="stable")]
        ends = np.bincount(self.shares.view[entries], minlength=len(self)).cumsum().tolist()
        return [self._build_sighting(row, entries[ends[row - 1] if row else 0 : ends[row]]) for row in chosen]

    def _build_sighting(self, row: int, mine: np.ndarray) -> Sighting:
        """The sighting of a pair. mine: the indices of its obstructions."""
        ids = [self.scene.snapshot.models[number].model.id for number in (self.viewer[row], self.target[row])]
        x, y, z = self.views.eye[:, row].tolist()
        visible, past_terrain = 1 - float(self.shares.hidden[row]), 1 - float(self.shares.hidden_by_terrain[row])
        return Sighting(ids[0], ids[1], visible, past_terrain, self._list_obstructions(row, mine), (x, y, z))

    def _list_obstructions(self, row: int, mine: np.ndarray) -> tuple[Obstruction, ...]:
        owner, alone = self.shares.owner[mine], self.shares.alone[mine]
        rows = zip(owner.tolist(), self.far[self.base[row], owner].tolist(), alone.tolist(), strict=True)
        obstructions = [self._build_obstruction(*values) for values in rows]
        return tuple(sorted(obstructions, key=lambda obstruction: (-obstruction.hidden, obstruction.number)))

    def _build_obstruction(self, owner: int, distance_in: float, hidden: float) -> Obstruction:
        snapshot, features = self.scene.snapshot, self.scene.features
        if owner >= features:
            model = snapshot.models[owner - features].model
            return Obstruction(model.id, "model", None, None, distance_in, hidden, owner - features)
        feature = snapshot.terrain.features[owner]
        return Obstruction(feature.name, "terrain", feature.material, feature.piece, distance_in, hidden, owner)


def mask(rows: np.ndarray, count: int) -> np.ndarray:
    """(count,): whether a row is among `rows`."""
    flags = np.zeros(count, bool)
    flags[rows] = True
    return flags
