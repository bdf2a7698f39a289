"""A call for a judge from the tablet of a table whose game is a pairing of a club event.

Clause: UW-TG Time Limits (TIME), which run on meanwhile.
"""

from tablecam.club.event.auto_score import Bound, bound_by
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.score_reports import judge_wanted
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import NOBODY
from tablecam.rules.plain import Json


def present_pairing(host: GameHost) -> Bound | None:
    """The pairing that the game in progress is, None for any other game or none at all."""
    with host.reading() as open_game:
        if open_game is None or open_game.game.over:
            return None
        seats = tuple(seat for seat in open_game.game.seats if seat != NOBODY)
        return bound_by(open_game.game.log.header.tags, seats)


def describe_call(club: StoredEvent, bound: Bound) -> dict[str, Json] | None:
    """The table of the pairing, and whether it waits for a judge; None where the pairing is not being played."""
    event = club.state.event
    games = [game for game in event.open_games if {*bound.players.values()} == {*game.pair}]
    if event.number != bound.number or not games:
        return None
    return {"title": club.state.title, "table": games[0].table, "called": games[0].table in club.state.calls}


def called(event: ClubEvent, bound: Bound, seat: str, wanted: bool) -> ClubEvent:
    """Call a judge, or say that nobody is needed any more. seat: who asks; at a shared tablet any of the two."""
    player = bound.players.get(seat, next(iter(bound.players.values())))
    opponent = next(name for name in bound.players.values() if name != player)
    return judge_wanted(event, player, {"round": bound.number, "opponent": opponent, "wanted": wanted})
