"""A season of eight evenings, counted by the league and a second time from the logs of its evenings."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recount import season_points, wins
from season_by_script import EVENINGS, NAMES, RULES, evening_by_script, season

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json, as_plain
from tablecam.club.league.export import games_csv, league_as_json, person_as_plain, table_csv, table_rows
from tablecam.club.league.stored_league import StoredLeague, league_of, read_line, read_rules, write_line
from tablecam.club.league.umpired_friendlies import taking, taking_export
from tablecam.club.season.acts import LeagueRefusal
from tablecam.club.season.evening import LeagueGame, LeagueSide
from tablecam.club.season.season_table import season_table
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.drawing import marked_present
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.scoring import Side
from tablecam.storage.database import open_database
from tablecam.storage.line_store import LeagueStore, TournamentStore

pytestmark = pytest.mark.slow


@pytest.fixture
def played(tmp_path: Path):
    return season(tmp_path)


def counted(league: StoredLeague) -> dict[str, tuple[int, int]]:
    """Points and games won by name."""
    tables = season_table(league.state, league.state.season)
    return {league.league().called(row.person): (row.points, row.won) for rows in tables.values() for row in rows}


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(1, 8))
def test_the_table_is_what_the_logs_of_the_evenings_come_to(tmp_path_factory, seed: int, number: int) -> None:
    league, made = season(tmp_path_factory.mktemp("season"), seed, number)
    plain = [as_plain(club.state) for club in made]
    again, won = season_points(RULES, plain), wins(plain)
    assert counted(league) == {name: (points, won[name]) for name, points in again.items()}


def test_places_follow_points_then_games_won_and_are_shared_else(played) -> None:
    league, _made = played
    assert len(league.state.season.evenings) == EVENINGS
    for rows in season_table(league.state, league.state.season).values():
        for place, row in enumerate(rows):
            better = [each for each in rows if (each.points, each.won) > (row.points, row.won)]
            assert row.rank == len(better) + 1
            assert sum(score.counts for score in row.evenings) == min(6, len(row.evenings)), place


def test_the_league_of_the_log_is_the_league_and_its_log_names_nobody(played) -> None:
    league, _made = played
    texts = league.store.read(league.id)
    lines = [read_line(text, number) for number, text in enumerate(texts, 1)]
    assert [write_line(line) for line in lines] == list(texts)
    assert league_of(lines) == league.state
    assert [name for name in ("Ann", "Archer", '"ann"', "Nell") if any(name in text for text in texts)] == []


def test_an_evening_is_the_same_from_the_database_and_from_a_file(played) -> None:
    league, made = played
    club = made[2]
    with pytest.raises(LeagueRefusal, match="Evening 3 is already in the league"):
        league.act("TO", taking_export(as_json(club.lines, club.state)))
    with pytest.raises(LeagueRefusal, match="Evening 3 is already in the league"):
        league.act("TO", taking(club.lines))


def test_a_result_that_is_corrected_is_counted_when_the_evening_is_added_again(played) -> None:
    league, made = played
    game = next(game for game in made[0].state.event.games if not any(side.conceded for side in game.sides))
    one, other = game.pair
    fixed = Side(one, 0), Side(other, made[0].state.event.entrants[other].models)
    made[0].act("TO", lambda event: event.correct(game.number, fixed, "swapped"))
    before = counted(league)
    league.act("TO", taking(made[0].lines))
    assert len(league.state.season.evenings) == EVENINGS
    assert counted(league) != before
    plain = [as_plain(club.state) for club in made]
    assert {name: points for name, (points, _won) in counted(league).items()} == season_points(RULES, plain)
    league.undo("TO")
    assert counted(league) == before


def test_an_evening_that_is_not_over_does_not_count(played) -> None:
    league, made = played
    unfinished = made[0].lines[:1]
    with pytest.raises(LeagueRefusal, match="Evening 1 is not over"):
        league.act("TO", taking(unfinished))


def test_who_was_entered_and_did_not_come_was_not_there(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "games.db"))
    club = StoredEvent.begin(TournamentStore(engine), "Friday", seed=7, by="TO")

    def evening(event: ClubEvent) -> ClubEvent:
        event = event.enter(Entrant("zoe", "Zoe", "", 10))
        event = event.decide(lambda state, by: marked_present(state, "zoe", "absent", by))
        return evening_by_script(event, random.Random(1), list(NAMES[:6]))

    club.act("TO", evening)
    league = StoredLeague.begin(LeagueStore(engine), "City League", read_rules(RULES), "TO")
    league.act("TO", taking(club.lines))
    assert league.state.season.evenings[0].came == 6
    assert counted(league)["Zoe"] == (0, 0)
    assert min(points for name, (points, _won) in counted(league).items() if name != "Zoe") > 0


def test_the_tables_as_csv_have_a_row_for_each_person_and_for_each_half_of_a_game(played) -> None:
    league, made = played
    now = league.league()
    lines = table_csv(now, league.state.season, now.called).splitlines()
    assert lines[0].startswith("division,rank,person,name,points,evenings")
    assert len(lines) == 1 + len(league.state.people)
    halves = games_csv(now, now.called).splitlines()
    assert len(halves) - 1 == 2 * sum(len(club.state.event.games) for club in made)


def test_the_json_has_the_tables_and_the_games_of_those_who_let_it(played) -> None:
    league, _made = played
    now = league.league()
    told = json.loads(league_as_json(now, now.called, lambda person: person == "p1", lambda person: person == "p2"))
    assert [row["points"] for row in told["seasons"][0]["table"]] == [
        row[4] for row in table_rows(now, league.state.season, now.called)
    ]
    assert {row["person"] for row in told["games"]} == {"p2"}
    assert {row["person"] for row in told["ratings"]} == {"p1"}


def test_all_that_is_kept_of_a_person_is_handed_over_without_other_peoples_names(played) -> None:
    league, made = played
    now = league.league()
    kept = person_as_plain(now, now.find("Ann Archer"))
    assert kept["names"] == ["Ann Archer"]
    own = [club for club in made if "Ann Archer" in club.state.names.values()]
    assert [each["title"] for each in kept["evenings"]] == [club.state.title for club in own]
    assert "Bob Brook" not in str(kept)


def test_a_name_that_is_deleted_is_nowhere_in_the_league_and_the_results_stay(played) -> None:
    league, made = played
    before = [row[4:] for row in table_rows(league.league(), league.state.season, str)]
    ann = league.league().find("Ann Archer")
    league.act("TO", lambda now: now.forget(ann))
    assert ann not in league.store.names(league.id)
    assert not any("Ann Archer" in text for text in league.store.read(league.id))
    again = StoredLeague(league.store, league.id)
    assert again.league().called(ann) == f"Player {ann[1:]}"
    assert sorted(row[4:] for row in table_rows(again.league(), again.state.season, str)) == sorted(before)
    with pytest.raises(LeagueRefusal, match="a deleted name cannot be restored"):
        league.undo("TO")
    with pytest.raises(LeagueRefusal, match="nobody in the league is called Ann Archer"):
        again.league().find("Ann Archer")
    # an evening that is read again does not bring the name back
    there = next(club for club in made if "Ann Archer" in club.state.names.values())
    with pytest.raises(LeagueRefusal, match="is already in the league"):
        again.act("TO", taking(there.lines))


def test_single_games_count_once_both_agree_and_the_best_of_them(played) -> None:
    league, _made = played
    now = league.league()
    ann, bob = now.find("ann  archer"), now.find("Bob Brook")
    before = counted(league)
    game = LeagueGame((LeagueSide(ann, 16), LeagueSide(bob, 8)))
    league.act("TO", lambda now: now.add_friendly("2026-05-03", game, [ann]))
    assert counted(league) == before
    league.act("TO", lambda now: now.agree(1, bob))
    assert counted(league)["Ann Archer"] == (before["Ann Archer"][0] + 2, before["Ann Archer"][1] + 1)
    for _more in range(4):
        league.act("TO", lambda now: now.add_friendly("2026-05-04", game, [ann, bob]))
    assert counted(league)["Ann Archer"] == (before["Ann Archer"][0] + 4 * 2, before["Ann Archer"][1] + 5)
