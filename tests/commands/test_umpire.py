"""`tablecam umpire`: games begun, answered, left, gone on with, and those that play themselves."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from small_book import SMALL, write_book
from small_war import looked_at, played, written

from tablecam.base.errors import BadFile, TablecamError
from tablecam.commands.drawn_table import make_company
from tablecam.commands.umpire import umpire
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore, LogTaken

ORDERS = "*=snap-fire\n*=overwatch\n"


def rolled_off(said: str) -> tuple[str, ...]:
    """The faces of red and blue."""
    found = re.search(r"Red rolls (\d+) and Blue rolls (\d+) for", said)
    assert found, said
    return found.groups()


@pytest.mark.slow
def test_a_game_that_plays_itself_ends_with_a_winner(tmp_path: Path) -> None:
    said = played(tmp_path, "--auto", "--seed", "4")
    assert said.exit_code == 0
    assert re.match(r"(Red|Blue) wins: (Red|Blue) is destroyed$", said.stdout.splitlines()[-1])
    assert "game 1 is kept in sqlite" in said.stderr


@pytest.mark.long
def test_the_same_seed_gives_the_same_game_and_another_seed_another(tmp_path: Path) -> None:
    first, again, other = (played(tmp_path, "--auto", "--seed", seed).stdout for seed in ("1", "1", "4"))
    assert first == again
    assert first != other


SWITCHES = (
    "profile=reference", "shock=true", "speculative_fire=true", "portal_requires_still=true", "failed_charge=rush",
    "cover_best=nearest", "save_automatics=true", "charge_requires_los=true", "priority_requires_los=false",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("seed", ["11", "12"])
def test_a_game_plays_itself_to_the_end_under_every_switch(tmp_path: Path, switch: str, seed: str) -> None:
    words = ["--forces", "harbour_watch", "tunnel_kin", "--auto", "--seed", seed, "--rules", switch]
    said = CliRunner().invoke(umpire, [*words, "--rules", "deployed=true", "--db", str(tmp_path / "games.db")])
    assert said.exit_code == 0, said.output
    assert re.search(r"wins: |a draw", said.stdout.splitlines()[-1])


@pytest.mark.slow
def test_without_a_seed_no_two_games_are_the_same(tmp_path: Path) -> None:
    assert played(tmp_path, "--auto").stdout != played(tmp_path, "--auto").stdout


@pytest.mark.long
def test_the_starter_teams_play_from_the_empty_table_to_the_end_twice_the_same(tmp_path: Path) -> None:
    words = ["--forces", "harbour_watch", "tunnel_kin", "--auto", "--seed", "7", "--db", str(tmp_path / "games.db")]
    first, again = (CliRunner().invoke(umpire, words) for _ in range(2))
    assert first.stdout == again.stdout
    assert first.stdout.splitlines()[-1] == "Blue wins: Red is destroyed"
    assert "Blue picks the near edge" in first.stdout


def test_questions_are_asked_and_answered_one_by_one(tmp_path: Path) -> None:
    said = played(tmp_path, typed=ORDERS + "7\n3\nfirst\n").stdout
    assert "1: red assign? orders of ann, art: overwatch | snap-fire" in said
    assert rolled_off(said) == ("7", "3")
    assert "red choose? activate" in said


def test_what_only_one_side_may_know_is_not_told_to_both(tmp_path: Path) -> None:
    said = played(tmp_path, typed=ORDERS).stdout
    told = [line for line in said.splitlines() if "hidden orders to" in line]
    assert len(told) == 2
    assert not any("overwatch" in line or "snap-fire" in line for line in told)


def test_the_second_of_two_questions_can_be_answered_first(tmp_path: Path) -> None:
    said = played(tmp_path, typed=ORDERS + "2: 3\n7\n").stdout
    assert rolled_off(said) == ("7", "3")


def test_enter_alone_lets_the_app_roll(tmp_path: Path) -> None:
    assert rolled_off(played(tmp_path, typed=ORDERS + "\n\n").stdout)


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("11", "! a d10 shows 1 to 10, not 11"),
        ("six", "! 'six' is not a list of die faces"),
        ("3: 4", "! there is no question 3; 2 are open"),
        ("redo", "! there is nothing to redo"),
        ("abandon", "! whoever abandons"),
    ],
)
def test_what_cannot_stand_is_refused_with_a_sentence_and_asked_again(tmp_path: Path, typed: str, refusal: str) -> None:
    said = played(tmp_path, typed=f"{ORDERS}{typed}\n").stdout
    assert refusal in said
    assert said.count("1: red roll? initiative") == 2


def test_a_game_whose_database_is_lost_goes_on_in_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter([*ORDERS.splitlines(), "7", "deleted", "3"])

    def hear() -> str:
        if (line := next(typed)) == "deleted":
            (tmp_path / "games.db").unlink()
            line = next(typed)
        return line

    monkeypatch.setattr("tablecam.commands.umpire._read_line", hear)
    lost = str(played(tmp_path).exception)
    found = re.search(r"tablecam umpire --game 1 --db (\S+) goes on with it", lost)
    assert found, lost
    monkeypatch.undo()
    again = CliRunner().invoke(umpire, ["--game", "1", "--db", found[1]], input="3\n")
    assert rolled_off(again.stdout) == ("7", "3")


def test_an_answer_is_taken_back_and_given_again(tmp_path: Path) -> None:
    said = played(tmp_path, typed=ORDERS + "7\n3\nundo\nredo\n").stdout
    assert "lines struck: taken back" in said
    assert said.count("Red rolls 7 and Blue rolls 3 for initiative: Red wins") == 2


def test_help_says_how_answers_are_typed(tmp_path: Path) -> None:
    assert "Enter alone lets the app roll" in played(tmp_path, typed="help\nquit\n").stdout


def test_a_game_that_was_left_is_gone_on_with_at_the_open_question(tmp_path: Path) -> None:
    left = played(tmp_path, typed=ORDERS + "7\n")
    assert "tablecam umpire --game 1 goes on with it" in left.stderr
    said = played(tmp_path, "--game", "1", typed="3\n").stdout
    assert said.startswith("blue roll? initiative, d10")
    assert rolled_off(said) == ("7", "3")


@pytest.mark.slow
def test_a_game_left_in_the_middle_plays_itself_to_the_end(tmp_path: Path) -> None:
    played(tmp_path, typed=ORDERS + "7\n")
    said = played(tmp_path, "--game", "1", "--auto", "--seed", "2")
    assert " wins: " in said.stdout
    assert "identical" in looked_at(tmp_path, "1", "--verify").stdout


@pytest.mark.slow
def test_a_game_that_is_over_asks_nothing_more(tmp_path: Path) -> None:
    played(tmp_path, "--auto", "--seed", "4")
    said = played(tmp_path, "--game", "1", typed="7\n")
    assert said.stdout == ""
    assert "tablecam replay 1 shows it" in said.stderr


def test_house_rules_are_part_of_the_game(tmp_path: Path) -> None:
    played(tmp_path, "--rules", "shock=true", "--rules", "half_wounds=exactly", typed="")
    played(tmp_path, "--rules", "shock=maybe", typed="")
    export = tmp_path / "game.jsonl"
    looked_at(tmp_path, "1", "--export", str(export))
    head = export.read_text().splitlines()[0]
    assert '"shock":true' in head
    assert '"half_wounds":"exactly"' in head


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rules", "shok=true"], "there is no house rule shok; did you mean shock?"),
        (["--rules", "shock"], "'shock' is not KEY=VALUE"),
        (["--game", "1", "--rules", "shock=true"], "the house rules of a game stand from its beginning"),
    ],
)
def test_wrong_usage_is_told(tmp_path: Path, words: list[str], sentence: str) -> None:
    said = played(tmp_path, *words)
    assert said.exit_code == 2
    assert sentence in " ".join(said.stderr.replace("│", " ").split())


def test_as_many_forces_as_sides_play_are_named(tmp_path: Path) -> None:
    third = '[forces.three]\ntitle = "Three"\nmodels = { cat = "hunter" }\n\n[scenarios'
    text = SMALL.replace("[scenarios", third).replace('blue = "two" }', 'blue = "two", green = "three" }')
    book = write_book(tmp_path / "mine", 'seats = ["red", "blue", "green"]\n' + text)
    words = ["--book", str(book), "--db", str(tmp_path / "games.db"), "--auto", "--seed", "1", "--forces", "two", "one"]
    said = CliRunner().invoke(umpire, words)
    assert "3 sides play here: give --forces that many, not 2" in " ".join(said.stderr.replace("│", " ").split())
    assert CliRunner().invoke(umpire, [*words, "three"]).exit_code == 0
    with GameStore(open_database(str(tmp_path / "games.db"))).open(1) as kept:
        sides = json.loads(kept.lines[0])["setup"]["sides"]
    assert {seat: list(models) for seat, models in sides.items()} == {
        "red": ["bob", "ben"], "blue": ["ann", "art"], "green": ["cat"],
    }  # fmt: skip


@pytest.mark.slow
def test_the_machine_plays_a_seat_and_gives_its_reasons(tmp_path: Path) -> None:
    options = ("--seat", "blue=machine", "--level", "2", "--rules", "deployed=true")
    said = played(tmp_path, *options, typed="*=snap-fire\n")
    assert said.exit_code == 0, said.output
    assert "Blue has answered" in said.stdout
    assert "blue roll?" not in said.stdout
    auto = [played(tmp_path, *options, "--auto", "--seed", "5").stdout for _time in range(2)]
    assert auto[0] == auto[1]
    assert len(auto[0].splitlines()) > 20


def test_the_machine_waits_until_people_have_passed_an_offer_by(tmp_path: Path) -> None:
    options = ("--seat", "blue=machine", "--level", "1", "--rules", "deployed=true", "--seed", "2")
    said = played(tmp_path, *options, typed="*=overwatch\n1\nsecond\n\n")
    assert "Enter lets the machine go on" in said.stdout


def test_a_seat_that_nobody_has_is_wrong_usage(tmp_path: Path) -> None:
    assert "with a seat of red, blue" in played(tmp_path, "--seat", "green=machine").stderr


def test_a_word_without_an_option_is_wrong_usage() -> None:
    assert "'three' is one word too many" in CliRunner().invoke(umpire, ["three"]).stderr


def test_neither_forces_nor_a_game_is_wrong_usage() -> None:
    said = CliRunner().invoke(umpire, [])
    assert said.exit_code == 2
    assert "--forces A B" in said.stderr


def test_a_house_rule_that_cannot_be_is_refused_and_no_game_is_left_behind(tmp_path: Path) -> None:
    said = played(tmp_path, "--rules", "half_wounds=never")
    assert isinstance(said.exception, IllegalAnswer)
    assert "'never' is not one of at most, exactly" in str(said.exception)
    assert looked_at(tmp_path).stdout == ""


def test_every_fault_of_a_force_is_printed_before_it_is_refused(tmp_path: Path) -> None:
    forces = written(tmp_path)
    Path(forces[1]).write_text(
        Path(forces[1]).read_text().replace("CAL = 0", "CAL = 5").replace("commander = true\n", "")
    )
    said = CliRunner().invoke(umpire, ["--forces", *forces, "--db", str(tmp_path / "games.db")])
    assert isinstance(said.exception, TablecamError)
    assert str(said.exception) == f"{forces[1]} has 2 faults; mend what is listed above"
    assert [line.partition("kin.toml")[2] for line in said.stderr.splitlines()] == [
        ", line 6, models 1: bob has CAL 5 ticked; the card Duellist has 0 and 1 [UW-QS Stat Line (UW-016)]",
        ": no model is the Commander; mark one with commander = true [UW-QS Commanders (UW-109)]",
    ]


def test_two_forces_that_share_a_model_are_refused(tmp_path: Path) -> None:
    first, _ = written(tmp_path)
    said = CliRunner().invoke(umpire, ["--forces", first, first, "--db", str(tmp_path / "games.db")])
    assert "ann is in both Ferry and Ferry" in str(said.exception)


@pytest.mark.slow
def test_a_game_that_another_program_plays_is_refused(tmp_path: Path) -> None:
    from tablecam.storage.database import open_database
    from tablecam.storage.game_store import GameStore

    played(tmp_path, typed=ORDERS)
    with GameStore(open_database(str(tmp_path / "games.db"))).open(1):
        said = played(tmp_path, "--game", "1", typed="7\n")
    assert isinstance(said.exception, LogTaken)


def test_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert isinstance(played(tmp_path, "--game", "9").exception, BadFile)


ON_TABLE = """\
[[models]]
id = "{}"
side = "{}"
tag = {}
tag_size_mm = 16.0
tag_offset_mm = [0.0, 0.0]
tag_height_mm = 1.0
base = {{ shape = "circle", diameter_mm = 25.4 }}
height_in = 1.25
"""
SET_UP = """\
7
3
near
red
ann
3 at 10,3
bob
3 at 10,45
art
3 at 22,3
cat
3 at 22,45
9
2
first
"""


def on_table(folder: Path, typed: str, models: tuple[str, ...] = ("ann", "art", "bob", "cat")) -> Result:
    """A game on a bare table, with a wall on its left half, from the roll for sides."""
    from tablecam.sensing.camera.synthetic.camera import write_table_folder
    from tablecam.sensing.camera.synthetic.demo import demo_scene
    from tablecam.storage.terrain_geojson import write_terrain
    from tablecam.table.notation import parse

    table = folder / "table"
    write_table_folder(demo_scene(1920, 1080, models=2, company=make_company(BOOKS.usual)), table)
    write_terrain(table / "terrain.geojson", parse("terrain wall solid 0 to 3 at 0,20 18,20 18,21 0,21").terrain)
    rows = [ON_TABLE.format(name, "red" if name < "b" else "blue", 60 + tag) for tag, name in enumerate(models)]
    (table / "models.toml").write_text("\n".join(rows))
    words = ["--forces", *written(folder), "--table", str(table), "--db", str(folder / "games.db")]
    return CliRunner().invoke(umpire, words, input=typed)


@pytest.mark.slow
def test_on_a_table_what_can_be_measured_is_not_asked(tmp_path: Path) -> None:
    said = on_table(tmp_path, SET_UP + "*=snap-fire\n*=snap-fire\nann\nmove+shoot\n4 at 10,7\ncat\n").stdout
    assert "table: ranges from ann to bob, cat: bob 37.0 in, cat 38.8 in" in said
    assert "bob 0 % seen, behind wall" in said
    assert "! cat is not the priority" not in said
    assert "target of ann: bob (ann does not see bob)" in said


@pytest.mark.slow
def test_on_a_table_a_move_says_where_it_ended(tmp_path: Path) -> None:
    said = on_table(tmp_path, SET_UP.replace("3 at 10,3", "3")).stdout
    assert "! the table measures from where models stand, so say where this one is now" in said


@pytest.mark.slow
def test_what_the_table_measured_is_in_the_log_with_the_position(tmp_path: Path) -> None:
    on_table(tmp_path, SET_UP + "*=snap-fire\n*=snap-fire\nann\nmove+shoot\n4 at 10,7\n")
    looked_at(tmp_path, "1", "--export", str(tmp_path / "game.jsonl"))
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text().splitlines()]
    (ranges,) = [line for line in lines if "bob" in (line.get("answer") or ()) and line["source"] == "table"][:1]
    assert ranges["answer"]["bob"] == [37.0, 0.0]
    assert "model ann red 25.4mm at 10.00,7.00" in ranges["position"]
    assert lines[0]["setup"]["table_in"] == [48.0, 48.0]
    assert "identical" in looked_at(tmp_path, "1", "--verify").stdout


@pytest.mark.slow
def test_models_that_the_table_does_not_know_are_named_and_asked_for(tmp_path: Path) -> None:
    said = on_table(tmp_path, SET_UP + "*=snap-fire\n*=snap-fire\nann\nmove+shoot\n4 at 10,7\n", ("ann", "bob"))
    assert "models.toml does not have art, cat: measure these yourselves" in said.stderr
    assert "ranges? from ann to bob, cat" in said.stdout


OVERRULED = "overrule roll [2] because it was cocked\n"


@pytest.mark.slow
def test_overruling_takes_two_steps(tmp_path: Path) -> None:
    rolled = ORDERS + "7\n3\n"
    left = played(tmp_path, typed=rolled + OVERRULED + "no\n").stdout
    assert "`agree` does it" in left
    assert "nothing is changed" in left
    assert "umpire overrules" not in left
    done = played(tmp_path, typed=rolled + OVERRULED + "agree\n").stdout
    assert "umpire overrules" in done


def test_an_overruling_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path) -> None:
    said = played(tmp_path, typed=ORDERS + "7\n3\noverrule roll nine because it was cocked\n")
    assert said.exit_code == 0
    assert "! 'nine' cannot be read" in said.stdout
