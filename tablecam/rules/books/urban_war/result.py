"""The end of a game: survivors, casualty levels by the tournament guide, and the winner with the difference of levels.

Clause: UW-TG Casualty Levels (A2, A3), Game Results & Scoring (A5).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.base.i18n import Counted, InContext, Message
from tablecam.rules.books.urban_war.rules.attack_events import Removed, ShotFired, Struck, TargetNamed
from tablecam.rules.books.urban_war.rules.codes import Reason, reason
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.wording.questions import find_conceder
from tablecam.rules.books.views import GameResultView, ResultColumn, SideResult, TournamentResult
from tablecam.rules.casualty_levels import Level, find_level
from tablecam.rules.deeds import AttackMade, Deed, ModelRemoved
from tablecam.rules.event import Event
from tablecam.rules.event_scoring import LOST, WITHDREW, SeatScore
from tablecam.rules.sentence import ModelNames


@dataclass(frozen=True)
class Casualties:
    """The losses of a side. of: its models at the start; withdrew: it was forced off the table (A3)."""

    lost: int
    of: int
    withdrew: bool = False

    @property
    def survivors(self) -> int:
        """The number of models that remain."""
        return self.of - self.lost

    @property
    def level(self) -> Level:
        """The level of the losses (A2); severe for a side that withdrew (A3), or that had no models."""
        return Level.SEVERE if self.withdrew or not self.of else find_level(self.lost, self.of)

    def __str__(self) -> str:
        """One line for the terminal."""
        text = f"{self.survivors} of {self.of} models left, {self.level} casualties"  # no text: for the terminal
        return f"{text}, withdrew" if self.withdrew else text  # no text


@dataclass(frozen=True)
class GameResult:
    """A finished or abandoned game. winner: by the rulebook, empty for none; ending: the reason for the end."""

    sides: Mapping[str, Casualties]
    winner: str = ""
    ending: Reason | str = ""

    @property
    def conceded(self) -> str:
        """The side that conceded the game; empty for none."""
        if isinstance(self.ending, str):
            return find_conceder(self.ending)
        return next((side for side in self.sides if self.ending == concession(side)), "")

    @property
    def steps(self) -> int:
        """The difference of the sides' levels: 0 draw, 1 minor, 2 major, 3 crushing victory (A5)."""
        levels = [self.score_level(side) for side in self.sides]
        return max(levels) - min(levels)

    def score_level(self, side: str) -> Level:
        """The level that a score card counts: a side that concedes loses everything (C1)."""
        return Level.SEVERE if side == self.conceded else self.sides[side].level

    @property
    def ahead(self) -> str:
        """The side with the lower casualty level, the winner on the score card; empty for a draw."""
        if not self.steps:
            return ""
        return min(self.sides, key=self.score_level)


def concession(side: str) -> Reason:
    """The ending of a game that a side has conceded."""
    return reason("concedes", side=side)


def urban_war_result(state: State) -> GameResult:
    """The result of a game of Urban War so far."""
    sides = {side: Casualties(*state.losses(side), withdrew=state.withdrawn == side) for side in state.sides}
    return GameResult(sides, state.winner, state.ending)


def read_scores(state: State) -> Mapping[str, SeatScore]:
    """The halves of a score card, by side."""
    result = urban_war_result(state)
    return {
        side: SeatScore(
            {LOST: casualties.lost, WITHDREW: int(casualties.withdrew)}, casualties.of, side == result.conceded
        )
        for side, casualties in result.sides.items()
    }


COLUMNS = (ResultColumn("lost", Message("Lost")), ResultColumn("level", Message("Casualties")))
LEVELS: Mapping[Level, Message] = {
    Level.LIGHT: InContext("casualties", "light"),
    Level.MODERATE: InContext("casualties", "moderate"),
    Level.HEAVY: InContext("casualties", "heavy"),
    Level.SEVERE: InContext("casualties", "severe"),
}


def result_view(state: State, names: ModelNames) -> GameResultView:
    """The end or the current standing of a game of Urban War."""
    result = urban_war_result(state)
    return GameResultView(
        headline=_describe_headline(result, names),
        reason=names.text(result.ending),
        columns=COLUMNS,
        sides=tuple(
            SideResult(side, {"lost": _describe_losses(outcome), "level": _describe_level(outcome)}, str(outcome))
            for side, outcome in result.sides.items()
        ),
        winner=result.winner,
        tournament=TournamentResult(_describe_score(result, names), result.ahead, result.steps),
    )


def _describe_headline(found: GameResult, names: ModelNames) -> Message:
    if found.winner:
        return Message("{who} wins", who=names(found.winner))
    return Message("Nobody wins") if found.ending else Message("The game is not over")


def _describe_losses(casualties: Casualties) -> Message:
    return Message("{lost} of {all}", lost=casualties.lost, all=casualties.of)


def _describe_level(casualties: Casualties) -> Message:
    level = LEVELS[casualties.level]
    return Message("{level}, withdrew", level=level) if casualties.withdrew else level


def _describe_score(found: GameResult, names: ModelNames) -> Message:
    """The result by the tournament's score card."""
    if not found.ahead:
        even = Message("On the card: a draw, for it counts casualty levels, and both sides have the same")
        return even if found.winner else Message("On the card: a draw")
    if found.conceded:
        return Counted(
            "On the card: {side} is one casualty level ahead, for a concession counts as severe casualties",
            "On the card: {side} is {n} casualty levels ahead, for a concession counts as severe casualties",
            found.steps,
            side=names(found.ahead),
        )
    return Counted(
        "On the card: {side} is one casualty level ahead",
        "On the card: {side} is {n} casualty levels ahead",
        found.steps,
        side=names(found.ahead),
    )


# of a model's strength, the part that it has as long as it stands; the rest goes with its wounds
STANDING_SHARE = 0.5
# of a model that panic holds back
PANICKED_SHARE = 0.85


def measure_strength(state: State) -> dict[str, float]:
    """The points of the models in play, fewer for those that are wounded or panicked."""
    strength = dict.fromkeys(state.sides, 0.0)
    for fighter in state.fighters.values():
        if fighter.alive:
            health = STANDING_SHARE + (1 - STANDING_SHARE) * fighter.wounds / max(1, fighter.profile.W)
            strength[fighter.side] += (
                max(1, fighter.profile.points) * health * (PANICKED_SHARE if fighter.panicked else 1)
            )
    return strength


def read_deed(event: Event) -> Deed | None:
    """A shot or a blow as an attack, and a casualty as a removal."""
    match event:
        case TargetNamed(shooter=model, weapon=weapon) | Struck(striker=model, weapon=weapon):
            return AttackMade(model, weapon)
        case ShotFired(shooter=model):
            return AttackMade(model)
        case Removed(model=model):
            return ModelRemoved(model)
    return None
