"""Urban War's house rules in plain words: a title, the rule, and the meaning of each choice, for a form."""

import dataclasses
import typing
from dataclasses import dataclass, field

from tablecam.base.i18n import Message
from tablecam.rules.books.setup_views import HouseRuleView
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.views import Text


@dataclass(frozen=True)
class HouseRuleLabel:
    """title: a few words; says: one sentence on the rule; words: the names of its values, if not yes and no.

    Values are named as in JSON: `true`, `null`, `straight`.
    """

    title: Message
    says: Message
    words: dict[str, Message] = field(default_factory=dict)


# the meaning of a switch that follows the profile
FOLLOWS = {"null": Message("As the rules in use")}
GROUPS: dict[Message, dict[str, HouseRuleLabel]] = {
    Message("The rules"): {
        "profile": HouseRuleLabel(
            Message("Rules in use"),
            Message("The quick-start rules, or the reference sheet, which adds shock, evading and its own portals."),
            {"quickstart": Message("Quick start"), "reference": Message("Reference sheet")},
        ),
        "shock": HouseRuleLabel(Message("Shock"), Message("Models may be shocked, and test against it."), FOLLOWS),
        "evade": HouseRuleLabel(
            Message("Evading"), Message("Models may try to evade fire that falls by a template."), FOLLOWS
        ),
        "speculative_fire": HouseRuleLabel(
            Message("Speculative fire"),
            Message("Targets out of sight may be shot at, with 1 off the roll to hit."),
            FOLLOWS,
        ),
        "portal_requires_still": HouseRuleLabel(
            Message("Portals only when still"),
            Message("A portal reaches further only where its maker has not moved."),
            FOLLOWS,
        ),
        "tournament": HouseRuleLabel(
            Message("Tournament ending"),
            Message("At the end of a turn a side that has lost half its models is asked if it withdraws."),
        ),
    },
    Message("Measuring"): {
        "los_min_fraction": HouseRuleLabel(
            Message("How much must show"),
            Message("A target counts as seen when at least this share of its outline shows; 0.25 is a quarter."),
        ),
        "los_view_origin": HouseRuleLabel(
            Message("Where sight starts"),
            Message("Sight goes from the eye over the middle of the base, or from the best point of the base."),
            {"eye": Message("The eye"), "base": Message("Anywhere on the base")},
        ),
        "cover_min_hidden": HouseRuleLabel(
            Message("Least that counts as cover"),
            Message("A piece gives cover when it hides at least this share of the target."),
        ),
        "friend_block_radius": HouseRuleLabel(
            Message("Friends out of the way"),
            Message("Friends within so many inches of the shooter do not block its sight."),
        ),
        "distance_mode": HouseRuleLabel(
            Message("Ranges with height"),
            Message("A range goes straight from base to base, height included, or over the ground as seen from above."),
            {"straight": Message("Straight"), "horizontal": Message("From above")},
        ),
        "contact_tolerance": HouseRuleLabel(
            Message("Base contact"), Message("Bases so many inches apart still touch.")
        ),
        "move_epsilon": HouseRuleLabel(
            Message("Counts as not moved"),
            Message("A model that moved no further than so many inches has stood still."),
        ),
        "move_measure": HouseRuleLabel(
            Message("How a move is measured"),
            Message("Along the path of the model, or straight from where it stood."),
            {"path": Message("Along the path"), "straight": Message("Straight")},
        ),
        "cover_distance": HouseRuleLabel(
            Message("Distance to cover"),
            Message("From the shooter's base to the nearest point of the piece, or along the line of the shot."),
            {"piece": Message("To the piece"), "line": Message("Along the line")},
        ),
        "deployment_measure": HouseRuleLabel(
            Message("Deployment zone"),
            Message("The whole base must lie within it, or only its nearest edge."),
            {"whole": Message("Whole base"), "nearest": Message("Nearest edge")},
        ),
    },
    Message("Moving and acting"): {
        "move_before_shot": HouseRuleLabel(
            Message("Move before the shot"), Message("A model that moves and shoots moves first; else in either order.")
        ),
        "rush_into_contact": HouseRuleLabel(
            Message("Rush into contact"), Message("A rush may end in base contact with an enemy.")
        ),
        "charge_requires_los": HouseRuleLabel(
            Message("Charge only enemies in sight"), Message("A model may charge only enemies that it sees.")
        ),
        "failed_charge": HouseRuleLabel(
            Message("A charge that is too far"),
            Message("It may not be declared, as its reach is known beforehand, or it becomes a rush."),
            {"refused": Message("Not allowed"), "rush": Message("Becomes a rush")},
        ),
        "may_pass_activation": HouseRuleLabel(
            Message("Passing"), Message("A side may activate nobody instead of a model that does nothing.")
        ),
        "intercepted_followup": HouseRuleLabel(
            Message("Follow-up when intercepted"),
            Message("A model whose action was cut short by a charge may still use a follow-up."),
        ),
    },
    Message("Choosing targets"): {
        "priority_requires_los": HouseRuleLabel(
            Message("Nearest in sight"), Message("Only enemies in sight count when the nearest is looked for.")
        ),
        "engaged_targets": HouseRuleLabel(
            Message("Shooting into close combat"),
            Message("Models in base contact are never shot at, or after a command check."),
            {"never": Message("Never"), "check": Message("After a check")},
        ),
        "priority_tie": HouseRuleLabel(
            Message("Two equally near"),
            Message("The shooter chooses between them, or checks to do so."),
            {"shooter": Message("Shooter chooses"), "check": Message("A check")},
        ),
        "split_shots": HouseRuleLabel(
            Message("Splitting shots"), Message("The shots of one weapon may be split among several targets.")
        ),
        "lost_shot": HouseRuleLabel(
            Message("When the target check fails"),
            Message("The shot is lost and the move stays, or the whole action is lost."),
            {"shot": Message("The shot"), "action": Message("The action")},
        ),
    },
    Message("Overwatch"): {
        "attempts_per_action": HouseRuleLabel(
            Message("Breaking in"),
            Message("An enemy action may be broken into by one attempt, or until one has succeeded."),
            {"attempt": Message("One attempt"), "success": Message("One success")},
        ),
        "interrupt_engaged": HouseRuleLabel(
            Message("Disruption shots into contact"), Message("A disruption shot may target a model in base contact.")
        ),
        "overwatch_in_contact": HouseRuleLabel(
            Message("Overwatch in contact"),
            Message("A watcher in base contact may intercept the model that it touches, or may not react."),
            {"intercept": Message("May intercept"), "none": Message("No reaction")},
        ),
        "panicked_reaction": HouseRuleLabel(
            Message("Panicked watchers"),
            Message("A panicked model on overwatch tries to rally first, or does not react."),
            {"rally": Message("Rally first"), "none": Message("No reaction")},
        ),
    },
    Message("Dice"): {
        "cc_weapon_modifier": HouseRuleLabel(
            Message("Weapons in close combat"), Message("A weapon's modifier is added to the roll to strike.")
        ),
        "cc_strength": HouseRuleLabel(
            Message("Strength in close combat"),
            Message("The weapon's own strength counts, or the model's."),
            {"weapon": Message("The weapon's"), "model": Message("The model's")},
        ),
        "armoured_hits_count": HouseRuleLabel(
            Message("Hits stopped by armour"),
            Message("Hits that heavy armour stopped still count when a combat is decided."),
        ),
        "save_automatics": HouseRuleLabel(
            Message("1 and 10 on saves"), Message("On armour and cover a 1 always fails and a 10 always saves.")
        ),
        "cover_best": HouseRuleLabel(
            Message("Which cover saves"),
            Message("The best of the pieces that hide the target, or the piece nearest to it."),
            {"best": Message("The best"), "nearest": Message("The nearest")},
        ),
        "tables_or_formulas": HouseRuleLabel(
            Message("Numbers needed"),
            Message(
                "Worked out by the formulas, or looked up in the printed tables, which are cut off at their edges."
            ),
            {"formulas": Message("Formulas"), "tables": Message("Printed tables")},
        ),
    },
    Message("Close combat"): {
        "fight_back_same_enemy": HouseRuleLabel(
            Message("Fighting back again"),
            Message("A model that fought back does so again when the same enemy attacks once more."),
        ),
        "breakoff_strikers": HouseRuleLabel(
            Message("Strikes at a model that breaks off"),
            Message("Every enemy in contact strikes once, or one that the other side picks."),
            {"all": Message("Every enemy"), "one": Message("One")},
        ),
        "breakoff_panic": HouseRuleLabel(
            Message("Panic after breaking off"),
            Message("A model that was hit while it broke off checks against panic."),
        ),
    },
    Message("Morale"): {
        "panicked_state": HouseRuleLabel(
            Message("When panic counts"),
            Message("From the moment of the counter, or only in actions that begin with it."),
            {"now": Message("At once"), "activation": Message("From the next action")},
        ),
        "panic_order": HouseRuleLabel(
            Message("Checks of several"),
            Message("The models near the Commander are read once for all their checks, or read again for each."),
            {"once": Message("Read once"), "in turn": Message("One after another")},  # no text
        ),
        "duplicate_panic": HouseRuleLabel(
            Message("Panicked models check too"), Message("A model that has a panic counter checks again.")
        ),
        "half_wounds": HouseRuleLabel(
            Message("At half its wounds"),
            Message("A model checks the first time it has half or fewer left, or only at exactly half."),
            {"at most": Message("Half or fewer"), "exactly": Message("Exactly half")},  # no text
        ),
        "aura_in": HouseRuleLabel(
            Message("The Commander's reach"),
            Message("Friends within so many inches of the Commander add 1 to their checks."),
        ),
    },
    Message("The turn and the game"): {
        "initiative_tie": HouseRuleLabel(
            Message("Initiative ties"),
            Message("Ties are looked for after a lost or panicked Commander has cost 1, or before."),
            {"after": Message("After"), "before": Message("Before")},
        ),
        "first_turn_roll": HouseRuleLabel(
            Message("Initiative in turn 1"),
            Message("The roll at the start of the game stands for it, or both are made."),
            {"replaces": Message("One roll"), "both": Message("Both rolls")},
        ),
        "simultaneous_orders": HouseRuleLabel(
            Message("Orders at once"), Message("Both sides give all their orders at once; else one by one in turn.")
        ),
        "mutual_destruction": HouseRuleLabel(
            Message("When both have nobody left"),
            Message("The game is a draw, or both have lost."),
            {"draw": Message("A draw"), "both lose": Message("Both lose")},  # no text
        ),
    },
}


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
