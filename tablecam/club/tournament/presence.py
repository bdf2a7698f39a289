"""Check-in: the players who are here, late or absent.

A late or an absent player is not drawn. Once a late one is here, the next draw counts them in, and a repair seats them
in the round that is published (`repairing.py`).

Clause: House Evening (N3), UW-TG Second & Subsequent Round Pairing (P7).
"""

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.events import PresenceMarked
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.state import AWAY, TournamentState

HERE, LATE, ABSENT, UNKNOWN = "here", "late", "absent", ""
PRESENCES = (HERE, LATE, ABSENT, UNKNOWN)


def marked_present(state: TournamentState, player: str, presence: str, by: str) -> PresenceMarked:
    """Mark a player as here, late or absent; or take the mark back. TournamentRefusal for one who has left."""
    entrant = somebody(state, player)
    if presence not in PRESENCES:
        reason = Message("a player is here, late or absent, not {text}", text=presence)
        raise TournamentRefusal(reason, "N3", (player,))
    if player in state.retired:
        reason = Message("{player} has left the event: reinstate them first", player=entrant)
        raise TournamentRefusal(reason, "C4", (player,))
    return PresenceMarked(player=player, presence=presence, by=by)


def checked_in_by_phone(state: TournamentState, player: str, presence: str) -> PresenceMarked:
    """Mark oneself as here or late. TournamentRefusal for anything else, and for being late to a game that is on."""
    if presence not in (HERE, LATE):
        raise TournamentRefusal(Message("say whether you are here or late"), "N3", (player,))
    if presence == LATE and any(player in game.pair for game in state.open_games):
        reason = Message("a table is waiting for {player}: tell the organiser", player=somebody(state, player))
        raise TournamentRefusal(reason, "N3", (player,))
    return marked_present(state, player, presence, player)


def arrived(before: TournamentState, after: TournamentState, by: str) -> tuple[PresenceMarked, ...]:
    """Mark as here the players whom a repair has seated although they were late or absent."""
    earlier, seated = (
        {player for drawn in state.drawn[-1:] for seats in (*drawn.pairs, drawn.byes) for player in seats}
        for state in (before, after)
    )
    arrivals = sorted(player for player in seated - earlier if after.presence.get(player) in AWAY)
    return tuple(PresenceMarked(player=player, presence=HERE, by=by) for player in arrivals)


def refuse_away(state: TournamentState, players: list[str]) -> None:
    """Raises TournamentRefusal where somebody is to be paired who is not here."""
    missing = [player for player in players if state.presence.get(player) in AWAY]
    if missing:
        reason = Message(
            "{players} cannot be paired because they are late or absent: check them in first",
            players=listing([state.entrants.get(player, player) for player in missing]),
        )
        raise TournamentRefusal(reason, "N3", tuple(missing), code="not-here")


def unchecked(state: TournamentState, expected: bool) -> tuple[str, ...]:
    """The players whom the next draw counts in although nobody has seen them; none where nobody checks in.

    expected: whether check-in is open.
    """
    if not expected and HERE not in state.presence.values():
        return ()
    return tuple(player for player in state.active if not state.presence.get(player))
