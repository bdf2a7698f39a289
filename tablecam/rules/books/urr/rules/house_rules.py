"""House rules: a table's choices where the rules of Urr leave room. Every field is a key of a game's setup."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class UrrHouseRules:
    """The switches with their defaults. urr_rounds: 0 asks both sides after each round whether they fight on."""

    # combat
    urr_stance: Literal["side", "unit"] = "side"
    urr_rounds: int = 0
    fights_per_turn: Literal["any", "once"] = "any"
    hit_spread: Literal["battle", "phase", "free"] = "battle"
    dead_units_take_hits: bool = False
    ranged_zero: Literal["none", "roll"] = "none"
    undead_target: Literal["all", "any"] = "all"
    raiders_ranged: bool = False

    # weapons and ground
    weapon_in_defence: bool = True
    armour_steps: Literal["defending", "always"] = "defending"
    rough_once: bool = True
    dwarf_ground: Literal["any", "dwarves"] = "any"

    # the siege
    engine_base: Literal["data", "umpire"] = "data"
    engine_hits: Literal["one", "ladder"] = "one"
    engine_wall: bool = False
    zombie_steps: Literal["least", "exactly"] = "least"
    fire_stock: Literal["left", "start", "rounded"] = "left"
