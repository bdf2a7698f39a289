"""All that the rules of Urr remember. It is changed by events alone (`evolve.py`)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tablecam.rules.books.urr.rules.house_rules import UrrHouseRules
from tablecam.rules.books.urr.rules.reasons import UrrReason
from tablecam.rules.books.urr.rules.siege import Palisade, SiegeEngine, SiegeTower, SiegeWork, TokenStock
from tablecam.rules.books.urr.rules.unit import UrrUnit
from tablecam.rules.books.urr.rules.wall import WallSection

# the third party of a battle: undead that nobody leads any more
BERSERK = "berserk"
PlaceKind = Literal["open", "wall", "rampart", "city"]
# units of a side that fit. Clause: Urr Combat resolution (UR-08)
STACKING: Mapping[str, int] = {"open": 8, "city": 8, "wall": 4, "rampart": 4}


class UrrPhase(enum.Enum):
    """Where a week stands. Clause: Urr Combat resolution (UR-39)."""

    STRATEGIC = "strategic"
    BOMBARDMENT = "bombardment"
    TACTICAL = "tactical"
    OVER = "over"


class CombatStage(enum.Enum):
    """Where a combat stands."""

    MUSTER = "muster"
    ROUND = "round"
    RANGED = "ranged"
    MELEE = "melee"
    AFTER = "after"


@dataclass(frozen=True)
class BattlePlace:
    """Somewhere to fight. kind "wall": a storm on a section; "rampart": both sides stand on top of it.

    ground: what counts there, of the modifier tables. feature: what the terrain of the table calls it.
    """

    id: str
    kind: PlaceKind = "open"
    ground: tuple[str, ...] = ()
    section: str = ""
    feature: str = ""


@dataclass(frozen=True)
class UrrCombat:
    """A combat in progress. by: the party that attacks the place. parties: the units of both, fallen ones too.

    attached: raiders by the unit that they are with. tower: what the crew of a siege tower does, by unit.
    stances, rolled, pending: of the round and its phase. present: who stood when the phase began.
    lost: hits taken in this battle, by unit; in_phase: the same of the phase. exposed: by how much a unit is worse off
    in this round. fresh: whether the round has just begun.
    """

    place: str
    by: str
    against: str
    parties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    attached: Mapping[str, str] = field(default_factory=dict)
    tower: Mapping[str, str] = field(default_factory=dict)
    prepared: tuple[str, ...] = ()
    stage: CombatStage = CombatStage.MUSTER
    round: int = 0
    stances: Mapping[str, str] = field(default_factory=dict)
    rolled: tuple[str, ...] = ()
    pending: Mapping[str, int] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    lost: Mapping[str, int] = field(default_factory=dict)
    in_phase: Mapping[str, int] = field(default_factory=dict)
    exposed: Mapping[str, int] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, str]:
        """The two parties: first the one that is attacked."""
        return (self.against, self.by)

    def other(self, party: str) -> str:
        """The other party."""
        return self.against if party == self.by else self.by

    def party_of(self, unit: str) -> str:
        """The party that a unit fights for; empty for none."""
        return next((party for party, units in self.parties.items() if unit in units), "")


@dataclass(frozen=True)
class UrrSide:
    """What a player has beside units. holds_city: the walls and quarters are theirs."""

    name: str
    holds_city: bool = False
    stock: TokenStock = field(default_factory=TokenStock)
    at_first: TokenStock = field(default_factory=TokenStock)


@dataclass(frozen=True)
class UrrState:
    """The game. done: what has been done in this phase, as codes. flooded: places that want repair now.

    builders: the section whose ramp a unit builds in this phase, by unit.
    hurled: something came over the wall, so that a tactical turn must follow. weeks: the last one, 0 for no end.
    empty_places_fall: whether attackers take a place that nobody defends. Logs from before that rule lack it.
    """

    units: Mapping[str, UrrUnit]
    sides: Mapping[str, UrrSide]
    attacker: str
    places: Mapping[str, BattlePlace]
    rules: UrrHouseRules = field(default_factory=UrrHouseRules)
    sections: Mapping[str, WallSection] = field(default_factory=dict)
    engines: Mapping[str, SiegeEngine] = field(default_factory=dict)
    quarters: tuple[str, ...] = ()
    lowlands: tuple[str, ...] = ()
    sapping: bool = False
    empty_places_fall: bool = False
    weeks: int = 0
    turn: int = 1
    phase: UrrPhase = UrrPhase.STRATEGIC
    begins: UrrPhase = UrrPhase.STRATEGIC
    done: tuple[str, ...] = ()
    builders: Mapping[str, str] = field(default_factory=dict)
    combat: UrrCombat | None = None
    palisades: Mapping[str, Palisade] = field(default_factory=dict)
    towers: Mapping[str, SiegeTower] = field(default_factory=dict)
    works: tuple[SiegeWork, ...] = ()
    flooded: tuple[str, ...] = ()
    places_lost: tuple[str, ...] = ()
    fires: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    quarters_lost: tuple[str, ...] = ()
    hurled: bool = False
    winner: str = ""
    ending: UrrReason | str = ""

    def __getitem__(self, unit: str) -> UrrUnit:
        return self.units[unit]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in their order."""
        return tuple(self.sides)

    @property
    def defender(self) -> str:
        """The side that is attacked in this scenario."""
        return self.other(self.attacker)

    def other(self, seat: str) -> str:
        """The other seat."""
        return next((each for each in self.sides if each != seat), seat)

    def standing(self, seat: str) -> tuple[str, ...]:
        """The fighting units of a side that are in play: neither raiders nor berserk."""
        return tuple(
            name
            for name, unit in self.units.items()
            if unit.side == seat and unit.standing and not unit.profile.raider and not unit.berserk
        )

    def living(self, party: str) -> tuple[str, ...]:
        """The units of a party of the combat that still stand in it."""
        units = self.combat.parties.get(party, ()) if self.combat else ()
        return tuple(unit for unit in units if unit in self.units and self.units[unit].standing)

    def stance(self, unit: str) -> str:
        """What a unit does in this round; empty before that is known."""
        return self.combat.stances.get(unit, "") if self.combat else ""

    def with_unit(self, unit: str, **fields: Any) -> "UrrState":
        """With one unit changed; the same where there is none of that name."""
        if unit not in self.units:
            return self
        return replace(self, units={**self.units, unit: replace(self.units[unit], **fields)})

    def with_combat(self, **fields: Any) -> "UrrState":
        """With the combat in progress changed; the same where there is none."""
        return replace(self, combat=replace(self.combat, **fields)) if self.combat else self

    def with_done(self, what: str) -> "UrrState":
        """With something done in this phase."""
        return self if what in self.done else replace(self, done=(*self.done, what))
