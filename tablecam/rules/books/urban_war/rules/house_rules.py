"""House rules: this table's choices where the documents leave room. Every field is a key of a game's setup."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class HouseRules:
    """The switches with their defaults; None follows the profile (off in quickstart, on in reference).

    The fields under "measuring" are read by the table's answers, all others by the procedures here.
    """

    profile: Literal["quickstart", "reference"] = "quickstart"
    shock: bool | None = None
    evade: bool | None = None
    speculative_fire: bool | None = None
    portal_requires_still: bool | None = None
    # a side that has lost half of its models is asked, at the end of a turn, whether it withdraws
    tournament: bool = False

    # measuring
    los_min_fraction: float = 0.25
    los_view_origin: Literal["eye", "base"] = "eye"
    cover_min_hidden: float = 0.005
    friend_block_radius: float = 2.0
    distance_mode: Literal["straight", "horizontal"] = "straight"
    contact_tolerance: float = 0.05
    move_epsilon: float = 0.25
    move_measure: Literal["path", "straight"] = "path"
    cover_distance: Literal["piece", "line"] = "piece"
    deployment_measure: Literal["whole", "nearest"] = "whole"

    # moving and acting
    move_before_shot: bool = True
    rush_into_contact: bool = False
    charge_requires_los: bool = False
    failed_charge: Literal["refused", "rush"] = "refused"
    may_pass_activation: bool = False
    intercepted_followup: bool = True

    # choosing targets
    priority_requires_los: bool = True
    engaged_targets: Literal["never", "check"] = "never"
    priority_tie: Literal["shooter", "check"] = "shooter"
    split_shots: bool = False
    lost_shot: Literal["shot", "action"] = "shot"

    # overwatch
    attempts_per_action: Literal["attempt", "success"] = "attempt"
    interrupt_engaged: bool = False
    overwatch_in_contact: Literal["intercept", "none"] = "intercept"
    panicked_reaction: Literal["rally", "none"] = "rally"

    # dice
    cc_weapon_modifier: bool = True
    cc_strength: Literal["weapon", "model"] = "weapon"
    armoured_hits_count: bool = False
    save_automatics: bool = False
    cover_best: Literal["best", "nearest"] = "best"
    tables_or_formulas: Literal["formulas", "tables"] = "formulas"

    # close combat
    fight_back_same_enemy: bool = True
    breakoff_strikers: Literal["all", "one"] = "all"
    breakoff_panic: bool = True

    # morale
    panicked_state: Literal["now", "activation"] = "now"
    panic_order: Literal["once", "in turn"] = "once"  # no text
    duplicate_panic: bool = False
    half_wounds: Literal["at most", "exactly"] = "at most"  # no text
    aura_in: float = 9.0

    # the turn and the game
    initiative_tie: Literal["after", "before"] = "after"
    first_turn_roll: Literal["replaces", "both"] = "replaces"
    simultaneous_orders: bool = True
    mutual_destruction: Literal["draw", "both lose"] = "draw"  # no text

    @property
    def with_shock(self) -> bool:
        """True if shock is played. Clause: UW-RS Shock Checks."""
        return self._follow_profile(self.shock)

    @property
    def with_evade(self) -> bool:
        """True if models may evade indirect template fire. Clause: UW-RS Evade."""
        return self._follow_profile(self.evade)

    @property
    def with_speculative_fire(self) -> bool:
        """True if shots at hidden targets are offered, at -1. Clause: UW-RS Shooting Modifiers."""
        return self._follow_profile(self.speculative_fire)

    @property
    def portal_only_if_still(self) -> bool:
        """True if a portal reaches further only if its Phazon stood still. Clause: UW-RS Calibre."""
        return self._follow_profile(self.portal_requires_still)

    def _follow_profile(self, switch: bool | None) -> bool:
        return self.profile == "reference" if switch is None else switch
