"""How a game ended: survivors, casualty levels by the tournament guide, and who won by how many levels.

Clause: UW-TG Casualty Levels (A2, A3), Game Results & Scoring (A5).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.tournament.scoring import Level, level_after


@dataclass(frozen=True)
class Casualties:
    """The losses of a side. of: its models at the start; withdrew: it was forced off the table (A3)."""

    lost: int
    of: int
    withdrew: bool = False

    @property
    def survivors(self) -> int:
        """How many models are left."""
        return self.of - self.lost

    @property
    def level(self) -> Level:
        """The level of the losses (A2); severe for a side that withdrew (A3), or that had no models."""
        return Level.SEVERE if self.withdrew or not self.of else level_after(self.lost, self.of)

    def __str__(self) -> str:
        """One line for the terminal."""
        left = f"{self.survivors} of {self.of} models left, {self.level} casualties"  # no text: for the terminal
        return f"{left}, withdrew" if self.withdrew else left  # no text


@dataclass(frozen=True)
class GameResult:
    """A finished or abandoned game. winner: by the rulebook, empty for none; ending: why the game is over."""

    sides: Mapping[str, Casualties]
    winner: str = ""
    ending: str = ""

    @property
    def conceded(self) -> str:
        """The side that conceded the game; empty for none."""
        return next((side for side in self.sides if self.ending == concession(side)), "")

    @property
    def steps(self) -> int:
        """How many levels apart the two sides are: 0 draw, 1 minor, 2 major, 3 crushing victory (A5)."""
        levels = [losses.level for losses in self.sides.values()]
        return max(levels) - min(levels)

    @property
    def ahead(self) -> str:
        """The side with the lower casualty level, the winner on the score card; empty for a draw."""
        if not self.steps:
            return ""
        return min(self.sides, key=lambda side: self.sides[side].level)


def concession(side: str) -> str:
    """The ending of a game that a side has conceded, as logs keep it."""
    return f"{side} concedes"  # no text: kept in logs


def urban_war_result(state: State) -> GameResult:
    """The result of a game of Urban War so far."""
    sides = {side: Casualties(*state.losses(side), withdrew=state.withdrawn == side) for side in state.sides}
    return GameResult(sides, state.winner, state.ending)
