"""Urban War's advice on open questions, by action."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.rules.books.urban_war.advice.fights import (
    action_and_fight_advice,
    initiative_advice,
    opponent_advice,
    rally_advice,
)
from tablecam.rules.books.urban_war.advice.targets import target_advice
from tablecam.rules.books.urban_war.advice.ways import KINDS, charge_advice, move_advice
from tablecam.rules.books.views import AdviceView
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

ADVISERS: Mapping[str, Callable[[Snapshot, Any, Mapping[str, Json], ModelNames], AdviceView | None]] = {
    "shoot.target": target_advice,
    "roll-off.initiative": initiative_advice,
    "check.rally": rally_advice,
    "action": action_and_fight_advice,
    "fight.opponent": opponent_advice,
    "charge.target": charge_advice,
    **dict.fromkeys(KINDS, move_advice),
}


def question_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The advice on a question by its action; None for a question that needs none."""
    adviser = ADVISERS.get(str(ask.get("action", "")))
    return adviser(snapshot, state, ask, names) if adviser else None
