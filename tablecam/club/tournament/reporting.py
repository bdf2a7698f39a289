"""Checks a report before anything changes.

Clause: UW-TG Casualty Thresholds (A4), Second & Subsequent Round Pairing (P1), Deciding the Tournament Winners (S3).
"""

from tablecam.base.i18n import Message
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.pairing import versus
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side, check_alone, check_values, checked_bonus
from tablecam.club.tournament.state import TournamentGame, TournamentState


def somebody(state: TournamentState, player: str) -> Entrant:
    """The entrant with an ID. TournamentRefusal where there is none."""
    if player not in state.entrants:
        raise nobody(player)
    return state.entrants[player]


def nobody(player: str) -> TournamentRefusal:
    """The refusal of an unknown ID."""
    return TournamentRefusal(Message("nobody here has the ID {id}", id=player), "ID", (player,), code="unknown-player")


def game_of(state: TournamentState, number: int, one: str, other: str) -> TournamentGame:
    """The game of two players in a round. TournamentRefusal where they have none; it names the game of the first."""
    player, opponent = somebody(state, one), somebody(state, other)
    games = [game for game in state.games if game.number == number]
    found_game = next((game for game in games if one in game.pair), None)
    if found_game and set(found_game.pair) == {one, other}:
        return found_game
    values = {"player": player, "other": opponent, "number": number}
    if found_game is None:
        reason = Message("{player} does not meet {other} in round {number}: {player} has no game", **values)
    else:
        reason = Message(
            "{player} does not meet {other} in round {number}: {player} meets {opponent} at table {table}",
            opponent=state.entrants[found_game.other(one)],
            table=found_game.table,
            **values,
        )
    raise TournamentRefusal(reason, "P1", (one, other), code="not-paired")


def open_game(state: TournamentState, one: str, other: str) -> TournamentGame:
    """The open game of two players. TournamentRefusal where it is reported already (S3)."""
    game = game_of(state, state.number, one, other)
    if game.sides:
        pair = versus(state.entrants[one], state.entrants[other])
        reason = Message("{pair} is reported already: correct it", pair=pair)
        raise TournamentRefusal(reason, "S3", (one, other), code="reported-already")
    return game


def reported_game(state: TournamentState, number: int, one: str, other: str) -> TournamentGame:
    """A game that has a result. TournamentRefusal where it has none yet (S3)."""
    game = game_of(state, number, one, other)
    if game.sides is None:
        pair = versus(state.entrants[one], state.entrants[other])
        reason = Message("{pair} is not reported yet, so there is nothing to correct", pair=pair)
        raise TournamentRefusal(reason, "S3", (one, other), code="not-reported")
    return game


def checked(state: TournamentState, game: TournamentGame, one: Side, other: Side) -> tuple[Side, Side]:
    """The sides in the pair's order. TournamentRefusal for impossible values or bonuses (A4, A6)."""
    has_ended_by_itself = any(side.conceded for side in (one, other))
    for side in (one, other):
        is_missing = state.scoring.counts_models and not state.entrants[side.player].models
        if is_missing and not has_ended_by_itself:
            raise _missing_force(state.entrants[side.player])
        check_values(side, state.entrants[side.player], state.scoring)
        checked_bonus(side, state.entrants[side.player])
    check_alone(one, other, state.scoring)
    return (one, other) if one.player == game.pair[0] else (other, one)


def _missing_force(entrant: Entrant) -> TournamentRefusal:
    reason = Message("the force of {player} is missing: enter its list, or how many models it has", player=entrant)
    return TournamentRefusal(reason, "A1", (entrant.id,), code="no-force")
