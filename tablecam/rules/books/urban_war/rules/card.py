"""Stat cards: a model's abilities in the card's own words. Plain frozen data for setups and logs."""

import enum
from dataclasses import dataclass

from tablecam.base.clause import Clause

STAT_LINE = Clause("UW-QS", "Stat Line", "UW-006")

# The special rules that the documents define; every other tag is only shown to the players.
HEAVY_ARMOUR = "heavy armour"  # no text
HIGH_MORALE = "high morale"  # no text
BATTLESHIELD = "battleshield"
JUMP_TROOPER = "jump trooper"  # no text
WARP_PORTAL = "warp portal"  # no text
KNOWN_TAGS = (HEAVY_ARMOUR, HIGH_MORALE, BATTLESHIELD, JUMP_TROOPER, WARP_PORTAL)

# A weapon that shoots by template, over obstacles that hide the target: models with an order may evade it.
INDIRECT = "indirect"


class Band(enum.Enum):
    """The range bands. Clause: UW-QS Ranges."""

    CONTACT = "contact"
    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"
    EXTREME = "extreme"

    @property
    def beyond_contact(self) -> int:
        """The number of bands beyond base contact: 0 for contact, 1 for short .. 4 for extreme."""
        return tuple(Band).index(self)


@dataclass(frozen=True)
class Figures:
    """A weapon's row in one range band.

    strength: of the weapon, or with `adds` the amount added to the model's own ST (printed "+1").
    shots: xN beside the to-hit modifier, the number of shots or blows. dice: xN beside the Strength, the number of
    damage
    dice for every hit. Clause: UW-QS Other information.
    """

    to_hit: int = 0
    strength: int = 0
    adds: bool = False
    shots: int = 1
    dice: int = 1


@dataclass(frozen=True)
class Tag:
    """A special rule. value: the N of `heavy armour (+N)`. text, mark: from the card."""

    name: str
    value: int = 0
    text: str = ""
    mark: str = ""

    @property
    def known(self) -> bool:
        """True if the rulebook applies it; the players apply all others by the text."""
        return self.name in (*KNOWN_TAGS, INDIRECT)

    def __str__(self) -> str:
        """The tag as printed: `heavy armour (+2)`."""
        return f"{self.name} (+{self.value})" if self.value else self.name


@dataclass(frozen=True)
class Weapon:
    """A weapon or set of weapons; a band without figures is a dash: the weapon cannot be used in it.

    FS: its bonus to First Strike in close combat.
    """

    name: str
    contact: Figures | None = None
    short: Figures | None = None
    medium: Figures | None = None
    long: Figures | None = None
    extreme: Figures | None = None
    FS: int = 0
    tags: tuple[Tag, ...] = ()

    def get_figures(self, band: Band | None) -> Figures | None:
        """The row of a band; None for a dash, and out of range."""
        return getattr(self, band.value) if band else None

    def has(self, name: str) -> bool:
        """Check whether it has a tag of that name."""
        return any(tag.name == name for tag in self.tags)

    @property
    def shoots(self) -> bool:
        """True if it reaches further than base contact."""
        return any(self.get_figures(band) for band in Band if band is not Band.CONTACT)


@dataclass(frozen=True)
class Calibre:
    """One CAL with the FS linked to it, and its points; FS contains CAL already. Clause: UW-QS Stat Line."""

    CAL: int
    FS: int
    points: int = 0


@dataclass(frozen=True)
class Extra:
    """An option of the card: weaponry or abilities that may be added, for points."""

    name: str
    points: int = 0
    weapons: tuple[Weapon, ...] = ()
    tags: tuple[Tag, ...] = ()


@dataclass(frozen=True)
class StatCard:
    """A stat card as printed. The stats' defaults are the averages that the book names. Clause: UW-QS Stat Line.

    calibres: the CAL/FS pairs of which one is ticked. points: of the model with its basic equipment, without CAL.
    """

    name: str
    faction: str = ""
    AS: int = 4
    SH: int = 4
    ST: int = 4
    T: int = 4
    W: int = 1
    CD: int = 4
    SZ: int = 2
    MV: int = 4
    calibres: tuple[Calibre, ...] = (Calibre(0, 4),)
    weapons: tuple[Weapon, ...] = ()
    tags: tuple[Tag, ...] = ()
    extras: tuple[Extra, ...] = ()
    points: int = 0
    invented: bool = False


@dataclass(frozen=True)
class Member:
    """A model of a force: its id on the table and the options ticked on its card.

    card: the name of its stat card. CAL: of the ticked pair. extras: the names of those bought.
    """

    id: str
    card: str
    CAL: int = 0
    commander: bool = False
    extras: tuple[str, ...] = ()


BARE_HANDS = Weapon("bare hands", contact=Figures(0, 0, adds=True))  # no text
