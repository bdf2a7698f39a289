"""Doubles: a team is entered under two names, and nobody is in two teams."""

import pytest

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.pairing_ways import SWISS, choose_way, members
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import Application, sign_up_set, signed_up

TEAMS = ("Ann Archer + Bob Brook", "Foxes: Cat Crane & Dan Drake", "Eve+Fay", "Gil + Hal")


def doubles() -> ClubEvent:
    event = ClubEvent(by="TO").open("Friday", 7)
    return event.decide(lambda state, by: choose_way(state, SWISS, by, doubles=True))


def entered(event: ClubEvent, *names: str) -> ClubEvent:
    for number, name in enumerate(names):
        event = event.enter(Entrant(f"t{number}", name, "", 10))
    return event


def test_a_name_holds_its_players() -> None:
    assert [members(name) for name in TEAMS[:3]] == [
        ("Ann Archer", "Bob Brook"),
        ("Cat Crane", "Dan Drake"),
        ("Eve", "Fay"),
    ]


def test_teams_play_an_evening_with_one_card_each() -> None:
    event = entered(doubles(), *TEAMS)
    for _number in range(2):
        event = event.draft().publish()
        for game in event.state.event.open_games:
            event = event.report(Side(game.pair[0], 2), Side(game.pair[1], 9))
    assert event.state.over
    assert len(event.standings()) == 4


@pytest.mark.parametrize("name", ["Ann Archer", "Ann +", "Ann + Ann", "Ann + Bob + Cat", "+"])
def test_who_is_no_team_of_two_is_refused(name: str) -> None:
    with pytest.raises(TournamentRefusal, match="not two names such as Ann Archer") as refused:
        entered(doubles(), name)
    assert refused.value.code == "no-team"


def test_nobody_is_in_two_teams_and_a_phone_is_told_too() -> None:
    event = entered(doubles(), TEAMS[0])
    with pytest.raises(TournamentRefusal, match=r"is already in Ann Archer \+ Bob Brook") as refused:
        event.enter(Entrant("x", "bob brook + Zoe", "", 9))
    assert refused.value.code == "in-two-teams"
    event = event.sign(lambda state: sign_up_set(state, SignUpSet(open=True)))
    with pytest.raises(TournamentRefusal, match="this event is for teams of two"):
        event.sign(lambda state: signed_up(state, Application("Zoe", "", 9), "phone"))
    assert event.sign(lambda state: signed_up(state, Application("Zoe + Yan", "", 9), "phone")).state.event.entrants


def test_single_players_who_are_entered_already_stand_against_it() -> None:
    event = ClubEvent(by="TO").open("Friday", 7).enter(Entrant("ann", "Ann", "", 9))
    with pytest.raises(TournamentRefusal, match="are not teams of two"):
        event.decide(lambda state, by: choose_way(state, SWISS, by, doubles=True))
