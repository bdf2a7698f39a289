"""The sight of all pairs at once, updated after a move only where it matters; `measure.sight` defines sight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.geometry.apart import CORNERED, SIN
from tablecam.geometry.edges import PolygonEdges
from tablecam.geometry.prism import ConvexParts, join_parts, move_round_parts, replace_parts
from tablecam.geometry.sightlines import Shares, candidates, join_shares, reached, shares
from tablecam.geometry.views import Views
from tablecam.measure.moved import replaced_models
from tablecam.measure.obstruction_distance import all_distances, update_distances
from tablecam.measure.sighting import Obstruction, Sighting
from tablecam.measure.stances import cylinders, figures, model_parts, views
from tablecam.table.snapshot import Snapshot

# How many pairs of a view and a part are looked at together, and how many of those whose shadows are cast together.
# More cost more each, because what is derived from them leaves the processor's cache.
CELLS, BATCH = 70000, 5000

ALL_BLOCK = np.ones((1, 1, 1), bool)


@dataclass(frozen=True)
class SightScene:
    """A snapshot prepared for sight.

    models: figures. edges: of the terrain's footprints. terrain: its parts; parts: those, and then one of each model.
    blocks: which models block, as for `scene`.
    """

    snapshot: Snapshot
    models: np.ndarray
    edges: PolygonEdges
    terrain: ConvexParts
    parts: ConvexParts
    blocks: np.ndarray

    @property
    def features(self) -> int:
        """How many features the terrain has."""
        return len(self.edges.first)

    def may_block(self, viewer: np.ndarray, target: np.ndarray) -> np.ndarray:
        """(n, parts): which parts may block what the viewers see of the targets, numbers of models (n,)."""
        asked, first = np.ones((len(viewer), len(self.parts)), bool), len(self.terrain)
        if self.blocks is not ALL_BLOCK:
            asked[:, first:] = _of_pairs(self.blocks, viewer, target)
        asked[np.arange(len(viewer)), first + np.array([viewer, target])] = False
        return asked

    def shares(self, seen: Views, viewer: np.ndarray, target: np.ndarray) -> Shares:
        """What is hidden in each view, given the viewers and targets, numbers of models (n,).

        Many views are computed a batch at a time: what is derived from a batch then stays in the processor's cache.
        """
        view, part = self.candidates(seen, viewer, target)
        if len(view) < 2 * BATCH:
            return shares(seen, self.parts, view, part, self.features)
        starts = sorted({0, *view[BATCH::BATCH].tolist()})
        found = []
        for start, end in zip(starts, [*starts[1:], len(seen)], strict=True):
            low, high = np.searchsorted(view, (start, end)).tolist()
            batch = seen.pick(np.arange(start, end))
            found.append(shares(batch, self.parts, view[low:high] - start, part[low:high], self.features))
        return join_shares(found, starts)

    def candidates(self, seen: Views, viewer: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """View and part, (k,) each, of what may hide something."""
        size, count = max(CELLS // max(len(self.parts), 1), 1), len(seen)
        if count <= size:
            return candidates(seen, self.parts.cylinder, self.may_block(viewer, target))
        found = []
        for start in range(0, count, size):
            rows = np.arange(start, min(start + size, count))
            view, part = candidates(seen.part(rows), self.parts.cylinder, self.may_block(viewer[rows], target[rows]))
            found.append((view + start, part))
        return np.concatenate([view for view, _ in found]), np.concatenate([part for _, part in found])

    def moved(
        self, snapshot: Snapshot, other: Sequence[int], blocks: np.ndarray | None
    ) -> tuple["SightScene", np.ndarray]:
        """The scene of a later snapshot of the same models and terrain, and the numbers of those that moved.

        other: the numbers of the models that are not the same objects.
        """
        new, moved = figures([snapshot.models[number] for number in other]), np.array(other, int)
        models = self.models.copy()
        models[:, moved] = new
        unlike = new != self.models.take(moved, axis=1)
        rows = unlike.any(axis=0).nonzero()[0]
        new, moved = new.take(rows, axis=1), moved[rows]
        where = len(self.terrain) + moved
        if unlike[SIN:].any() or new[CORNERED].any():
            parts = replace_parts(self.parts, where, model_parts(new))
        else:
            # a round base that has not turned keeps its shape
            parts = move_round_parts(self.parts, where, cylinders(new))
        return SightScene(snapshot, models, self.edges, self.terrain, parts, _in_full(blocks)), moved


def scene(snapshot: Snapshot, blocks: np.ndarray | None = None) -> SightScene:
    """The scene of a snapshot.

    blocks: which models block, booleans that broadcast to (viewer, target, blocker) over the snapshot's models; None:
    all others do.
    """
    terrain, edges, models = snapshot.terrain.parts, snapshot.terrain.edges, figures(snapshot.models)
    parts = join_parts(terrain, len(edges.first), model_parts(models))
    return SightScene(snapshot, models, edges, terrain, parts, _in_full(blocks))


def _in_full(blocks: np.ndarray | None) -> np.ndarray:
    """Which models block, with all three axes; one that makes no difference has a single place."""
    return ALL_BLOCK if blocks is None else blocks[(None,) * (3 - blocks.ndim)]


def _of_pairs(table: np.ndarray, viewer: np.ndarray, target: np.ndarray) -> np.ndarray:
    """(n, ...): the rows of a table by viewer and target, an axis of which may have a single place."""
    many_viewers, many_targets = table.shape[0] > 1, table.shape[1] > 1
    return np.asarray(table[viewer if many_viewers else 0, target if many_targets else 0])


def _unlike(new: np.ndarray, old: np.ndarray, moved: np.ndarray) -> np.ndarray:
    """(viewer, target): whether other models block than before, apart from those that moved."""
    unlike = new != old
    # what moved models see and hide is computed again in any case
    if unlike.shape[0] > 1:
        unlike[moved] = False
    if unlike.shape[2] > 1:
        unlike[:, :, moved] = False
    return np.asarray(unlike.any(axis=2))


@dataclass(frozen=True)
class SightTable:
    """The sight of the chosen pairs.

    viewer, target: (n,), numbers of models in the snapshot. visible, visible_past_terrain: (n,), shares. far: (viewers,
    features and models), in inches from base edges; base: (n,), its row for each pair. friends: whether pairs on
    the same side are included.
    """

    scene: SightScene
    views: Views
    viewer: np.ndarray
    target: np.ndarray
    shares: Shares
    far: np.ndarray
    base: np.ndarray
    friends: bool = False

    @property
    def visible(self) -> np.ndarray:
        """(n,): the share of each target visible past everything."""
        return 1 - self.shares.hidden

    @property
    def visible_past_terrain(self) -> np.ndarray:
        """(n,): the share of each target visible past the terrain alone."""
        return 1 - self.shares.hidden_by_first

    def __len__(self) -> int:
        return len(self.viewer)

    def __iter__(self) -> Iterator[Sighting]:
        return iter(self.rows(range(len(self))))

    def between(self, viewer: str, target: str) -> Sighting:
        """What one model sees of another, by their ids; KeyError if that pair is not in the table."""
        ids = [placed.model.id for placed in self.scene.snapshot.models]
        for row, pair in enumerate(zip(self.viewer.tolist(), self.target.tolist(), strict=True)):
            if (ids[pair[0]], ids[pair[1]]) == (viewer, target):
                return self.row(row)
        raise KeyError((viewer, target))

    def row(self, row: int) -> Sighting:
        """The sighting of one pair."""
        return self._sighting(row, (self.shares.view == row).nonzero()[0])

    def rows(self, rows: Sequence[int]) -> list[Sighting]:
        """The sightings of several pairs; what hides part of them is looked up once for all."""
        wanted = _mask(np.array(rows, int), len(self))
        listed = wanted[self.shares.view].nonzero()[0]
        listed = listed[self.shares.view[listed].argsort(kind="stable")]
        ends = np.bincount(self.shares.view[listed], minlength=len(self)).cumsum().tolist()
        return [self._sighting(row, listed[ends[row - 1] if row else 0 : ends[row]]) for row in rows]

    def _sighting(self, row: int, mine: np.ndarray) -> Sighting:
        """The sighting of a pair. mine: where what hides part of it is listed."""
        ids = [self.scene.snapshot.models[number].model.id for number in (self.viewer[row], self.target[row])]
        x, y, z = self.views.eye[:, row].tolist()
        visible, past_terrain = 1 - float(self.shares.hidden[row]), 1 - float(self.shares.hidden_by_first[row])
        return Sighting(ids[0], ids[1], visible, past_terrain, self._obstructions(row, mine), (x, y, z))

    def _obstructions(self, row: int, mine: np.ndarray) -> tuple[Obstruction, ...]:
        owner, alone = self.shares.owner[mine], self.shares.alone[mine]
        rows = zip(owner.tolist(), self.far[self.base[row], owner].tolist(), alone.tolist(), strict=True)
        found = [self._obstruction(*found_row) for found_row in rows]
        return tuple(sorted(found, key=lambda obstruction: (-obstruction.hidden, obstruction.number)))

    def _obstruction(self, owner: int, distance_in: float, hidden: float) -> Obstruction:
        snapshot, features = self.scene.snapshot, self.scene.features
        if owner >= features:
            model = snapshot.models[owner - features].model
            return Obstruction(model.id, "model", None, None, distance_in, hidden, owner - features)
        feature = snapshot.terrain.features[owner]
        return Obstruction(feature.name, "terrain", feature.material, feature.piece, distance_in, hidden, owner)

    def update(self, snapshot: Snapshot, blocks: np.ndarray | None = None) -> "SightTable":
        """The table of a later snapshot, bit-identical to a new `sight_table`; only changed pairs are computed.

        Cheap if the models are the same, few of them have moved, and the terrain is the same object.
        """
        old = self.scene
        other = replaced_models(old.snapshot.models, snapshot.models)
        if other is None or snapshot.terrain != old.snapshot.terrain:
            return sight_table(snapshot, blocks, self.friends)
        new, moved = old.moved(snapshot, other, blocks)
        among = _mask(moved, new.models.shape[1])
        afresh = among[self.viewer] | among[self.target]
        own = afresh.nonzero()[0]
        viewers, targets = new.models.take(self.viewer[own], axis=1), new.models.take(self.target[own], axis=1)
        seen = self.views.replaced(own, views(viewers, targets))
        if new.blocks is not old.blocks:
            afresh |= _of_pairs(_unlike(new.blocks, old.blocks, moved), self.viewer, self.target)
        found = self._updated_shares(new, seen, moved, afresh)
        far = update_distances(self.far, new.models, new.edges, moved)
        return SightTable(new, seen, self.viewer, self.target, found, far, self.viewer, self.friends)

    def _updated_shares(self, new: SightScene, seen: Views, moved: np.ndarray, afresh: np.ndarray) -> Shares:
        """The shares after some models moved; afresh: (n,), the pairs that must be computed in full.

        The others change only if a moved model hid something, or may hide something now. Where the terrain alone hides
        everything, that stays so, and so do the other obstructions: there only the moved models are computed.
        """
        old, where, count = self.shares, len(new.terrain) + moved, len(self)
        gone = _mask(new.features + moved, new.features + new.models.shape[1])[old.owner]
        lost = _mask(old.view[gone], count)
        asked = afresh | lost | reached(seen, new.parts.cylinder[:, where]).any(axis=1)
        rows = asked.nonzero()[0]
        looks = seen.part(rows)
        view, part = new.candidates(looks, self.viewer[rows], self.target[rows])
        by_moved = _mask(where, len(new.parts))[part]
        near, known = _mask(view[by_moved], len(rows)), (old.hidden_by_first[rows] == 1.0) & ~afresh[rows]
        lit = (afresh[rows] | lost[rows] | near) & ~known
        touched = lit | near
        kept = lit[view] | by_moved
        view = (touched.cumsum() - 1)[view[kept]]
        found = shares(looks.pick(touched.nonzero()[0]), new.parts, view, part[kept], new.features)
        ours = rows[touched]
        stays = ~(gone | _mask(rows[lit], count)[old.view])
        return _put_rows(old, found, ours, known[touched], stays)


def sight_table(snapshot: Snapshot, blocks: np.ndarray | None = None, friends: bool = False) -> SightTable:
    """The sight of every ordered pair of models on different sides, or of any two; `blocks` as for `scene`."""
    new = scene(snapshot, blocks)
    sides = np.array([placed.model.side for placed in snapshot.models], dtype=object)
    apart = ~np.eye(len(sides), dtype=bool) if friends else sides[:, None] != sides[None, :]
    viewer, target = np.nonzero(apart)
    seen = views(new.models[:, viewer], new.models[:, target]).with_sides()
    found, far = new.shares(seen, viewer, target), all_distances(new.models, new.edges)
    return SightTable(new, seen, viewer, target, found, far, viewer, friends)


def _mask(rows: np.ndarray, count: int) -> np.ndarray:
    """(count,): whether a row is one of them."""
    mask = np.zeros(count, bool)
    mask[rows] = True
    return mask


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
