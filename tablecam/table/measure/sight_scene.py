"""A snapshot prepared for sight: its models as figures, and the models that block."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.table.geometry.edges import PolygonEdges
from tablecam.table.geometry.sightlines import Hiders, Shares, shares
from tablecam.table.geometry.views import Views
from tablecam.table.measure.stances import figures, views
from tablecam.table.snapshot import Snapshot

ALL_BLOCK = np.ones((1, 1, 1), bool)


@dataclass(frozen=True)
class SightScene:
    """A snapshot prepared for sight.

    models: figures. edges: of the terrain's footprints. blocks: which models block, as for `scene`.
    """

    snapshot: Snapshot
    models: np.ndarray
    edges: PolygonEdges
    blocks: np.ndarray

    @property
    def features(self) -> int:
        """The number of the terrain's features."""
        return len(self.edges.first)

    @property
    def hiders(self) -> Hiders:
        """Everything that may hide something."""
        return Hiders(self.snapshot.terrain.parts, self.features, self.models, self.blocks)

    def shares(self, seen: Views, viewer: np.ndarray, target: np.ndarray) -> Shares:
        """The hidden shares of each view, given the viewers and targets, numbers of models (n,)."""
        return shares(seen, self.hiders, viewer, target)

    def views(self, viewer: np.ndarray, target: np.ndarray) -> Views:
        """The views between models, by their numbers (n,), from over the centres of their bases."""
        return views(self.models.take(viewer, axis=1), self.models.take(target, axis=1))

    def follow(self, snapshot: Snapshot, other: Sequence[int], blocks: np.ndarray | None) -> "SightScene":
        """The scene of a later snapshot of the same models and terrain.

        other: the numbers of the models that are not the same objects.
        """
        models = self.models.copy()
        models[:, other] = figures([snapshot.models[number] for number in other])
        return SightScene(snapshot, models, self.edges, _expand_axes(blocks))


def scene(snapshot: Snapshot, blocks: np.ndarray | None = None) -> SightScene:
    """The scene of a snapshot.

    blocks: which models block, booleans that broadcast to (viewer, target, blocker) over the snapshot's models; None:
    all others do.
    """
    return SightScene(snapshot, figures(snapshot.models), snapshot.terrain.edges, _expand_axes(blocks))


def _expand_axes(blocks: np.ndarray | None) -> np.ndarray:
    """The array of blocking models with all three axes; an axis that makes no difference has length 1."""
    return ALL_BLOCK if blocks is None else blocks[(None,) * (3 - blocks.ndim)]
