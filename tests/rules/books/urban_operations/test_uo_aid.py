"""What the aid lost is data: asked once or each time, filled in by a club, copied into the game."""

import json
from pathlib import Path

import pytest
from quarter import FILLED, SHIPPED, asked, question, result_of, setup, state

from tablecam.base.errors import BadFile
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.codes import CLAUSES
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rules.books.urban_operations.scenario_file import SCENARIOS, read_aid
from tablecam.rules.books.urban_operations.wording.aid_words import asks, asks_whole

SCENARIO = """
name = "Two against one"
turns = 1
aid = "club_aid.toml"
[impulses]
red = ["A"]
blue = ["B"]
[cards.rifles]
name = "Rifles"
kind = "rifles"
osl = 3
light = { kind = "first", fp = [4, "?"] }
[blocks]
red = [{ card = "rifles", impulse = "A" }, { card = "rifles", impulse = "A" }]
blue = [{ card = "rifles", impulse = "B" }]
"""


def test_every_unknown_has_a_row_a_question_and_the_filled_file_has_none() -> None:
    rows = {clause.row for clause in CLAUSES.values()}
    assert aid.unknowns(FILLED) == ()
    for each in aid.unknowns(SHIPPED):
        assert each.row in rows
        assert str(asks(each.key, "")) != each.key
        assert str(asks_whole(each.key)) != each.key


def test_the_row_of_a_key_is_that_of_the_first_parameter_under_it() -> None:
    for known in (FILLED, SHIPPED):
        first: dict[str, str] = {}
        for name, _value, row in aid.entries(known):
            parts = name.split(".")
            for end in range(1, len(parts) + 1):
                first.setdefault(".".join(parts[:end]), row)
        assert {key: aid.find_row(known, key) for key in first} == first
        assert all(aid.find_row(known, f"{key}.there") == "" for key in first if f"{key}.there" not in first)
        assert [aid.find_row(known, key) for key in ("there", "there.too", "critical.clause", "movement")] == [""] * 4


def test_an_answer_for_the_game_is_asked_once_and_one_for_now_each_time() -> None:
    for said, times in (("2", 1), ("now:2", 2)):
        found, play = result_of(
            lambda game: [aid.number(game, "explosion.osl") for _time in range(2)], state(SHIPPED), {"aid": said}
        )
        assert found == [2, 2]
        assert asked(play).count("aid") == times
        assert str(question(play, "aid").options[0].clause) == "UO Initial phase (UO-013)"


def test_an_answer_for_the_game_can_be_overruled() -> None:
    game = Game.begin(URBAN_OPERATIONS, setup(SHIPPED, scenario={"events": "table", "turns": 1}), InMemory())

    def answer(action: str, raw: object) -> None:
        found = next(each for each in game.open if each.ask.action == action)
        game.answer(raw, question=found.line, by=found.ask.seat or "table")

    answer("set-up", True)
    answer("aid.gaps", "accept")
    answer("event", [4])
    answer("aid", "nothing")
    answers = [number for number in game.log.live if getattr(game.log[number], "answer", None) == "nothing"]
    line = answers[0]
    assert game.state.ruled["event_table.value:4"] == "nothing"
    game.overrule(line, "losses", "the card says otherwise")
    assert game.state.ruled["event_table.value:4"] == "losses"


def test_a_clubs_own_copy_is_named_by_the_scenario_and_copied_into_the_setup(tmp_path: Path) -> None:
    club = '[explosion]\nosl = 2\n[scout]\nunits = ["rifles"]\n'
    (tmp_path / "club_aid.toml").write_text(club, encoding="utf-8")
    path = tmp_path / "two.toml"
    path.write_text(SCENARIO, encoding="utf-8")
    read = SCENARIOS.read_scenario(path)
    (tmp_path / "club_aid.toml").unlink()
    game = Game.begin(URBAN_OPERATIONS, read.setup, InMemory())
    assert game.state.aid["explosion"]["osl"] == 2
    assert game.state.aid["scout"]["units"] == ["rifles"]
    assert game.state.aid["ambush"]["units"] == "?"
    assert json.loads(game.sink.lines[0])["setup"]["aid"]["explosion"]["osl"] == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "fault"),
    [("[explosion]\nradius = 2", "there is no parameter explosion.radius"), ("explosion = 2", "not what the aid has"),
     ("[osl]\nweak = 1.5", "a word, a number"), ("[", "cannot be read")],
)  # fmt: skip
def test_a_copy_with_a_fault_is_refused_in_one_line(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "aid.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match=fault):
        read_aid(path)


def test_the_book_lists_what_it_would_ask() -> None:
    unknowns = URBAN_OPERATIONS_BOOK.unknowns()
    assert {each.key for each in unknowns} >= {"critical.R2.weapon", "weapons_effect.fire.shape", "sniper.targets.foot"}
    assert all(each.asks and each.row.startswith("UO-") for each in unknowns)
