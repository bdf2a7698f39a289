"""What terrain costs: rows UO-030 and UO-073, and the movement table of the aid behind them."""

from typing import Any

from quarter import FILLED, RIFLES, SHIPPED, TANK, TRUCK, asked, question, run, state
from test_uo_properties import SETUP

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK
from tablecam.rules.books.urban_operations.rules.aid import far_terrain, movement, terrain_costs
from tablecam.rules.books.urban_operations.rules.movement import travel
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import measure_distance
from tablecam.rules.books.urban_operations.wording.wording import TERRAIN

PHRASES = URBAN_OPERATIONS_BOOK.phrases
LAID_OUT: tuple[tuple[str, Any], ...] = (
    ("set-up", True), ("aid.gaps", "accept"), ("event.title", "none"), ("event.title", "none"), ("3d.by", "done"),
    ("3d.by", "done"), ("starts", "first"), ("impulse", "Anchor"), ("activate", "block-4"), ("action", "none"),
    ("how", "move"), ("unseen", True),
)  # fmt: skip


def costs(of: OperationsState, block: str) -> dict[str, str]:
    """The cost of each kind of terrain for a block."""
    return {
        name.split("/")[0]: word.partition("=")[0]
        for word in terrain_costs(of, block)
        for name in word.partition("=")[2].split(", ")
    }


def test_uo_030_the_question_for_a_move_says_what_terrain_costs_this_block() -> None:
    foot = run(lambda game: travel(game, RIFLES, 6) and None, state(SHIPPED), {"mp": 4})
    said = PHRASES.spell_question(question(foot, "mp").record(), PHRASES.build_names(foot.state, {}))
    assert said["notes"] == [
        "1 MP: clear ground, mound, trees, ground closed to vehicles, opening, inside of a building and stairs",
        (
            "2 MP: water, breach in an outer wall, breach in a building, roof (3 over a vehicle), tunnel entrance"
            " and beside a barricade"
        ),
        "5 MP: outer wall (3 over a vehicle or a ladder)",
        "Impassable: wall of a building, barricade and population",
    ]
    vehicle = costs(state(SHIPPED), TANK)
    assert {name for name, cost in vehicle.items() if cost == "X"} >= {"outer wall", "opening", "roof", "stairs"}
    assert (vehicle["clear"], vehicle["water"], vehicle["breach in an outer wall"]) == ("1", "2", "2")
    text = PHRASES.describe_question(question(foot, "mp").record(), PHRASES.build_names(foot.state, {}))
    assert text == "How many MP does Rifles move?"


def test_uo_030_a_club_may_have_another_movement_table() -> None:
    own = {**FILLED, "movement": [{"name": "bog", "vehicle": 4, "foot": 3}, {"name": "?", "foot": 2}]}
    assert [terrain_costs(state(own), block) for block in (RIFLES, TANK)] == [("3=bog",), ("4=bog",)]
    without = {key: value for key, value in FILLED.items() if key != "movement"}
    play = run(lambda game: travel(game, RIFLES, 6) and None, state(without), {"mp": 4})
    assert question(play, "mp").subject == (RIFLES,)


def test_uo_030_what_terrain_costs_a_block_face_down_its_own_side_alone_reads() -> None:
    """A carrier face down: what a vehicle pays would tell the other side what the block is."""
    game = Game.begin(URBAN_OPERATIONS, SETUP, InMemory())
    for action, raw in LAID_OUT:
        open_question = next(each for each in game.open if each.ask.action == action)
        game.answer(raw, question=open_question.line, by=open_question.ask.seat or "table")
    assert not game.state["block-4"].revealed
    for seat, reads in (("red", True), ("blue", False)):
        sent = str([game.visible_lines(seat), [each.ask.record() for each in game.waiting_for(seat)]])
        assert ("X=ground closed to vehicles" in sent) is reads


def test_uo_073_a_barricade_stops_the_classes_of_its_list_and_slows_the_others() -> None:
    assert [costs(state(SHIPPED), block)["barricade"] for block in (RIFLES, TRUCK, TANK)] == ["X", "X", "X"]
    trucks = {**SHIPPED, "barricade": {"blocks": ["unarmoured"]}}
    assert [costs(state(trucks), block)["barricade"] for block in (RIFLES, TRUCK, TANK)] == ["2", "X", "2"]
    assert [costs(state(trucks), block)["beside a barricade"] for block in (RIFLES, TRUCK)] == ["2", "2"]
    lost = {**SHIPPED, "barricade": {"blocks": "?"}}
    assert costs(state(lost), RIFLES)["barricade"] == "X"


def test_uo_005_the_question_for_a_distance_says_which_hexes_count_more() -> None:
    play = run(lambda game: measure_distance(game, RIFLES, TRUCK, 15) and None, state(SHIPPED), {"ep": 16})
    names = PHRASES.build_names(play.state, {})
    record = question(play, "ep").record()
    assert PHRASES.spell_question(record, names)["notes"] == ["2 EP: wall of a building and outer wall"]
    assert PHRASES.describe_question(record, names).endswith("16 stands for everything beyond 15.")
    assert asked(play) == ["ep"]
    assert far_terrain(state(SHIPPED)) == ("2=building wall, outer wall",)


def test_every_row_of_the_movement_table_is_read_and_has_words() -> None:
    of = state(SHIPPED)
    rows = SHIPPED["movement"]
    assert tuple(rows) == movement(of)
    for row in rows:
        assert row["name"] in TERRAIN
        assert row.get("where", "over a vehicle") in TERRAIN
        assert set(row) <= {"name", "vehicle", "foot", "ep", "other", "where"}
    assert {row["name"] for row in rows} == set(costs(of, RIFLES)) == set(costs(of, TANK))
