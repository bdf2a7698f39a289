"""The facts that a data book takes from the table: those of plain geometry, and which of two models stands higher."""

import math
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.ask import Ask, Confirm
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.facts import Measurement, Verdict

HIGHER, LOWER = Message("stands higher"), Message("does not stand so high")


class DataTableFacts(PlainTableFacts):
    """Plain geometry, and heights."""

    def answer(self, ask: Ask[Any], state: Any, seen: TableNow) -> Json:
        """The measured answer; a height that is too close to call is left to the players."""
        if not is_height(ask):
            return super().answer(ask, state, seen)
        model, compared_model = (seen.snapshot.model(name) for name in ask.subject)
        limit = float(ask.purpose)  # type: ignore[attr-defined]
        sigma_in = math.hypot(model.sigma_z_in, compared_model.sigma_z_in)
        missing = Measurement(limit - (model.z_in - compared_model.z_in), sigma_in).at_most(0.0)
        return None if missing is Verdict.TOO_CLOSE else missing is Verdict.YES

    def by_itself(self, ask: Ask[Any]) -> bool:
        """Whether the table answers such a question without a player."""
        return is_height(ask) or super().by_itself(ask)

    def list_models(self, ask: Ask[Any]) -> tuple[str, ...]:
        """The models of a measurement."""
        return ask.subject if is_height(ask) else super().list_models(ask)

    def describe_measurement(self, ask: Ask[Any], raw: Json, names: ModelNames) -> str:
        """A measured answer in words."""
        if not is_height(ask):
            return super().describe_measurement(ask, raw, names)
        return f"{names(ask.subject[0])}: {HIGHER if raw else LOWER}"


def is_height(ask: Ask[Any]) -> bool:
    """Whether a question compares the heights of two models."""
    return isinstance(ask, Confirm) and ask.action == "higher"
