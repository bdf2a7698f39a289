"""Urban War's house rules in plain words: a title, what is played, and what each choice means, for a form."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class HouseRuleLabel:
    """title: a few words; says: one sentence on what is played; words: what its values are called, if not yes and no.

    Values are named as JSON has them: `true`, `null`, `straight`.
    """

    title: str
    says: str
    words: dict[str, str] = field(default_factory=dict)


# what a switch means that follows the profile
FOLLOWS = {"null": "As the rules in use"}
GROUPS: dict[str, dict[str, HouseRuleLabel]] = {
    "The rules": {
        "profile": HouseRuleLabel(
            "Rules in use",
            "The quick-start rules, or the reference sheet, which adds shock, evading and its own portals.",
            {"quickstart": "Quick start", "reference": "Reference sheet"},
        ),
        "shock": HouseRuleLabel("Shock", "Models may be shocked, and test against it.", FOLLOWS),
        "evade": HouseRuleLabel("Evading", "Models may try to evade fire that falls by a template.", FOLLOWS),
        "speculative_fire": HouseRuleLabel(
            "Speculative fire", "Targets out of sight may be shot at, with 1 off the roll to hit.", FOLLOWS
        ),
        "portal_requires_still": HouseRuleLabel(
            "Portals only when still", "A portal reaches further only where its maker has not moved.", FOLLOWS
        ),
        "tournament": HouseRuleLabel(
            "Tournament ending", "At the end of a turn a side that has lost half its models is asked if it withdraws."
        ),
        "unit": HouseRuleLabel(
            "Unit of length", "What lengths are told in.", {"inch": "Inches", "centimetre": "Centimetres"}
        ),
    },
    "Measuring": {
        "los_min_fraction": HouseRuleLabel(
            "How much must show",
            "A target counts as seen when at least this share of its outline shows; 0.25 is a quarter.",
        ),
        "los_view_origin": HouseRuleLabel(
            "Seen from where",
            "Sight goes from the eye over the middle of the base, or from the best point of the base.",
            {"eye": "The eye", "base": "Anywhere on the base"},
        ),
        "cover_min_hidden": HouseRuleLabel(
            "Least that counts as cover", "A piece gives cover when it hides at least this share of the target."
        ),
        "friend_block_radius": HouseRuleLabel(
            "Friends out of the way", "Friends within so many inches of the shooter do not block its sight."
        ),
        "distance_mode": HouseRuleLabel(
            "Ranges with height",
            "A range goes straight from base to base, height included, or over the ground as seen from above.",
            {"straight": "Straight", "horizontal": "From above"},
        ),
        "range_tolerance": HouseRuleLabel(
            "Warn near a limit", "Within so many inches of a limit the measurement says that it is close."
        ),
        "contact_tolerance": HouseRuleLabel("Base contact", "Bases so many inches apart still touch."),
        "move_epsilon": HouseRuleLabel(
            "Counts as not moved", "A model that went no further than so many inches has stood still."
        ),
        "move_measure": HouseRuleLabel(
            "How a move is measured",
            "Along the way that the model went, or straight from where it stood.",
            {"path": "Along the way", "straight": "Straight"},
        ),
        "cover_distance": HouseRuleLabel(
            "Distance to cover",
            "From the shooter's base to the nearest point of the piece, or along the line of the shot.",
            {"piece": "To the piece", "line": "Along the line"},
        ),
        "deployment_measure": HouseRuleLabel(
            "Deployment zone",
            "The whole base must lie within it, or only its nearest edge.",
            {"whole": "Whole base", "nearest": "Nearest edge"},
        ),
    },
    "Moving and acting": {
        "move_before_shot": HouseRuleLabel(
            "Move before the shot", "Who moves and shoots moves first; else in either order."
        ),
        "rush_into_contact": HouseRuleLabel("Rush into contact", "A rush may end in base contact with an enemy."),
        "charge_requires_los": HouseRuleLabel(
            "Charge only what is seen", "A model may charge only enemies that it sees."
        ),
        "failed_charge": HouseRuleLabel(
            "A charge that is too far",
            "It may not be declared, as its reach is known beforehand, or it becomes a rush.",
            {"refused": "Not allowed", "rush": "Becomes a rush"},
        ),
        "may_pass_activation": HouseRuleLabel(
            "Passing", "A side may activate nobody instead of a model that does nothing."
        ),
        "intercepted_followup": HouseRuleLabel(
            "Follow-up when intercepted", "A model whose action was cut short by a charge may still use a follow-up."
        ),
    },
    "Choosing targets": {
        "priority_requires_los": HouseRuleLabel(
            "Nearest in sight", "Only enemies in sight count when the nearest is looked for."
        ),
        "engaged_targets": HouseRuleLabel(
            "Shooting into close combat",
            "Models in base contact are never shot at, or after a command check.",
            {"never": "Never", "check": "After a check"},
        ),
        "priority_tie": HouseRuleLabel(
            "Two equally near",
            "The shooter chooses between them, or checks to do so.",
            {"shooter": "Shooter chooses", "check": "A check"},
        ),
        "split_shots": HouseRuleLabel("Splitting shots", "The shots of one weapon may go at several targets."),
        "lost_shot": HouseRuleLabel(
            "When the target check fails",
            "The shot is lost and the move stays, or the whole action is lost.",
            {"shot": "The shot", "action": "The action"},
        ),
    },
    "Overwatch": {
        "attempts_per_action": HouseRuleLabel(
            "Breaking in",
            "An enemy action may be broken into by one attempt, or until one has succeeded.",
            {"attempt": "One attempt", "success": "One success"},
        ),
        "interrupt_engaged": HouseRuleLabel(
            "Disruption shots into contact", "A disruption shot may go at a model in base contact."
        ),
        "overwatch_in_contact": HouseRuleLabel(
            "Overwatch in contact",
            "A watcher in base contact may intercept the model that it touches, or may not react.",
            {"intercept": "May intercept", "none": "No reaction"},
        ),
        "panicked_reaction": HouseRuleLabel(
            "Panicked watchers",
            "A panicked model on overwatch tries to rally first, or does not react.",
            {"rally": "Rally first", "none": "No reaction"},
        ),
    },
    "Dice": {
        "cc_weapon_modifier": HouseRuleLabel(
            "Weapons in close combat", "A weapon's modifier is added to the roll to strike."
        ),
        "cc_strength": HouseRuleLabel(
            "Strength in close combat",
            "The weapon's own strength counts, or the model's.",
            {"weapon": "The weapon's", "model": "The model's"},
        ),
        "armoured_hits_count": HouseRuleLabel(
            "Hits stopped by armour", "Hits that heavy armour stopped still count when a combat is decided."
        ),
        "save_automatics": HouseRuleLabel(
            "1 and 10 on saves", "On armour and cover a 1 always fails and a 10 always saves."
        ),
        "cover_best": HouseRuleLabel(
            "Which cover saves",
            "The best of what hides the target, or what is nearest to it.",
            {"best": "The best", "nearest": "The nearest"},
        ),
        "tables_or_formulas": HouseRuleLabel(
            "Numbers needed",
            "Worked out by the formulas, or looked up in the printed tables, which are cut off at their edges.",
            {"formulas": "Formulas", "tables": "Printed tables"},
        ),
    },
    "Close combat": {
        "fight_back_same_enemy": HouseRuleLabel(
            "Fighting back again", "Who fought back fights back again when the same enemy attacks once more."
        ),
        "breakoff_strikers": HouseRuleLabel(
            "Blows at who breaks off",
            "Every enemy in contact strikes once, or one that the other side picks.",
            {"all": "Every enemy", "one": "One"},
        ),
        "breakoff_panic": HouseRuleLabel(
            "Panic after breaking off", "A model that was hit while it broke off checks against panic."
        ),
    },
    "Morale": {
        "panicked_state": HouseRuleLabel(
            "When panic counts",
            "From the moment of the counter, or only in actions that begin with it.",
            {"now": "At once", "activation": "From the next action"},
        ),
        "panic_order": HouseRuleLabel(
            "Checks of several",
            "Whom the Commander is near to is read once for all their checks, or anew for each.",
            {"once": "Read once", "in turn": "One after another"},
        ),
        "duplicate_panic": HouseRuleLabel(
            "Panicked models check too", "A model that has a panic counter checks again."
        ),
        "half_wounds": HouseRuleLabel(
            "At half its wounds",
            "A model checks the first time it has half or fewer left, or only at exactly half.",
            {"at most": "Half or fewer", "exactly": "Exactly half"},
        ),
        "aura_in": HouseRuleLabel(
            "The Commander's reach", "Friends within so many inches of the Commander add 1 to their checks."
        ),
    },
    "The turn and the game": {
        "initiative_tie": HouseRuleLabel(
            "Initiative ties",
            "Ties are looked for after a lost or panicked Commander has cost 1, or before.",
            {"after": "After", "before": "Before"},
        ),
        "first_turn_roll": HouseRuleLabel(
            "Initiative in turn 1",
            "The roll at the start of the game stands for it, or both are made.",
            {"replaces": "One roll", "both": "Both rolls"},
        ),
        "simultaneous_orders": HouseRuleLabel(
            "Orders at once", "Both sides give all their orders at once; else one by one in turn."
        ),
        "mutual_destruction": HouseRuleLabel(
            "When both have nobody left",
            "The game is a draw, or both have lost.",
            {"draw": "A draw", "both lose": "Both lose"},
        ),
    },
}
