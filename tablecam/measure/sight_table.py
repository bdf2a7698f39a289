"""The sight of all pairs at once, and again only of those that a move touches; what sight is, `measure.sight` says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count
from operator import is_not

import numpy as np
from shapely import Polygon

from tablecam.geometry.footprint import Footprint
from tablecam.geometry.prism import Parts, joined, replaced, slid
from tablecam.geometry.sightlines import Shares, candidates, shares
from tablecam.geometry.views import Views
from tablecam.measure.obstruction_distance import distances
from tablecam.measure.sighting import Obstruction, Sighting
from tablecam.measure.stances import CORNERED, SIN, cylinders, figures, model_parts, terrain_parts, views
from tablecam.table.snapshot import Snapshot

ALL_BLOCK = np.array(True)


@dataclass(frozen=True)
class Scene:
    """A snapshot as sight needs it.

    models: figures. terrain: its parts; parts: those, and then one of each model. blocks: which models block, as for
    `scene`.
    """

    snapshot: Snapshot
    models: np.ndarray
    terrain: Parts
    parts: Parts
    blocks: np.ndarray

    @property
    def features(self) -> int:
        """How many features the terrain has."""
        return len(self.snapshot.terrain.features)

    @property
    def full_blocks(self) -> np.ndarray:
        """(viewer, target, blocker), over the snapshot's models."""
        return np.broadcast_to(self.blocks, (self.models.shape[1],) * 3)

    def may_block(self, viewer: np.ndarray, target: np.ndarray) -> np.ndarray:
        """(n, parts): which parts may block what the viewers see of the targets, numbers of models (n,)."""
        asked, first = np.ones((len(viewer), len(self.parts)), bool), len(self.terrain)
        if self.blocks is not ALL_BLOCK:
            asked[:, first:] = self.full_blocks[viewer, target]
        asked[np.arange(len(viewer)), first + np.array([viewer, target])] = False
        return asked

    def shares(self, seen: Views, viewer: np.ndarray, target: np.ndarray) -> Shares:
        """What is hidden in each view, given the viewers and targets, numbers of models (n,)."""
        view, part = self.candidates(seen, viewer, target)
        return shares(seen, self.parts, view, part, self.features)

    def candidates(self, seen: Views, viewer: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """View and part, (k,) each, of what may hide something."""
        return candidates(seen, self.parts.cylinder, self.may_block(viewer, target))

    def moved(self, snapshot: Snapshot, other: Sequence[int], blocks: np.ndarray | None) -> tuple["Scene", np.ndarray]:
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
            parts = replaced(self.parts, where, model_parts(new))
        else:
            # what is round and has not turned keeps its shape
            parts = slid(self.parts, where, cylinders(new))
        mask = ALL_BLOCK if blocks is None else blocks
        return Scene(snapshot, models, self.terrain, parts, mask), moved


def scene(snapshot: Snapshot, blocks: np.ndarray | None = None) -> Scene:
    """The scene of a snapshot.

    blocks: which models block, booleans that broadcast to (viewer, target, blocker) over the snapshot's models; all
    others do where it is None.
    """
    terrain, models = terrain_parts(snapshot.terrain), figures(snapshot.models)
    parts = joined(terrain, len(snapshot.terrain.features), model_parts(models))
    return Scene(snapshot, models, terrain, parts, ALL_BLOCK if blocks is None else blocks)


@dataclass(frozen=True)
class SightTable:
    """The sight of all pairs asked for.

    viewer, target: (n,), numbers of models in the snapshot. visible, visible_past_terrain: (n,), shares. bases: of the
    viewers, row by row, where they do not stand as in the snapshot. friends: whether pairs on one side are in it too.
    """

    scene: Scene
    views: Views
    viewer: np.ndarray
    target: np.ndarray
    shares: Shares
    bases: tuple[Footprint, ...] = ()
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
        return (self.row(row) for row in range(len(self)))

    def between(self, viewer: str, target: str) -> Sighting:
        """What one model sees of another, by their ids; KeyError where that pair is not in the table."""
        ids = [placed.model.id for placed in self.scene.snapshot.models]
        for row, pair in enumerate(zip(self.viewer.tolist(), self.target.tolist(), strict=True)):
            if (ids[pair[0]], ids[pair[1]]) == (viewer, target):
                return self.row(row)
        raise KeyError((viewer, target))

    def row(self, row: int) -> Sighting:
        """The sighting of one pair."""
        ids = [self.scene.snapshot.models[each].model.id for each in (self.viewer[row], self.target[row])]
        x, y, z = self.views.eye[:, row].tolist()
        visible, past_terrain = float(self.visible[row]), float(self.visible_past_terrain[row])
        return Sighting(ids[0], ids[1], visible, past_terrain, self._obstructions(row), (x, y, z))

    def _obstructions(self, row: int) -> tuple[Obstruction, ...]:
        low, high = np.searchsorted(self.shares.view, [row, row + 1])
        rows = zip(self.shares.owner[low:high].tolist(), self._distances[low:high].tolist(),
                   self.shares.alone[low:high].tolist(), strict=True)  # fmt: skip
        found = [self._obstruction(*each) for each in rows]
        return tuple(sorted(found, key=lambda each: -each.hidden))

    def _obstruction(self, owner: int, distance_in: float, hidden: float) -> Obstruction:
        snapshot, features = self.scene.snapshot, self.scene.features
        if owner >= features:
            model = snapshot.models[owner - features].model
            return Obstruction(model.id, "model", None, None, distance_in, hidden, owner - features)
        feature = snapshot.terrain.features[owner]
        return Obstruction(feature.name, "terrain", feature.material, feature.piece, distance_in, hidden, owner)

    @cached_property
    def _distances(self) -> np.ndarray:
        """(k,): of each obstruction in `shares` from the base edge of the viewer."""
        bases = self.bases or [placed.footprint for placed in self.scene.snapshot.models]
        of = self.shares.view if self.bases else self.viewer[self.shares.view]
        kinds, back = np.unique(np.stack([of, self.shares.owner]), axis=1, return_inverse=True)
        viewers = [bases[each] for each in kinds[0]]
        others = [self._outline(owner) for owner in kinds[1].tolist()]
        return distances(viewers, others)[back]

    def _outline(self, owner: int) -> Polygon | Footprint:
        features = self.scene.features
        if owner < features:
            return self.scene.snapshot.terrain.features[owner].polygon
        return self.scene.snapshot.models[owner - features].footprint

    def update(self, snapshot: Snapshot, blocks: np.ndarray | None = None) -> "SightTable":
        """The table of a later snapshot, to the last bit as `sight_table` makes it; only what changed is worked out.

        Cheap where the models are the same and few of them have moved, and the terrain is the same object.
        """
        old = self.scene
        other = _others(snapshot, old.snapshot)
        if other is None or snapshot.terrain != old.snapshot.terrain:
            return sight_table(snapshot, blocks, self.friends)
        new, moved = old.moved(snapshot, other, blocks)
        among = _mask(moved, new.models.shape[1])
        afresh = among[self.viewer] | among[self.target]
        own = afresh.nonzero()[0]
        viewers, targets = new.models.take(self.viewer[own], axis=1), new.models.take(self.target[own], axis=1)
        seen = self.views.replaced(own, views(viewers, targets))
        if new.blocks is not old.blocks and not np.array_equal(new.blocks, old.blocks):
            afresh |= (new.full_blocks != old.full_blocks)[self.viewer, self.target].any(axis=1)
        found = self._again(new, seen, moved, afresh)
        return SightTable(new, seen, self.viewer, self.target, found, friends=self.friends)

    def _again(self, new: Scene, seen: Views, moved: np.ndarray, afresh: np.ndarray) -> Shares:
        """The shares after some models moved; afresh: (n,), the pairs of which nothing holds that was known.

        The others change only where a moved model hid some, or may hide some now. Where the terrain alone hides
        everything, that stays so, and what else hides some too: there the moved models are all that is asked about.
        """
        old, where = self.shares, len(new.terrain) + moved
        dark = (old.hidden_by_first == 1.0) & ~afresh
        gone = _mask(new.features + moved, new.features + new.models.shape[1])[old.owner]
        near = candidates(seen, new.parts.cylinder[:, where], ALL_BLOCK)[0]
        lit = afresh.copy()
        lit[old.view[gone]] = lit[near] = True
        lit &= ~dark
        touched = lit.copy()
        touched[near] = True
        rows = touched.nonzero()[0]
        known, looks = dark[rows], seen.part(rows)
        may = new.may_block(self.viewer[rows], self.target[rows])
        may[known] &= _mask(where, len(new.parts))
        found = shares(looks, new.parts, *candidates(looks, new.parts.cylinder, may), new.features)
        return _put(old, found, rows, known, ~(gone | lit[old.view]))


def sight_table(snapshot: Snapshot, blocks: np.ndarray | None = None, friends: bool = False) -> SightTable:
    """The sight of every ordered pair of models on different sides, or of any two; `blocks` as for `scene`."""
    new = scene(snapshot, blocks)
    sides = np.array([placed.model.side for placed in snapshot.models], dtype=object)
    apart = ~np.eye(len(sides), dtype=bool) if friends else sides[:, None] != sides[None, :]
    viewer, target = np.nonzero(apart)
    seen = views(new.models[:, viewer], new.models[:, target]).with_sides()
    return SightTable(new, seen, viewer, target, new.shares(seen, viewer, target), friends=friends)


def _others(one: Snapshot, other: Snapshot) -> list[int] | None:
    """The numbers of the models that are not the same object in both; None where they are not the same models."""
    if len(one.models) != len(other.models):
        return None
    numbers = list(compress(count(), map(is_not, one.models, other.models)))
    changed = [(one.models[number].model, other.models[number].model) for number in numbers]
    return numbers if all((a.id, a.side) == (b.id, b.side) for a, b in changed) else None


def _mask(rows: np.ndarray, count: int) -> np.ndarray:
    """(count,): whether a row is one of them."""
    mask = np.zeros(count, bool)
    mask[rows] = True
    return mask


def _put(shares: Shares, part: Shares, rows: np.ndarray, dark: np.ndarray, kept: np.ndarray) -> Shares:
    """The shares with those of some views, `rows`, put in place of what was there.

    dark: (rows,), where the first kind alone hides everything as before, and `part` says nothing of that. kept: which
    prisms hide what they did.
    """
    hidden, by_first = shares.hidden.copy(), shares.hidden_by_first.copy()
    hidden[rows], by_first[rows] = np.maximum(part.hidden, dark), np.maximum(part.hidden_by_first, dark)
    old = kept.nonzero()[0]
    view = np.concatenate([shares.view[old], rows[part.view]])
    owner = np.concatenate([shares.owner[old], part.owner])
    alone = np.concatenate([shares.alone[old], part.alone])
    order = (view * (owner.max(initial=0) + 1) + owner).argsort(kind="stable")
    return Shares(hidden, by_first, view[order], owner[order], alone[order])
