"""The equipment of a siege: engines, towers, palisades, other works and stocks."""

from dataclasses import dataclass
from typing import Literal

from tablecam.rules.books.urr.rules.unit import Score

EngineKind = Literal["trebuchet", "dragon", "colossus"]
# works that the map shows and the rules of combat ignore
WorkKind = Literal["horse", "rabbit", "bridge", "rafts", "crane", "tunnel"]
WORK_KINDS: tuple[WorkKind, ...] = ("horse", "rabbit", "bridge", "rafts", "crane", "tunnel")
# a ramp is pushed forward in these weeks, and the assault follows. Clause: Urr Engineer Corps (UR-33)
SHIELDS_WEEKS, RAMP_WEEKS = 1, 3
CREW = 2
PALISADE, WORN_PALISADE = 2, 1
AMMUNITION_FOOD = 1
BURNT_SHARE = 0.05


@dataclass(frozen=True)
class SiegeEngine:
    """A siege engine. dice: the number that it rolls; damage: the penalty on its rolls from raids."""

    id: str
    side: str
    kind: EngineKind = "trebuchet"
    base: Score = 0
    dice: int = 1
    damage: int = 0


@dataclass(frozen=True)
class Palisade:
    """A palisade and its ditch. worn: a strategic turn of siege has passed."""

    side: str
    worn: bool = False

    @property
    def worth(self) -> int:
        """The bonus on a defence. Clause: Urr Engineer Corps (UR-27)."""
        return WORN_PALISADE if self.worn else PALISADE


@dataclass(frozen=True)
class SiegeTower:
    """A tower on its way to a section. weeks: of work on shields and ramp; built: whether the tower itself stands.

    worked: the week of the last work on it.
    """

    side: str
    weeks: int = SHIELDS_WEEKS
    built: bool = False
    worked: int = 0

    @property
    def ramp_done(self) -> bool:
        """Whether the ramp reaches the wall."""
        return self.weeks >= SHIELDS_WEEKS + RAMP_WEEKS

    def ready(self, week: int) -> bool:
        """Whether it can be used in an assault: in the week after the last work. Clause: Urr Engineer Corps (UR-33)."""
        return self.ramp_done and self.built and week > self.worked


@dataclass(frozen=True)
class SiegeWork:
    """A work of engineers. place: its place, if known."""

    side: str
    kind: WorkKind
    place: str = ""


@dataclass(frozen=True)
class TokenStock:
    """Tokens of food and gold; fire leaves fractions of them."""

    food: float = 0.0
    gold: float = 0.0
