"""A snapshot prepared for sight: its models as figures, the parts that may hide something, and who blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.geometry.apart import CORNERED, SIN
from tablecam.geometry.edges import PolygonEdges
from tablecam.geometry.prism import ConvexParts, join_parts, move_round_parts, replace_parts
from tablecam.geometry.sightlines import Hiders, Shares, shares
from tablecam.geometry.views import Views
from tablecam.measure.stances import cylinders, figures, model_parts
from tablecam.table.snapshot import Snapshot

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

    @property
    def hiders(self) -> Hiders:
        """All that may hide something: the terrain is the first kind."""
        return Hiders(self.parts, len(self.terrain), self.blocks)

    def shares(self, seen: Views, viewer: np.ndarray, target: np.ndarray) -> Shares:
        """What is hidden in each view, given the viewers and targets, numbers of models (n,)."""
        return shares(seen, self.hiders, viewer, target)

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
