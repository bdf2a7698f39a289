"""Sentences about the clock of a round, for the log of an event.

Clause: UW-TG Time Limits (TIME).
"""

from datetime import timedelta
from functools import reduce

from tablecam.base.i18n import Message
from tablecam.club.tournament.club_events import (
    ClockExtended,
    ClockJumpSettled,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClubLogEvent,
    RoundLengthSet,
    WallClockJumped,
)
from tablecam.club.tournament.schedule import ScheduleSet, times, times_in_words


def describe_clock_act(log_event: ClubLogEvent) -> Message:
    """A change of the clock of a round, of its length or of the schedule."""
    match log_event:
        case ClockStarted():
            return Message("starts the clock")
        case ClockPaused():
            return Message("pauses the clock")
        case ClockResumed():
            return Message("resumes the clock")
        case ClockExtended():
            return _describe_extension(log_event)
        case WallClockJumped():
            return _describe_jump(log_event)
        case ClockJumpSettled(taken=taken):
            if taken:
                return Message("lets the round end by the new time of the computer")
            return Message("keeps the time that the round has left")
        case RoundLengthSet(minutes=minutes):
            return Message("rounds last {minutes} minutes", minutes=minutes)
        case ScheduleSet(schedule=schedule):
            planned = [times_in_words(round_times) for round_times in times(schedule)]
            return (
                Message("plans the evening: {rounds}", rounds=reduce(and_then, planned))
                if planned
                else Message("takes the schedule back")
            )
    return Message("{event}", event=type(log_event).__name__)


def _describe_jump(log_event: WallClockJumped) -> Message:
    jump = str(timedelta(seconds=round(abs(log_event.jump_s))))
    if log_event.jump_s > 0:
        return Message("the clock of this computer was set forward by {time}; the round keeps its time", time=jump)
    return Message("the clock of this computer was set back by {time}; the round keeps its time", time=jump)


def _describe_extension(log_event: ClockExtended) -> Message:
    seconds, table = abs(log_event.seconds), log_event.table
    if table is None and log_event.seconds > 0:
        return Message("everybody has {seconds} seconds more", seconds=seconds)
    if table is None:
        return Message("everybody has {seconds} seconds less", seconds=seconds)
    if log_event.seconds > 0:
        return Message("table {table} has {seconds} seconds more", table=table, seconds=seconds)
    return Message("table {table} has {seconds} seconds less", table=table, seconds=seconds)


def and_then(some: Message, other: Message) -> Message:
    """Two sentences in a row."""
    return Message("{some}; {other}", some=some, other=other)
