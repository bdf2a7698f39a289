"""What can happen when models shoot and fight, in the order in which it does."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rulebooks.urban_war.rules.base_event import Happening
from tablecam.rules.facts import Point


@dataclass(frozen=True, kw_only=True)
class TargetNamed(Happening):
    """Whom a model shoots at, with what, at which range band."""

    shooter: str
    target: str
    weapon: str
    band: str
    speculative: bool = False


@dataclass(frozen=True, kw_only=True)
class ShotLost(Happening):
    """The shot is gone: the check for another target than the nearest has failed."""

    shooter: str


@dataclass(frozen=True, kw_only=True)
class ShotEvaded(Happening):
    """The target is no longer where the shot falls."""

    target: str


@dataclass(frozen=True, kw_only=True)
class ShotFired(Happening):
    """The dice to hit, and how many hit."""

    shooter: str
    target: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, kw_only=True)
class Struck(Happening):
    """Blows in close combat: the dice to hit, and how many hit."""

    striker: str
    target: str
    weapon: str
    faces: tuple[int, ...]
    hits: int


@dataclass(frozen=True, kw_only=True)
class ArmourRolled(Happening):
    """Heavy armour has stopped so many hits."""

    model: str
    faces: tuple[int, ...]
    stopped: int


@dataclass(frozen=True, kw_only=True)
class DamageRolled(Happening):
    """So many of the damage dice wound."""

    model: str
    faces: tuple[int, ...]
    wounds: int


@dataclass(frozen=True, kw_only=True)
class CoverRolled(Happening):
    """Cover has saved so many wounds."""

    model: str
    material: str
    faces: tuple[int, ...]
    saved: int


@dataclass(frozen=True, kw_only=True)
class Wounded(Happening):
    """A model loses wounds."""

    model: str
    wounds: int = 1


@dataclass(frozen=True, kw_only=True)
class HalfWoundsSeen(Happening):
    """A model's wounds have fallen to half of what it began with."""

    model: str


@dataclass(frozen=True, kw_only=True)
class Removed(Happening):
    """A casualty leaves the table. end: where it stood, if that is known."""

    model: str
    end: Point | None = None


@dataclass(frozen=True, kw_only=True)
class ShieldAimed(Happening):
    """A battleshield is held against another enemy."""

    model: str
    enemy: str


@dataclass(frozen=True, kw_only=True)
class Engaged(Happening):
    """A model has come into base contact with enemies, in this order."""

    model: str
    enemies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Disengaged(Happening):
    """A model has left the base contact of these enemies."""

    model: str
    enemies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Charged(Happening):
    """These count as charging until the action ends."""

    models: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Attacked(Happening):
    """A close combat between two begins. fights_back: whether the one attacked strikes too."""

    attacker: str
    defender: str
    fights_back: bool


@dataclass(frozen=True, kw_only=True)
class FoughtBack(Happening):
    """A model has used its strike against this enemy; one on overwatch has had its turn with that."""

    model: str
    enemy: str


@dataclass(frozen=True, kw_only=True)
class CombatDecided(Happening):
    """Who has lost, by the hits that each has scored; empty where nobody has."""

    loser: str
    hits: Mapping[str, int]
