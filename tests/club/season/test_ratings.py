"""Ratings equal the library's on the same games, are the same each time, and carry their uncertainty."""

import csv
import io
import json
from pathlib import Path

import pytest
from openskill.models import PlackettLuce
from season_by_script import evening_by_script, season  # noqa: F401

from tablecam.club.event.export import as_plain
from tablecam.club.league.export import ratings_csv
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.season.records import BAND, WinRecord, factions, head_to_head, own_factions, ratings
from tablecam.storage.line_store import LeagueStore

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return season(tmp_path_factory.mktemp("rated"))


def by_the_library(evenings: list[dict]) -> dict[str, tuple[float, float]]:
    """The exports of the evenings, game by game, through the library alone."""
    model = PlackettLuce()
    known: dict = {}
    for evening in evenings:
        games = {(row["round"], row["player"]): row for row in evening["pairings"] if row["kind"] == "game"}
        for (number, _player), row in games.items():
            other = games[number, row["opponent"]]
            if row["player"] in seen_in(games, number, row):
                one, two = (known.setdefault(each["name"], model.rating()) for each in (row, other))
                scores = [each["points"] - each["bonus"] for each in (row, other)]
                [first], [second] = model.rate([[one], [two]], scores=scores)
                known[row["name"]], known[other["name"]] = first, second
    return {name: (rating.mu, rating.sigma) for name, rating in known.items()}


def seen_in(games: dict, number: int, row: dict) -> list[str]:
    """The first of the two rows of a game, by the order of the export."""
    both = [key[1] for key in games if key[0] == number and key[1] in (row["player"], row["opponent"])]
    return both[:1]


def test_ratings_equal_the_librarys_on_the_same_games(played) -> None:
    league, made = played
    expected = by_the_library([as_plain(club.state) for club in made])
    found = {league.league().called(each.person): (each.now.mu, each.now.sigma) for each in ratings(league.state)}
    assert found.keys() == expected.keys()
    for name, rating in expected.items():
        assert found[name] == pytest.approx(rating, abs=1e-9), name


def test_ratings_read_from_the_log_again_are_the_same_numbers(played) -> None:
    league, _made = played
    again = StoredLeague(LeagueStore(league.store.engine), league.id)
    assert ratings(again.state) == ratings(league.state)


def test_a_rating_is_surer_with_every_game_and_listed_by_its_lower_end(played) -> None:
    rated = ratings(played[0].state)
    for each in rated:
        assert [day.sigma for day in each.days] == sorted((day.sigma for day in each.days), reverse=True)
        assert each.now.within == BAND * each.now.sigma
    assert [each.now.at_least for each in rated] == sorted((each.now.at_least for each in rated), reverse=True)


def test_the_csv_has_a_row_for_each_person_and_day(played) -> None:
    now = played[0].league()
    rows = list(csv.DictReader(io.StringIO(ratings_csv(now, now.called))))
    assert len(rows) == sum(len(each.days) for each in ratings(now.state))
    assert set(rows[0]) == {"date", "person", "name", "mu", "sigma", "within", "at_least"}


def test_records_are_those_of_the_games(played) -> None:
    league, made = played
    now = league.league()
    ann, bob = now.find("Ann Archer"), now.find("Bob Brook")
    rows = [row for club in made for row in as_plain(club.state)["pairings"] if row["kind"] == "game"]
    own = [row for row in rows if (row["name"], row["opponent_name"]) == ("Ann Archer", "Bob Brook")]
    against = head_to_head(now.state, ann)
    assert sum(record.games for record in against.values()) == sum(row["name"] == "Ann Archer" for row in rows)
    assert against.get(bob, WinRecord()).points == sum(row["points"] - row["bonus"] for row in own)
    mirrored = head_to_head(now.state, bob).get(ann, WinRecord())
    assert (mirrored.won, mirrored.lost, mirrored.against) == (
        against.get(bob, WinRecord()).lost, against.get(bob, WinRecord()).won, against.get(bob, WinRecord()).points,
    )  # fmt: skip
    assert list(own_factions(now.state, ann)) == ["junkers"]
    every = factions(now.state).values()
    assert sum(record.won for record in every) == sum(record.lost for record in every) > 0
    assert sum(record.points for record in every) == sum(record.against for record in every)


def test_the_library_is_the_one_that_is_declared() -> None:
    text = (Path(__file__).resolve().parents[3] / "pyproject.toml").read_text(encoding="utf-8")
    assert '"openskill>=6.0,<7"' in text
    assert json.dumps(PlackettLuce().mu) == "25.0"
