"""What happened lately, as a player would tell it: the changes that matter, in plain sentences."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import ngettext
from tablecam.base.lengths import marked
from tablecam.sensing.tracking.changes import Appeared, CameraLocked, CameraMoved, TrackChange, TrackMoved, WentMissing
from tablecam.table.roster import Roster

# A longer list is not read.
MOST = 12
# What went less far was turned on the spot.
TURNED_IN = 0.05
# When the table is first seen its models appear within a second of one another: one sentence will do.
TOGETHER = 3


def news(changes: Sequence[object], roster: Roster) -> list[dict[str, Any]]:
    """The latest, oldest first, each with its time in the source's seconds.

    What only flickers is left out: hands over models, models that set off, and what is seen again where it stood.
    """
    worth = [change for change in changes if isinstance(change, TrackChange) and _matters(change)]
    items: list[dict[str, Any]] = []
    moved_before = False
    for kind, run in groupby(worth, type):
        several = list(run)
        if kind is Appeared and len(several) > TOGETHER:
            found = ngettext("{n} model was found on the table", "{n} models were found on the table", len(several))
            items.append(_dated(several[-1], found))
        elif kind is not CameraLocked or moved_before:
            items += [_dated(change, _says(change, roster)) for change in several]
        moved_before = kind is CameraMoved or (moved_before and kind is not CameraLocked)
    return items[-MOST:]


def _matters(change: TrackChange) -> bool:
    if isinstance(change, Appeared):
        return change.start is None
    return isinstance(change, TrackMoved | WentMissing | CameraMoved | CameraLocked)


def _dated(change: TrackChange, says: str) -> dict[str, Any]:
    return {"time": round(change.time, 1), "says": says}


def _says(change: TrackChange, roster: Roster) -> str:
    if isinstance(change, CameraMoved):
        return _("The camera was moved: readings are held back")
    if isinstance(change, CameraLocked):
        return _("The camera has found its place again")
    name = roster.by_id[change.model].name if change.model in roster.by_id else str(change.model)
    if isinstance(change, TrackMoved):
        return _way(name, change)
    if isinstance(change, WentMissing):
        return _("{model} is out of sight and is kept where it was", model=name)
    return _("{model} was put on the table", model=name)


def _way(name: str, change: TrackMoved) -> str:
    if change.straight_in < TURNED_IN and (change.path_in or 0.0) < TURNED_IN:
        return _("{model} was turned", model=name)
    if change.path_in is None:
        return _("{model} stands {length} from where it stood", model=name, length=marked(change.straight_in))
    return _("{model} moved {length}", model=name, length=marked(change.path_in))
