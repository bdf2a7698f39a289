"""Games read back over the page: each role sees its own lines, and of a game that is over everybody all of it."""

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient
from PIL import Image, ImageColor
from shelf import IN_PROGRESS, OVER, Shelf, shelf

from tablecam.game.replay.board_svg import FALLEN, SIDES
from tablecam.game.replay.report_theme import POLICY
from tablecam.storage.game_store import read_game
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone

ROLES = ("red", "blue", "table", "umpire", "spectator")
SVG = "{http://www.w3.org/2000/svg}"
PICTURED = re.compile(r"/crops/(\d+)-ida.jpg")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return shelf(tmp_path_factory.mktemp("shelf"))


@pytest.fixture(scope="module")
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture(scope="module")
def clients(kept: Shelf, access: Access) -> dict[str, FlaskClient]:
    app = create_app(kept.parts(access))
    found = {}
    for role in ROLES:
        found[role] = app.test_client()
        found[role].set_cookie(COOKIE, access.token(role))
    return found


@pytest.mark.slow
def test_games_are_listed_with_how_they_stand_the_newest_first(clients: dict[str, FlaskClient]) -> None:
    rows = clients["spectator"].get("/api/games").json["games"]
    assert [(row["id"], row["over"], row["open"]) for row in rows] == [(OVER, True, False), (IN_PROGRESS, False, True)]
    assert rows[0]["result"]["winner"] == "blue"
    assert rows[0]["players"] == {"red": "Harbour <Watch>", "blue": "Kin & Co"}
    assert [(seat["id"], seat["name"], seat["number"]) for seat in rows[0]["seats"]] == [
        ("red", "Red", 0),
        ("blue", "Blue", 1),
    ]


@pytest.mark.slow
def test_the_log_is_the_streams_own_from_any_line(clients: dict[str, FlaskClient], kept: Shelf) -> None:
    for role in ROLES:
        told = clients[role].get(f"/api/games/{IN_PROGRESS}/log").json["lines"]
        assert told == kept.host.log(role, None, 0)["lines"]
        part = clients[role].get(f"/api/games/{IN_PROGRESS}/log?from=9").json
        assert part == {"game": IN_PROGRESS, "from": 9, "lines": told[8:]}


@pytest.mark.slow
def test_no_role_ever_gets_an_order_that_lies_face_down_from_it(clients: dict[str, FlaskClient], kept: Shelf) -> None:
    hidden = {"red": {"red"}, "blue": {"blue"}}
    covered = dict.fromkeys(ROLES, 0)
    for role in ROLES:
        lines = clients[role].get(f"/api/games/{IN_PROGRESS}/log").json["lines"]
        for line in lines[:: 1 if role == "blue" else 7]:
            told = clients[role].get(f"/api/games/{IN_PROGRESS}/at?line={line['n']}").json
            for model, each in told["state"]["models"].items():
                own = told_side(kept, model) in hidden.get(role, set())
                # what lies open is a marker for everybody
                face_down = [counter for counter in each["counters"] if counter["kind"] != "marker"]
                assert {(counter["kind"], counter["value"] is None) for counter in face_down} <= (
                    {("own", False)} if own else {("hidden", True)}
                ), (role, line, model)
                covered[role] += len(face_down)
    assert all(covered.values())


def told_side(kept: Shelf, model: str) -> str:
    with kept.host.reading() as open_game:
        side: str = open_game.game.state[model].side
    return side


@pytest.mark.slow
def test_what_one_seat_is_sent_does_not_depend_on_the_other_ones_orders(tmp_path: Path, access: Access) -> None:
    sent = []
    for order in ("overwatch", "snap-fire"):
        folder = tmp_path / order
        folder.mkdir()
        one = shelf(folder, turns=1, count=0)
        for seat, given in (("red", order), ("blue", "snap-fire")):
            game = one.host.view_for(seat)["game"]
            question = next(each for each in game["questions"] if each["mine"])
            one.host.answer(seat, {"key": question["key"], "raw": dict.fromkeys(question["ask"]["items"], given)})
        client = create_app(one.parts(access)).test_client()
        client.set_cookie(COOKIE, access.token("blue"))
        count = len(client.get("/api/games/1/log").json["lines"])
        paths = ["log", "log.jsonl", "report.html", *(f"at?line={number}" for number in range(1, count + 1))]
        paths += [f"board.svg?line={number}" for number in range(1, count + 1)]
        sent.append([client.get(f"/api/games/1/{path}").text for path in paths])
    assert sent[0] == sent[1]
    assert '"answer":null' in sent[0][1]


@pytest.mark.slow
def test_all_of_a_game_is_for_everybody_once_it_is_over_and_for_nobody_before(clients: dict[str, FlaskClient]) -> None:
    for role in ROLES:
        whole = clients[role].get(f"/api/games/{OVER}/log?whole=1").json["lines"]
        own = clients[role].get(f"/api/games/{OVER}/log").json["lines"]
        assert len(whole) > len(own)
        refused = clients[role].get(f"/api/games/{IN_PROGRESS}/log?whole=1")
        assert refused.status_code == 409
        assert "once it is closed" in refused.json["error"]["says"]
    orders = next(line for line in whole if line["kind"] == "event" and "gives" in line["text"])
    at = clients["spectator"].get(f"/api/games/{OVER}/at?whole=1&line={orders['n']}").json
    counters = [counter for each in at["state"]["models"].values() for counter in each["counters"]]
    assert {counter["value"] for counter in counters} & {"Overwatch", "Snap-fire"}


@pytest.mark.slow
def test_a_line_shows_the_board_as_it_was_measured_then(clients: dict[str, FlaskClient]) -> None:
    client = clients["spectator"]
    lines = client.get(f"/api/games/{OVER}/log?whole=1").json["lines"]
    measured = [line["n"] for line in lines if line["fact"]]
    first, last = (client.get(f"/api/games/{OVER}/at?whole=1&line={n}").json for n in (measured[0], lines[-1]["n"]))
    assert first["measured"]
    assert len(first["table"]["models"]) == 12
    assert {feature["name"] for feature in first["ground"]["terrain"]} == {"warehouse", "crates", "hedge"}
    assert first["table"]["sides"] == ["red", "blue"]
    assert [each["x_in"] for each in first["table"]["models"]] != [each["x_in"] for each in last["table"]["models"]]
    assert first["turn"] == 1


@pytest.mark.slow
def test_an_answer_about_sight_brings_its_reasons_for_each_target(clients: dict[str, FlaskClient]) -> None:
    client = clients["spectator"]
    lines = client.get(f"/api/games/{OVER}/log?whole=1").json["lines"]
    looks = (line for line in lines if line["kind"] == "answer" and " sees " in line["text"] and ";" in line["text"])
    number = next(looks)["n"]
    at = client.get(f"/api/games/{OVER}/at?whole=1&line={number}").json
    assert at["sight"]["target"] == at["targets"][0]
    other = client.get(f"/api/games/{OVER}/at?whole=1&line={number}&target={at['targets'][1]}").json
    assert other["sight"]["target"] == at["targets"][1]
    assert other["sight"]["wedge"]
    elsewhere = client.get(f"/api/games/{OVER}/at?whole=1&line={number}&target=nobody").json
    assert elsewhere["sight"] == at["sight"]


@pytest.mark.slow
def test_a_roll_brings_what_was_added_to_it_with_the_clauses(clients: dict[str, FlaskClient]) -> None:
    client = clients["spectator"]
    lines = client.get(f"/api/games/{OVER}/log?whole=1").json["lines"]
    number = next(line["n"] for line in lines if line["kind"] == "answer" and "2d10" in line["text"])
    assert lines[number - 1]["clause"].startswith("UW-QS Making a Command Check")
    reasons = client.get(f"/api/games/{OVER}/at?whole=1&line={number}").json["line"]["reasons"]
    assert reasons[0] | {"amount": 0} == {"amount": 0, "why": "CD", "clause": "UW-QS Stat Line (UW-011)"}
    assert f"CD {reasons[0]['amount']}" in lines[number - 1]["text"]


@pytest.mark.slow
def test_pictures_come_with_the_lines_of_their_procedure_under_the_roles_own_number(
    clients: dict[str, FlaskClient], kept: Shelf
) -> None:
    with kept.archive.reading(IN_PROGRESS) as past:
        blue = past.view_as("blue")
        own = max(n for n, line in enumerate(blue.lines, 1) if line["kind"] == "answer" and line["fact"])
        true = blue.true(own)
    kept.pictured(IN_PROGRESS, true, "ida")
    told = clients["blue"].get(f"/api/games/{IN_PROGRESS}/at?line={own}").json["crops"]
    assert [each["model"] for each in told] == ["ida"]
    assert PICTURED.search(told[0]["url"])[1] == str(own)
    picture = clients["blue"].get(told[0]["url"])
    assert picture.mimetype == "image/jpeg"
    assert picture.data[:2] == b"\xff\xd8"
    for line in (own + 1, 0, 99999):
        assert clients["blue"].get(f"/api/games/{IN_PROGRESS}/crops/{line}-ida.jpg").status_code == 404


@pytest.mark.slow
def test_the_picture_of_a_roll_comes_with_its_line(clients: dict[str, FlaskClient], kept: Shelf) -> None:
    with kept.archive.reading(IN_PROGRESS) as past:
        blue = past.view_as("blue")
        own = max(n for n, line in enumerate(blue.lines, 1) if line["kind"] == "answer")
        true = blue.true(own)
    assert kept.archive.crops
    kept.archive.crops.keep_roll(IN_PROGRESS, true, b"a picture")
    kept.archive.crops.close()
    url = clients["blue"].get(f"/api/games/{IN_PROGRESS}/at?line={own}").json["roll"]
    assert clients["blue"].get(url).data == b"a picture"
    assert clients["blue"].get(f"/api/games/{IN_PROGRESS}/at?line={own - 1}").json["roll"] is None
    for line in (own - 1, 0, 99999):
        assert clients["blue"].get(f"/api/games/{IN_PROGRESS}/rolls/{line}.jpg").status_code == 404


@pytest.mark.slow
def test_a_report_is_a_page_by_itself_that_may_ask_for_nothing(clients: dict[str, FlaskClient]) -> None:
    told = clients["spectator"].get(f"/api/games/{OVER}/report.html")
    assert told.mimetype == "text/html"
    assert told.headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
    assert "unsafe" not in POLICY
    assert "Harbour &lt;Watch&gt; against Kin &amp; Co" in told.text
    assert "<Watch>" not in told.text
    saved = clients["spectator"].get(f"/api/games/{OVER}/report.html?download=1")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="game-2.html"'


@pytest.mark.slow
def test_the_board_of_a_line_is_a_drawing_and_pixels_of_the_models_where_they_stood(
    clients: dict[str, FlaskClient],
) -> None:
    told = clients["spectator"].get(f"/api/games/{IN_PROGRESS}/at").json
    line = told["line"]["n"]
    drawn = clients["spectator"].get(f"/api/games/{IN_PROGRESS}/board.svg?line={line}")
    assert drawn.mimetype == "image/svg+xml"
    assert drawn.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    svg = ET.fromstring(drawn.text)
    models = {each.get("data-model") for each in svg.iter(f"{SVG}g")}
    assert models == {model["id"] for model in told["table"]["models"]}
    words = [each.text for each in svg.iter(f"{SVG}text")]
    assert {model["code"] for model in told["table"]["models"]} <= set(words)
    assert any(told["line"]["text"][:20] in word for word in words if word)
    pixels = clients["spectator"].get(f"/api/games/{IN_PROGRESS}/board.png?line={line}&download=1")
    assert pixels.mimetype == "image/png"
    assert pixels.headers["Content-Disposition"] == f'attachment; filename="game-1-line-{line}.png"'
    picture = Image.open(io.BytesIO(pixels.data)).convert("RGB")
    left, top, width, _height = map(float, svg.get("viewBox", "").split())
    scale = picture.width / width
    for model in told["table"]["models"]:
        at = (round((model["x_in"] - left) * scale), round((-model["y_in"] - top) * scale))
        side = SIDES[("red", "blue").index(model["side"])]
        alive = told["state"]["models"][model["id"]]["alive"]
        assert picture.getpixel(at) == ImageColor.getrgb(side if alive else FALLEN)


@pytest.mark.slow
def test_the_table_now_is_a_picture_of_the_game_that_is_played(clients: dict[str, FlaskClient], kept: Shelf) -> None:
    drawn = clients["spectator"].get("/api/board.svg")
    game = kept.host.view_for("spectator")["game"]
    assert game["heading"][:20] in drawn.text
    assert drawn.text.count("data-model") == len(kept.table.placed)
    assert clients["spectator"].get("/api/board.png").data[:4] == b"\x89PNG"


@pytest.mark.slow
def test_a_board_that_nobody_measured_or_that_is_not_there_is_refused_in_a_sentence(
    clients: dict[str, FlaskClient],
) -> None:
    unmeasured = clients["table"].get(f"/api/games/{OVER}/board.png?line=1")
    assert unmeasured.status_code == 404
    assert "measured" in unmeasured.json["error"]["says"]
    assert clients["table"].get("/api/games/77/board.svg").status_code == 404


@pytest.mark.slow
def test_the_file_of_a_game_that_is_over_is_whole_and_else_the_roles_own(
    clients: dict[str, FlaskClient], kept: Shelf, tmp_path: Path
) -> None:
    (tmp_path / "over.jsonl").write_bytes(clients["spectator"].get(f"/api/games/{OVER}/log.jsonl").data)
    assert read_game(tmp_path / "over.jsonl") == kept.host.store.read(OVER)
    (tmp_path / "blue.jsonl").write_bytes(clients["blue"].get(f"/api/games/{IN_PROGRESS}/log.jsonl").data)
    lines = [json.loads(line) for line in read_game(tmp_path / "blue.jsonl")]
    with kept.host.reading() as open_game:
        assert lines == open_game.logs["blue"].view.lines


@pytest.mark.slow
def test_what_is_not_there_is_said_in_a_sentence(clients: dict[str, FlaskClient]) -> None:
    for path, status in (("9", 404), ("9/log", 404), ("9/report.html", 404), ("1/at?line=99999", 409)):
        told = clients["table"].get(f"/api/games/{path}")
        assert told.status_code == status
        assert told.json["error"]["says"].endswith(".")
