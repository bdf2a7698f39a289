"""The terrain of a table over time: fixed terrain, and tagged pieces where they were put down.

Pieces are tracked like models, but on the fixed terrain alone: a hill must not stand on itself.
"""

import math
from collections.abc import Sequence

from tablecam.base.i18n import Message
from tablecam.sensing.tracking.changes import TrackChange
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.sensing.tracking.states import TrackState
from tablecam.sensing.tracking.tracker import DEFAULTS, Tracker
from tablecam.table.miniature import Placed
from tablecam.table.pieces import Piece, with_pieces
from tablecam.table.roster import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import Table
from tablecam.table.terrain import Terrain

# Readings of a piece at rest vary less than this at its edge. Only a larger change is drawn and measured again.
ELSEWHERE_IN = 0.02


class Ground:
    """The terrain of one table. One thread calls `update`.

    A piece that is carried, covered or out of sight stays where it stood; one off the table is left out.
    """

    def __init__(
        self, fast: Terrain, pieces: Sequence[Piece], table: Table, settings: TrackerSettings = DEFAULTS
    ) -> None:
        self._fast, self._pieces = fast, tuple(pieces)
        self._tags = frozenset(piece.tag for piece in pieces)
        self._tracker = Tracker(Roster(tuple(piece.wearer for piece in pieces)), fast, table, settings, lean=False)
        self._standing: dict[str, Placed] = {}
        self._problems: tuple[str | Message, ...] = ()
        self._terrain = fast

    @property
    def terrain(self) -> Terrain:
        """All terrain as it stands now; the same object until a piece moves."""
        return self._terrain

    @property
    def problems(self) -> tuple[str | Message, ...]:
        """Problems with the pieces that the players should know about, as sentences."""
        return self._problems

    def of_models(self, observations: Sequence[Observation]) -> list[Observation]:
        """The observations that are not of pieces."""
        return [observation for observation in observations if observation.tag not in self._tags]

    def update(
        self,
        observations: Sequence[Observation],
        time: float,
        hidden: frozenset[int] = frozenset(),
        pose_untrusted: bool = False,
    ) -> tuple[TrackChange, ...]:
        """What changed with the pieces in this frame, under their ids; arguments as for `Tracker.update`."""
        if not self._pieces:
            return ()
        own = [observation for observation in observations if observation.tag in self._tags]
        changes = self._tracker.update(own, time, hidden & self._tags, pose_untrusted)
        snapshot = self._tracker.snapshot()
        self._problems = snapshot.problems
        standing = self._stands_now(snapshot)
        if standing != self._standing:
            self._standing = standing
            self._terrain = with_pieces(self._fast, self._pieces, standing.values())
        return changes

    def _stands_now(self, snapshot: Snapshot) -> dict[str, Placed]:
        """The tagged pieces as they stand: those that rest elsewhere with their new place, the others unchanged."""
        found = {}
        for placed in snapshot.models:
            was = self._standing.get(placed.model.id)
            rests = placed.state == TrackState.SETTLED.value
            now = placed if rests and (was is None or _elsewhere(was, placed)) else was
            if now is not None:
                found[placed.model.id] = now
        return found


def _elsewhere(was: Placed, now: Placed) -> bool:
    """Whether any edge of a piece has moved by more than readings vary."""
    swing_in = abs(math.remainder(now.heading_rad - was.heading_rad, math.tau)) * now.footprint.reach_in
    return math.hypot(now.x_in - was.x_in, now.y_in - was.y_in) + swing_in > ELSEWHERE_IN or now.z_in != was.z_in
