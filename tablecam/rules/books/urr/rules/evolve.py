"""The state after an event: pure, and total, because an umpire may add any event at any time."""

from tablecam.rules.books.urr.rules.combat_events import COMBAT_EVENTS
from tablecam.rules.books.urr.rules.evolve_combat import evolve_combat
from tablecam.rules.books.urr.rules.evolve_siege import evolve_siege
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.event import Event


def evolve(state: UrrState, event: Event) -> UrrState:
    """The state after an event."""
    return evolve_combat(state, event) if isinstance(event, COMBAT_EVENTS) else evolve_siege(state, event)
