"""The parts of an event that an act changes: two acts are in each other's way only where they change the same part.

    changed_parts(state, GameReported(number=2, sides=...))     # the game of those two players in round 2

An organiser who decides on a page that is a second old is refused only if somebody else has changed the same part
since: the draft, the round in progress, a game of it, a player, a setting or the clock. A report from a table therefore
keeps nobody from publishing a draft.
"""

from collections.abc import Iterable

from tablecam.club.tournament.club_events import (
    CardCleared,
    CardFilled,
    CardReported,
    ClockEvent,
    ClubLogEvent,
    DraftDropped,
    ReportWithdrawn,
    RoundDrafted,
)
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.events import GameCorrected, GameReported, PlayerEntered, RoundDrawn, RoundRepaired
from tablecam.club.tournament.sign_up_list import WaitingListJoined

# a part: its kind, and its number or its player
Part = tuple[str | int, ...]
Parts = frozenset[Part]
DRAFT: Part = ("draft",)
CLOCK: Part = ("clock",)


def changed_parts(state: ClubState, log_event: ClubLogEvent) -> Parts:
    """The parts that a log event changes. state: before it."""
    match log_event:
        case RoundDrafted() | DraftDropped():
            return frozenset({DRAFT})
        case RoundDrawn(number=number):
            return frozenset({DRAFT, ("round", number)})
        case RoundRepaired(number=number):
            return frozenset({("round", number)}) | _moved_games(state, log_event)
        case GameReported(number=number, sides=sides) | GameCorrected(number=number, sides=sides):
            return _games(number, (side.player for side in sides))
        case CardFilled() | CardReported() | ReportWithdrawn() | CardCleared():
            return _games_at(state, log_event.number, log_event.table)
    return _changed_surroundings(log_event)


def _changed_surroundings(log_event: ClubLogEvent) -> Parts:
    """A player, the clock, or a setting of the event."""
    if isinstance(log_event, PlayerEntered | WaitingListJoined):
        return frozenset({("player", log_event.entrant.id)})
    if isinstance(log_event, ClockEvent):
        return frozenset({CLOCK})
    player = getattr(log_event, "player", "") or getattr(log_event, "team", "")
    return frozenset({("player", player) if player else ("setting", type(log_event).__name__)})


def _games(number: int, players: Iterable[str]) -> Parts:
    return frozenset(("game", number, player) for player in players)


def _games_at(state: ClubState, number: int, table: int) -> Parts:
    """The game at a table of a round."""
    return _games(
        number,
        (player for game in state.event.games if (game.number, game.table) == (number, table) for player in game.pair),
    )


def _moved_games(state: ClubState, repaired: RoundRepaired) -> Parts:
    """The games that a repair ends, begins or moves to another table."""
    before = {(game.table, game.pair) for game in state.event.games if game.number == repaired.number}
    after = set(zip(repaired.tables, repaired.pairs, strict=True))
    return _games(repaired.number, (player for _table, pair in before ^ after for player in pair))
