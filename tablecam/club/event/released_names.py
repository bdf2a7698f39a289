"""The players' public names: the name of a player who has released it, the ID in the event of one who has not.

Clause: House Evening (N8).
"""

from tablecam.base.errors import BadFile
from tablecam.club.event.registry import EventRegistry


def released_name(registry: EventRegistry, event: str, number: int, player: str) -> str:
    """The name of a player of a round, if it may be published; else the ID. DatabaseFault.

    event: its number, after that of its hall and a stroke where it is a hall's. A game of another database, of which
    nobody of that ID plays that round here, keeps its IDs.
    """
    try:
        club = registry.stored_event(event.rpartition("/")[2])
    except BadFile:
        return player
    state = club.state
    plays = any(game.number == number and player in game.pair for game in state.event.games)
    shown = plays and player in state.publicity.shown
    return state.event.entrants[player].name if shown else player
