"""What a model of the game could do, and what would be if it stood elsewhere, over HTTP."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import shapely
from flask.testing import FlaskClient
from hosting import Table, orders, watched

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.urban_war.advice.options import advice
from tablecam.rules.books.urban_war.measurements import MeasuredTable, table_answer
from tablecam.rules.books.urban_war.rules.attack_events import Removed
from tablecam.rules.books.urban_war.rules.facts import Look
from tablecam.table.miniature import Roster
from tablecam.table.terrain import Feature, Terrain
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies


def at_table(folder: Path) -> tuple[GameHost, Table, FlaskClient]:
    host, table, _ = watched(folder)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    return host, table, create_app(Dependencies(table, lambda: roster, host=host)).test_client()


@pytest.fixture
def evening(tmp_path: Path) -> tuple[GameHost, Table, FlaskClient]:
    return at_table(tmp_path)


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """For tests in which everything is refused."""
    return at_table(tmp_path_factory.mktemp("refusing"))[2]


def advised(client: FlaskClient, model: str = "ida") -> Any:
    return client.get(f"/api/advice?model={model}").json


@pytest.mark.slow
def test_reach_charges_priority_and_odds_are_foretold(evening) -> None:
    _, table, client = evening
    table.put("gruff", y_in=19.0)
    told = advised(client)
    assert [(each["key"], each["inches"]) for each in told["regions"]] == [("move", 4.0), ("rush", 9.0)]
    assert all(each["rings"] for each in told["regions"])
    rows = {each["kind"]: each for each in told["rows"] if each["target"] == "gruff"}
    charge, target = rows["way"], rows["target"]
    assert (charge["style"], charge["number"]["ok"], charge["number"]["limit"]) == ("plain", "yes", 9.0)
    assert charge["number"]["value"] == pytest.approx(6.0, abs=0.01)
    assert told["note"]["text"] == "Gruff at 6 in, the nearest in sight"
    assert (target["text"], target["notes"], target["style"]) == ("short", [], "first")
    assert target["odds"] == [{"label": "Carbine", "share": "9/25", "per_cent": 36, "sums": []}]
    assert [each["target"] for each in told["rows"] if each["badge"]] == ["gruff"]


@pytest.mark.slow
def test_advice_never_depends_on_what_lies_face_down(evening, tmp_path) -> None:
    host, _, client = evening
    (tmp_path / "other").mkdir()
    other, table, _ = watched(tmp_path / "other")
    twin = create_app(Dependencies(table, lambda: Roster(()), host=other)).test_client()
    orders(host, gruff="overwatch", ida="overwatch")
    orders(other)
    for model in ("ida", "gruff"):
        assert advised(client, model) == advised(twin, model)


@pytest.mark.slow
def test_several_tablets_with_a_model_chosen_cost_one_advice(evening) -> None:
    host, table, client = evening
    worked_out: list[str] = []

    def counted(snapshot: Any, state: Any, model: str, names: Any) -> Any:
        worked_out.append(model)
        return advice(snapshot, state, model, names)

    with host.reading() as open_game:
        assert open_game
        open_game.book = replace(open_game.book, advice=counted)
    first = advised(client)
    # the next picture: the same position, a hundredth of what the page would ask anew about
    table.put("gruff", x_in=table.placed["gruff"].x_in + 0.0002)
    assert (advised(client), worked_out) == (first, ["ida"])
    advised(client, "gruff")
    assert (advised(client), worked_out) == (first, ["ida", "gruff"])
    table.put("gruff", y_in=19.0)
    assert advised(client)["note"]["text"].startswith("Gruff")
    orders(host)
    advised(client)
    assert worked_out == ["ida", "gruff", "ida", "ida"]


def test_a_model_that_is_in_no_game_has_no_advice(evening) -> None:
    host, _, client = evening
    host.close()
    response = client.get("/api/advice?model=ida")
    assert response.status_code == 404
    assert response.json["error"]["says"] == "Ida is not in a game in progress."
    assert client.get("/api/advice?model=zed").status_code == 404


@pytest.mark.slow
def test_what_if_says_ranges_sight_and_the_way_from_the_ghost(evening) -> None:
    _, table, client = evening
    told = client.get("/api/whatif?model=ida&x_in=10&y_in=20").json
    assert (told["fits"], told["way"]["length_in"]) == (True, 8.0)
    gruff = next(each for each in told["ranges"] if each["id"] == "gruff")
    assert gruff["range_in"] == pytest.approx(9.0, abs=0.001)
    assert gruff["sight"]["share"] == 1.0
    # nothing on the table has changed
    assert table.view.snapshot.model("ida").y_in == 12.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "why_not"),
    [("x_in=14&y_in=12.2", "Ida would stand 0.80 in over Lund"), ("x_in=47.9&y_in=12", "over the edge of the table")],
)
def test_a_place_where_a_base_cannot_stand_says_over_what(evening, place: str, why_not: str) -> None:
    told = evening[2].get(f"/api/whatif?model=ida&{place}").json
    assert told["fits"] is False
    assert why_not in told["why_not"]


@pytest.mark.parametrize(
    ("place", "fits", "why_not"),
    [
        ("x_in=30&y_in=20", False, "Ida would stand 1.00 in over wall"),
        ("x_in=47.9&y_in=12", False, "over the edge of the table"),
        ("x_in=20&y_in=20", True, "Ida stands 0.80 in over Lund"),
    ],
)
def test_a_model_that_is_stuck_where_it_stands_fits_no_wall_for_that(evening, place, fits, why_not) -> None:
    _, table, client = evening
    ida = table.placed["ida"]
    lund = table.put("lund", x_in=ida.x_in + 0.2, y_in=ida.y_in).snapshot
    wall = Feature("wall", "solid", 0.0, 4.0, False, shapely.box(29.5, 15.0, 30.5, 25.0))
    table._publish(PublishedFrame(table.view.number + 1, replace(lund, terrain=Terrain((wall,)))))
    told = client.get(f"/api/whatif?model=ida&{place}").json
    assert (told["way"], told["fits"]) == (None, fits)
    assert why_not in told["why_not"]


def test_a_path_goes_by_the_places_that_somebody_draws_it_through(evening) -> None:
    _, _table, client = evening
    straight = client.get("/api/whatif?model=ida&x_in=10&y_in=20").json["way"]
    drawn = client.get("/api/whatif?model=ida&x_in=10&y_in=20&via=7,12;7,20").json
    assert (drawn["fits"], drawn["way"]["length_in"]) == (True, straight["length_in"] + 6)
    assert drawn["way"]["points"] == [[10, 12], [7, 12], [7, 20], [10, 20]]
    # and stays inside the table
    outside = client.get("/api/whatif?model=ida&x_in=10&y_in=20&via=0,12").json
    assert (outside["way"], outside["fits"]) == (None, False)
    assert "over the edge of the table" in outside["why_not"]
    # a hand that draws passes by a place without room; where it ends counts all the same
    around = client.get("/api/whatif?model=ida&x_in=10&y_in=20&via=7,12;0,16;7,20&drawn=1").json
    assert around["way"] == drawn["way"]
    assert client.get("/api/whatif?model=ida&x_in=0&y_in=20&via=7,12&drawn=1").json["fits"] is False


@pytest.mark.parametrize("via", ["7", "7,a", "7,inf", "1,2,3", ";", "1,1;" * 9 + "1,1"])
def test_a_path_by_way_of_nowhere_is_refused(refusing: FlaskClient, via: str) -> None:
    assert refusing.get(f"/api/whatif?model=ida&x_in=10&y_in=20&via={via}").status_code == 400


@pytest.mark.parametrize("place", ["", "x_in=nan&y_in=3", "x_in=1", "x_in=1e9&y_in=3", "x_in=a&y_in=b"])
def test_a_place_of_no_sense_is_refused(refusing: FlaskClient, place: str) -> None:
    assert refusing.get(f"/api/whatif?model=ida&{place}").status_code == 400


def test_models_moved_out_of_turn_count_there_when_both_sides_accept_it_and_for_no_side_alone(tmp_path) -> None:
    host, table, follower = watched(tmp_path)
    access = alone(("red", "blue"))
    app = create_app(Dependencies(table, lambda: Roster(()), host=host, access=access))

    def send(role: str, address: str, **said: Any) -> int:
        client = app.test_client()
        client.set_cookie(COOKIE, access.token(role))
        body = {"id": secrets.token_hex(12), **said}
        return client.post(f"/api/game/{address}", json=body, headers={"X-Tablecam": "page"}).status_code

    def state() -> Any:
        follower.look(host, table.view)
        return host.view_for("spectator")["game"]

    table.put("pit", x_in=15.0)
    assert [each["model"] for each in state()["nudged"]] == ["pit"]
    assert send("red", "stands", models=["pit"]) == 200
    key = state()["accepting"]["key"]
    assert send("red", "agree", proposal=key, seat="blue") == 200
    assert [each["model"] for each in state()["nudged"]] == ["pit"]
    assert send("spectator", "agree", proposal=key, seat="blue") == 403
    assert state()["accepting"]["needs"] == ["blue"]
    assert send("blue", "agree", proposal=key) == 200
    assert (state()["nudged"], state()["accepting"]) == ([], None)


@pytest.mark.slow
def test_the_page_sees_past_the_dead_that_still_stand_there_as_the_umpire_does(evening) -> None:
    host, table, client = evening
    gruff = table.placed["gruff"]
    table.put("pit", x_in=gruff.x_in, y_in=20.0)

    def shares() -> list[float]:
        """Of Gruff in Ida's sight, on the page, in "what if" and in the answer of the table."""
        x, y = table.placed["ida"].x_in, table.placed["ida"].y_in
        asked = ("/api/ranges?model=ida", f"/api/whatif?model=ida&x_in={x}&y_in={y}")
        told = [client.get(each).json["ranges"] for each in asked]
        page = [next(each for each in ranges if each["id"] == "gruff")["sight"]["share"] for ranges in told]
        with host.reading() as open_game:
            here = MeasuredTable(table.view.snapshot, open_game.game.state)
        return [*page, table_answer(Look(viewer="ida", targets=("gruff",)), here)["gruff"]["visible"]]

    assert shares() == [0.0, 0.0, 0.0]
    with host.reading() as open_game:
        open_game.game.correct(Removed(model="pit"), "it was forgotten there")
    assert shares() == pytest.approx([1.0, 1.0, 1.0])
