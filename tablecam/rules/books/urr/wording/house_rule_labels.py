"""Urr's house rules in plain words: a title, the rule, and the meaning of each choice, for a form."""

import dataclasses
import typing
from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.rules.books.setup_views import HouseRuleView
from tablecam.rules.books.urr.rules.state import UrrHouseRules

# title, rule, names of its values
Label = tuple[Message, Message, Mapping[str, Message]]
NO_WORDS: Mapping[str, Message] = {}
GROUPS: Mapping[Message, Mapping[str, Label]] = {
    Message("Combat"): {
        "urr_stance": (
            Message("Stances"),
            Message("A side attacks or defends as one, or each unit by itself."),
            {"side": Message("By side"), "unit": Message("By unit")},
        ),
        "urr_rounds": (
            Message("Rounds of a combat"),
            Message("So many rounds; 0 asks both sides after each whether they fight on."),
            NO_WORDS,
        ),
        "fights_per_turn": (
            Message("Fights in a turn"),
            Message("A unit fights, and a place is fought for, any number of times in a tactical turn, or once."),
            {"any": Message("Any number"), "once": Message("Once")},
        ),
        "hit_spread": (
            Message("Spreading hits"),
            Message(
                "The next hit goes to a unit with the fewest losses in this battle, or in this phase,"
                " or to whichever unit its owner likes."
            ),
            {
                "battle": Message("Even over the battle"),
                "phase": Message("Even in each phase"),
                "free": Message("Owner is free"),
            },
        ),
        "dead_units_take_hits": (
            Message("Hits on fallen units"),
            Message("Hits that fall evenly on units that are gone are wasted; else the others take them."),
            NO_WORDS,
        ),
        "ranged_zero": (
            Message("Ranged score of 0"),
            Message("Such a unit does not roll in the ranged phase, or rolls with its modifiers."),
            {"none": Message("No roll"), "roll": Message("Rolls")},
        ),
        "undead_target": (
            Message("Shooting at undead"),
            Message("1 less if all units shot at are undead, or if one of them is."),
            {"all": Message("All are undead"), "any": Message("One is undead")},
        ),
        "raiders_ranged": (
            Message("Raiders shoot along"), Message("Raiders add 1 in the ranged phase too."), NO_WORDS,
        ),
    },
    Message("Weapons and ground"): {
        "weapon_in_defence": (
            Message("Weapons in defence"), Message("Good and excellent weapons count in defence too."), NO_WORDS,
        ),
        "armour_steps": (
            Message("Steps of armour"),
            Message("They count while a unit defends, or always."),
            {"defending": Message("In defence"), "always": Message("Always")},
        ),
        "rough_once": (
            Message("Rough ground once"),
            Message("Wood, city, bog and hill together count once; otherwise each of them counts."),
            NO_WORDS,
        ),
        "dwarf_ground": (
            Message("Dwarf hills and tunnels"),
            Message("They help any unit that fights there, or dwarves and gnomes alone."),
            {"any": Message("Any unit"), "dwarves": Message("Dwarves and gnomes")},
        ),
    },
    Message("The siege"): {
        "engine_base": (
            Message("Scores of engines"),
            Message("As the force file says, 0 where it does not; or the table says it each time."),
            {"data": Message("From the file"), "umpire": Message("The table says")},
        ),
        "engine_hits": (
            Message("Hits of engines"),
            Message("One step of a section for each die that hits, or up to three, as in combat."),
            {"one": Message("One a die"), "ladder": Message("Up to three a die")},
        ),
        "engine_wall": (
            Message("Strong walls resist"), Message("The strength of a section is taken off the dice."), NO_WORDS,
        ),
        "zombie_steps": (
            Message("Undead over the wall"),
            Message("They arrive with three steps or fewer if they had fewer, or with exactly three."),
            {"least": Message("Three at most"), "exactly": Message("Exactly three")},
        ),
        "fire_stock": (
            Message("What a fire costs"),
            Message("5 % of the food and gold that is left, of what there was at first, or in whole tokens."),
            {
                "left": Message("Of what is left"),
                "start": Message("Of the start"),
                "rounded": Message("In whole tokens"),
            },
        ),
    },
}  # fmt: skip


def house_rules() -> tuple[HouseRuleView, ...]:
    """Every switch with its usual value, group by group."""
    hints = typing.get_type_hints(UrrHouseRules)
    defaults = {field.name: field.default for field in dataclasses.fields(UrrHouseRules)}
    return tuple(
        _build_switch(group, key, label, hints[key], defaults[key])
        for group, labels in GROUPS.items()
        for key, label in labels.items()
    )


def _build_switch(group: Message, key: str, label: Label, hint: typing.Any, default: typing.Any) -> HouseRuleView:
    title, says, words = label
    choice = typing.get_origin(hint) is typing.Literal
    return HouseRuleView(
        key=key,
        title=title,
        says=says,
        kind="choice" if choice else "number" if hint is int else "flag",
        default=default,
        group=group,
        words=words,
        options=tuple(typing.get_args(hint)) if choice else (),
    )
