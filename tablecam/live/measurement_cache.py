"""The measurements of a look at the table, kept until something moves, because measuring is expensive."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablecam.base.i18n import Message
from tablecam.rules.books.book import MeasuredAnswer
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# Readings of a model at rest vary by less; a player sees no difference.
SAME_IN = 0.02
FRESH_S = 1.0


@dataclass(frozen=True)
class MeasurementCache:
    """The table's measurements at a moment of the game, by the question's line.

    snapshot: the positions; last: the length of the log; trouble: why nothing could be trusted.
    """

    snapshot: Snapshot | None = None
    last: int = 0
    trouble: str | Message = ""
    measured: Mapping[int, MeasuredAnswer | None] = field(default_factory=dict)

    def holds(self, snapshot: Snapshot, last: int, trouble: str | Message) -> bool:
        """Whether nothing has changed since."""
        if self.snapshot is None or (self.last, self.trouble) != (last, trouble):
            return False
        return same(self.snapshot, snapshot)


def same(before: Snapshot, after: Snapshot) -> bool:
    """Whether all models stand where they stood, as far as the camera can tell, on the same terrain."""
    same_ground = before.terrain is after.terrain or before.terrain == after.terrain
    if not same_ground or (before.pose_untrusted, len(before.models)) != (after.pose_untrusted, len(after.models)):
        return False
    return all(_is_same_place(a, b) for a, b in zip(before.models, after.models, strict=True))


def _is_same_place(a: Placed, b: Placed) -> bool:
    if a.model.id != b.model.id or a.state != b.state or a.stands_on != b.stands_on:
        return False
    near = abs(a.x_in - b.x_in) < SAME_IN and abs(a.y_in - b.y_in) < SAME_IN and abs(a.z_in - b.z_in) < SAME_IN
    return near and (a.seen_s > FRESH_S) == (b.seen_s > FRESH_S) and abs(a.heading_rad - b.heading_rad) < SAME_IN
