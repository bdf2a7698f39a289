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

    A piece that is carried, covered or out of sight keeps its last place; one off the table is left out.
    """

    def __init__(
        self, fast: Terrain, pieces: Sequence[Piece], table: Table, settings: TrackerSettings = DEFAULTS
    ) -> None:
        self._fixed_terrain, self._pieces = fast, tuple(pieces)
        self._tags = frozenset(piece.tag for piece in pieces)
        self._tracker = Tracker(Roster(tuple(piece.wearer for piece in pieces)), fast, table, settings, lean=False)
        self._standing: dict[str, Placed] = {}
        self._problems: tuple[str | Message, ...] = ()
        self._terrain = fast

    @property
    def terrain(self) -> Terrain:
        """All terrain in its present place; the same object until a piece moves."""
        return self._terrain

    @property
    def problems(self) -> tuple[str | Message, ...]:
        """Problems with the pieces that the players should know about, as sentences."""
        return self._problems

    def select_models(self, observations: Sequence[Observation]) -> list[Observation]:
        """Return the observations that are not of pieces."""
        return [observation for observation in observations if observation.tag not in self._tags]

    def update(
        self,
        observations: Sequence[Observation],
        time: float,
        hidden: frozenset[int] = frozenset(),
        pose_untrusted: bool = False,
    ) -> tuple[TrackChange, ...]:
        """Return the changes of the pieces in this frame, under their ids; arguments as for `Tracker.update`."""
        if not self._pieces:
            return ()
        piece_observations = [observation for observation in observations if observation.tag in self._tags]
        changes = self._tracker.update(piece_observations, time, hidden & self._tags, pose_untrusted)
        snapshot = self._tracker.snapshot()
        self._problems = snapshot.problems
        standing = self._update_standing(snapshot)
        if standing != self._standing:
            self._standing = standing
            self._terrain = with_pieces(self._fixed_terrain, self._pieces, standing.values())
        return changes

    def _update_standing(self, snapshot: Snapshot) -> dict[str, Placed]:
        """Return the tagged pieces: those at rest elsewhere in their new place, the remaining ones unchanged."""
        standing = {}
        for placed in snapshot.models:
            former = self._standing.get(placed.model.id)
            is_at_rest = placed.state == TrackState.SETTLED.value
            piece = placed if is_at_rest and (former is None or _has_moved(former, placed)) else former
            if piece is not None:
                standing[placed.model.id] = piece
        return standing


def _has_moved(was: Placed, now: Placed) -> bool:
    """Report whether any edge of a piece has moved by more than readings vary."""
    swing_in = abs(math.remainder(now.heading_rad - was.heading_rad, math.tau)) * now.footprint.reach_in
    return math.hypot(now.x_in - was.x_in, now.y_in - was.y_in) + swing_in > ELSEWHERE_IN or now.z_in != was.z_in
