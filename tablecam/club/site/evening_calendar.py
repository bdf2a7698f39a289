"""The club's evenings as a calendar (iCalendar, RFC 5545), for phones and calendars that follow its address.

Times are those of the clock on the wall of the hall, so they have no zone: a phone shows them as they are.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from icalendar import Calendar, Event

from tablecam.base.i18n import current_language
from tablecam.club.site.public_evening import PublicEvening
from tablecam.club.tournament.schedule import Schedule, times, times_in_words

# no text: who made it, and where its names of evenings come from
MAKER, HERE = "-//tablecam//club evenings//EN", "tablecam"


def club_calendar(title: str, evenings: Sequence[PublicEvening]) -> bytes:
    """The calendar of the evenings that have a day, in the language that is spoken."""
    calendar = Calendar()
    calendar.add("prodid", MAKER)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", title)
    for evening in evenings:
        if evening.day:
            calendar.add_component(_calendar_entry(evening))
    return bytes(calendar.to_ical())


def _calendar_entry(evening: PublicEvening) -> Event:
    entry, schedule = Event(), evening.state.schedule
    # the same evening on every machine that has its log, and not that of another of this number
    entry.add("uid", f"{evening.source}@{HERE}")
    entry.add("dtstamp", datetime.fromisoformat(evening.last))
    entry.add("last-modified", datetime.fromisoformat(evening.last))
    entry.add("summary", evening.title, parameters={"language": current_language()})
    if evening.state.publicity.place:
        entry.add("location", evening.state.publicity.place)
    if planned := times(schedule):
        begins, ends = span(evening.day, schedule)
        entry.add("dtstart", begins)
        entry.add("dtend", ends)
        entry.add("description", "\n".join(str(times_in_words(round_times)) for round_times in planned))
    else:
        # the whole day: the end is the next one
        entry.add("dtstart", date.fromisoformat(evening.day))
        entry.add("dtend", date.fromisoformat(evening.day) + timedelta(days=1))
    return entry


def span(day: str, schedule: Schedule) -> tuple[datetime, datetime]:
    """The time from the start of round 1 to the end of the last, without a zone; past midnight on the next day."""
    begins = datetime.fromisoformat(f"{day}T{schedule.start}")
    minutes = sum(planned.minutes + planned.pause for planned in schedule.rounds) - schedule.rounds[-1].pause
    return begins, begins + timedelta(minutes=minutes)
