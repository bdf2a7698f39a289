"""The log events of a club event besides those of the tournament itself (`events.py`): lists, drafts, cards, the clock.

The line of the log names the author and the time. time: in seconds, given by the caller.
"""

from dataclasses import dataclass

from tablecam.club.tournament.conduct import JudgeEvent, PrizeEvent
from tablecam.club.tournament.evening_settings import EveningEvent
from tablecam.club.tournament.events import RoundDrawn, TournamentEvent
from tablecam.club.tournament.forces import LIMIT, ForceList
from tablecam.club.tournament.going_public import PublicityEvent
from tablecam.club.tournament.schedule import LONGEST_MIN, ScheduleSet
from tablecam.club.tournament.scoring import ScoreReport, Side
from tablecam.club.tournament.sign_up_list import SignUpEvent
from tablecam.club.tournament.warbands import WarbandEvent


@dataclass(frozen=True, kw_only=True, slots=True)
class NightOpened:
    """A club event has been announced. limit: points of a force; minutes: length of a round."""

    title: str
    limit: int = LIMIT
    minutes: int = LONGEST_MIN


@dataclass(frozen=True, kw_only=True, slots=True)
class ForceListed:
    """A player has handed in a list. reason: why the organiser changed it after round 1 (LIST)."""

    player: str
    force: ForceList
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundDrafted:
    """There is a draft of a round, which the organiser may publish, change or drop."""

    draft: RoundDrawn


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftDropped:
    """The draft of a round is dropped."""

    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CardFilled:
    """A tracked game has filled in a score card; both players still confirm it. source: which game."""

    number: int
    table: int
    sides: tuple[Side, Side]
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardReported:
    """A player has reported the opponent's half of the card (CARD)."""

    number: int
    table: int
    report: ScoreReport


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportWithdrawn:
    """A player has taken their report back, before the opponent reported (CARD)."""

    number: int
    table: int
    player: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardCleared:
    """The organiser has cleared the card: both players may report again."""

    number: int
    table: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockStarted:
    """The round runs."""

    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockPaused:
    """The clock is paused."""

    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockResumed:
    """The clock runs again."""

    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockExtended:
    """There is more time, or less. table: for this table only."""

    seconds: int
    table: int | None = None
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundLengthSet:
    """The length of rounds from now on; it holds for the current one too while its clock waits."""

    minutes: int
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class WallClockJumped:
    """The clock of the machine has been set while a round was on, which ends as if it had not been.

    jump_s: forward, or back below 0. time: after it.
    """

    jump_s: float
    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockJumpSettled:
    """The organiser has read that the clock was set. taken: the round ends by the new time after all."""

    taken: bool


ClockEvent = (
    ClockStarted | ClockPaused | ClockResumed | ClockExtended | RoundLengthSet | WallClockJumped | ClockJumpSettled
)
ClubLogEvent = (
    TournamentEvent
    | NightOpened
    | ForceListed
    | RoundDrafted
    | DraftDropped
    | CardFilled
    | CardReported
    | ReportWithdrawn
    | CardCleared
    | JudgeEvent
    | ScheduleSet
    | SignUpEvent
    | PrizeEvent
    | PublicityEvent
    | EveningEvent
    | WarbandEvent
    | ClockEvent
)
