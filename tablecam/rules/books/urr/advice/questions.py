"""Urr's advice on open questions, by action."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.rules.books.urr.advice.engines import engine_advice
from tablecam.rules.books.urr.advice.stances import stance_advice
from tablecam.rules.books.urr.advice.units import (
    breach_advice,
    hit_advice,
    muster_advice,
    raiders_advice,
    shooter_advice,
)
from tablecam.rules.books.views import AdviceView
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

ADVISERS: Mapping[str, Callable[[Snapshot, Any, Mapping[str, Json], ModelNames], AdviceView | None]] = {
    "stance": stance_advice,
    "stances": stance_advice,
    "engine": engine_advice,
    "muster": muster_advice,
    "raiders": raiders_advice,
    "breach.enter": breach_advice,
    "hit": hit_advice,
    "ramp.shooter": shooter_advice,
}


def question_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The advice on a question by its action; None for a question that needs none."""
    adviser = ADVISERS.get(str(ask.get("action", "")))
    return adviser(snapshot, state, ask, names) if adviser else None
