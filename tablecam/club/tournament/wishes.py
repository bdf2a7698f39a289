"""Decides on the wishes of a club: players who are kept apart, and tables that suit a player.

The guide knows no such wishes, and without them every round is drawn as it is there.

Clause: House Wish (P9, T8).
"""

from collections.abc import Mapping, Sequence

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.events import PlayersKeptApart, PlayersLetMeet, TableDescribed, TableWished
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.schedule import MOST_ROUNDS
from tablecam.club.tournament.state import TournamentState
from tablecam.club.tournament.tables import checked_numbers

LONGEST_TERRAIN = 40


def keep_apart(
    state: TournamentState, players: Sequence[str], last_round: int, hard: bool, by: str, reason: str = ""
) -> PlayersKeptApart:
    """Keep these players apart, all of one wish from each other. last_round: 0 for the whole event.

    TournamentRefusal for fewer than two players, an unknown one, or a number of rounds that no event has.
    """
    for player in players:
        somebody(state, player)
    if len(set(players)) < 2:
        raise TournamentRefusal(
            Message("a wish to keep players apart needs the names of two or more players"), "P9", tuple(players)
        )
    if not 0 <= last_round <= MOST_ROUNDS:
        reason_why = Message(
            "a wish holds for the whole event or until a round from 1 to {most}, not until round {number}",
            most=MOST_ROUNDS,
            number=last_round,
        )
        raise TournamentRefusal(reason_why, "P9", tuple(players))
    return PlayersKeptApart(players=_wish_key(players), last_round=last_round, hard=hard, by=by, reason=reason)


def let_meet(state: TournamentState, players: Sequence[str], by: str) -> PlayersLetMeet:
    """Take back the wish of exactly these players. TournamentRefusal where there is none."""
    names = [somebody(state, player) for player in players]
    if _wish_key(players) not in state.apart:
        reason = Message("there is no wish that keeps {players} apart", players=listing(names))
        raise TournamentRefusal(
            reason if names else Message("a wish needs the names of its players"),
            "P9",
            tuple(players),
            code="no-such-wish",
        )
    return PlayersLetMeet(players=_wish_key(players), by=by)


def describe_table(table: int, terrain: str, camera: bool, by: str) -> TableDescribed:
    """Say what a table has; with neither terrain nor camera it has nothing of note any more."""
    checked_numbers((table,))
    return TableDescribed(table=table, terrain=_check_terrain(terrain), camera=camera, by=by)


def wish_table(state: TournamentState, player: str, terrain: str, camera: bool, by: str) -> TableWished:
    """Wish for a table that has this terrain, or a camera, or both; with neither the wish is taken back."""
    somebody(state, player)
    return TableWished(player=player, terrain=_check_terrain(terrain), camera=camera, by=by)


def _check_terrain(terrain: str) -> str:
    """The terrain in one spelling. TournamentRefusal unless it is a word or two."""
    word = " ".join(terrain.split())
    if len(word) > LONGEST_TERRAIN or not word.isprintable():
        reason = Message("describe terrain in a word or two, at most {most} characters", most=LONGEST_TERRAIN)
        raise TournamentRefusal(reason, "T8")
    return word


def wish_in_words(wish: PlayersKeptApart, names: Mapping[str, object]) -> Message:
    """The players who are kept apart, how strictly and until when. names: of the players, by their IDs."""
    values = {"players": listing([names.get(player, player) for player in wish.players]), "number": wish.last_round}
    if wish.last_round == 1:
        once = Message("{players} are kept apart in round 1", **values)
        return once if wish.hard else Message("{players} are kept apart in round 1 where possible", **values)
    if wish.last_round:
        early = Message("{players} are kept apart up to round {number}", **values)
        return early if wish.hard else Message("{players} are kept apart up to round {number} where possible", **values)
    return (
        Message("{players} are kept apart", **values)
        if wish.hard
        else Message("{players} are kept apart where possible", **values)
    )


def _wish_key(players: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(set(players)))
