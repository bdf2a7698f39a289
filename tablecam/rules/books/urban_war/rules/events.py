"""Events of Urban War, in the order of a game. Reasons are coded; old logs and umpires give a sentence."""

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
    """A side puts down a piece of terrain."""

    piece: str
    by: str


@dataclass(frozen=True, kw_only=True)
class RolledOff(UrbanWarEvent):
    """Each side rolls a die; winner: the side with the higher die, empty where they must roll again.

    modifiers: the amounts added to a side's die, where there are any.
    """

    purpose: str
    faces: Mapping[str, int]
    winner: str = ""
    modifiers: Mapping[str, int] = field(default_factory=dict)

    def record(self) -> dict[str, Json]:
        """Leave out empty modifiers, so that the records of old games stay the same word for word."""
        return {name: value for name, value in super().record().items() if name != "modifiers" or value}


@dataclass(frozen=True, kw_only=True)
class EdgeChosen(UrbanWarEvent):
    """A side picks its table edge; the other side gets the opposite edge."""

    by: str
    edge: str


@dataclass(frozen=True, kw_only=True)
class DeploymentOrdered(UrbanWarEvent):
    """The side that deploys the first model is named."""

    first: str


@dataclass(frozen=True, kw_only=True)
class Deployed(UrbanWarEvent):
    """A model is put on the table. depth_in: its distance from the edge of its side."""

    model: str
    depth_in: float = 0.0
    end: Point | None = None


@dataclass(frozen=True, kw_only=True)
class StarterChosen(UrbanWarEvent):
    """The side that takes the first turn of a phase is named; game: at the start of the game."""

    first: str
    game: bool = False


@dataclass(frozen=True, kw_only=True)
class TurnBegan(UrbanWarEvent):
    """Marker phase: counters come off except panic and shock; a model with overwatch and shock loses both."""

    turn: int


@dataclass(frozen=True, kw_only=True)
class OrdersGiven(UrbanWarEvent):
    """A side puts down its counters. opened: the models in base contact, which get snap-fire face up."""

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
    """A side activates no model, as a house rule allows."""

    seat: str


@dataclass(frozen=True, kw_only=True)
class FollowUpDeclared(UrbanWarEvent):
    """A model ticks a follow-up box to act again at once."""

    model: str


@dataclass(frozen=True, kw_only=True)
class FollowUpBegan(UrbanWarEvent):
    """A follow-up action begins."""

    model: str


@dataclass(frozen=True, kw_only=True)
class ActionChosen(UrbanWarEvent):
    """A model's player picks its action."""

    model: str
    action: str


@dataclass(frozen=True, kw_only=True)
class Moved(UrbanWarEvent):
    """A model moves along a path, or part of it. kind: move, rush, charge, break off, evade, intercept."""

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
    """A model rolls two dice plus CD and CAL against 15. kind: the purpose of the check."""

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
    """A model on overwatch wants to break in; its counter is revealed."""

    model: str
    target: str
    kind: Literal["shot", "charge"]


@dataclass(frozen=True, kw_only=True)
class ReactionVoid(UrbanWarEvent):
    """The reaction is impossible; a model that has not made its attempt keeps waiting.

    why: the reason that the table shows, or its panic.
    """

    model: str
    kind: Literal["shot", "charge"]
    why: Reason | str


@dataclass(frozen=True, kw_only=True)
class ReactionAttempted(UrbanWarEvent):
    """A model rolls its check to break in. The attempt is its activation, whatever the result."""

    model: str
    target: str
    kind: Literal["shot", "charge"]


@dataclass(frozen=True, kw_only=True)
class ReactionSucceeded(UrbanWarEvent):
    """The check passes: the model breaks in."""

    model: str


@dataclass(frozen=True, kw_only=True)
class InterceptFellShort(UrbanWarEvent):
    """The path to the enemy is longer than the charge."""

    model: str


@dataclass(frozen=True, kw_only=True)
class EvadeTried(UrbanWarEvent):
    """A model tries to evade template fire. The attempt is its activation."""

    model: str
    passed: bool


@dataclass(frozen=True, kw_only=True)
class MarkerPlaced(UrbanWarEvent):
    """A portal or a lingering effect lies on the table until the next marker phase."""

    marker: Reason | str
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class TurnEnded(UrbanWarEvent):
    """No snap-fire counter remains."""

    turn: int


@dataclass(frozen=True, kw_only=True)
class WithdrawalDecided(UrbanWarEvent):
    """A side that has lost half of its models answers whether it withdraws."""

    side: str
    withdraws: bool


@dataclass(frozen=True, kw_only=True)
class GameEnded(UrbanWarEvent):
    """The game is over. winner: empty for a draw, or where both sides have lost."""

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
