"""Urr in words: every event, question and step can be said, every row has its state, and files are read with care."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from siege import INFANTRY, after, asked, begun, fighting, play, setup, units, wall
from test_urr_properties import played, scenario, steps

from tablecam.game.log import AskLine, BoundaryLine
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.rule_rows import count_rows
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.urr.board import board
from tablecam.rules.books.urr.force_files import URR_SCENARIOS, read_urr_force
from tablecam.rules.books.urr.rulebook import URR_BOOK, result_view
from tablecam.rules.books.urr.rules.codes import CLAUSES, UrrReason, because, row
from tablecam.rules.books.urr.rules.combat_events import HitTaken, PlaceTaken
from tablecam.rules.books.urr.rules.rulebook import EVENTS, URR_RULES, new_game
from tablecam.rules.books.urr.rules.siege_events import EngineShot, FireSet, PlayEnded
from tablecam.rules.books.urr.rules.week_events import ProjectDone
from tablecam.rules.books.urr.wording.wording import QUESTIONS, build_names
from tablecam.rules.event import Event, find_clause
from tablecam.storage.record import Faulty

HERE = Path(__file__).resolve()
DOCS = HERE.parents[4] / "docs/rules/urr.md"
ROW = re.compile(r"^\| (UR-\d\d) \| [^|]+ \| ([^|]+) \| (done|part|table) \| ([^|]+) \| (.+) \|$", re.MULTILINE)


def test_every_event_has_words_a_form_and_a_name() -> None:
    assert not [name for name, kind in EVENTS.items() if kind.sentence is Event.sentence or not kind.form]
    assert {each["name"] for each in URR_BOOK.phrases.list_forms()} == set(EVENTS)


def test_every_row_says_what_is_played_and_why_where_the_table_decides() -> None:
    rows = URR_BOOK.rows()
    assert [each.id for each in rows] == [str(CLAUSES[number].row) for number in range(1, 42)]
    assert dict(count_rows(rows)) == {"done": 34, "part": 5, "table": 2}
    assert all(each.says for each in rows)


def test_the_document_lists_the_same_rows() -> None:
    written = ROW.findall(DOCS.read_text(encoding="utf-8"))
    folder = HERE.parents[4] / "tablecam" / "rules" / "books" / "urr"
    assert [(id, state, says) for id, _, state, _, says in written] == [
        (each.id, each.state, each.says) for each in URR_BOOK.rows()
    ]
    assert all((folder / file).is_file() for _, _, _, file, _ in written)
    assert [heading for _, heading, *_ in written] == [CLAUSES[number].heading for number in range(1, 42)]


def test_every_row_has_a_test_named_after_it() -> None:
    named = {int(number) for path in HERE.parent.glob("test_*.py")
             for number in re.findall(r"def test_ur_(\d\d)_", path.read_text(encoding="utf-8"))}  # fmt: skip
    assert named | {30, 31} >= set(CLAUSES)


def questions() -> Iterator[Any]:
    for seed in range(8):
        game = played(seed)
        yield from ((game, line) for line in game.log.lines if isinstance(line, AskLine | BoundaryLine))


@pytest.mark.slow
def test_all_that_is_asked_in_many_games_is_put_into_words() -> None:
    seen = set()
    for game, line in questions():
        known = URR_BOOK.phrases.build_names(game.state, {})
        if isinstance(line, BoundaryLine):
            assert line.code in URR_BOOK.phrases.steps
            # logs of earlier versions have no codes
            assert URR_BOOK.phrases.title_step(line.name, known) == URR_BOOK.phrases.title_step(line.boundary, known)
            continue
        says = URR_BOOK.phrases.describe_question(line.ask, known)
        assert not re.search(r"[a-z]_[a-z0-9]", says), says
        json.dumps(URR_BOOK.phrases.spell_question(line.ask, known))
        seen.add(line.ask.get("action"))
    assert len(seen) > 25
    # what a camera cannot tell is asked in the engine's words
    assert seen - {None, "stands-on", "stands-beside"} <= set(QUESTIONS)


@pytest.mark.parametrize("seed", [0, 1])
def test_events_and_answers_are_said_with_names(seed: int) -> None:
    game = played(seed)
    known = build_names(game.state)
    for line in game.log.lines:
        event = getattr(line, "event", None)
        if event:
            says = str(URR_RULES.event(event).sentence(known))
            assert says
            assert "_" not in says


def test_a_place_that_is_taken_is_told_with_what_falls() -> None:
    places = [{"id": "rope-street", "kind": "city"}]
    known = build_names(new_game(setup(units(INFANTRY, "a1", name="Pikes"), units(INFANTRY, "b1"), places=places)))
    taken = [PlaceTaken(place="rope-street", by="red", units=units_in, city=city)
             for units_in, city in ((("a1",), True), (("a1",), False), ((), False))]  # fmt: skip
    assert [str(event.sentence(known)) for event in taken] == [
        "Pikes enter Rope street, which nobody defends: the city falls",
        "Pikes enter Rope street, which nobody defends",
        "The Prince takes Rope street",
    ]


def test_answers_read_as_sentences() -> None:
    game = begun(setup(units(INFANTRY, "a1", name="Pikes"), units(INFANTRY, "b1"), **wall(2)))
    known = URR_BOOK.phrases.build_names(game.state, {})
    question = game.open[0].ask.record()
    assert URR_BOOK.phrases.describe_question(question, known) == "Where is the next combat?"
    assert (
        URR_BOOK.phrases.describe_answer(question, "storm", "red", known)
        == "The Prince: Where is the next combat? Storm"
    )
    play(game, {"combat.place": "storm"}, until=lambda game: game.open[0].ask.action == "muster")
    question = asked(game, "muster").record()
    assert URR_BOOK.phrases.describe_answer(question, ["a1"], "red", known) == "The Prince: Who fights at Storm? Pikes"
    assert URR_BOOK.phrases.describe_answer(question, None, "red", known) == "The Prince has answered"


def test_clauses_of_events() -> None:
    assert find_clause(EVENTS, {"name": "UnitRolled"}) == str(row(4))
    assert find_clause(EVENTS, {"name": "ProjectDone", "kind": "repair"}) == str(row(28))
    assert find_clause(EVENTS, {"name": "ProjectDone", "kind": "nothing"}) == str(row(26))
    assert find_clause(EVENTS, {"name": "EndingAsked"}) == ""


def test_a_reason_without_words_is_refused() -> None:
    with pytest.raises(KeyError):
        because("no-such-code")
    assert all(UrrReason(code, {}) for code in UrrReason.texts)


def test_the_board_shows_steps_stances_and_the_wall() -> None:
    said = setup(units(INFANTRY, "a1"), units(INFANTRY, "b1", armour="good"), **wall(3))
    state = fighting(said, ["a1"], ["b1"], "storm")
    visible = URR_RULES.get_visible_state(state, "red")
    view = board(visible, "red")
    assert str(view.phase) == "Storm on Gate, strength 3, round 1"
    unit = view.models["b1"]
    assert (unit.left, unit.of, str(unit.unit)) == (4, 4, "steps")
    assert [(str(each.label), str(each.value)) for each in unit.counters] == [("Armour", "1"), ("Stance", "defends")]
    assert view.active == "red"


def test_one_step_is_a_step() -> None:
    said = setup(units(INFANTRY, "a1"), [*units(INFANTRY, "b1"), {**units(INFANTRY, "b2")[0], "steps": 1}])
    state = after(fighting(said, ["a1"], ["b1", "b2"]), *[HitTaken(unit="b1")] * 3)
    shown = URR_BOOK.state_shown(URR_RULES.get_visible_state(state, "red"), "red")["models"]
    told = {unit: (it["left"], it["left_text"], it["of"], it["unit"]) for unit, it in shown.items()}
    assert told == {"a1": (4, "4 steps", 4, "steps"), "b1": (1, "1 step", 4, "steps"), "b2": (1, "1 step", 1, "step")}


def test_nothing_lies_face_down_and_the_tablet_does_not_offer_it() -> None:
    state = fighting(setup(units(INFANTRY, "a1"), units(INFANTRY, "b1")), ["a1"], ["b1"], a1="attack", b1="defend")
    assert URR_RULES.get_visible_state(state, "red") == URR_RULES.get_visible_state(state, "blue")
    assert URR_BOOK.hidden_title == ""


def test_walls_works_fires_and_stocks_lie_on_the_board() -> None:
    state = new_game(scenario("storm"))
    state = after(
        state,
        EngineShot(engine="long_arm", section="outer-2", faces=(6,), hits=4),
        ProjectDone(unit="ash_wagons", kind="shields", place="outer-3"),
        ProjectDone(unit="ash_wagons", number=2, kind="palisade", place="camp"),
        ProjectDone(unit="deep_masons", kind="crane"),
        FireSet(engine="grey_arm", quarter="tanners", food=1),
    )
    markers = [str(each) for each in board(URR_RULES.get_visible_state(state, "red"), "red").markers]
    assert markers == [
        "Outer 2: breached", "Outer 3: strength 4, 7 hits from its breach",
        "Inner 1: strength 3, 4 hits from its breach", "1 week of a ramp to Outer 3", "Palisade around Camp, +2",
        "Crane", "Fire at Tanners", "Ash Host: 5 food, 0 gold", "Lantern Guard: 40 food, 60 gold",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_board_of_every_moment_is_plain_data(seed: int) -> None:
    for game in steps(seed, 60):
        for seat in ("red", "blue"):
            visible = URR_RULES.get_visible_state(game.state, seat)
            json.dumps(visible)
            json.dumps(URR_BOOK.state_shown(visible, seat))


def test_the_result_counts_units_steps_walls_and_stocks() -> None:
    state = new_game(scenario("storm"))
    view = result_view(state, URR_BOOK.phrases.build_names(state, {}))
    assert str(view.headline) == "The game is not over"
    assert {key: str(text) for key, text in view.sides[1].cells.items()} == {
        "units": "6 of 6", "steps": "25 of 25", "walls": "15 of 18", "stock": "40 and 60",
    }  # fmt: skip
    over = after(state, PlayEnded(winner="red", why=because("concedes", side="blue")))
    view = result_view(over, URR_BOOK.phrases.build_names(over, {}))
    assert (str(view.headline), view.winner, str(view.reason)) == (
        "Ash Host wins", "red", "Lantern Guard concedes",
    )  # fmt: skip
    assert URR_BOOK.phrases.make_concession(state, "blue") == PlayEnded(
        winner="red", why=because("concedes", side="blue")
    )
    drawn = after(state, PlayEnded(why=because("agreed")))
    assert str(result_view(drawn, URR_BOOK.phrases.build_names(drawn, {})).headline) == "The players judge who has won"


def test_all_starter_forces_and_scenarios_are_fit_to_play() -> None:
    assert URR_BOOK.forces
    for path in URR_BOOK.forces.starters().values():
        read = URR_BOOK.forces.read_force(path)
        assert read.warnings == ()
        assert len(read.models) > 3
    assert set(URR_SCENARIOS.starters()) == {"open-field", "storm"}
    for name in URR_SCENARIOS.starters():
        assert URR_RULES.next_procedure(new_game(scenario(name))) is not None


FAULTY_FORCE = """\
name = "Wrong"
[[units]]
id = "a"
kind = "cavalry"
[[units]]
id = "a"
steps = 0
peeple = "elf"
[[engines]]
id = "t"
kind = "catapult"
"""


def test_all_faults_of_a_force_are_told_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(FAULTY_FORCE)
    with pytest.raises(Faulty) as faulty:
        read_urr_force(path)
    lines = [int(found[1]) for fault in faulty.value.faults if (found := re.search(r"line (\d+)", fault))]
    assert sorted(lines) == [4, 6, 7, 8, 11]


def test_what_a_marker_does_not_add_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "dwarves.toml"
    path.write_text('name = "D"\n[[units]]\nid = "d"\npeople = "dwarf"\nweapon = "good"\n')
    assert read_urr_force(path).warnings == (
        f"{path}, line 5, units 1: good weapon is in the numbers of dwarves and gnomes already [UR-20]",
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('attacker = "green"', 3),
        ('begins = "tea"', 3),
        ('[[sections]]\nid = "s"\nstrength = 7', 5),
        ('[[sections]]\nid = "s"\nring = "inner"\nstrength = 4', 6),
        ('[[places]]\nid = "p"\nkind = "wall"\nsection = "nowhere"', 6),
        ('[[places]]\nid = "p"\nground = ["lava"]', 5),
        ("quarters = 3", 3),
        ('wether = "wet"', 3),
    ],
)
def test_a_fault_of_a_scenario_names_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(f'name = "Wrong"\nsays = "It is."\n{text}\n')
    with pytest.raises(Faulty) as faulty:
        URR_SCENARIOS.read_scenario(path)
    assert f"line {line}" in faulty.value.faults[0]


TWO = {"red": {"units": [{"id": "a"}]}, "blue": {"units": [{"id": "b"}]}}


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"sides": {"red": {"units": [{"id": "a"}]}}},
        {"sides": {**TWO, "blue": {"units": [{"id": "a"}]}}},
        {"sides": {**TWO, "blue": {"units": [{"id": "b", "steps": 0}]}}},
        {"sides": TWO, "attacker": "green"},
        {"sides": TWO, "hit_spread": "odd"},
        {"sides": TWO, "places": [{"id": "x", "kind": "y"}]},
        {"sides": TWO, "places": [{"id": "x", "ground": ["lava"]}]},
        {"sides": TWO, "sections": [{"id": "x", "strength": 9}]},
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(said: dict) -> None:
    with pytest.raises(IllegalAnswer):
        new_game(said)


def test_a_setup_names_who_holds_the_city() -> None:
    assert URR_BOOK.forces
    force = URR_BOOK.forces.read_force(URR_BOOK.forces.starters()["reed_banner"]).force
    made = URR_BOOK.build_setup({"red": force, "blue": force}, Scenario("x", "X", setup={"city": "red"}))
    assert (made["sides"]["red"]["holds_city"], made["sides"]["blue"]["holds_city"]) == (True, False)
