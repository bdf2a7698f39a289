"""`tablecam tournament` as a script calls it: a whole event, and each refusal in one sentence with nothing changed."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import thirteen

from tablecam.club.event_store import StoredEvent
from tablecam.storage.database import open_database
from tablecam.storage.tournament_store import TournamentStore

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "tournament" / "event_of_13.txt"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(command: Callable[..., Any], folder: Path) -> Callable[..., str]:
    """`run("enter", "ann", ..)` gives what was said; the command must not be refused."""

    def call(*words: object) -> str:
        said = command("tournament", *words)
        assert said.status == 0, said.err
        return said.out

    return call


@pytest.fixture
def refused(command: Callable[..., Any], folder: Path) -> Callable[..., str]:
    """The one sentence of a refusal, after which the event is as it was."""

    def call(*words: object) -> str:
        before = kept(folder).lines
        said = command("tournament", *words)
        assert said.status == 1
        assert said.out == ""
        assert kept(folder).lines == before
        return said.sentence

    return call


def kept(folder: Path) -> StoredEvent:
    return StoredEvent.open(TournamentStore(open_database(str(folder / "games.db"))), 1)


def four(run: Callable[..., str], published: bool = True) -> None:
    """Ann, Bob, Cat and Dan; a and b at table 1."""
    run("new", "Friday", "--seed", 7)
    for name in ("Ann", "Bob", "Cat", "Dan"):
        run("enter", name[0].lower(), name, "--faction", f"of {name}", "--models", 10)
    run("tables", "1-4")
    if published:
        run("round", "--pair", "a", "b", "--pair", "c", "d", "--reason", "for the test", "--publish")


# a whole event


class Script:
    """The event of 13 of the transcripts, by nothing but the command line."""

    def __init__(self, run: Callable[..., str]) -> None:
        self.run = run

    def rows(self, table: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.run("export", "-", "--csv", table))))

    def enter(self, number: int, *granted: int) -> None:
        late = [word for points in granted for word in ("--granted", points)]
        of = "--faction", thirteen.faction(number), "--models", thirteen.models(number)
        self.run("enter", number, thirteen.name(number), *of, *late)

    def play(self, number: int) -> None:
        self.run("round")
        self.run("round", "--publish")
        rows = [row for row in self.rows("pairings") if row["round"] == str(number) and row["kind"] == "game"]
        for first, second in zip(rows[::2], rows[1::2], strict=True):
            self.report(number, int(first["player"]), int(second["player"]))

    def report(self, number: int, one: int, other: int) -> None:
        for player, opponent in ((one, other), (other, one)):
            if thirteen.conceded(player, number):
                self.run("concede", player, opponent, thirteen.lost(opponent, number))
                return
        words = [one, thirteen.lost(one, number), other, thirteen.lost(other, number)]
        for player in (one, other):
            words += ["--withdrew", player] if thirteen.withdrew(player, number) else []
            words += ["--bonus", f"{player}=1"] if thirteen.bonus(player, number) else []
        self.run("report", *words)


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
    assert "tables are numbered up to 500" in refused("tables", "1-501", "--reason", "a slip")
    assert "at most 50 rounds, not 51" in refused("rounds", 51, "--reason", "a slip")
    assert "at most 200 models and this one has 201" in refused("enter", "z", "Zoe", "--models", 201, "--granted", 0)


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
    assert run("redo").startswith("does again what line")
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
        "4 players, 2 pairs: 4 tables are advised, 2 of them spare",
        "note: the guide begins at 5 players; 4 play 2 rounds by the same rule (N2)",
    ]
    assert "table 2 kept for Ann (a wheelchair)" in run("tables", 2, 3, "--keep", "a=2", "--reason", "a wheelchair")


# refusals


REFUSALS: dict[str, tuple[tuple[object, ...], str]] = {
    "an unknown player": (("report", "a", 1, "x", 2), "nobody here has the ID x, by UW-TG Score Cards (ID)"),
    "another pairing": (("report", "a", 1, "c", 2), "Ann (a) meets Bob (b) at table 1, by .*(P1)"),
    "losses above the force": (("report", "a", 11, "b", 2), "Ann (a) cannot have lost 11 of 10 models, by .*(A4)"),
    "a report about somebody else": (("report", "c", 1, "--as", "a"), "Ann (a) does not meet Cat (c) in round 1"),
    "no result to correct": (
        ("correct", 1, "a", 1, "b", 2, "--reason", "?"),
        "Ann (a) against Bob (b) is not reported yet",
    ),
    "a round that is not over": (("round",), "round 1 is not over, these play on: Ann (a) against Bob (b)"),
    "an ID that is taken": (("enter", "a", "Anton", "--models", 5), "which is that of Ann (a), by"),
    "no models": (("enter", "e", "Eve", "--models", 0), "a force has at least one model"),
    "a locked list": (("force", "a", "harbour_watch"), "the force list of Ann (a) is locked"),
    "a clock that stands": (("clock", "pause"), "the clock does not run"),
    "leaving a game": (("drop", "a"), "Ann (a) is in a game"),
    "coming back without having left": (("reinstate", "a"), "Ann (a) has not been dropped"),
    "tables twice": (("tables", 1, 1), "numbered from 1 and none twice"),
    "a card with nothing on it": (("confirm", "a"), "has nothing yet that Ann (a) could confirm"),
    "no draft": (("round", "--drop"), "there is no draft of round 2"),
    "a reason is missing": (("rounds", 9), "logged with a name and a reason"),
    "nothing taken back": (("redo",), "there is nothing to do again"),
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
    assert "Ann (a) has entered a report already" in refused("report", "b", 9, "--as", "a")


def test_too_few_tables_are_refused_before_drawing(run, refused) -> None:
    four(run, published=False)
    run("tables", 1)
    assert "2 pairs need 2 tables and there are 1: put up more, by UW-TG Table Allocation (T0)" in refused("round")


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
    assert drafted.count("meet, who are to be kept apart, against House Wish (P9)") == 1
    assert "no wish that keeps Cat (c) and Ann (a) apart, by House Wish (P9)" in refused("apart", "c", "a", "--release")
    run("apart", "b", "a", "--release")
    run("apart", "c", "b", "a", "--release")
    assert run("apart") == "nobody is kept apart\n"


def test_an_evening_is_planned_and_printed(run: Callable[..., str], refused: Callable[..., str]) -> None:
    four(run, published=False)
    assert run("schedule") == "there is no schedule\n"
    planned = "round 1 from 18:30 to 19:50, then a break of 15 minutes\nround 2 from 20:05 to 21:05\n"
    assert run("schedule", "18:30", 80, 15, 60).endswith(planned)
    assert run("schedule") == planned
    assert "'25:00' is no time of day such as 18:30" in refused("schedule", "25:00", 80)
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
