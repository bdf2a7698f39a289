"""What the club's pages may tell of an evening: its day, names, and replays that both players have released."""

import pytest

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.going_public import evening_announced, game_released, player_shown, released_games
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side, source_of_game


def paired(*, source: str = source_of_game(12)) -> ClubEvent:
    """Two players whose game a table has followed and that is over."""
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in ("ann", "bob"):
        event = event.enter(Entrant(player, player.title(), "", 10))
    event = event.draft().publish()
    sides = Side("ann", 3), Side("bob", 5)
    return event.fill_card(*sides, source).report(*sides)


def release(event: ClubEvent, player: str, number: int = 1, released: bool = True) -> ClubEvent:
    return event.after(game_released(event.state.event, event.state.publicity, number, player, released))


def told(event: ClubEvent) -> list[int]:
    return [each.game for each in released_games(event.state.publicity, event.state.event)]


def test_a_replay_is_told_once_both_have_released_it_and_no_longer() -> None:
    event = release(paired(), "ann")
    assert told(event) == []
    event = release(event, "bob")
    assert told(event) == [12]
    assert told(release(event, "ann", released=False)) == []


def test_nobody_releases_what_no_table_has_followed_or_is_not_over() -> None:
    with pytest.raises(TournamentRefusal, match="no table has followed a game of Ann"):
        release(paired(source="the scorer"), "ann")
    with pytest.raises(TournamentRefusal, match="no table has followed a game of Ann"):
        release(paired(), "ann", number=2)
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in ("ann", "bob"):
        event = event.enter(Entrant(player, player.title(), "", 10))
    event = event.draft().publish().fill_card(Side("ann"), Side("bob"), source_of_game(12))
    with pytest.raises(TournamentRefusal, match=r"the game of Ann .* in round 1 is not over"):
        release(event, "ann")


def test_a_name_is_told_for_as_long_as_its_player_wants() -> None:
    event = paired()
    assert event.state.publicity.shown == frozenset()
    event = event.after(player_shown(event.state.event, "ann", True))
    assert event.state.publicity.shown == {"ann"}
    assert event.after(player_shown(event.state.event, "ann", False)).state.publicity.shown == frozenset()
    with pytest.raises(TournamentRefusal):
        player_shown(event.state.event, "zoe", True)


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-01-01", "15.5.2026", "2026-5-1"])
def test_a_day_is_one_of_the_calendar(day: str) -> None:
    with pytest.raises(TournamentRefusal, match="is not a date such as"):
        evening_announced(day, "")


def test_day_and_place_are_told_and_can_be_taken_back() -> None:
    event = paired().after(evening_announced("2028-02-29", "  Town   Hall "))
    assert (event.state.publicity.day, event.state.publicity.place) == ("2028-02-29", "Town Hall")
    assert event.after(evening_announced("", "")).state.publicity.day == ""
    for place in ("x" * 81, "a\0b"):
        with pytest.raises(TournamentRefusal, match="a venue can have at most 80 characters"):
            evening_announced("", place)
