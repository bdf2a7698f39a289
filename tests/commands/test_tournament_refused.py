"""`tablecam tournament`: each refusal in one sentence with nothing changed, and wrong usage."""

from pathlib import Path

import pytest
from tournament_script import four, kept

pytestmark = pytest.mark.slow


REFUSALS: dict[str, tuple[tuple[object, ...], str]] = {
    "an unknown player": (("report", "a", 1, "x", 2), "nobody here has the ID x, under UW-TG Score Cards (ID)"),
    "another pairing": (("report", "a", 1, "c", 2), "Ann (a) meets Bob (b) at table 1, under .*(P1)"),
    "losses above the force": (("report", "a", 11, "b", 2), "Ann (a) cannot have lost 11 of 10 models, under .*(A4)"),
    "a report about somebody else": (("report", "c", 1, "--as", "a"), "Ann (a) does not meet Cat (c) in round 1"),
    "no result to correct": (
        ("correct", 1, "a", 1, "b", 2, "--reason", "?"),
        "Ann (a) against Bob (b) is not reported yet",
    ),
    "a round that is not over": (("round",), "round 1 is not over; these games continue: Ann (a) against Bob (b)"),
    "an ID that is taken": (("enter", "a", "Anton", "--models", 5), "which belongs to Ann (a), under"),
    "no models": (("enter", "e", "Eve", "--models", 0), "a force needs at least one model"),
    "a locked list": (("force", "a", "harbour_watch"), "the force list of Ann (a) has been locked"),
    "a clock that stands": (("clock", "pause"), "the clock does not run"),
    "leaving a game": (("drop", "a"), "Ann (a) is in a game"),
    "coming back without having left": (("reinstate", "a"), "Ann (a) has not been dropped"),
    "tables twice": (("tables", 1, 1), "numbered from 1 without repeats"),
    "a card with nothing on it": (("confirm", "a"), "has nothing yet for Ann (a) to confirm"),
    "no draft": (("round", "--drop"), "there is no draft of round 2"),
    "a reason is missing": (("rounds", 9), "give a name and a reason for the log"),
    "nothing taken back": (("redo",), "there is nothing to redo"),
    "another line": (("undo", "--line", 2), "line 2 cannot be taken back now, the last is line"),
    "no such event": (("standings", "--event", 9), "has no tournament 9; it has 1"),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_a_refusal_names_who_and_which_clause_and_changes_nothing(run, refused, what: str) -> None:
    four(run)
    words, message = REFUSALS[what]
    said = refused(*words)
    for part in message.split(".*"):
        assert part in said, said


def test_one_person_cannot_report_twice(run, refused) -> None:
    four(run)
    run("report", "b", 9, "--as", "a")
    assert "Ann (a) has already entered a report" in refused("report", "b", 9, "--as", "a")


def test_too_few_tables_are_refused_before_drawing(run, refused) -> None:
    four(run, published=False)
    run("tables", 1)
    assert "2 pairs need 2 tables, but there are 1: set up more, under UW-TG Table Allocation (T0)" in refused("round")


def test_a_second_bye_is_a_breach_that_is_listed(run) -> None:
    four(run, published=False)
    run("drop", "d")
    for _ in range(2):
        run("rounds", 4, "--reason", "a long night")
        said = run("round", "--pair", "a", "b", "--bye", "c", "--reason", "as he wishes", "--publish")
        run("report", "a", 0, "b", 0)
    assert "breaks: Cat (c) takes a second bye, against UW-TG Byes (B2)" in said


def test_where_no_lawful_round_is_left_the_remedies_are_offered_and_one_is_taken(run, refused) -> None:
    four(run, published=False)
    run("rounds", 4, "--reason", "a long night")
    for other in "bcd":
        rest = [player for player in "bcd" if player != other]
        run("round", "--pair", "a", other, "--pair", *rest, "--reason", "for the test", "--publish")
        run("report", "a", 0, other, 0)
        run("report", rest[0], 0, rest[1], 0)
    said = refused("round")
    assert "there is no round without a rematch (E1)" in said
    assert "remedies (P6): fewest rematches:" in said
    assert "end the event here" in said
    taken = run("round", "--remedy", 1, "--reason", "played on")
    assert taken.startswith("round 4 of 4, a draft:")
    assert "(P2)" in taken


def test_a_database_without_an_event_says_how_to_begin_one(command, folder: Path) -> None:
    assert "tablecam tournament new begins one" in command("tournament", "standings").sentence


@pytest.mark.parametrize(
    "words",
    [
        ("report", "a"),
        ("report", "a", "many", "b", 2),
        ("report", "a", 1),
        ("report", "a", 1, "b", 2, "--withdrew", "c"),
        ("report", "a", 1, "b", 2, "--bonus", "a"),
        ("report", "a", 1, "--as", "a", "b", 2, "c", 3),
        ("enter", "e", "Eve"),
        ("tables", "one"),
        ("tables", 1, "--keep", "a"),
        ("clock", "add"),
        ("clock", "wind"),
        ("card", "a"),
        ("export", "-", "--csv", "clock"),
        ("nonsense",),
    ],
)
def test_wrong_usage_is_told_with_status_2(run, command, folder: Path, words: tuple[object, ...]) -> None:
    four(run)
    before = kept(folder).lines
    assert command("tournament", *words).status == 2
    assert kept(folder).lines == before
