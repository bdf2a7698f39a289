"""The rulebook of an event: chosen before round 1, and kept in the log with its scoring as it is then.

    choose_book(state, EventBook("lantern-marsh", "Lantern Marsh", scoring), "TO")     # a log event

Clause: House Evening (S6).
"""

from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.club.tournament.events import BookChosen
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.state import TournamentState
from tablecam.rules.campaign import CampaignCounter
from tablecam.rules.event_scoring import EventScoring, find_scoring_fault


@dataclass(frozen=True)
class EventBook:
    """A rulebook as an event takes it. title: in English; counters: of its campaign, none without one."""

    name: str
    title: str
    scoring: EventScoring
    counters: tuple[CampaignCounter, ...] = ()


def choose_book(state: TournamentState, book: EventBook, by: str) -> BookChosen:
    """Choose the rulebook. TournamentRefusal once round 1 is drawn, and for a scoring that gives no points."""
    if state.drawn:
        raise TournamentRefusal(Message("choose the rulebook before round 1 is drawn"), "S6", code="round-drawn")
    if fault := find_scoring_fault(book.scoring):
        raise TournamentRefusal(fault, "S6", code="no-scoring")
    return BookChosen(book=book.name, title=book.title, scoring=book.scoring, counters=book.counters, by=by)
