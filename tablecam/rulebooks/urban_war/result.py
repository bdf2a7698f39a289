"""How a game ended: survivors, casualty levels, and who won by how much, as the tournament card wants it.

Clause: UW-TG Game Results (TG-08 to TG-10, TG-20).
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.i18n import Counted, InContext, Message
from tablecam.rulebooks.table_facts import Names
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rulebooks.views import GameResultView, ResultColumn, SideResult, TournamentResult
from tablecam.rules.plain import Json

# per cent of the starting models, from which on losses are no longer light, moderate, heavy. Clause: UW-TG (TG-08).
THRESHOLDS = (25, 50, 75)


class Level(enum.IntEnum):
    """Casualty levels, the lightest first. Clause: UW-TG (TG-09)."""

    LIGHT = 0
    MODERATE = 1
    HEAVY = 2
    SEVERE = 3

    def __str__(self) -> str:
        """As the card has it."""
        return self.name.lower()


@dataclass(frozen=True)
class Casualties:
    """The losses of a side. withdrew: it was forced off the table, which is severe whatever is left (TG-10)."""

    lost: int
    of: int
    withdrew: bool = False

    @property
    def survivors(self) -> int:
        """How many models are left."""
        return self.of - self.lost

    @property
    def level(self) -> Level:
        """From the thresholds on, fractions up: 13 models have theirs at 4, 7 and 10."""
        if self.withdrew:
            return Level.SEVERE
        return Level(sum(self.lost >= first for first in thresholds(self.of)))

    def __str__(self) -> str:
        """One line for a person."""
        left = f"{self.survivors} of {self.of} models left, {self.level} casualties"
        return f"{left}, withdrew" if self.withdrew else left


@dataclass(frozen=True)
class GameResult:
    """A finished game, or one that is broken off. winner: by the rulebook, empty for none; ending: why it is over."""

    sides: Mapping[str, Casualties]
    winner: str = ""
    ending: str = ""

    @property
    def conceded(self) -> str:
        """The side that has given the game up; empty where none has."""
        return next((side for side in self.sides if self.ending == concession(side)), "")

    @property
    def steps(self) -> int:
        """How many levels apart the two sides are: 0 draw, 1 minor, 2 major, 3 crushing victory (TG-20)."""
        levels = [each.level for each in self.sides.values()]
        return max(levels) - min(levels)

    @property
    def ahead(self) -> str:
        """The side with the lower casualty level, which is the winner on the card; empty for a draw."""
        if not self.steps:
            return ""
        return min(self.sides, key=lambda side: self.sides[side].level)


def concession(side: str) -> str:
    """Why a game is over that a side has given up."""
    return f"{side} concedes"


def thresholds(models: int) -> tuple[int, ...]:
    """How many models a side must have lost to reach each level after the first, fractions up (TG-08)."""
    return tuple(-(-models * share // 100) for share in THRESHOLDS)


def urban_war_result(state: State) -> GameResult:
    """As a game of Urban War stands."""
    sides = {side: Casualties(*state.losses(side), withdrew=state.withdrawn == side) for side in state.sides}
    return GameResult(sides, state.winner, state.ending)


COLUMNS = (ResultColumn("lost", Message("Lost")), ResultColumn("level", Message("Casualties")))
LEVELS: Mapping[Level, Message] = {
    Level.LIGHT: InContext("casualties", "light"),
    Level.MODERATE: InContext("casualties", "moderate"),
    Level.HEAVY: InContext("casualties", "heavy"),
    Level.SEVERE: InContext("casualties", "severe"),
}


def result_view(state: State, names: Names) -> GameResultView:
    """How a game of Urban War ended, or stands."""
    found = urban_war_result(state)
    return GameResultView(
        headline=_headline(found, names),
        reason=names.within(found.ending),
        columns=COLUMNS,
        sides=tuple(
            SideResult(side, {"lost": _lost(each), "level": _level(each)}, str(each))
            for side, each in found.sides.items()
        ),
        winner=found.winner,
        tournament=TournamentResult(_on_the_card(found, names), found.ahead, found.steps),
        own=_own(found),
    )


def _headline(found: GameResult, names: Names) -> Message:
    if found.winner:
        return Message("{who} wins", who=names(found.winner))
    return Message("Nobody wins") if found.ending else Message("The game is not over")


def _lost(casualties: Casualties) -> Message:
    return Message("{lost} of {all}", lost=casualties.lost, all=casualties.of)


def _level(casualties: Casualties) -> Message:
    level = LEVELS[casualties.level]
    return Message("{level}, withdrew", level=level) if casualties.withdrew else level


def _on_the_card(found: GameResult, names: Names) -> Message:
    """As the tournament's score card counts it."""
    if not found.ahead:
        return Message("On the card: a draw")
    return Counted(
        "On the card: {side} is one casualty level ahead",
        "On the card: {side} is {n} casualty levels ahead",
        found.steps,
        side=names(found.ahead),
    )


def _own(found: GameResult) -> dict[str, Json]:
    """The keys that pages had of a result before it had columns."""
    return {
        "sides": {
            side: {"lost": each.lost, "of": each.of, "level": str(each.level), "withdrew": each.withdrew}
            for side, each in found.sides.items()
        },
        "winner": found.winner,
        "ending": found.ending,
        "ahead": found.ahead,
        "steps": found.steps,
    }
