"""House rules: the table's choices where the player aid leaves room. Every field is a key of a game's setup."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class OperationsRules:
    """The house rules with their defaults."""

    # both: on equal dice both sides get the firepower of the higher die
    uo_duel_tie: Literal["none", "both"] = "none"
    # ignore: only the higher die makes its opponent lose or destroys it
    uo_losing_die_critical: Literal["effects", "ignore"] = "effects"
    # other: the row 6-9 is that of recruits, the row 0-3 that of elites
    uo_quality_rows: Literal["elite 6-9", "other"] = "elite 6-9"  # no text
    # other: recruits have the row of 4 blocks, elites that of 2
    uo_leader_rows: Literal["elite 4", "other"] = "elite 4"  # no text
    # other: 1 north, then counter-clockwise
    uo_population_compass: Literal["clockwise", "other"] = "clockwise"
    uo_test_hidden: bool = False
    # once: a wreck that has exploded is not tested again
    uo_wreck_retest: Literal["yes", "once"] = "yes"
    uo_support_cap: Literal["printed", "none"] = "printed"
    uo_no_way_out: Literal["destroyed", "stays"] = "destroyed"
    # apply: where each side makes the other lose, the extra losses and destruction of both rows apply
    uo_mutual_critical: Literal["equality", "apply"] = "equality"
    uo_leader_lost: Literal["quality", "basic"] = "quality"
