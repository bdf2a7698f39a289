"""Positions from files: the command's own JSON and the notation."""

import json
import math

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage.position import read_position
from tablecam.storage.table_folder import TableFolder
from tablecam.table.measure.ranges import measure_range
from tablecam.table.miniature import Circle, Ellipse, Miniature, Roster
from tablecam.table.table import Table
from tablecam.table.terrain import Terrain

ANN = Miniature("ann", "Sergeant Ann", "red", 21, 16.0, (0.0, -26.5), 1.2, Circle(32.0), 1.5, "marine")


@pytest.fixture
def folder(tmp_path):
    return TableFolder(None, Table(44.0, 30.0, "tag36h11", ()), Roster((ANN,)), Terrain(), tmp_path)


def read(folder, text):
    path = folder.path / "position.txt"
    path.write_text(text if isinstance(text, str) else json.dumps(text))
    return read_position(path, folder)


BOB = {
    "id": "bob",
    "x_in": 20,
    "y_in": 10.5,
    "z_in": 3,
    "heading_rad": 7.0,
    "sigma_in": 0.01,
    "stands_on": "roof",
    "base": {"shape": "ellipse", "length_mm": 60, "width_mm": 35},
    "height_in": 2,
    "side": "blue",
}


def test_a_position_in_json_says_all_of_a_model_nobody_knows(folder):
    snapshot = read(folder, {"models": [BOB]})
    bob = snapshot.model("bob")
    assert (snapshot.width_in, snapshot.depth_in) == (44, 30)
    assert (bob.model.base, bob.model.height_in, bob.model.side) == (Ellipse(60, 35), 2, "blue")
    assert (bob.x_in, bob.y_in, bob.z_in, bob.stands_on) == (20, 10.5, 3, "roof")
    assert bob.heading_rad == pytest.approx(7 - 2 * math.pi)
    assert bob.sigma_in == pytest.approx(0.01)


def test_a_model_of_the_roster_needs_only_its_place(folder):
    ann = read(folder, {"models": [{"id": "ann", "x_in": 1, "y_in": 2}]}).model("ann")
    assert ann.model == ANN
    assert (ann.z_in, ann.heading_rad, ann.stands_on, ann.sigma_in) == (0, 0, "table", 0)


def test_what_the_position_says_goes_before_the_roster(folder):
    said = {"id": "ann", "x_in": 1, "y_in": 2, "base": {"shape": "circle", "diameter_mm": 40}, "side": "blue"}
    model = read(folder, {"models": [said]}).model("ann").model
    assert (model.base, model.side, model.height_in, model.tag) == (Circle(40), "blue", 1.5, 21)


@pytest.mark.parametrize(("said", "tag"), [({}, -1), ({"tag": None}, -1), ({"tag": -1}, -1), ({"tag": 7}, 7)])
def test_a_model_may_wear_no_tag_and_be_printed_and_read_again(folder, said, tag):
    assert read(folder, {"models": [BOB | said]}).model("bob").model.tag == tag


def test_what_the_command_prints_besides_is_passed_over(folder):
    printed = [{"photo": "a.jpg", "camera": {}, "models": [BOB | {"confidence": 3}], "pairs": [], "problems": []}]
    assert len(read(folder, printed).models) == 1


def test_a_position_in_notation_stands_on_the_folder_s_table(folder):
    snapshot = read(folder, "model ann red 30mm at 10,10\nmodel bob blue 30mm at 20,10\n")
    assert (snapshot.width_in, snapshot.depth_in) == (44, 30)
    assert measure_range(snapshot, "ann", "bob").range_in == pytest.approx(10 - 30 / 25.4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "position.txt, line 1: not JSON"),
        ("[]", "one object with the key models is wanted"),
        ("{}", "the key models is missing"),
        ({"models": [BOB, BOB]}, "models 2: bob stands on the table already"),
        ({"models": [{"x_in": 1}]}, "models 1: the key id is missing"),
        ({"models": [BOB | {"x_in": "1"}]}, 'models 1 (bob): x_in must be a number, not "1"'),
        ({"models": [BOB | {"base": {"shape": "star"}}]}, "models 1 (bob), base: shape must be circle or ellipse"),
        ({"models": [BOB | {"heading_rda": 1}]}, "the key heading_rda is unknown; did you mean heading_rad?"),
        ({"models": [{"id": "cas", "x_in": 1, "y_in": 2}]}, "models 1 (cas): the key base is missing"),
        ({"models": [BOB | {"sigma_in": -1}]}, "sigma_in must be 0 or more"),
        ({"models": [BOB | {"height_in": 0}]}, "height_in must be more than 0"),
        ({"models": {"bob": BOB}}, "models must be a list of tables"),
        ("model ann red 30mm", "position.txt, line 1: expected at"),
        ("\x00\x01", "position.txt, line 1: expected model"),
    ],
)
def test_a_position_that_will_not_do_is_refused_in_one_sentence(folder, text, sentence):
    with pytest.raises(BadFile) as caught:
        read(folder, text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_position_that_is_not_there_is_named(folder):
    with pytest.raises(BadFile, match=r"nowhere\.json is missing; it holds a position"):
        read_position(folder.path / "nowhere.json", folder)
