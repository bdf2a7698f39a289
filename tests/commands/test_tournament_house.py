"""`tablecam tournament`: what the house adds to the guide, from wishes and a schedule to penalties and prizes."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tournament_script import four

pytestmark = pytest.mark.slow

RULES = Path(__file__).resolve().parents[2] / "examples" / "league.toml"


def test_players_are_kept_apart_and_may_meet_again(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run, published=False)
    assert run("apart") == "nobody is kept apart\n"
    run("apart", "a", "b", "--reason", "siblings")
    run("apart", "c", "b", "a", "--rounds", 1, "--soft")
    assert run("apart") == (
        "Ann (a) and Bob (b) are kept apart (siblings)\n"
        "Ann (a), Bob (b) and Cat (c) are kept apart in round 1 where possible\n"
    )
    drafted = run("round")
    assert "Ann (a) 0 against Bob (b)" not in drafted
    assert "Bob (b) 0 against Ann (a)" not in drafted
    assert drafted.count("meet, but must be kept apart, against House Wish (P9)") == 1
    assert "no wish that keeps Cat (c) and Ann (a) apart, under House Wish (P9)" in refused(
        "apart", "c", "a", "--release"
    )
    run("apart", "b", "a", "--release")
    run("apart", "c", "b", "a", "--release")
    assert run("apart") == "nobody is kept apart\n"


def test_an_evening_is_planned_and_printed(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run, published=False)
    assert run("schedule") == "there is no schedule\n"
    planned = "round 1 from 18:30 to 19:50, then a break of 15 minutes\nround 2 from 20:05 to 21:05\n"
    assert run("schedule", "18:30", 80, 15, 60).endswith(planned)
    assert run("schedule") == planned
    assert "'25:00' is not a time such as 18:30" in refused("schedule", "25:00", 80)
    assert run("schedule", "--clear").endswith("there is no schedule\n")


def test_tables_have_terrain_and_players_wish_for_it(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run, published=False)
    assert (run("table"), run("wish")) == ("no table is described\n", "nobody wishes for a table\n")
    run("table", 3, "--terrain", "ruins", "--camera")
    run("wish", "a", "--camera")
    assert (run("table"), run("wish")) == ("table 3: ruins, with a camera\n", "Ann (a): with a camera\n")
    assert re.search(r"table 3: .*Ann \(a\)", run("round"))
    run("wish", "a", "--terrain", "jungle")
    assert "is not what Ann (a) wishes for, against House Wish (T8)" in run("round")
    assert "nobody here has the ID z" in refused("wish", "z", "--camera")
    run("table", 3, "--clear")
    run("wish", "a", "--release")
    assert (run("table"), run("wish")) == ("no table is described\n", "nobody wishes for a table\n")


def test_a_player_is_penalised_and_it_is_taken_back(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run)
    assert run("penalty") == "there is no penalty\n"
    run("report", "a", 0, "b", 10)
    said = run("penalty", "a", "--card", "yellow", "--points", 4, "--reason", "slow play")
    assert said == "organiser Ann has a yellow card and 4 points less (slow play)\n"
    assert run("penalty", "a") == "Ann (a), 1: a yellow card and 4 points less (slow play)\n"
    assert run("standings").splitlines()[0].endswith("20 points, tie-break Bob 0 = 0, a yellow card and 4 points less")
    assert "with a name and a reason" in refused("penalty", "a", "--points", 4)
    assert run("penalty", "a", "--lift", 1) == "organiser penalty 1 of Ann is taken back\n"
    assert run("penalty") == "there is no penalty\n"


def test_a_late_player_is_granted_the_rounds_missed(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run, published=False)
    run("enter", "e", "Eve", "--models", 10)
    run("check-in", "e", "--late")
    run("round", "--publish")
    assert "0 or 12 points for each of 1 missed" in refused("check-in", "e", "--granted", 8)
    assert (
        run("check-in", "e", "--granted", 12) == "organiser Eve is here; Eve is granted 12 points for missed rounds\n"
    )
    assert "Eve (e): 12 points" in run("standings")


def test_players_vote_on_a_prize(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run)
    assert run("prize") == "there is no prize to vote on\n"
    run("prize", "Best painted")
    assert run("vote", "a", "b") == "a Ann has voted: Best painted\n"
    run("vote", "c", "b")
    assert "votes for somebody else" in refused("vote", "b", "b")
    assert run("prize") == "Best painted, open: Bob 2\n"
    assert run("prize", "Best painted", "--close").endswith("Best painted, closed: Bob 2\n")
    assert "there is no vote on Best painted now" in refused("vote", "d", "b")


def test_the_best_two_play_a_final(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run, published=False)
    assert run("pairing", "swiss", "--cut", 2) == "organiser the event is paired by swiss, with a top cut of 2\n"
    assert "are entered but are not teams of two" in refused("pairing", "swiss", "--doubles")
    for number in (1, 2):
        drawn = run("round", "--publish")
        assert f"round {number} of 3" in drawn
        for one, other in re.findall(r"\((\w)\) \d+ against .*\((\w)\)", drawn):
            run("report", one, 0, other, 6 + number)
    final = run("round", "--publish")
    (pair,) = re.findall(r"\((\w)\) \d+ against .*\((\w)\)", final)
    run("report", pair[0], 10, pair[1], 0)
    assert [line.split("(")[1][0] for line in run("standings").splitlines()[:2]] == [pair[1], pair[0]]


def test_teams_of_two_play_and_no_league_counts_them(run: Callable[..., str], command: Callable[..., Any]) -> None:
    run("new", "Doubles", "--seed", 7)
    run("pairing", "swiss", "--doubles")
    for player, name in (("a", "Ann + Bob"), ("c", "Cat & Dan")):
        run("enter", player, name, "--models", 10)
    run("round", "--publish")
    run("report", "a", 1, "c", 8)
    assert run("standings").startswith("  1  Ann + Bob (a): 24 points")
    command("league", "new", "Spring", "--rules", RULES)
    said = command("league", "add", "--event", 1)
    assert said.status == 1
    assert "Doubles was for teams, but a league counts single players" in said.sentence
