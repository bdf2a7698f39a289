"""An act that no program has, defined as any other: for tests of what follows from a definition."""

from tablecam.base.i18n import Message
from tablecam.club.act import ActTable, Field, Form, reason
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.going_public import EveningAnnounced

ACTS: ActTable[ClubEvent] = ActTable()


@ACTS.act(
    command="cheer",
    form=Form(Message("Save"), room="clock"),
    player=Field(kind="player", label=Message("Who votes?")),
    times=Field(label=Message("Rounds"), help="How often.", least=1, most=3),
    loud=Field(help="So that all hear it."),
    reason=reason(Message("came late"), needed=True),
)
def cheer(event: ClubEvent, player: str, times: int = 1, loud: bool = False, reason: str = "") -> ClubEvent:
    """Cheers for PLAYER."""
    return event.after(EveningAnnounced(day="", place=f"{player}, {times}, {loud}, {reason}"))
