"""How a game of a rulebook begins that has neither forces nor house rules: by the scenario alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from tablecam.i18n import Message
from tablecam.rulebooks.rule_rows import RuleRow, Unknown
from tablecam.rulebooks.setup_views import HouseRuleView, Scenario
from tablecam.rules.plain import Json


def setup_of(forces: Mapping[str, Any], scenario: Scenario | None) -> dict[str, Json]:
    """Each force under its seat, and what the scenario says."""
    return {**forces, **(scenario.setup if scenario else {})}


def no_house_rules() -> Sequence[HouseRuleView]:
    """None."""
    return ()


def no_rows() -> Sequence[RuleRow]:
    """None."""
    return ()


def no_unknowns() -> Sequence[Unknown]:
    """None."""
    return ()


def nothing_hidden(state: Any, seat: str | None) -> Mapping[str, str | Message]:  # noqa: ARG001 every seat is told all
    """Everybody may know who every model is."""
    return {}
