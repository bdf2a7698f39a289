"""The records of a season, counted a second time from the exports of its evenings, by other code."""

from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recount import base
from season_by_script import season

from tablecam.club.event.export import as_plain
from tablecam.club.league.publish import record_files
from tablecam.club.season.evening import LeagueGame, LeagueSide, RolledLuck
from tablecam.club.season.records import factions_in, head_to_heads, lengths_of, lucks, table_records


def halves(evenings: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    found = []
    for evening in evenings:
        rows = {(row["round"], row["player"]): row for row in evening["pairings"] if row["kind"] == "game"}
        factions = {row["name"]: row["faction"] for row in evening["standings"]}
        for (number, _player), row in rows.items():
            other = rows[number, row["opponent"]]
            found.append((row | {"faction": factions[row["name"]]}, other | {"faction": factions[other["name"]]}))
    return found


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10_000), number=st.integers(1, 8))
def test_the_records_are_what_the_logs_of_the_evenings_come_to(tmp_path_factory, seed: int, number: int) -> None:
    league, made = season(tmp_path_factory.mktemp("season"), seed, number)
    both = halves([as_plain(club.state) for club in made])
    games = [game for _date, game in league.state.season.games()]
    called = league.league().called
    met, won, against = Counter(), Counter(), defaultdict(Counter)
    for own, other in both:
        met[own["name"], other["name"]] += 1
        won[own["name"], other["name"]] += base(own) > base(other)
        if own["faction"] != other["faction"]:
            against[own["faction"]][(base(own) > base(other)) - (base(own) < base(other))] += 1
    records = head_to_heads(games, league.state.people)
    assert {(called(one), called(two)): each.games for (one, two), each in records.items()} == met
    assert {(called(one), called(two)): each.won for (one, two), each in records.items() if each.won} == +won
    assert {name: (each.won, each.drawn, each.lost) for name, each in factions_in(games).items()} == {
        name: (results[1], results[0], results[-1]) for name, results in against.items()
    }
    at_tables = Counter(row["table"] for row, _other in both)
    assert {each.table: 2 * each.games for each in table_records(games)} == at_tables
    # and as files: only those of whom it may be told
    told = record_files(league.league(), called, lambda person: person in ("p1", "p2"))
    assert {line.split(",")[2] for line in told["head-to-head.csv"].splitlines()[1:]} <= {called("p1"), called("p2")}


GAMES = [
    LeagueGame((LeagueSide("p1", 16, luck=RolledLuck(10, 6, 5000, 2500)), LeagueSide("p2", 8)), 1, 2, 44),
    LeagueGame((LeagueSide("p2", 12, luck=RolledLuck(4, 1, 2000, 1000)), LeagueSide("p1", 12)), 2, 2, 75),
    LeagueGame((LeagueSide("p1", 24, luck=RolledLuck(5, 4, 2500, 1250)), LeagueSide("p3", 0)), 3, 1, 0),
]


def test_lengths_are_counted_in_steps_and_a_game_that_nobody_timed_is_none() -> None:
    lengths = lengths_of(GAMES)
    assert lengths is not None
    assert (lengths.games, lengths.shortest, lengths.middle, lengths.longest) == (2, 44, 59.5, 75)
    assert lengths.steps == ((30, 1), (45, 0), (60, 0), (75, 1))
    assert lengths_of(GAMES[2:]) is None


def test_luck_adds_up_over_games_and_is_told_of_some_alone() -> None:
    assert lucks(GAMES, ("p1",)) == {"p1": RolledLuck(15, 10, 7500, 3750)}


def test_a_table_tells_how_close_and_how_long_its_games_were() -> None:
    first, second = table_records(GAMES)
    assert (first.table, first.games, first.apart, first.minutes) == (1, 1, 24, None)
    assert (second.table, second.games, second.drawn, second.apart, second.minutes) == (2, 2, 1, 4, 59.5)


def test_who_against_whom_is_told_only_where_both_let_it() -> None:
    assert set(head_to_heads(GAMES, ("p1", "p2"))) == {("p1", "p2"), ("p2", "p1")}
    record = head_to_heads(GAMES, ("p1", "p2"))["p1", "p2"]
    assert (record.won, record.drawn, record.lost, record.points, record.against) == (1, 1, 0, 28, 20)
