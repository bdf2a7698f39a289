"""The standings of an event, from its state.

Clause: UW-TG Deciding the Tournament Winners (S2, S3), House Evening (N5, S4).
"""

from tablecam.club.tournament.standings import StandingRow, standings
from tablecam.club.tournament.state import TournamentState
from tablecam.club.tournament.top_cut import came_to


def places(state: TournamentState) -> tuple[StandingRow, ...]:
    """The current standings, with retired players at the bottom, without a place."""
    penalties = {player: state.penalty(player) for player in state.penalties}
    return standings(
        state.scores(), state.faced(), state.retired, state.roll_offs, penalties=penalties, ahead=came_to(state)
    )
