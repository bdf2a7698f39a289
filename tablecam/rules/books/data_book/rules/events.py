"""The events of every data book, by name."""

from tablecam.rules.books.data_book.rules import game_events
from tablecam.rules.event import collect_events

EVENTS = collect_events(game_events)
