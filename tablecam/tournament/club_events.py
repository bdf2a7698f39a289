"""What can happen at a club event beside the event itself (`events.py`): lists, drafts, score cards, the clock.

Who did it and when stands with the log's line. time: in seconds, handed in.
"""

from dataclasses import dataclass

from tablecam.tournament.clock import LONGEST_MIN
from tablecam.tournament.events import RoundDrawn, TournamentEvent
from tablecam.tournament.forces import LIMIT, ForceList
from tablecam.tournament.score_card import ScoreReport
from tablecam.tournament.scoring import Side


@dataclass(frozen=True, kw_only=True, slots=True)
class NightOpened:
    """A club event has been announced. limit: points of a force; minutes: how long a round lasts."""

    title: str
    limit: int = LIMIT
    minutes: int = LONGEST_MIN


@dataclass(frozen=True, kw_only=True, slots=True)
class ForceListed:
    """A player has handed in his list. reason: why it was changed after round 1, by the organiser alone (LIST)."""

    player: str
    force: ForceList
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundDrafted:
    """A round lies before the organiser, who may publish it, change it or drop it."""

    draft: RoundDrawn


@dataclass(frozen=True, kw_only=True, slots=True)
class DraftDropped:
    """The draft is gone."""

    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CardFilled:
    """A tracked game has filled a score card in; both players are still to confirm it."""

    number: int
    table: int
    sides: tuple[Side, Side]
    source: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardReported:
    """A player has entered his opponent's half (CARD)."""

    number: int
    table: int
    report: ScoreReport


@dataclass(frozen=True, kw_only=True, slots=True)
class CardCleared:
    """The organiser has handed the card back: both may enter it again."""

    number: int
    table: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockStarted:
    """The round runs."""

    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockPaused:
    """The clock stands."""

    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockResumed:
    """The clock runs again."""

    time: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockExtended:
    """There is more time, or less. table: for one table alone."""

    seconds: int
    table: int | None = None
    reason: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundLengthSet:
    """From now on rounds last so long; the present one as well while its clock waits."""

    minutes: int
    reason: str = ""


ClockEvent = ClockStarted | ClockPaused | ClockResumed | ClockExtended | RoundLengthSet
ClubLogEvent = (
    TournamentEvent
    | NightOpened
    | ForceListed
    | RoundDrafted
    | DraftDropped
    | CardFilled
    | CardReported
    | CardCleared
    | ClockEvent
)
