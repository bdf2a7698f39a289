"""The state of a game of Urr, its walls and its house rules. Only events change it (`Event.apply`)."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tablecam.rules.books.urr.rules.codes import UrrReason
from tablecam.rules.books.urr.rules.pieces import Palisade, SiegeEngine, SiegeTower, SiegeWork, TokenStock, UrrUnit
from tablecam.rules.frozen import copy_with


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


# Walls: each section falls from strength to strength, the steps of the highest first, and never below 1.
#
# Clause: Urr Walls and siege engines (UR-22, UR-23).

Ring = Literal["outer", "inner"]
# the strengths of each ring from the top, each with its hits
STEPS: dict[str, tuple[tuple[int, int], ...]] = {
    "outer": ((4, 1), (3, 2), (2, 4)),
    "inner": ((3, 1), (2, 3)),
}
SECTIONS = {"outer": 8, "inner": 4}
BREACHED = 1


@dataclass(frozen=True)
class WallSection:
    """A section of wall. hits: the steps crossed off, from the top. feature: its name in the terrain."""

    id: str
    side: str
    ring: Ring = "outer"
    hits: int = 0
    feature: str = ""

    @property
    def strength(self) -> int:
        """The strength that is left."""
        remaining = self.hits
        for strength, steps in STEPS[self.ring]:
            if remaining < steps:
                return strength
            remaining -= steps
        return BREACHED

    @property
    def most(self) -> int:
        """The number of hits that breach the undamaged section."""
        return sum(steps for _strength, steps in STEPS[self.ring])

    @property
    def left(self) -> int:
        """The number of hits before it is breached."""
        return self.most - self.hits

    @property
    def breached(self) -> bool:
        """Whether units can get through. Clause: Urr Walls and siege engines (UR-25)."""
        return self.strength == BREACHED


def count_hits_to_strength(ring: Ring, strength: int) -> int:
    """The number of hits after which a section has just fallen to a strength."""
    return sum(steps for higher, steps in STEPS[ring] if higher > strength)


# the third party of a battle: undead that nobody leads any more
BERSERK = "berserk"
PlaceKind = Literal["open", "wall", "rampart", "city"]
# the most units of a side by kind of place. Clause: Urr Combat resolution (UR-08)
STACKING: Mapping[str, int] = {"open": 8, "city": 8, "wall": 4, "rampart": 4}


FightPhase = Literal["ranged", "melee"]


class UrrPhase(enum.Enum):
    """The phases of a week. Clause: Urr Combat resolution (UR-39)."""

    STRATEGIC = "strategic"
    BOMBARDMENT = "bombardment"
    TACTICAL = "tactical"
    OVER = "over"


class CombatStage(enum.Enum):
    """The stages of a combat."""

    MUSTER = "muster"
    ROUND = "round"
    RANGED = "ranged"
    MELEE = "melee"
    AFTER = "after"


@dataclass(frozen=True)
class BattlePlace:
    """A place of combat. kind "wall": a storm on a section; "rampart": both sides stand on top of it.

    ground: its kinds of ground in the modifier tables. feature: its name in the terrain of the table.
    """

    id: str
    kind: PlaceKind = "open"
    ground: tuple[str, ...] = ()
    section: str = ""
    feature: str = ""


@dataclass(frozen=True)
class UrrCombat:
    """A combat in progress. by: the party that attacks the place. parties: the units of both, fallen units too.

    attached: raiders by the unit that they are with. tower: the tasks of a siege tower's crew, by unit.
    stances, rolled, pending: of the round and its phase. present: the units that stood when the phase began.
    lost: hits taken in this battle, by unit; in_phase: the same in the phase. exposed: the penalty of a unit in the
    breach in this round.
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
        """The two parties; the party that is attacked comes first."""
        return (self.against, self.by)

    def other(self, party: str) -> str:
        """The other party."""
        return self.against if party == self.by else self.by

    def find_party(self, unit: str) -> str:
        """The party that a unit fights for; empty for none."""
        return next((party for party, units in self.parties.items() if unit in units), "")


@dataclass(frozen=True)
class UrrSide:
    """A player's property beside units. holds_city: whether the walls and quarters are theirs."""

    name: str
    holds_city: bool = False
    stock: TokenStock = field(default_factory=TokenStock)
    at_first: TokenStock = field(default_factory=TokenStock)


@dataclass(frozen=True)
class UrrState:
    """The state of a game. done: codes of finished steps of this phase. flooded: places that need repair now.

    builders: the section whose ramp a unit builds in this phase, by unit.
    hurled: undead or fire came over the wall, so that a tactical turn must follow. weeks: the last week, 0 for no end.
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
        return next((side for side in self.sides if side != seat), seat)

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
        """The stance of a unit in this round; empty before it is known."""
        return self.combat.stances.get(unit, "") if self.combat else ""

    def with_unit(self, unit: str, **fields: Any) -> "UrrState":
        """The state with one unit changed; unchanged if there is none of that name."""
        if unit not in self.units:
            return self
        return copy_with(self, units={**self.units, unit: copy_with(self.units[unit], **fields)})

    def with_combat(self, **fields: Any) -> "UrrState":
        """The state with the combat in progress changed; unchanged if there is none."""
        return copy_with(self, combat=copy_with(self.combat, **fields)) if self.combat else self

    def with_prepared(self, what: str) -> "UrrState":
        """The state in which the combat has this behind it before a round."""
        return self.with_combat(prepared=(*self.combat.prepared, what)) if self.combat else self

    def with_stage(self, stage: CombatStage) -> "UrrState":
        """The state at the beginning of a phase: the units that stand now fight in it, whatever happens to them."""
        present = tuple(unit for party in self.combat.sides for unit in self.living(party)) if self.combat else ()
        return self.with_combat(stage=stage, rolled=(), pending={}, in_phase={}, present=present)

    def with_wall_hits(self, section: str, hits: int) -> "UrrState":
        """Steps crossed off a section, or put back; its strength stays between 1 and that of the undamaged wall."""
        wall = self.sections.get(section)
        if wall is None:
            return self
        changed = copy_with(wall, hits=max(0, min(wall.hits + hits, wall.most)))
        return copy_with(self, sections={**self.sections, section: changed})

    def with_done(self, what: str) -> "UrrState":
        """The state with a step marked as done in this phase."""
        return self if what in self.done else copy_with(self, done=(*self.done, what))
