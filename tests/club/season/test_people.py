"""People with one identity over evenings, and who moves between divisions."""

from dataclasses import replace

import pytest

from tablecam.club.season.acts import GamePoints, LeagueRefusal, SeasonRules, checked_rules
from tablecam.club.season.evening import Attendance, Evening, LeagueGame, LeagueSide
from tablecam.club.season.league import League
from tablecam.club.season.season_table import season_table
from tablecam.club.season.state import NAME, PAGE, public_name

RULES = SeasonRules("Spring", places=(5, 3, 1), game=GamePoints(3, 1, 0), divisions=("First", "Second"), moves=1)


def opened(*names: str, rules: SeasonRules = RULES) -> League:
    league = League().open("City League", rules)
    for name in names:
        league = league.add_person(name)
    return league


def evening(title: str, *people: str) -> Evening:
    """They came in in this order, and the first beat the second."""
    attended = tuple(Attendance(person, rank, 10 - rank) for rank, person in enumerate(people, 1))
    game = LeagueGame((LeagueSide(people[0], 24), LeagueSide(people[1], 0)), 1)
    return Evening(title, title, "2026-05-01", 9, attended, (game,))


def places(league: League) -> dict[str, list[tuple[int | None, str, int]]]:
    tables = season_table(league.state, league.state.season)
    return {name: [(row.rank, row.person, row.points) for row in rows] for name, rows in tables.items()}


def test_two_who_were_one_person_have_all_that_both_have_played() -> None:
    league = opened("Ann Archer", "Bob", "Ann A.").add_evening(evening("one", "p1", "p2"))
    league = league.add_evening(evening("two", "p3", "p2")).merge("p3", "p1")
    assert places(league)["Second"] == [(1, "p1", 16), (2, "p2", 6)]
    assert league.find("ann a.") == league.find("p3") == league.find("Ann Archer") == "p1"
    _league, people = league.people_of("three", [("ann", "Ann A."), ("bob", "Bob")], {})
    assert people == {"ann": "p1", "bob": "p2"}


def test_two_who_met_are_two_people() -> None:
    league = opened("Ann", "Bob").add_evening(evening("one", "p1", "p2"))
    with pytest.raises(LeagueRefusal, match="Ann and Bob were both there on one, so they are two people"):
        league.merge("p1", "p2")
    with pytest.raises(LeagueRefusal, match="Ann cannot be one person"):
        league.merge("p1", "p1")


def test_who_is_called_otherwise_is_found_by_both_names() -> None:
    league = opened("Ann", "Bob").give_name("p1", "Ann Archer")
    assert league.find("Ann") == league.find("ann archer") == "p1"
    assert league.called("p1") == "Ann Archer"
    with pytest.raises(LeagueRefusal, match="Ann Archer is in the league already"):
        league.give_name("p2", "Ann Archer")
    with pytest.raises(LeagueRefusal, match="ANN is in the league already"):
        league.add_person("ANN")


def test_two_players_of_one_name_on_one_evening_are_told_apart_by_the_organiser() -> None:
    league = opened("Ann")
    with pytest.raises(LeagueRefusal, match="two players of the evening match Ann"):
        league.people_of("one", [("ann", "Ann"), ("ann2", "Ann")], {})
    league, people = league.people_of("one", [("ann", "Ann"), ("ann2", "Ann")], {"ann2": "new"})
    assert people == {"ann": "p1", "ann2": "p2"}
    with pytest.raises(LeagueRefusal, match="p1 and p2 are called Ann"):
        league.find("Ann")


def test_who_was_deleted_is_known_by_the_seat_when_the_evening_is_read_again() -> None:
    league = opened("Ann", "Bob").add_evening(evening("one", "p1", "p2")).forget("p1")
    again, people = league.people_of("one", [("ann", "Ann"), ("bob", "Bob")], {})
    assert people == {"ann": "p1", "bob": "p2"}
    assert again.names == league.names


def test_nothing_of_a_person_is_published_before_they_say_so() -> None:
    league = opened("Ann Archer")
    assert public_name(league.state, league.names, "p1") == "Player 1"
    league = league.show("p1", [NAME, PAGE])
    assert public_name(league.state, league.names, "p1") == "Ann Archer"
    assert public_name(league.forget("p1").state, league.names, "p1") == "Player 1"
    with pytest.raises(LeagueRefusal, match="address cannot be published: choose one of name, page and rating"):
        league.show("p1", ["address"])


def test_the_best_evenings_count_and_of_equal_ones_the_earlier() -> None:
    league = opened("Ann", "Bob", rules=replace(RULES, best=2))
    for title, first, second in (("one", "p1", "p2"), ("two", "p2", "p1"), ("three", "p1", "p2"), ("four", "p1", "p2")):
        league = league.add_evening(evening(title, first, second))
    rows = {row.person: row for row in season_table(league.state, league.state.season)["Second"]}
    assert [(each.points, each.counts) for each in rows["p1"].evenings] == [
        (8, True), (3, False), (8, True), (8, False),
    ]  # fmt: skip
    assert (rows["p1"].points, rows["p2"].points) == (16, 11)


def eight() -> League:
    league = opened(*"abcdefgh")
    for person in ("p1", "p2", "p3", "p4"):
        league = league.place_in(person, "First")
    league = league.add_evening(evening("one", "p1", "p2", "p5"))
    return league.add_evening(evening("two", "p1", "p3", "p6")).add_evening(evening("three", "p5", "p3", "p2"))


def test_the_last_goes_down_and_the_first_comes_up() -> None:
    league = eight()
    assert [row[1] for row in places(league)["First"]] == ["p1", "p3", "p2", "p4"]
    following = league.begin_season(replace(RULES, title="Autumn"))
    assert {person for person, _ in following.state.season.divisions.items()} == {f"p{n}" for n in range(1, 9)}
    assert following.state.season.divisions["p5"] == "First"
    assert following.state.season.divisions["p4"] == "Second"
    assert following.state.seasons[0] == league.state.season
    assert places(following)["First"][0][0::2] == (1, 0)


def test_a_shared_place_at_the_border_is_rolled_for() -> None:
    level = opened(*"abcd", rules=replace(RULES, divisions=("First", "Second")))
    level = level.place_in("p1", "First").place_in("p2", "First")
    with pytest.raises(
        LeagueRefusal, match="a and b share the place that decides promotion or relegation: they roll off for it"
    ):
        level.begin_season(RULES)
    level = level.roll_off(["p2", "p1"]).roll_off(["p3", "p4"])
    assert [row[:2] for row in places(level)["First"]] == [(1, "p2"), (2, "p1")]
    moved = level.begin_season(RULES).state.season.divisions
    assert moved == {"p1": "Second", "p2": "First", "p3": "First", "p4": "Second"}
    with pytest.raises(LeagueRefusal, match="players who share a place"):
        level.roll_off(["p1", "p3"])


def test_who_has_left_takes_no_place_and_can_come_back() -> None:
    league = opened("Ann", "Bob").add_evening(evening("one", "p1", "p2")).leave("p1")
    assert places(league)["Second"] == [(1, "p2", 3), (None, "p1", 8)]
    with pytest.raises(LeagueRefusal, match="Ann has left the league already"):
        league.leave("p1")
    assert places(league.come_back("p1"))["Second"][0] == (1, "p1", 8)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"places": (1, 2)}, "a better place cannot have fewer points"),
        ({"attended": -1}, "none below zero"),
        ({"game": GamePoints(1, 2, 0)}, "cannot count for less than a draw"),
        ({"divisions": ("A", "A")}, "divisions of a season must have different names"),
        ({"title": " "}, "a season needs a name"),
    ],
)
def test_rules_that_cannot_be_meant_are_refused(changed: dict, says: str) -> None:
    with pytest.raises(LeagueRefusal, match=says):
        checked_rules(replace(RULES, **changed))


def test_a_game_is_of_two_people_of_the_league() -> None:
    league = opened("Ann", "Bob", "Cat")
    game = LeagueGame((LeagueSide("p1", 16), LeagueSide("p2", 8)))
    with pytest.raises(LeagueRefusal, match="Cat did not play in this game"):
        league.add_friendly("2026-05-03", game, ["p3"])
    with pytest.raises(LeagueRefusal, match="nobody can play alone: Ann has no opponent"):
        league.add_friendly("2026-05-03", LeagueGame((LeagueSide("p1", 1), LeagueSide("p1", 1))))
    with pytest.raises(LeagueRefusal, match="has 1 single games; none has the number 2"):
        league.add_friendly("2026-05-03", game).agree(2, "p1")
