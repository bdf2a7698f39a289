"""`tablecam league` says in plain English what each act did; no log event shows the name of its class."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from tablecam.club.season.acts import (
    DivisionSet,
    EveningAdded,
    FriendlyAdded,
    FriendlyAgreed,
    LeagueEvent,
    LeagueOpened,
    LevelPeopleRolled,
    PeopleMerged,
    PersonAdded,
    PersonForgotten,
    PersonLeft,
    PersonRenamed,
    PersonReturned,
    PersonShown,
    SeasonBegun,
    SeasonRules,
)
from tablecam.club.season.evening import Evening, LeagueGame, LeagueSide
from tablecam.club.season.league import League
from tablecam.commands.league import act_text

ROOT = Path(__file__).resolve().parents[2]
GAME = LeagueGame((LeagueSide("p1", 20), LeagueSide("p2", 4)))
SAID: list[tuple[LeagueEvent, str]] = [
    (LeagueOpened(title="Spring"), "there is a league: Spring"),
    (SeasonBegun(rules=SeasonRules("Two"), moved=(("p1", "A"),)), "the season Two begins; p1 moves to A"),
    (PersonAdded(person="p1", division="A"), "p1 joins the league, in A"),
    (PersonAdded(person="p1"), "p1 joins the league"),
    (PersonRenamed(person="p1"), "p1 is the new name"),
    (PeopleMerged(gone="p2", into="p1"), "p2 and p1 were one person"),
    (PersonLeft(person="p1"), "p1 leaves the league"),
    (PersonReturned(person="p1"), "p1 is back"),
    (PersonForgotten(person="p1"), "the name of p1 is deleted"),
    (PersonShown(person="p1", shown=("name",)), "p1 shows name"),
    (PersonShown(person="p1"), "p1 shows nothing"),
    (DivisionSet(person="p1", division="A"), "p1 plays in A"),
    (EveningAdded(evening=Evening("x", "Friday", "2026-05-31", 3, (), ())), "Friday of 2026-05-31 counts: "),
    (FriendlyAdded(date="2026-05-31", game=GAME), "a single game of 2026-05-31: p1 20 to p2 4"),
    (FriendlyAgreed(number=2, person="p1"), "p1 wants the single game 2 to count"),
    (LevelPeopleRolled(order=("p2", "p1")), "a roll-off decides a shared place: p2, p1"),
]


@pytest.mark.parametrize(("act", "says"), SAID, ids=lambda each: type(each).__name__)
def test_an_act_is_told_without_the_name_of_its_class(act: LeagueEvent, says: str) -> None:
    told = act_text(League(), act)
    assert says in told
    assert type(act).__name__ not in told


def test_no_act_is_left_out() -> None:
    assert {type(act) for act, _says in SAID} == set(get_args(LeagueEvent))


@pytest.mark.slow
def test_who_enters_is_named(command: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begun = command("league", "new", "Spring", "--rules", ROOT / "examples" / "league.toml").out
    entered = command("league", "enter", "Ann Archer").out
    assert "Ann Archer (" in entered
    assert "joins the league" in entered
    assert "Added" not in begun + entered + command("league", "log").out
