"""House rules: where the player aid leaves room, what this table plays. Every field is a key of a game's setup."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class OperationsRules:
    """The switches with their defaults."""

    # both: where both sides throw the same, both get the firepower of the higher die
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
    # apply: where both make the other lose, the extra loss and the destruction of their rows apply
    uo_mutual_critical: Literal["equality", "apply"] = "equality"
    uo_leader_lost: Literal["quality", "basic"] = "quality"
