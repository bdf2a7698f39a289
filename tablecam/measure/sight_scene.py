"""A snapshot prepared for sight: its models as figures, the parts that may hide something, and who blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.geometry.apart import CORNERED, SIN
from tablecam.geometry.edges import PolygonEdges
from tablecam.geometry.prism import ConvexParts, join_parts, move_round_parts, replace_parts
from tablecam.geometry.sightlines import Shares, candidates, join_shares, shares
from tablecam.geometry.views import Views
from tablecam.measure.stances import cylinders, figures, model_parts
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
            asked[:, first:] = of_pairs(self.blocks, viewer, target)
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


def of_pairs(table: np.ndarray, viewer: np.ndarray, target: np.ndarray) -> np.ndarray:
    """(n, ...): the rows of a table by viewer and target, an axis of which may have a single place."""
    many_viewers, many_targets = table.shape[0] > 1, table.shape[1] > 1
    return np.asarray(table[viewer if many_viewers else 0, target if many_targets else 0])
