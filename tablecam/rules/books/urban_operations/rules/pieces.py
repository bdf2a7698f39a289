"""Unit cards and tokens.

Clauses: UO Blocs: Types et qualité (UO-001, UO-002), Weaponry (UO-003..005), Tokens (UO-071..082), Height (UO-006).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tablecam.base.i18n import Message

WEIGHTS = ("foot", "unarmoured", "armoured", "tank")
QUALITIES = ("elite", "veteran", "recruit")
WEAPON_KINDS = ("first", "second", "third", "fourth")
CALIBRES = ("light", "heavy")
PLATOON_LEADER = "platoon leader"  # no text
COMMANDER = "commander"
LEADERS = (PLATOON_LEADER, COMMANDER)
UNKNOWN = "?"
BANDS = 4

Weight = Literal["foot", "unarmoured", "armoured", "tank"]
Quality = Literal["elite", "veteran", "recruit"]
Kind = Literal["first", "second", "third", "fourth"]


@dataclass(frozen=True)
class BlockWeapon:
    """The light or the heavy weapons of a block. fp: firepower by band, nearest first; "?" where the table must say.

    least_ep: the minimum range of a weapon that has one. Clause: UO Night rules (UO-083).
    """

    kind: Kind = "first"
    fp: tuple[int | str, ...] = ()
    least_ep: int = 0


@dataclass(frozen=True)
class UnitCard:
    """A unit card. kind: its name in lists of units, `engineers`. osl: the printed strength.

    leader: platoon leader or commander. observer: cds or jfo, which may ask for 3D actions. capacity: foot blocks that
    it carries, None where the card does not say. equipped: for the night.
    """

    name: str
    kind: str
    osl: int
    weight: Weight = "foot"
    quality: Quality = "veteran"
    leader: Literal["", "platoon leader", "commander"] = ""  # no text
    observer: Literal["", "cds", "jfo"] = ""
    capacity: int | None = None
    equipped: bool = True
    weapons: Mapping[str, BlockWeapon] = field(default_factory=dict)

    @property
    def foot(self) -> bool:
        """Whether the unit goes on foot."""
        return self.weight == "foot"


EXPLOSIVE = "explosive"
WRECK = "wreck"
BARRICADE = "barricade"
MINE = "mine"
MINE_AP = "ap mine"  # no text
TOXIC = "toxic"
POPULATION = "population"
LOW_COVER = "low cover"  # no text
BREACH = "breach"
FORTIFICATION = "fortification"
SMOKE = "smoke"
TUNNEL = "tunnel"

# the kind of a token that a seat may not know
HIDDEN = "hidden"
KINDS = (
    EXPLOSIVE, WRECK, BARRICADE, MINE, MINE_AP, TOXIC, POPULATION, LOW_COVER, BREACH, FORTIFICATION, SMOKE, TUNNEL,
)  # fmt: skip
# no man's land: these may lie face down
HIDEABLE = (EXPLOSIVE, MINE, MINE_AP, TOXIC, POPULATION, LOW_COVER, BARRICADE)
# placed and removed by engineers. Clause: UO Tokens (UO-071, UO-073, UO-074, UO-102).
BY_ENGINEERS = (EXPLOSIVE, BARRICADE, MINE, MINE_AP)
# tested in the initial phase. Clause: UO Initial phase (UO-013).
TESTED = (EXPLOSIVE, WRECK)
# Clauses: UO Tokens (UO-072, UO-078, UO-079).
PERMANENT = (WRECK, BREACH, FORTIFICATION)
# the level at which terrain and tokens block sight. Clause: UO Height (UO-006).
LEVELS = {
    # no text: codes
    "trees": 3, "buildings": 2, SMOKE: 2, WRECK: 2, "outer walls": 1, "vehicles": 1, "mounds": 1, LOW_COVER: 1,
    "clear": 0, "water": -1, "sewers": -1, "underground": -1,
}  # fmt: skip

TITLES: Mapping[str, Message] = {
    "explosive": Message("Explosive"), "wreck": Message("Burning wreck"), "barricade": Message("Barricade"),
    "mine": Message("Anti-tank mine"), "ap mine": Message("Antipersonnel mine"),  # no text
    "toxic": Message("Toxic cloud"), "population": Message("Population"),
    "low cover": Message("Low cover"),  # no text
    "breach": Message("Breach"), "fortification": Message("Fortification"), "smoke": Message("Smoke"),
    "tunnel": Message("Tunnel entrance"), "hidden": Message("Token face down"),
}  # fmt: skip


def get_title(kind: str) -> str:
    """The name of a kind of token in words."""
    return str(TITLES.get(kind, kind))
