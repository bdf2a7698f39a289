"""All events of the book by name; each is defined once, in one of these modules."""

from tablecam.rules.books.urr.rules import combat_events, hit_events, siege_events, week_events
from tablecam.rules.event import collect_events

EVENTS = collect_events(combat_events, hit_events, week_events, siege_events)
