"""The sight of all models for the page, cached from one view to the next and computed on demand.

After a move only the pairs that it affects are computed again. The error of a sighting costs many times the
sighting itself, so it is computed for the selected model only, once both models rest, and cached while they do and
nobody comes near or leaves the line between them.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from tablecam.table.measure.sight import all_sight
from tablecam.table.measure.sight_table import SightTable
from tablecam.table.measure.sighting import Sighting
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from webui.table.sight_shifts import Shifts, same_place

Blocking = Callable[[Snapshot], np.ndarray]

# What readings that wander by a thousandth of an inch change of a share.
SAME_SHARE = 0.002
# The error of a place shrinks as readings come in; from a sixth less on, the error of the sighting is computed again.
SAME_SIGMA = 1.2


@dataclass(frozen=True)
class _CachedSighting:
    """A sighting with its error, and the places of both models at the time."""

    sighting: Sighting
    viewer: Placed
    target: Placed


class SightCache:
    """How much models see of one another in the newest snapshot. Any thread may ask.

    blocking: the models that block sight by the rulebook.
    """

    def __init__(self, blocking: Blocking) -> None:
        self.blocking = blocking
        self._lock = threading.Lock()
        self._table: SightTable | None = None
        self._shifts = Shifts()
        self._known: dict[tuple[str, str], _CachedSighting] = {}

    def sightings(self, snapshot: Snapshot, viewer: str) -> dict[str, Sighting]:
        """One model's sightings of all others, by their ids; with the error where neither moves."""
        with self._lock:
            blocks = self.blocking(snapshot)
            self._table = self._table.update(snapshot, blocks) if self._table else all_sight(snapshot, blocks, True)
            self._forget_touched()
            number = [placed.model.id for placed in snapshot.models].index(viewer)
            rows = np.flatnonzero(self._table.viewer == number).tolist()
            found = dict(zip(rows, self._table.without_error(rows), strict=True))
            self._measure_errors(snapshot, found)
            return {one.target: self._with_error(snapshot, one) for one in found.values()}

    def _forget_touched(self) -> None:
        """Forgets the errors of the pairs that others may hide otherwise than before."""
        assert self._table is not None
        ids, viewers = (
            [placed.model.id for placed in self._table.scene.snapshot.models],
            {one for one, _ in self._known},
        )
        looking = np.array([id in viewers for id in ids], bool)[self._table.viewer]
        rows = self._shifts.touched(self._table, looking.nonzero()[0])
        for viewer, target in zip(self._table.viewer[rows].tolist(), self._table.target[rows].tolist(), strict=True):
            self._known.pop((ids[viewer], ids[target]), None)

    def _measure_errors(self, snapshot: Snapshot, found: Mapping[int, Sighting]) -> None:
        """The errors that are not known, or no longer hold: all in one batch. found: by the table's rows."""
        assert self._table is not None
        stale = [row for row, one in found.items() if not self._knows(snapshot, one)]
        for one in self._table.rows(stale):
            pair = (one.viewer, one.target)
            self._known[pair] = _CachedSighting(one, snapshot.model(one.viewer), snapshot.model(one.target))

    def _knows(self, snapshot: Snapshot, found: Sighting) -> bool:
        """Whether the error of a pair is known as well as it needs to be: of a model in a hand nobody asks it."""
        viewer, target = snapshot.model(found.viewer), snapshot.model(found.target)
        known = self._known.get((found.viewer, found.target))
        return _moving(viewer, target) or (known is not None and _still_valid(known, found, viewer, target))

    def _with_error(self, snapshot: Snapshot, found: Sighting) -> Sighting:
        if _moving(snapshot.model(found.viewer), snapshot.model(found.target)):
            return found
        known = self._known[found.viewer, found.target].sighting
        return replace(found, sigma=known.sigma, within_error=known.within_error)


def _moving(*models: Placed) -> bool:
    return any(placed.state == "moving" for placed in models)


def _still_valid(known: _CachedSighting, found: Sighting, viewer: Placed, target: Placed) -> bool:
    """Whether the cached error still holds for the sighting found now."""
    here = abs(known.sighting.visible - found.visible) < SAME_SHARE
    return here and _rests(known.viewer, viewer) and _rests(known.target, target)


def _rests(then: Placed, now: Placed) -> bool:
    return same_place(then, now) and now.sigma_in / SAME_SIGMA <= then.sigma_in <= now.sigma_in * SAME_SIGMA
