"""An act that no program has, defined as any other: for tests of what follows from a definition."""

from typing import Annotated

from tablecam.base.i18n import Message
from tablecam.club.act import ActTable, Field, Form, reason
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.going_public import EveningAnnounced

ACTS: ActTable[ClubEvent] = ActTable()


@ACTS.act(command="cheer", form=Form(Message("Save"), room="clock"))
def cheer(
    event: ClubEvent,
    player: Annotated[str, Field(kind="player", label=Message("Who votes?"))],
    times: Annotated[int, Field(label=Message("Rounds"), help="How often.", least=1, most=3)] = 1,
    loud: Annotated[bool, Field(help="So that all hear it.")] = False,
    reason: Annotated[str, reason(Message("came late"), needed=True)] = "",
) -> ClubEvent:
    """Cheers for PLAYER."""
    return event.after(EveningAnnounced(day="", place=f"{player}, {times}, {loud}, {reason}"))
