"""A league in a database with two programs that act on it, and acts that are taken back."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from season_by_script import RULES

from tablecam.base.errors import BadFile
from tablecam.club.league.stored_league import BadLeagueLog, StoredLeague, league_of, read_line, read_rules
from tablecam.club.season.acts import LeagueRefusal
from tablecam.storage.database import open_database
from tablecam.storage.line_store import LeagueStore

pytestmark = pytest.mark.slow


@pytest.fixture
def league(tmp_path: Path) -> StoredLeague:
    store = LeagueStore(open_database(str(tmp_path / "games.db")))
    return StoredLeague.begin(store, "City League", read_rules(RULES), "TO")


def test_of_two_programs_each_decides_on_what_the_other_has_written(league: StoredLeague) -> None:
    other = StoredLeague(LeagueStore(league.store.engine), league.id)
    league.act("TO", lambda now: now.add_person("Ann"))
    other.act("TO", lambda now: now.add_person("Bob"))
    with pytest.raises(LeagueRefusal, match="Bob is in the league already"):
        league.act("TO", lambda now: now.add_person("Bob"))
    both = (league, other)

    def add(number: int) -> None:
        both[number % 2].act("TO", lambda now: now.add_person(f"Player number {number}"))

    # each program acts for itself alone
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda which: [add(number) for number in range(which, 10, 2)], range(2)))
    for each in both:
        each.refresh()
        assert list(each.state.people) == [f"p{number}" for number in range(1, 13)]
        assert len({name.name for name in each.names.values()}) == 12
    assert league.state == other.state


def test_a_merger_that_is_taken_back_leaves_two_people_with_their_names(league: StoredLeague) -> None:
    league.act("TO", lambda now: now.add_person("Ann Archer").add_person("Ann A."))
    league.act("TO", lambda now: now.merge("p2", "p1"))
    assert league.league().find("Ann A.") == "p1"
    league.undo("TO")
    assert league.league().find("Ann A.") == "p2"
    league.undo("TO")
    with pytest.raises(LeagueRefusal, match="there is nothing to take back"):
        league.undo("TO")


BAD = {
    "is no line of a league": "{",
    "'WonByCharm', which nothing": '{"did":[{"name":"WonByCharm"}],"by":"x","at":""}',
    "lacks its field 'person'": '{"did":[{"name":"PersonAdded"}],"by":"x","at":""}',
    "takes back a line that does not count": '{"undone":1,"by":"x","at":""}',
}


@pytest.mark.parametrize("message", BAD)
def test_a_line_that_cannot_stand_is_named(league: StoredLeague, message: str) -> None:
    with pytest.raises(BadLeagueLog, match=f"line 2 of the log.*{message}"):
        league_of([*league.lines, read_line(BAD[message], 2)])
    with pytest.raises(BadLeagueLog, match="line 1 of the log does not open a league"):
        league_of([])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('title = "x"\nbset = 6', "the key bset is unknown; did you mean best"),
        ('title = "x"\n[evening]\nplaces = [1, 2]', "a better place cannot have fewer points"),
        ('title = "x"\n[evening]\nplaces = "ten"', "places must be whole numbers in brackets"),
        ('title = "x"\ndivisions = 2', "divisions must be names in brackets"),
        ("best = 6", "the key title is missing"),
    ],
)
def test_a_file_of_points_that_cannot_be_meant_is_refused_with_its_fault(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "points.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match=says):
        read_rules(tmp_path / "points.toml")
