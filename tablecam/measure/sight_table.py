"""The sight of all pairs at once, updated after a move only where it matters; `measure.sight` defines sight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.geometry.sightlines import Shares, reached, shares
from tablecam.geometry.views import Views
from tablecam.measure.moved import replaced_models
from tablecam.measure.obstruction_distance import all_distances, update_distances
from tablecam.measure.sight_errors import MovablePairs
from tablecam.measure.sight_looks import SightLooks, mask
from tablecam.measure.sight_scene import SightScene, of_pairs, scene
from tablecam.measure.sighting import Sighting
from tablecam.measure.stances import views
from tablecam.table.snapshot import Snapshot


@dataclass(frozen=True)
class SightTable(SightLooks):
    """The sight of the chosen pairs: each row is what `sighting` gives of it, with sigma and `within_error`.

    The shares of all rows are known. The error of a row is computed when the row is read: some twenty views each.
    `without_error` gives rows at once. friends: whether pairs on the same side are included.
    """

    friends: bool = False

    def __iter__(self) -> Iterator[Sighting]:
        return iter(self.rows())

    def between(self, viewer: str, target: str) -> Sighting:
        """What one model sees of another, by their ids; KeyError if that pair is not in the table."""
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
        other = replaced_models(old.snapshot.models, snapshot.models)
        if other is None or snapshot.terrain != old.snapshot.terrain:
            return sight_table(snapshot, blocks, self.friends)
        new, moved = old.moved(snapshot, other, blocks)
        among = mask(moved, new.models.shape[1])
        afresh = among[self.viewer] | among[self.target]
        own = afresh.nonzero()[0]
        viewers, targets = new.models.take(self.viewer[own], axis=1), new.models.take(self.target[own], axis=1)
        seen = self.views.replaced(own, views(viewers, targets))
        if new.blocks is not old.blocks:
            afresh |= of_pairs(_unlike(new.blocks, old.blocks, moved), self.viewer, self.target)
        found = self._updated_shares(new, seen, moved, afresh)
        far = update_distances(self.far, new.models, new.edges, moved)
        return SightTable(new, seen, self.viewer, self.target, found, far, self.viewer, self.friends)

    def _updated_shares(self, new: SightScene, seen: Views, moved: np.ndarray, afresh: np.ndarray) -> Shares:
        """The shares after some models moved; afresh: (n,), the pairs that must be computed in full.

        The others change only if a moved model hid something, or may hide something now. Where the terrain alone hides
        everything, that stays so, and so do the other obstructions: there only the moved models are computed.
        """
        old, where, count = self.shares, len(new.terrain) + moved, len(self)
        gone = mask(new.features + moved, new.features + new.models.shape[1])[old.owner]
        lost = mask(old.view[gone], count)
        asked = afresh | lost | reached(seen, new.parts.cylinder[:, where]).any(axis=1)
        rows = asked.nonzero()[0]
        looks = seen.part(rows)
        view, part = new.candidates(looks, self.viewer[rows], self.target[rows])
        by_moved = mask(where, len(new.parts))[part]
        near, known = mask(view[by_moved], len(rows)), (old.hidden_by_first[rows] == 1.0) & ~afresh[rows]
        lit = (afresh[rows] | lost[rows] | near) & ~known
        touched = lit | near
        kept = lit[view] | by_moved
        view = (touched.cumsum() - 1)[view[kept]]
        found = shares(looks.pick(touched.nonzero()[0]), new.parts, view, part[kept], new.features)
        ours = rows[touched]
        stays = ~(gone | mask(rows[lit], count)[old.view])
        return _put_rows(old, found, ours, known[touched], stays)


def _unlike(new: np.ndarray, old: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """(viewer, target): whether other models block than before, apart from those that moved."""
    unlike = new != old
    # what moved models see and hide is computed again in any case
    if unlike.shape[0] > 1:
        unlike[moved] = False
    if unlike.shape[2] > 1:
        unlike[:, :, moved] = False
    return np.asarray(unlike.any(axis=2))


def sight_table(snapshot: Snapshot, blocks: np.ndarray | None = None, friends: bool = False) -> SightTable:
    """The sight of every ordered pair of models on different sides, or of any two; `blocks` as for `scene`."""
    new = scene(snapshot, blocks)
    sides = np.array([placed.model.side for placed in snapshot.models], dtype=object)
    apart = ~np.eye(len(sides), dtype=bool) if friends else sides[:, None] != sides[None, :]
    viewer, target = np.nonzero(apart)
    seen = views(new.models[:, viewer], new.models[:, target]).with_sides()
    found, far = new.shares(seen, viewer, target), all_distances(new.models, new.edges)
    return SightTable(new, seen, viewer, target, found, far, viewer, friends)


def _put_rows(shares: Shares, part: Shares, rows: np.ndarray, dark: np.ndarray, kept: np.ndarray) -> Shares:
    """The shares with those of some views, `rows`, replaced; the new ones come last.

    dark: (rows,), where the first kind alone still hides everything, and `part` does not include that. kept: which
    prisms hide the same as before.
    """
    hidden, by_first = shares.hidden.copy(), shares.hidden_by_first.copy()
    hidden[rows], by_first[rows] = np.maximum(part.hidden, dark), np.maximum(part.hidden_by_first, dark)
    old = kept.nonzero()[0]
    view = np.concatenate([shares.view[old], rows[part.view]])
    owner = np.concatenate([shares.owner[old], part.owner])
    alone = np.concatenate([shares.alone[old], part.alone])
    return Shares(hidden, by_first, view, owner, alone)
