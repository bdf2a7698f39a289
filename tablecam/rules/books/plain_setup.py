"""The setup of a game whose rulebook has neither forces nor house rules: by the scenario alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tablecam.base.i18n import Message
from tablecam.rules.books.rule_rows import RuleRow, Unknown
from tablecam.rules.books.setup_views import HouseRuleView, Scenario
from tablecam.rules.event import Event
from tablecam.rules.plain import Json


def build_setup(forces: Mapping[str, Any], scenario: Scenario | None) -> dict[str, Json]:
    """Each force under its seat, and the scenario's setup."""
    return {**forces, **(scenario.setup if scenario else {})}


def nothing_carried(setup: Mapping[str, Json], events: Iterable[Json]) -> dict[str, Json]:  # noqa: ARG001 all is new
    """Nothing from the game before."""
    return {}


def no_house_rules() -> Sequence[HouseRuleView]:
    """No house rules."""
    return ()


def no_rows() -> Sequence[RuleRow]:
    """No rows."""
    return ()


def no_unknowns() -> Sequence[Unknown]:
    """No unknown values."""
    return ()


def no_shot(ask: Mapping[str, Json]) -> tuple[str, str] | None:  # noqa: ARG001 no question is about one
    """None: no roll of the book is a shot with a range."""
    return None


def shot_by_check(name: str) -> Callable[[Mapping[str, Json]], tuple[str, str] | None]:
    """A finder of shooter and target for a book whose shots have a check of their own and both in the subject."""

    def shot(ask: Mapping[str, Json]) -> tuple[str, str] | None:
        subject: Json = ask.get("subject") or ()
        if (ask.get("check") or {}).get("name") != name or len(subject) != len(("shooter", "target")):
            return None
        return str(subject[0]), str(subject[1])

    return shot


def no_deed(event: Event) -> None:
    """None: nobody knows which model removes which."""


def nothing_hidden(state: Any, seat: str | None) -> Mapping[str, str | Message]:  # noqa: ARG001 every seat knows all
    """No hidden names: everybody may know all models."""
    return {}


def count_models_in_play(state: Any, people: Mapping[str, str]) -> dict[str, float]:
    """The models of each seat that are in play: all those of which the state does not say that they are not."""
    counts = dict.fromkeys(people.values(), 0.0)
    for model, seat in people.items():
        record = state[model] if hasattr(state, "__getitem__") else None
        counts[seat] += bool(getattr(record, "alive", True))
    return counts
