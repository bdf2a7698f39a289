"""`tablecam tournament` as a script calls it: a whole event, and one act after another."""

import re
from pathlib import Path

import pytest
import thirteen
from tournament_script import Script, four, kept

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "tournament" / "event_of_13.txt"


@pytest.mark.slow
def test_an_event_of_13_runs_from_a_script_to_the_standings_of_its_transcript(run, golden) -> None:
    script = Script(run)
    run("new", "Thirteen", "--seed", thirteen.SEED)
    for number in range(1, 14):
        script.enter(number)
    run("tables", "1-8")
    for number in range(1, thirteen.ROUNDS + 1):
        script.play(number)
        if number == 1:
            run("drop", 2)
        if number == 2:
            script.enter(14, *thirteen.GRANTED)
            run("reinstate", 2)
    expected = re.findall(r"^ *(\d+|-)  (P\d+) +(\d+)", GOLDEN.read_text(), re.MULTILINE)
    table = [(row["rank"] or "-", f"P{row['player']}", row["points"]) for row in script.rows("standings")]
    assert table == expected
    golden("tournament/script_of_13.txt", run("standings") + "\n" + run("export", "-", "--csv", "pairings"))


# one act after another


def test_a_night_is_begun_and_listed(run) -> None:
    assert run("new", "Friday", "--seed", 7) == (
        "event 1: opens Friday: forces of 300 points, rounds of 80 minutes; every draw follows from the seed 7\n"
    )
    run("new", "Saturday", "--limit", 200, "--minutes", 60)
    assert [line.partition(",")[0] for line in run("list").splitlines()] == ["1: Friday", "2: Saturday"]


def test_the_event_begun_last_is_meant_unless_another_is_named(run) -> None:
    run("new", "Friday")
    run("new", "Saturday")
    run("enter", "a", "Ann", "--models", 5)
    assert "Ann" in run("standings")
    assert run("standings", "--event", 1) == ""


def test_a_draft_is_printed_and_published_and_kept_as_a_file(run, folder: Path) -> None:
    four(run, published=False)
    assert run("round").startswith("round 1 of 2, a draft:\n  table 1: ")
    assert not (folder / "snapshots").exists()
    assert run("round", "--publish").startswith("round 1 of 2, published:")
    assert [path.name for path in (folder / "snapshots").iterdir()] == ["tournament-1-round-1.json"]


def test_a_draft_is_dropped(run) -> None:
    four(run, published=False)
    run("round")
    assert run("round", "--drop") == "organiser drops the draft of round 1\n"


def test_a_round_by_hand_lists_what_it_breaks(run) -> None:
    four(run)
    run("report", "a", 0, "b", 0)
    run("report", "c", 0, "d", 0)
    said = run("round", "--pair", "a", "b", "--pair", "c", "d", "--reason", "they asked", "--by", "Tom")
    assert "breaks: Ann (a) meets Bob (b) again, against UW-TG Second & Subsequent Round Pairing (P2)" in said
    assert "Tom drafts round 2, made by hand" in run("log")


def test_a_published_round_is_changed_and_lists_what_it_breaks(run) -> None:
    four(run)
    run("enter", "e", "Eve", "--models", 9, "--granted", 0)
    said = run("repair", "--replace", "b", "e", "--leaves", "--reason", "no-show")
    assert "round 1 of 2, published:" in said
    assert "Ann (a) 0 against Eve (e) 0" in said
    run("repair", "--move", 1, 2, "--reason", "a wheelchair")
    assert "table 2: Ann (a) against Eve (e)" in run("pairings")
    assert "changes the published round 1" in run("log")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("report", "a", -1, "b", 3), "losses cannot be negative, unlike the -1 of a"),
        (("concede", "a", "b", -2), "losses cannot be negative, unlike the -2 of b"),
        (("report", "a", 1, "b", 3, "--withdraw"), "No such option"),
    ],
)
def test_losses_are_not_negative_and_an_unknown_option_is_named(run, command, words, says: str) -> None:
    four(run)
    found = command("tournament", *words)
    assert found.status == 2
    assert says in found.err


def test_what_no_hall_has_is_refused(run, refused) -> None:
    four(run)
    assert "table numbers go up to 500" in refused("tables", "1-501", "--reason", "a slip")
    assert "at most 50 rounds, not 51" in refused("rounds", 51, "--reason", "a slip")
    assert "at most 200 models; this one has 201" in refused("enter", "z", "Zoe", "--models", 201, "--granted", 0)


def test_two_reports_close_a_game_and_a_mismatch_goes_to_the_organiser(run) -> None:
    four(run)
    run("report", "b", 9, "a", 3, "--as", "a")
    assert "table 1: Ann (a) against Bob (b): reported by Ann" in run("pairings")
    run("confirm", "b")
    assert "table 1: Ann (a) against Bob (b): 20 to 4" in run("pairings")
    run("report", "d", 9, "--as", "c")
    said = run("report", "c", 0, "d", 8, "--as", "d")
    assert "for the organiser: Cat (c) reports for Dan (d): lost 9; Dan reports: lost 8" in said
    assert "for the organiser, Cat (c) reports" in run("pairings")
    assert "clears the card of table 2 (a slip)" in run("clear", "c", "--reason", "a slip")
    run("report", "c", 0, "d", 8)
    assert "table 2: Cat (c) against Dan (d): 24 to 0" in run("pairings")


def test_a_result_is_corrected_and_an_act_taken_back_and_done_again(run) -> None:
    four(run)
    run("report", "a", 0, "b", 10)
    assert "1  Ann (a): 24 points" in run("standings")
    run("correct", 1, "a", 10, "b", 0, "--reason", "swapped")
    assert "1  Bob (b): 24 points" in run("standings")
    assert run("undo").startswith("taken back: organiser round 1 is corrected")
    assert "1  Ann (a): 24 points" in run("standings")
    assert run("redo").startswith("redoes what line")
    assert "1  Bob (b): 24 points" in run("standings")
    assert "[taken back]" not in run("log")


def test_the_clock_is_started_paused_and_given_more(run) -> None:
    four(run)
    assert run("clock") == "round 1: waiting, 80:00 left\n"
    assert "round 1: running, 80:00 left" in run("clock", "start")
    assert "round 1: paused" in run("clock", "pause")
    assert "table 2 has 90 seconds more" in run("clock", "add", 90, "--table", 2)
    assert run("clock", "show", "--table", 2).startswith("round 1: paused, 81:")
    assert "round 1: running" in run("clock", "resume")
    assert "rounds last 60 minutes" in run("clock", "length", 60)


def test_the_sign_is_told_when_less_than_15_minutes_are_left(run) -> None:
    four(run)
    run("clock", "start")
    assert "past the signal of 10 minutes" in run("clock", "add", "--", -4250)


def test_a_force_file_is_a_list_and_says_how_many_models_there_are(run) -> None:
    run("new", "Friday")
    assert "6 models" in run("enter", "a", "Ann", "--force", "harbour_watch")
    assert run("force", "a").splitlines()[0] == "Harbour Watch, Harbour Watch: 6 models, 143 points"
    run("enter", "b", "Bob", "--models", 6)
    assert run("force", "b") == "b has handed in no list\n"
    assert "Tunnel Kin" in run("force", "b", "tunnel_kin")


@pytest.mark.long
def test_a_tracked_game_fills_the_card_in_and_both_confirm(run, command) -> None:
    auto = ("--forces", "harbour_watch", "tunnel_kin", "--auto", "--seed", 47, "--rules", "deployed=true")
    assert command("umpire", *auto).status == 0
    run("new", "Friday")
    run("enter", "a", "Ann", "--force", "harbour_watch")
    run("enter", "b", "Bob", "--force", "tunnel_kin")
    run("round", "--publish")
    assert "game 1 fills in the card of table 1" in run("card", "a", "--game", 1)
    run("confirm", "a")
    assert "is reported" in run("confirm", "b")
    swapped = command("tournament", "card", "b", "--game", 1)
    assert swapped.status == 1


def test_an_event_is_exported_and_taken_in_on_another_machine(run, command, folder: Path) -> None:
    four(run)
    run("report", "a", 0, "b", 10)
    assert run("export", "friday.json") == f"friday.json: event 1, {len(kept(folder).lines)} lines\n"
    said = command("tournament", "import", "friday.json", "--db", "other.db")
    assert said.out.startswith("event 1: Friday")
    assert command("tournament", "standings", "--db", "other.db").out == run("standings")


def test_a_shared_place_is_rolled_for_and_the_number_of_rounds_set(run) -> None:
    four(run)
    run("report", "a", 0, "b", 0)
    run("report", "c", 0, "d", 0)
    run("roll-off", "d", "c", "b", "a")
    assert run("standings").splitlines()[0].endswith("rolled off")
    assert "the event has 1 round (late)" in run("rounds", 1, "--reason", "late")


def test_tables_are_told_with_spare_ones_advised(run) -> None:
    four(run, published=False)
    assert run("tables").splitlines() == [
        "tables: 1 2 3 4",
        "4 players, 2 pairs: 4 tables are recommended, 2 of them spare",
        "note: the guide begins at 5 players; 4 play 2 rounds by the same rule (N2)",
    ]
    assert "table 2 reserved for Ann (a wheelchair)" in run("tables", 2, 3, "--keep", "a=2", "--reason", "a wheelchair")
