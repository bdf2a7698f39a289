"""The synthetic table, carry_out over HTTP."""

import itertools

import pytest
from fake_table import ShownLive, roster
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tablecam.base.errors import TablecamError
from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.stage import Stage
from webui import create_app
from webui.server.dependencies import Dependencies
from webui.table.demo_control import COMMANDS, run_stage_command, state

SCENE = two_forces(640, 360, company=make_company(BOOKS.usual))
IDS = itertools.count()


def evening() -> Stage:
    stage = Stage(SCENE, hands=True)
    stage.film(2.0)
    return stage


@pytest.fixture
def stage() -> Stage:
    return evening()


@pytest.fixture(scope="module")
def undisturbed() -> Stage:
    """A stage for all that is refused: none of it may leave a trace."""
    return evening()


@pytest.fixture
def client(stage: Stage, live: ShownLive) -> FlaskClient:
    return create_app(Dependencies(live, roster, stage=stage)).test_client()


def post(client: FlaskClient, **body: object):
    return client.post("/api/stage", json={"id": f"{next(IDS):024x}", **body}, headers={"X-Tablecam": "page"})


def model(told: dict, name: str) -> dict:
    return next(each for each in told["models"] if each["id"] == name)


@pytest.mark.slow
def test_a_look_tells_what_can_be_done_and_what_is_there(client: FlaskClient) -> None:
    told = client.get("/api/stage").json
    assert set(told["can"]) == set(COMMANDS)
    assert (told["hands"], told["shown"], told["camera"], told["time_s"]) == (True, "table", "on", 2.0)
    assert model(told, "lund") == {
        "id": "lund", "name": "Constable Lund", "side": "red", "there": True, "moving": False,
        "x_in": 20.6, "y_in": 8.7, "z_in": 0.0, "heading_rad": 1.0472,
    }  # fmt: skip


@pytest.mark.slow
def test_a_carry_answers_when_it_is_over_and_where_the_model_stands_then(client: FlaskClient) -> None:
    answer = post(client, do="carry", model="lund", x_in=22, y_in=12.5, heading_rad=1.0, via=[[23, 10]])
    assert answer.status_code == 200
    told = answer.json
    assert 2.0 < told["begins_s"] < 2.1
    assert told["over_s"] > told["begins_s"] + 3
    lund = model(told, "lund")
    assert (lund["x_in"], lund["y_in"], lund["heading_rad"]) == (22.0, 12.5, 1.0)
    assert told["hands"] is False


@pytest.mark.slow
@pytest.mark.parametrize("body", [{"do": "put"}, {"do": "carry", "at_once": True}])
def test_what_is_put_at_once_is_there_in_a_quarter_of_a_second(client: FlaskClient, body: dict) -> None:
    told = post(client, model="lund", x_in=22, y_in=12.5, **body).json
    assert told["over_s"] - told["begins_s"] == pytest.approx(0.25)
    assert model(told, "lund")["x_in"] == 22.0


@pytest.mark.slow
def test_everything_that_can_be_done_is_done(client: FlaskClient, stage: Stage) -> None:
    def told(**body: object) -> dict:
        answer = post(client, **body)
        assert answer.status_code == 200, answer.json
        return answer.json

    assert told(do="show_chart", pose=4)["pose"] == 4
    assert told(do="show_chart")["shown"] == "chart"
    assert told(do="show_gauge")["shown"] == "gauge"
    assert told(do="show_gauge", x_in=24.0, y_in=20.0)["shown"] == "gauge"
    assert told(do="show_table")["shown"] == "table"
    assert told(do="lose_camera")["camera"] == "lost"
    assert told(do="return_camera")["camera"] == "on"
    assert told(do="bump_camera")["bumped"] is True
    assert stage.truth(1e6).camera is not SCENE.camera
    assert told(do="light", share=0)["light"] == 0
    assert told(do="light", share=1)["light"] == 1
    assert told(do="cover", model="lund", seconds=2)["over_s"] > 4
    assert told(do="hands", on=True)["hands"] is True
    assert told(do="hands", on=False)["hands"] is False
    assert not model(told(do="take_away", model="lund"), "lund")["there"]
    assert not any(each["there"] for each in told(do="bare")["models"])
    mustered = told(do="muster", edge="far")["models"]
    assert all(each["y_in"] > 42 for each in mustered if each["side"] == "red")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "Do is missing."),
        ({"do": "dance"}, "The stage has no command dance: choose one of carry, put,"),
        ({"do": "bare", "model": "lund"}, "Bare takes no keys, not model."),
        ({"do": "put", "model": "lund", "x_in": 3}, "Y_in is missing: give a number."),
        ({"do": "put", "model": "lund", "x_in": True, "y_in": 3}, "X_in must be a number."),
        ({"do": "put", "model": 7, "x_in": 3, "y_in": 3}, "Model must be a word."),
        ({"do": "carry", "model": "lund", "x_in": 3, "y_in": 3, "via": [3]}, "Via must be a list of points"),
        ({"do": "carry", "model": "lund", "x_in": 3, "y_in": 3, "via": [[900, 3]]}, "No hand goes by 900, 3"),
        ({"do": "carry", "model": "lund", "x_in": 3, "y_in": 3, "covered": 1}, "Covered must be true or false."),
        ({"do": "put", "model": "lund", "x_in": 99, "y_in": 3}, "Lund cannot go to 99, 3: that is off the table"),
        ({"do": "show_chart", "pose": 1.5}, "Pose must be a whole number."),
        ({"do": "show_chart", "pose": 40}, "There is no pose 40 of the chart: say 0 to 25."),
        ({"do": "show_gauge", "x_in": 3, "y_in": 3}, "The gauge card would reach over the table's edge"),
        ({"do": "hands"}, "On must be true or false."),
        ({"do": "light", "share": 2}, "No lamp gives 2 of its light: say 0 (dark) to 1 (as at the start)."),
        ({"do": "pace", "haste": 9}, "No hand is 9 times as fast as a calm one: say 1 to 4."),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    undisturbed: Stage, live: ShownLive, body: dict, says: str
) -> None:
    before = undisturbed.truth(2.0).spots
    answer = post(create_app(Dependencies(live, roster, stage=undisturbed)).test_client(), **body)
    assert answer.status_code == 400
    assert answer.json["error"]["says"].startswith(says)
    assert undisturbed.truth(3.0).spots == before


def test_without_a_stage_there_is_nothing_to_direct(app: Flask) -> None:
    assert app.test_client().get("/api/stage").status_code == 404


WORDS = st.sampled_from([*COMMANDS, "lund", "mother", "nobody", "near", ""])
VALUES = st.none() | st.booleans() | st.integers(-100, 100) | st.floats(-1e9, 1e9) | WORDS | st.lists(st.integers())
KEYS = sorted({key for doing in COMMANDS.values() for key in doing.keys})


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(KEYS), VALUES), st.sampled_from([*COMMANDS, "dance"]))
def test_whatever_is_asked_is_done_or_refused_with_a_sentence(body: dict, do: str) -> None:
    stage = Stage(SCENE)
    stage.film(1.0)
    try:
        cue = run_stage_command(stage, {"do": do, **body})
    except TablecamError:
        assert stage.truth(2.0).spots == SCENE.spots
    else:
        assert state(stage, cue.over_s)["time_s"] >= 1.0
