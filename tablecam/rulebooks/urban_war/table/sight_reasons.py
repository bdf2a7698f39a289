"""A sight that was measured in a game of Urban War, worked out once more with its reasons, for whoever asks why."""

from collections.abc import Mapping
from typing import NamedTuple

from tablecam.measure.sight import Eye
from tablecam.measure.why import Why, why
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rulebooks.urban_war.table.answers import MeasuredTable, blocks
from tablecam.rulebooks.urban_war.table.cover import SightSwitches
from tablecam.rules.plain import Json
from tablecam.table.snapshot import Snapshot


class RecordedSight(NamedTuple):
    """The reasons, and how the rules of the game read them."""

    why: Why
    reading: SightSwitches


def seen_again(ask: Mapping[str, Json], target: str, state: State, snapshot: Snapshot) -> RecordedSight | None:
    """What the viewer of a question saw of one target then; None where one of them stood nowhere."""
    table, rules = MeasuredTable(snapshot, state), state.rules
    viewer = str(ask["viewer"])
    if target not in ask["targets"] or not table.has(viewer, target):
        return None
    eye = Eye.ANYWHERE if rules.los_view_origin == "base" else Eye.CENTRE
    found = why(snapshot, viewer, target, blocks(table, tuple(ask.get("transparent", ()))), eye)
    return RecordedSight(found, SightSwitches(rules.los_min_fraction, rules.cover_min_hidden))
