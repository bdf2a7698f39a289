"""Cards, penalties, and the votes on prizes as plain data.

Clause: House Evening (S4, N7).
"""

from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.penalties import penalty_in_words
from tablecam.club.tournament.prizes import PrizeVote
from tablecam.rules.plain import Json


def describe_penalties(state: ClubState, player: str) -> list[Json]:
    """A player's cards and penalties with their reasons, for the player and the organiser."""
    return [
        {
            "card": penalty.card,
            "points": penalty.points,
            "reason": penalty.reason,
            "says": str(penalty_in_words(penalty)),
        }
        for penalty in state.event.penalties.get(player, ())
    ]


def penalty_cards(state: ClubState, player: str) -> list[Json]:
    """The cards of a player, as everybody sees them in the standings."""
    return [penalty.card for penalty in state.event.penalties.get(player, ()) if penalty.card]


def describe_prizes(state: ClubState) -> list[Json]:
    """Every vote with its count, for the organiser. votes: how many players have voted."""
    return [
        {"prize": prize, "open": vote.open, "votes": len(vote.votes), "tally": _describe_tally(state, vote)}
        for prize, vote in state.prizes.items()
    ]


def describe_public_prizes(state: ClubState) -> list[Json]:
    """The public view: the open votes, and the winners of closed ones."""
    return [
        {"prize": prize, "open": vote.open, "winners": [] if vote.open else _list_winners(state, vote)}
        for prize, vote in state.prizes.items()
    ]


def own_votes(state: ClubState, player: str) -> dict[str, Json]:
    """The votes of a player, by the prize."""
    return {prize: vote.votes[player] for prize, vote in state.prizes.items() if player in vote.votes}


def _describe_tally(state: ClubState, vote: PrizeVote) -> list[Json]:
    return [
        {"player": player, "name": state.names.get(player, player), "votes": number} for player, number in vote.tally()
    ]


def _list_winners(state: ClubState, vote: PrizeVote) -> list[Json]:
    top_count = max((vote.votes and [number for _player, number in vote.tally()]) or [0])
    return [state.names.get(player, player) for player, number in vote.tally() if number == top_count]
