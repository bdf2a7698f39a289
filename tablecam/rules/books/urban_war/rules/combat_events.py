"""Events of shooting and fighting, in the order in which they happen."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rules.books.urban_war.rules.base_event import UrbanWarEvent
from tablecam.rules.facts import Point


@dataclass(frozen=True, kw_only=True)
class TargetNamed(UrbanWarEvent):
    """A model's target, with weapon and range band."""

    shooter: str
    target: str
    weapon: str
    band: str
    speculative: bool = False


@dataclass(frozen=True, kw_only=True)
class ShotLost(UrbanWarEvent):
    """The shot is lost: the check for a target other than the nearest failed."""

    shooter: str


@dataclass(frozen=True, kw_only=True)
class ShotEvaded(UrbanWarEvent):
    """The target is no longer where the shot falls."""

    target: str


@dataclass(frozen=True, kw_only=True)
class ShotFired(UrbanWarEvent):
    """The dice to hit, and the number of hits."""

    shooter: str
    target: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, kw_only=True)
class Struck(UrbanWarEvent):
    """Blows in close combat: the dice to hit, and the number of hits."""

    striker: str
    target: str
    weapon: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, kw_only=True)
class ArmourRolled(UrbanWarEvent):
    """Heavy armour stops a number of hits."""

    model: str
    faces: tuple[int, ...]
    stopped: int


@dataclass(frozen=True, kw_only=True)
class DamageRolled(UrbanWarEvent):
    """A number of the damage dice wound."""

    model: str
    faces: tuple[int, ...]
    wounds: int


@dataclass(frozen=True, kw_only=True)
class CoverRolled(UrbanWarEvent):
    """Cover saves a number of wounds."""

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
    """A model's wounds have fallen to half of its full wounds."""

    model: str


@dataclass(frozen=True, kw_only=True)
class Removed(UrbanWarEvent):
    """A casualty leaves the table. end: its last position, if that is known."""

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
    """These models count as charging until the action ends."""

    models: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Attacked(UrbanWarEvent):
    """A close combat between two begins. fights_back: the defender strikes too."""

    attacker: str
    defender: str
    fights_back: bool


@dataclass(frozen=True, kw_only=True)
class FoughtBack(UrbanWarEvent):
    """A model uses its strike against this enemy; for a model on overwatch, this is its activation."""

    model: str
    enemy: str


@dataclass(frozen=True, kw_only=True)
class CombatDecided(UrbanWarEvent):
    """The loser, by the hits that each has scored; empty where nobody loses."""

    loser: str
    hits: Mapping[str, int]
