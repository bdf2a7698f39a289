"""The events between combats: weeks and their phases, projects, engines, fires, and the end of the game."""

from dataclasses import dataclass
from typing import Literal

from tablecam.rules.books.urr.rules.combat_events import COMBAT_EVENTS
from tablecam.rules.books.urr.rules.reasons import UrrReason
from tablecam.rules.event import Event, by_name


@dataclass(frozen=True, kw_only=True)
class WeekBegan(Event):
    """A week begins, with its strategic turn or with the scenario's first phase."""

    week: int


@dataclass(frozen=True, kw_only=True)
class WeekPhaseBegan(Event):
    """A phase of the week begins."""

    phase: Literal["bombardment", "tactical"]


@dataclass(frozen=True, kw_only=True)
class EngineDamaged(Event):
    """Raids on an engine are settled. damage: their total penalty on its rolls from now on."""

    engine: str
    damage: int


@dataclass(frozen=True, kw_only=True)
class WallSapped(Event):
    """Sappers have taken steps from a section; empty if they have not."""

    section: str = ""
    steps: int = 0


@dataclass(frozen=True, kw_only=True)
class PlaceFlooded(Event):
    """Water or lava comes over a place; empty if none does."""

    place: str = ""


@dataclass(frozen=True, kw_only=True)
class FloodedPlaceLost(Event):
    """A flooded place that nobody has repaired is lost for long."""

    place: str


@dataclass(frozen=True, kw_only=True)
class ProjectDone(Event):
    """An engineer corps has done a project. kind "nothing": it has not. number: from 1, its project of this week."""

    unit: str
    number: int = 1
    kind: str = "nothing"
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class RampPushed(Event):
    """Two units have worked on the ramp of a siege tower for a week; empty if none have."""

    section: str
    builders: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BuilderShotAt(Event):
    """A unit on the wall has shot at a unit that builds the ramp; empty if none does."""

    builder: str
    shooter: str = ""
    face: int = 0
    total: int = 0
    hits: int = 0


@dataclass(frozen=True, kw_only=True)
class RaftsUsed(Event):
    """An army crosses the river on its rafts, which are gone; empty if it waits."""

    side: str
    place: str = ""


@dataclass(frozen=True, kw_only=True)
class WorkDestroyed(Event):
    """A bridge, rafts or another work is destroyed."""

    side: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class EngineShot(Event):
    """An engine has hammered at a section. hits: the steps that it loses."""

    engine: str
    section: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, kw_only=True)
class EngineIdle(Event):
    """An engine does nothing in this trebuchet phase."""

    engine: str


@dataclass(frozen=True, kw_only=True)
class UndeadHurled(Event):
    """A trebuchet has sent undead over the wall. steps: the steps that they arrive with."""

    engine: str
    unit: str
    steps: int


@dataclass(frozen=True, kw_only=True)
class FireSet(Event):
    """A trebuchet has set a quarter on fire. food: the cost of the ammunition, if it is paid now."""

    engine: str
    quarter: str
    food: int = 0


@dataclass(frozen=True, kw_only=True)
class TacticalTurnSkipped(Event):
    """Nobody attacks in this week."""


@dataclass(frozen=True, kw_only=True)
class CombatsDeclined(Event):
    """A side begins no more combats in this tactical turn."""

    seat: str


@dataclass(frozen=True, kw_only=True)
class FireFought(Event):
    """Two units fight a fire for the whole tactical turn; empty if none do. magic: it is put out at once."""

    quarter: str
    units: tuple[str, ...] = ()
    magic: bool = False


@dataclass(frozen=True, kw_only=True)
class FireDoused(Event):
    """A fire is out, with some buildings damaged."""

    quarter: str


@dataclass(frozen=True, kw_only=True)
class QuarterBurnt(Event):
    """A fire that nobody fought has destroyed a quarter, with food and gold."""

    quarter: str
    food: float = 0.0
    gold: float = 0.0


@dataclass(frozen=True, kw_only=True)
class UndeadWentBerserk(Event):
    """The Grand Necromancer is dead: the undead of a side attack the living nearest to them from now on."""

    side: str


@dataclass(frozen=True, kw_only=True)
class BerserkWent(Event):
    """Berserk undead turn on the nearest living unit; empty if there is none."""

    unit: str
    target: str = ""


@dataclass(frozen=True, kw_only=True)
class EndingAsked(Event):
    """Both sides have said whether the game goes on after this week."""

    goes_on: bool = True


@dataclass(frozen=True, kw_only=True)
class PlayEnded(Event):
    """The game is over. winner: empty if the rules name none."""

    winner: str = ""
    why: UrrReason | str = ""


EVENTS = by_name(
    *COMBAT_EVENTS, WeekBegan, WeekPhaseBegan, EngineDamaged, WallSapped, PlaceFlooded, FloodedPlaceLost, ProjectDone,
    RampPushed, BuilderShotAt, RaftsUsed, WorkDestroyed, EngineShot, EngineIdle, UndeadHurled, FireSet,
    TacticalTurnSkipped, CombatsDeclined, FireFought, FireDoused, QuarterBurnt, UndeadWentBerserk, BerserkWent,
    EndingAsked, PlayEnded,
)  # fmt: skip
