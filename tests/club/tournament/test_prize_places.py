"""The prizes for places: who wins them, also where players share a place, and where teams play."""

from functools import partial

import pytest

from tablecam.club.event.entrant_acts import choose_pairing
from tablecam.club.event.evening_acts import set_place_prize
from tablecam.club.event.team_acts import form_team
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.prize_places import find_winners
from tablecam.club.tournament.scoring import Side


def evening(players: str) -> ClubEvent:
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in players:
        event = event.enter(Entrant(player, player.title(), "", 10))
    return event


def prizes(event: ClubEvent, *places: int) -> ClubEvent:
    for place in places:
        event = set_place_prize(event, place, f"{100 // place} pounds")
    return event


def test_players_who_share_a_place_share_the_prizes_of_all_places_that_they_take_up() -> None:
    event = prizes(evening("abcd"), 1, 2, 3, 5).draft().publish()
    for game in event.state.event.open_games:
        event = event.report(Side(game.pair[0], 0), Side(game.pair[1], 8))
    first, second = ([row.player for row in event.standings() if row.rank == rank] for rank in (1, 3))
    assert find_winners(event.state) == {1: tuple(first), 2: tuple(first), 3: tuple(second), 5: ()}


def test_a_player_who_has_left_wins_no_prize() -> None:
    event = prizes(evening("abc"), 1, 2).draft().publish()
    (game,) = event.state.event.open_games
    winner, loser = game.pair
    event = event.report(Side(winner, 0), Side(loser, 8)).drop(winner)
    assert winner not in {player for players in find_winners(event.state).values() for player in players}


@pytest.mark.parametrize(("place", "winners"), [(1, ("Foxes", "Owls")), (3, ())])
def test_where_teams_play_they_win_the_prizes(place: int, winners: tuple[str, ...]) -> None:
    event = partial(choose_pairing, pairing="swiss", team_size=3)(evening("abcxyz"))
    for team, (captain, second, third) in (("Foxes", "abc"), ("Owls", "xyz")):
        event = form_team(event, team, captain, second, third)
    assert find_winners(prizes(event, place).state) == {place: winners}
