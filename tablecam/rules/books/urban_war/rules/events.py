"""All events of the book by name; each is defined once, in one of these modules."""

from tablecam.rules.books.urban_war.rules import (
    action_events,
    close_combat_events,
    reaction_events,
    shooting_events,
    turn_events,
)
from tablecam.rules.event import collect_events

EVENTS = collect_events(turn_events, action_events, shooting_events, close_combat_events, reaction_events)
