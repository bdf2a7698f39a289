"""The part of an evening that the club's pages may publish, as plain data for the organiser and a player's phone.

Clause: House Evening (N8).
"""

from tablecam.club.tournament.club_state import ClubState
from tablecam.rules.plain import Json


def describe_publicity(state: ClubState) -> dict[str, Json]:
    """For the organiser: day, place, whose names may be published, and each tracked game with who has released it."""
    publicity = state.publicity
    games: list[Json] = [
        {
            "game": game,
            "round": paired.number,
            "pair": list(paired.pair),
            "over": bool(paired.sides),
            "released": [player for player in paired.pair if (paired.number, player) in publicity.released],
        }
        for paired in state.event.games
        if (game := publicity.game_of(paired.number, paired.pair))
    ]
    return {"day": publicity.day, "place": publicity.place, "shown": sorted(publicity.shown), "games": games}


def describe_own_publicity(state: ClubState, player: str) -> dict[str, Json]:
    """For a player: whether the name may be published, and each own tracked game that is over."""
    publicity = state.publicity
    games: list[Json] = [
        {
            "round": paired.number,
            "opponent": paired.other(player),
            "own": (paired.number, player) in publicity.released,
            "theirs": (paired.number, paired.other(player)) in publicity.released,
        }
        for paired in state.event.games
        if player in paired.pair and paired.sides and publicity.game_of(paired.number, paired.pair)
    ]
    return {"shown": player in publicity.shown, "games": games}
