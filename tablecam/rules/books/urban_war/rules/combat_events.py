"""What can happen when models shoot and fight, in the order in which it does."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rules.books.urban_war.rules.base_event import UrbanWarEvent
from tablecam.rules.facts import Point


@dataclass(frozen=True, kw_only=True)
class TargetNamed(UrbanWarEvent):
    """Whom a model shoots at, with what, at which range band."""

    shooter: str
    target: str
    weapon: str
    band: str
    speculative: bool = False


@dataclass(frozen=True, kw_only=True)
class ShotLost(UrbanWarEvent):
    """The shot is gone: the check for another target than the nearest has failed."""

    shooter: str


@dataclass(frozen=True, kw_only=True)
class ShotEvaded(UrbanWarEvent):
    """The target is no longer where the shot falls."""

    target: str


@dataclass(frozen=True, kw_only=True)
class ShotFired(UrbanWarEvent):
    """The dice to hit, and how many hit."""

    shooter: str
    target: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, kw_only=True)
class Struck(UrbanWarEvent):
    """Blows in close combat: the dice to hit, and how many hit."""

    striker: str
    target: str
    weapon: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, kw_only=True)
class ArmourRolled(UrbanWarEvent):
    """Heavy armour has stopped so many hits."""

    model: str
    faces: tuple[int, ...]
    stopped: int


@dataclass(frozen=True, kw_only=True)
class DamageRolled(UrbanWarEvent):
    """So many of the damage dice wound."""

    model: str
    faces: tuple[int, ...]
    wounds: int


@dataclass(frozen=True, kw_only=True)
class CoverRolled(UrbanWarEvent):
    """Cover has saved so many wounds."""

    model: str
    material: str
    faces: tuple[int, ...]
    saved: int


@dataclass(frozen=True, kw_only=True)
class Wounded(UrbanWarEvent):
    """A model loses wounds."""

    model: str
    wounds: int = 1


@dataclass(frozen=True, kw_only=True)
class HalfWoundsSeen(UrbanWarEvent):
    """A model's wounds have fallen to half of what it began with."""

    model: str


@dataclass(frozen=True, kw_only=True)
class Removed(UrbanWarEvent):
    """A casualty leaves the table. end: where it stood, if that is known."""

    model: str
    end: Point | None = None


@dataclass(frozen=True, kw_only=True)
class ShieldAimed(UrbanWarEvent):
    """A battleshield is held against another enemy."""

    model: str
    enemy: str


@dataclass(frozen=True, kw_only=True)
class Engaged(UrbanWarEvent):
    """A model has come into base contact with enemies, in this order."""

    model: str
    enemies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Disengaged(UrbanWarEvent):
    """A model has left the base contact of these enemies."""

    model: str
    enemies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Charged(UrbanWarEvent):
    """These count as charging until the action ends."""

    models: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Attacked(UrbanWarEvent):
    """A close combat between two begins. fights_back: whether the one attacked strikes too."""

    attacker: str
    defender: str
    fights_back: bool


@dataclass(frozen=True, kw_only=True)
class FoughtBack(UrbanWarEvent):
    """A model has used its strike against this enemy; one on overwatch has had its turn with that."""

    model: str
    enemy: str


@dataclass(frozen=True, kw_only=True)
class CombatDecided(UrbanWarEvent):
    """Who has lost, by the hits that each has scored; empty where nobody has."""

    loser: str
    hits: Mapping[str, int]
