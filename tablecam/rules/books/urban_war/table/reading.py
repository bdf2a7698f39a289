"""Urban War's reading of sight for drawings: the share that is enough, blocking models, and logged sightings."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.lengths import short
from tablecam.rules.books.urban_war.rules.facts import COVER_BEYOND_IN
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.table.answers import MeasuredTable, blocks
from tablecam.rules.books.urban_war.table.cover import blocking
from tablecam.rules.books.views import SightLimits
from tablecam.rules.plain import Json
from tablecam.table.measure.sight import Eye
from tablecam.table.measure.why import Why, why
from tablecam.table.snapshot import Snapshot

# the precision of a limit in texts, in inches
NEAR = Message("Near: within {near}", near=short(COVER_BEYOND_IN))


class UrbanWarSightReading:
    """A quarter in view is enough; objects within an inch of the viewer give no cover."""

    def limits(self, state: Any = None) -> SightLimits:
        """The limits by the game's house rules. Clauses: UW-QS Line of Sight, Cover."""
        rules = state.rules if isinstance(state, State) else HouseRules()
        return SightLimits(rules.los_min_fraction, COVER_BEYOND_IN, rules.cover_min_hidden, NEAR)

    def blocking(self, snapshot: Snapshot, state: Any = None) -> np.ndarray:
        """All models block except those that the game has removed, and friends near the viewer."""
        return blocking(snapshot, state)

    def recompute_sight(self, ask: Mapping[str, Json], target: str, state: State, snapshot: Snapshot) -> Why | None:
        """The viewer's sight of one target at the time of a question; None where one of them was not on the table."""
        table, viewer = MeasuredTable(snapshot, state), str(ask["viewer"])
        if target not in ask["targets"] or not table.has(viewer, target):
            return None
        eye = Eye.ANYWHERE if state.rules.los_view_origin == "base" else Eye.CENTRE
        through = blocks(table, tuple(ask.get("transparent", ())))
        return why(snapshot, viewer, target, through, eye, near_in=COVER_BEYOND_IN)
