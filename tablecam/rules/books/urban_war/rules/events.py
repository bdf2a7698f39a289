"""What can happen in Urban War, in the order of a game. A reason is coded; old logs and umpires have a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tablecam.rules.books.urban_war.rules.base_event import UrbanWarEvent
from tablecam.rules.books.urban_war.rules.combat_events import (
    ArmourRolled,
    Attacked,
    Charged,
    CombatDecided,
    CoverRolled,
    DamageRolled,
    Disengaged,
    Engaged,
    FoughtBack,
    HalfWoundsSeen,
    Removed,
    ShieldAimed,
    ShotEvaded,
    ShotFired,
    ShotLost,
    Struck,
    TargetNamed,
    Wounded,
)
from tablecam.rules.books.urban_war.rules.reasons import Reason
from tablecam.rules.event import by_name
from tablecam.rules.facts import Point
from tablecam.rules.plain import Json


@dataclass(frozen=True, kw_only=True)
class TerrainPlaced(UrbanWarEvent):
    """A side has put down a piece of terrain."""

    piece: str
    by: str


@dataclass(frozen=True, kw_only=True)
class RolledOff(UrbanWarEvent):
    """Each side has rolled a die; winner: the higher, empty where they must roll again.

    modifiers: what was added to a side's die, where anything was.
    """

    purpose: str
    faces: Mapping[str, int]
    winner: str = ""
    modifiers: Mapping[str, int] = field(default_factory=dict)

    def record(self) -> dict[str, Json]:
        """Modifiers only where there are any: games from before there were some are told word for word as they were."""
        return {name: value for name, value in super().record().items() if name != "modifiers" or value}


@dataclass(frozen=True, kw_only=True)
class EdgeChosen(UrbanWarEvent):
    """A side has picked its table edge; the other has the one opposite."""

    by: str
    edge: str


@dataclass(frozen=True, kw_only=True)
class DeploymentOrdered(UrbanWarEvent):
    """It has been said who deploys the first model."""

    first: str


@dataclass(frozen=True, kw_only=True)
class Deployed(UrbanWarEvent):
    """A model has been put on the table. depth_in: how far from the edge of its side it stands."""

    model: str
    depth_in: float = 0.0
    end: Point | None = None


@dataclass(frozen=True, kw_only=True)
class StarterChosen(UrbanWarEvent):
    """It has been said who takes the first turn of a phase; game: at the start of the game."""

    first: str
    game: bool = False


@dataclass(frozen=True, kw_only=True)
class TurnBegan(UrbanWarEvent):
    """The marker phase: counters come off but panic and shock; a model with overwatch and shock loses both."""

    turn: int


@dataclass(frozen=True, kw_only=True)
class OrdersGiven(UrbanWarEvent):
    """A side has put down its counters. opened: those in base contact, who have snap-fire face up."""

    seat: str
    orders: Mapping[str, str] = field(default_factory=dict)
    opened: tuple[str, ...] = ()
    complete: bool = True


@dataclass(frozen=True, kw_only=True)
class Activated(UrbanWarEvent):
    """A model's counter comes off, and its action begins."""

    model: str


@dataclass(frozen=True, kw_only=True)
class Passed(UrbanWarEvent):
    """A side activates nobody, as the house allows."""

    seat: str


@dataclass(frozen=True, kw_only=True)
class FollowUpDeclared(UrbanWarEvent):
    """A model ticks a box to act again at once."""

    model: str


@dataclass(frozen=True, kw_only=True)
class FollowUpBegan(UrbanWarEvent):
    """Its follow-up action begins."""

    model: str


@dataclass(frozen=True, kw_only=True)
class ActionChosen(UrbanWarEvent):
    """What it does."""

    model: str
    action: str


@dataclass(frozen=True, kw_only=True)
class Moved(UrbanWarEvent):
    """A model has gone along a way, or part of it. kind: move, rush, charge, break off, evade, intercept."""

    model: str
    length_in: float
    kind: str
    end: Point | None = None


@dataclass(frozen=True, kw_only=True)
class ActionHalted(UrbanWarEvent):
    """An action ends before its time."""

    model: str
    why: Reason | str
    intercepted: bool = False


@dataclass(frozen=True, kw_only=True)
class ActionEnded(UrbanWarEvent):
    """An action is over."""

    model: str


@dataclass(frozen=True, kw_only=True)
class CommandChecked(UrbanWarEvent):
    """Two dice, CD and CAL against 15. kind: what the check was for."""

    model: str
    kind: str
    faces: tuple[int, ...]
    total: int
    passed: bool


@dataclass(frozen=True, kw_only=True)
class Rallied(UrbanWarEvent):
    """A panic counter comes off. at_once: the action that begins is free of panic too."""

    model: str
    at_once: bool = False


@dataclass(frozen=True, kw_only=True)
class Panicked(UrbanWarEvent):
    """A model gets a panic counter."""

    model: str
    why: Reason | str = ""


@dataclass(frozen=True, kw_only=True)
class Shocked(UrbanWarEvent):
    """A model gets a shock counter."""

    model: str


@dataclass(frozen=True, kw_only=True)
class ReactionAnnounced(UrbanWarEvent):
    """A model on overwatch wants to break in; its counter is shown."""

    model: str
    target: str
    kind: Literal["shot", "charge"]


@dataclass(frozen=True, kw_only=True)
class ReactionVoid(UrbanWarEvent):
    """It cannot; where it has made no attempt yet, it waits on. why: as the table shows, or since it is panicked."""

    model: str
    kind: Literal["shot", "charge"]
    why: Reason | str


@dataclass(frozen=True, kw_only=True)
class ReactionAttempted(UrbanWarEvent):
    """It makes its check, and has had its turn whatever comes of it."""

    model: str
    target: str
    kind: Literal["shot", "charge"]


@dataclass(frozen=True, kw_only=True)
class ReactionSucceeded(UrbanWarEvent):
    """Its check has passed: it breaks in."""

    model: str


@dataclass(frozen=True, kw_only=True)
class InterceptFellShort(UrbanWarEvent):
    """The way to the enemy was longer than the charge."""

    model: str


@dataclass(frozen=True, kw_only=True)
class EvadeTried(UrbanWarEvent):
    """A model has tried to evade template fire, and has had its turn with that."""

    model: str
    passed: bool


@dataclass(frozen=True, kw_only=True)
class MarkerPlaced(UrbanWarEvent):
    """A portal or a lingering effect lies on the table until the next marker phase."""

    marker: Reason | str
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class TurnEnded(UrbanWarEvent):
    """No snap-fire counter is left."""

    turn: int


@dataclass(frozen=True, kw_only=True)
class WithdrawalDecided(UrbanWarEvent):
    """A side with half of its models lost was asked whether it withdraws."""

    side: str
    withdraws: bool


@dataclass(frozen=True, kw_only=True)
class GameEnded(UrbanWarEvent):
    """winner: empty for a draw, or where both have lost."""

    winner: str
    why: Reason | str


EVENTS = by_name(
    TerrainPlaced, RolledOff, EdgeChosen, DeploymentOrdered, Deployed, StarterChosen, TurnBegan, OrdersGiven, Activated,
    Passed, FollowUpDeclared, FollowUpBegan, ActionChosen, Moved, ActionHalted, ActionEnded, CommandChecked, Rallied,
    Panicked, Shocked, TargetNamed, ShotLost, ShotEvaded, ShotFired, Struck, ArmourRolled, DamageRolled, CoverRolled,
    Wounded, HalfWoundsSeen, Removed, ShieldAimed, Engaged, Disengaged, Charged, Attacked, FoughtBack, CombatDecided,
    ReactionAnnounced, ReactionVoid, ReactionAttempted, ReactionSucceeded, InterceptFellShort, EvadeTried,
    MarkerPlaced, TurnEnded, WithdrawalDecided, GameEnded,
)  # fmt: skip
