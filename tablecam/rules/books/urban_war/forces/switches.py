"""Urban War's house rules for a form."""

import dataclasses
import typing

from tablecam.rules.books.setup_views import HouseRuleView
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.wording.house_rule_labels import GROUPS, HouseRuleLabel
from tablecam.rules.books.views import Text


def house_rules() -> tuple[HouseRuleView, ...]:
    """Every switch with its default value, by group."""
    hints = typing.get_type_hints(HouseRules)
    defaults = {field.name: field.default for field in dataclasses.fields(HouseRules)}
    return tuple(
        _build_switch(group, key, label, (hints[key], defaults[key]))
        for group, switches in GROUPS.items()
        for key, label in switches.items()
    )


def _build_switch(group: Text, key: str, label: HouseRuleLabel, known: tuple[typing.Any, typing.Any]) -> HouseRuleView:
    hint, default = known
    choice = typing.get_origin(hint) is typing.Literal
    return HouseRuleView(
        key=key,
        title=label.title,
        says=label.says,
        kind="choice" if choice else "number" if hint is float else "flag",
        default=default,
        group=group,
        words=label.words,
        options=tuple(typing.get_args(hint)) if choice else (),
    )
