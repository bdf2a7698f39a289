"""The advice of Urban Operations on open questions, by their actions."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.rules.books.urban_operations.advice.plans import action_advice, withdraw_advice
from tablecam.rules.books.urban_operations.advice.targets import target_advice
from tablecam.rules.books.views import AdviceView
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

ADVISERS: Mapping[str, Callable[[Snapshot, Any, Mapping[str, Json], ModelNames], AdviceView | None]] = {
    "target.fire": target_advice,
    "target.suppress": target_advice,
    "target.assault": target_advice,
    "withdraw": withdraw_advice,
    "action": action_advice,
}


def question_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The advice on a question by its action; None for a question that needs none."""
    adviser = ADVISERS.get(str(ask.get("action", "")))
    return adviser(snapshot, state, ask, names) if adviser else None
