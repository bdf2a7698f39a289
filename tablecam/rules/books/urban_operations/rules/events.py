"""All events of the book by name; each is defined once, in one of these modules."""

from tablecam.rules.books.urban_operations.rules import fight_events, impulse_events, initial_events, request_events
from tablecam.rules.event import collect_events

EVENTS = collect_events(initial_events, request_events, impulse_events, fight_events)
