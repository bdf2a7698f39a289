"""Unit cards. Clauses: UO Blocs: Types et qualité (UO-001, UO-002), Weaponry (UO-003..005)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

WEIGHTS = ("foot", "unarmoured", "armoured", "tank")
VEHICLES = WEIGHTS[1:]
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
