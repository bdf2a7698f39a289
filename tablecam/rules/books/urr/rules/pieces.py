"""The pieces of Urr: units with their counters, and the equipment of a siege: engines, towers, palisades, stocks."""

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
        """Whether it is in play; `rounds.py` removes units that have only armour left and do not defend."""
        return self.steps + self.armour > 0 and not self.removed


def good_company(peoples: Iterable[str]) -> bool:
    """Whether these peoples may stand together. Clause: Urr Unit base score (UR-21)."""
    together = set(peoples)
    return UNDEAD not in together or together <= set(UNDEAD_COMPANY)


def _compute_bonus(quality: Quality, built_in: Quality) -> int:
    return max(0, WORTH[quality] - WORTH[built_in])


EngineKind = Literal["trebuchet", "dragon", "colossus"]
# works that the map shows and the rules of combat ignore
WorkKind = Literal["horse", "rabbit", "bridge", "rafts", "crane", "tunnel"]
WORK_KINDS: tuple[WorkKind, ...] = ("horse", "rabbit", "bridge", "rafts", "crane", "tunnel")
# a ramp is pushed forward in these weeks, and the assault follows. Clause: Urr Engineer Corps (UR-33)
SHIELDS_WEEKS, RAMP_WEEKS = 1, 3
CREW = 2
PALISADE, WORN_PALISADE = 2, 1
AMMUNITION_FOOD = 1
BURNT_SHARE = 0.05


@dataclass(frozen=True)
class SiegeEngine:
    """A siege engine. dice: the number that it rolls; damage: the penalty on its rolls from raids."""

    id: str
    side: str
    kind: EngineKind = "trebuchet"
    base: Score = 0
    dice: int = 1
    damage: int = 0


@dataclass(frozen=True)
class Palisade:
    """A palisade and its ditch. worn: a strategic turn of siege has passed."""

    side: str
    worn: bool = False

    @property
    def worth(self) -> int:
        """The bonus on a defence. Clause: Urr Engineer Corps (UR-27)."""
        return WORN_PALISADE if self.worn else PALISADE


@dataclass(frozen=True)
class SiegeTower:
    """A tower on its way to a section. weeks: of work on shields and ramp; built: whether the tower itself stands.

    worked: the week of the last work on it.
    """

    side: str
    weeks: int = SHIELDS_WEEKS
    built: bool = False
    worked: int = 0

    @property
    def ramp_done(self) -> bool:
        """Whether the ramp reaches the wall."""
        return self.weeks >= SHIELDS_WEEKS + RAMP_WEEKS

    def ready(self, week: int) -> bool:
        """Whether it can be used in an assault: in the week after the last work. Clause: Urr Engineer Corps (UR-33)."""
        return self.ramp_done and self.built and week > self.worked


@dataclass(frozen=True)
class SiegeWork:
    """A work of engineers. place: its place, if known."""

    side: str
    kind: WorkKind
    place: str = ""


@dataclass(frozen=True)
class TokenStock:
    """Tokens of food and gold; fire leaves fractions of them."""

    food: float = 0.0
    gold: float = 0.0
