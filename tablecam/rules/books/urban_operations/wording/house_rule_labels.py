"""Urban Operations' house rules in plain words for a form: a title, a description, and the meaning of each choice."""

import dataclasses
import typing
from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.rules.books.setup_views import HouseRuleView
from tablecam.rules.books.urban_operations.rules.state import OperationsRules


class Label(typing.NamedTuple):
    """The words of a house rule. title: a few words; says: a description; words: names of values, if not yes and no."""

    title: Message
    says: Message
    words: Mapping[str, Message] = {}


FIGHTS, LOSSES, MAP = Message("Fights"), Message("Losses"), Message("The map")
LABELS: Mapping[str, tuple[Message, Label]] = {
    "uo_duel_tie": (FIGHTS, Label(
        Message("Equal dice"),
        Message("The side that gets the firepower of the higher die where both sides throw the same."),
        {"none": Message("Neither side"), "both": Message("Both sides")},
    )),
    "uo_losing_die_critical": (FIGHTS, Label(
        Message("Critical hits of the lower die"),
        Message("The lower of two dice can make the other side lose."),
        {"effects": Message("It can"), "ignore": Message("It cannot")},
    )),
    "uo_mutual_critical": (FIGHTS, Label(
        Message("Critical hits on both sides"),
        Message("What happens where both sides make the other lose."),
        {"equality": Message("Equality alone"), "apply": Message("Extra losses and destruction too")},
    )),
    "uo_no_way_out": (FIGHTS, Label(
        Message("No way out of an assault"), Message("What becomes of a loser that cannot withdraw."),
        {"destroyed": Message("It is destroyed"), "stays": Message("It stays")},
    )),
    "uo_quality_rows": (LOSSES, Label(
        Message("Rows for quality"), Message("The qualities whose loss is softened on 6 to 9 and worsened on 0 to 3."),
        {"elite 6-9": Message("Elites, recruits"), "other": Message("The other way round")},  # no text
    )),
    "uo_leader_rows": (LOSSES, Label(
        Message("Rows for a lost leader"),
        Message("The qualities that have 4, 3 and 2 blocks after the leader is lost."),
        {"elite 4": Message("Elite, veteran, recruit"), "other": Message("Recruit, veteran, elite")},  # no text
    )),
    "uo_leader_lost": (LOSSES, Label(
        Message("A lost leader"), Message("The rule for the loss of a leader."),
        {"quality": Message("By the leader's quality"), "basic": Message("3 blocks and no command chain")},
    )),
    "uo_support_cap": (LOSSES, Label(
        Message("Ceiling of support"), Message("How far support can raise the OSL of a block."),
        {"printed": Message("To the printed OSL"), "none": Message("Without a ceiling")},
    )),
    "uo_population_compass": (MAP, Label(
        Message("Hex sides"), Message("How the six directions of population are counted from 1, north."),
        {"clockwise": Message("Clockwise"), "other": Message("Counter-clockwise")},
    )),
    "uo_test_hidden": (MAP, Label(
        Message("Tokens face down are tested"), Message("Explosives face down may go off at the beginning of a turn."),
    )),
    "uo_wreck_retest": (MAP, Label(
        Message("Wrecks that have exploded"), Message("Test a wreck again after it has exploded."),
        {"yes": Message("Every turn"), "once": Message("No more")},
    )),
}  # fmt: skip


def house_rules() -> tuple[HouseRuleView, ...]:
    """Every house rule with its default, group by group."""
    hints = typing.get_type_hints(OperationsRules)
    defaults = {field.name: field.default for field in dataclasses.fields(OperationsRules)}
    return tuple(_build_switch(key, hints[key], defaults[key]) for key in LABELS)


def _build_switch(key: str, hint: typing.Any, default: typing.Any) -> HouseRuleView:
    group, label = LABELS[key]
    choice = typing.get_origin(hint) is typing.Literal
    return HouseRuleView(
        key=key, title=label.title, says=label.says, kind="choice" if choice else "flag", default=default, group=group,
        words=label.words, options=tuple(typing.get_args(hint)) if choice else (),
    )  # fmt: skip
