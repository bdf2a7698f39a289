"""What phones send about a game: reports and agreements, in time and late."""

import pytest

from tablecam.base.errors import BadFile
from tablecam.club.event.commands import confirmed, reported
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side

THREE = {"lost": 3}
SEVEN = {"lost": 7, "withdrew": True}


@pytest.fixture
def night() -> ClubEvent:
    """Two players at their only game."""
    night = ClubEvent().open("Friday", seed=3)
    for player in ("ann", "bob"):
        night = night.enter(Entrant(player, player.title(), "", 9))
    return night.draft().publish()


def said(opponent: str, theirs: object, own: object = None, number: int = 1) -> dict[str, object]:
    return {"round": number, "opponent": opponent, "theirs": theirs, "own": own}


def test_two_reports_that_agree_close_the_game(night: ClubEvent) -> None:
    night = reported(night, "ann", said("bob", SEVEN, THREE))
    assert night.state.event.open_games
    night = reported(night, "bob", said("ann", THREE, SEVEN))
    assert night.state.event.games[0].sides is not None
    assert {side.player: (side.lost, side.withdrew) for side in night.state.event.games[0].sides} == {
        "ann": (3, False),
        "bob": (7, True),
    }


def test_two_reports_that_differ_wait_for_the_organiser(night: ClubEvent) -> None:
    night = reported(reported(night, "ann", said("bob", SEVEN, THREE)), "bob", said("ann", {"lost": 4}, SEVEN))
    assert night.state.disputed == night.state.event.games


def test_nobody_reports_twice(night: ClubEvent) -> None:
    night = reported(night, "ann", said("bob", SEVEN, THREE))
    with pytest.raises(TournamentRefusal, match="already entered a report"):
        reported(night, "ann", said("bob", THREE, THREE))


def test_a_report_that_comes_a_round_late_is_not_taken_for_the_next_one(night: ClubEvent) -> None:
    with pytest.raises(TournamentRefusal, match="concerns round 2, but round 1 is in progress"):
        reported(night, "ann", said("bob", SEVEN, number=2))


def test_a_report_about_somebody_else_is_refused(night: ClubEvent) -> None:
    with pytest.raises(TournamentRefusal):
        reported(night, "ann", said("cat", SEVEN))


def test_a_player_gives_nobody_a_bonus(night: ClubEvent) -> None:
    night = reported(night, "ann", said("bob", {"lost": 1, "bonus": 50}, {"lost": 2, "bonus": 50}))
    assert night.state.card(night.state.event.games[0]).reports[0].opponent == Side("bob", 1)


def test_what_was_read_is_agreed_to(night: ClubEvent) -> None:
    night = reported(night, "ann", said("bob", SEVEN, THREE))
    night = confirmed(night, "bob", said("ann", THREE, SEVEN))
    assert not night.state.event.open_games


def test_what_was_changed_since_it_was_read_is_not_agreed_to(night: ClubEvent) -> None:
    night = reported(night, "ann", said("bob", SEVEN, THREE))
    with pytest.raises(TournamentRefusal, match="has changed since you read it"):
        confirmed(night, "bob", said("ann", {"lost": 0}, SEVEN))


def test_a_bonus_that_stands_on_the_card_is_agreed_to_with_it(night: ClubEvent) -> None:
    night = night.report_side("ann", Side("bob", 7, bonus=2), Side("ann", 3))
    night = confirmed(night, "bob", said("ann", THREE, {"lost": 7}))
    assert not night.state.event.open_games


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"round": True, "opponent": "bob", "theirs": THREE},
        {"round": 1, "opponent": 3, "theirs": THREE},
        said("bob", None),
        said("bob", {"lost": "3"}),
        said("bob", {"lost": True}),
        said("bob", {"lost": 1.5}),
        said("bob", {"lost": 1, "withdrew": 1}),
        said("bob", THREE, []),
    ],
)
def test_what_is_no_report_is_said_to_be_none(night: ClubEvent, wrong: dict[str, object]) -> None:
    with pytest.raises(BadFile):
        reported(night, "ann", wrong)
