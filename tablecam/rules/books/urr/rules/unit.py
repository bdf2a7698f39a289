"""A unit of Urr: its counter, and its present state."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Quality = Literal["", "good", "excellent"]
# a counter may have a star in place of a number: "?", and the players supply it each time
Score = int | Literal["?"]
Limit = Literal["", "attack", "defence"]
Stance = Literal["attack", "defend"]
# duties that keep a unit from fighting in this tactical turn
Duty = Literal["", "fire", "fought"]

STAR: Literal["?"] = "?"
WORTH = {"": 0, "good": 1, "excellent": 2}
DWARVES = ("dwarf", "gnome")
UNDEAD = "undead"
# peoples that can stand beside undead. Clause: Urr Unit base score (UR-21)
UNDEAD_COMPANY = (UNDEAD, "halfling", "kobold", "ogre")
PEOPLES = ("human", "elf", *DWARVES, *UNDEAD_COMPANY)
MEN, DWARF_MEN = 100, 70


@dataclass(frozen=True)
class UnitProfile:
    """A counter. limit: the one melee table that it may use. projects: the number that it builds in a strategic turn.

    raider: a raiding unit, attached to another. magic: a unit with stars. necromancer: the Grand Necromancer.
    """

    id: str
    side: str
    name: str
    people: str = "human"
    melee: Score = 0
    ranged: Score = 0
    steps: int = 4
    limit: Limit = ""
    weapon: Quality = ""
    armour: Quality = ""
    bow: Quality = ""
    raider: bool = False
    magic: bool = False
    necromancer: bool = False
    projects: int = 0

    @property
    def men(self) -> int:
        """The number of men in the unit. Clause: Urr Unit base score (UR-11)."""
        return DWARF_MEN if self.people in DWARVES else MEN

    @property
    def weapon_worth(self) -> int:
        """The bonus of its weapons; the scores of dwarves and gnomes include good ones."""
        return _compute_bonus(self.weapon, "good" if self.people in DWARVES else "")

    @property
    def armour_worth(self) -> int:
        """The steps that its armour adds; the steps of dwarves and gnomes include good armour."""
        return _compute_bonus(self.armour, "good" if self.people in DWARVES else "")

    @property
    def bow_worth(self) -> int:
        """The bonus of excellent bows; the score of elves includes it, and good bows add nothing."""
        return WORTH[self.bow] if self.bow == "excellent" and self.people != "elf" else 0


@dataclass(frozen=True)
class UrrUnit:
    """A unit in play. steps: the steps it has left; armour: those of its armour. inside: whether it is in the city."""

    profile: UnitProfile
    steps: int
    armour: int = 0
    removed: bool = False
    inside: bool = False
    berserk: bool = False
    duty: Duty = ""

    @property
    def id(self) -> str:
        """Its id."""
        return self.profile.id

    @property
    def side(self) -> str:
        """The seat that it belongs to."""
        return self.profile.side

    @property
    def standing(self) -> bool:
        """Whether it is in play; `losses.py` removes units that have only armour left and do not defend."""
        return self.steps + self.armour > 0 and not self.removed


def good_company(peoples: Iterable[str]) -> bool:
    """Whether these peoples may stand together. Clause: Urr Unit base score (UR-21)."""
    together = set(peoples)
    return UNDEAD not in together or together <= set(UNDEAD_COMPANY)


def _compute_bonus(quality: Quality, built_in: Quality) -> int:
    return max(0, WORTH[quality] - WORTH[built_in])
