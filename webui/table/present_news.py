"""The latest news of the table: the changes that matter to players, in plain sentences."""

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
# A model that moved less was turned on the spot.
TURNED_IN = 0.05
# At the start all models appear within a second of one another: one sentence will do.
TOGETHER = 3


def news(changes: Sequence[object], roster: Roster) -> list[dict[str, Any]]:
    """The latest, oldest first, each with its time in the source's seconds.

    Flickers are left out: hands over models, models that set off, and models seen again where they stood.
    """
    worth = [change for change in changes if isinstance(change, TrackChange) and _is_newsworthy(change)]
    items: list[dict[str, Any]] = []
    moved_before = False
    for kind, run in groupby(worth, type):
        changes_in_run = list(run)
        if kind is Appeared and len(changes_in_run) > TOGETHER:
            text = ngettext(
                "{n} model was found on the table", "{n} models were found on the table", len(changes_in_run)
            )
            items.append(_news_to_json(changes_in_run[-1], text))
        elif kind is not CameraLocked or moved_before:
            items += [_news_to_json(change, _describe_change(change, roster)) for change in changes_in_run]
        moved_before = kind is CameraMoved or (moved_before and kind is not CameraLocked)
    return items[-MOST:]


def _is_newsworthy(change: TrackChange) -> bool:
    if isinstance(change, Appeared):
        return change.start is None
    return isinstance(change, TrackMoved | WentMissing | CameraMoved | CameraLocked)


def _news_to_json(change: TrackChange, says: str) -> dict[str, Any]:
    return {"time": round(change.time, 1), "says": says}


def _describe_change(change: TrackChange, roster: Roster) -> str:
    if isinstance(change, CameraMoved):
        return _("The camera was moved: readings are held back")
    if isinstance(change, CameraLocked):
        return _("The camera has found its place again")
    name = roster.by_id[change.model].name if change.model in roster.by_id else str(change.model)
    if isinstance(change, TrackMoved):
        return _describe_move(name, change)
    if isinstance(change, WentMissing):
        return _("{model} is out of sight and is kept where it was", model=name)
    return _("{model} was put on the table", model=name)


def _describe_move(name: str, change: TrackMoved) -> str:
    if change.straight_in < TURNED_IN and (change.path_in or 0.0) < TURNED_IN:
        return _("{model} was turned", model=name)
    if change.path_in is None:
        return _("{model} stands {length} from where it stood", model=name, length=marked(change.straight_in))
    return _("{model} moved {length}", model=name, length=marked(change.path_in))
