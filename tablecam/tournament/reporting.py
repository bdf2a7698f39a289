"""What is wrong with a report, before anything changes.

Clause: UW-TG Casualty Thresholds (A4), Second & Subsequent Round Pairing (P1), Deciding the Tournament Winners (S3).
"""

from tablecam.tournament.entrant import Entrant
from tablecam.tournament.refusal import TournamentRefusal
from tablecam.tournament.scoring import Side, checked_bonus, level_of
from tablecam.tournament.state import TournamentGame, TournamentState


def somebody(state: TournamentState, player: str) -> Entrant:
    """The entrant with an ID; Refused where there is none."""
    if player not in state.entrants:
        raise TournamentRefusal(f"nobody here has the ID {player}", "ID", (player,))
    return state.entrants[player]


def game_of(state: TournamentState, number: int, one: str, other: str) -> TournamentGame:
    """The game of two players in a round; Refused where they have none, with the game that the first one has."""
    first, second = somebody(state, one), somebody(state, other)
    games = [game for game in state.games if game.number == number]
    own = next((game for game in games if one in game.pair), None)
    if own and set(own.pair) == {one, other}:
        return own
    said = f"{first} meets {state.entrants[own.other(one)]} at table {own.table}" if own else f"{first} has no game"
    raise TournamentRefusal(f"{first} does not meet {second} in round {number}: {said}", "P1", (one, other))


def open_game(state: TournamentState, one: str, other: str) -> TournamentGame:
    """The game that two players are at; Refused where it is reported already (S3)."""
    game = game_of(state, state.number, one, other)
    if game.sides:
        names = f"{state.entrants[one]} against {state.entrants[other]}"
        raise TournamentRefusal(f"{names} is reported already: correct it", "S3", (one, other))
    return game


def reported_game(state: TournamentState, number: int, one: str, other: str) -> TournamentGame:
    """A game that has a result; Refused where it has none yet (S3)."""
    game = game_of(state, number, one, other)
    if game.sides is None:
        names = f"{state.entrants[one]} against {state.entrants[other]}"
        raise TournamentRefusal(f"{names} is not reported yet, so there is nothing to correct", "S3", (one, other))
    return game


def checked(state: TournamentState, game: TournamentGame, one: Side, other: Side) -> tuple[Side, Side]:
    """The sides in the pair's order; Refused where losses or a bonus cannot be (A4, A6)."""
    for side in (one, other):
        level_of(side, state.entrants[side.player])
        checked_bonus(side, state.entrants[side.player])
    return (one, other) if one.player == game.pair[0] else (other, one)
