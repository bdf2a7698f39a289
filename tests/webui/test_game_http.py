"""Whole games over HTTP: two seats with a browser each, who know nothing but what they are sent."""

import json
import random
import secrets
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fake_table import ShownLive, position, roster
from flask import Flask
from flask.testing import FlaskClient
from serving import served
from werkzeug.test import TestResponse

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone
from webui.game.feed import Feed, GameTexts, parse_had
from webui.server.dependencies import Dependencies
from webui.server.events import Texts, follow

# seconds of pictures or of whole games: the long round
pytestmark = pytest.mark.slow

FORCES = {"red": "harbour-watch", "blue": "tunnel-kin"}
ROLES = ("table", "red", "blue", "umpire", "spectator")
Json = Any


class Evening:
    """A server with a game on a database, and a browser for every role."""

    def __init__(self, folder: Path, access: Access | None = None) -> None:
        self.live = ShownLive()
        self.live.show(PublishedFrame(1, position()))
        self.host = GameHost(GameStore(open_database(str(folder / "games.db"))), GameSetups(BOOKS), dict)
        self.host.go_on()
        self.access = access or alone(("red", "blue"))
        self.app: Flask = create_app(Dependencies(self.live, roster, access=self.access, host=self.host))

    def browser(self, role: str) -> "Browser":
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        return Browser(client, role)


class Browser:
    """What a page of one role does."""

    def __init__(self, client: FlaskClient, role: str) -> None:
        self.client = client
        self.role = role

    def post(self, path: str, said: Json, id: str = "") -> TestResponse:
        body = {**said, "id": id or secrets.token_hex(12)}
        return self.client.post(path, json=body, headers={"X-Tablecam": "page"})

    def done(self, path: str, **said: Json) -> Json:
        response = self.post(path, said)
        assert response.status_code == 200, response.json
        return response.json

    @property
    def game(self) -> Json:
        return self.client.get("/api/game").json["game"]

    @property
    def mine(self) -> list[Json]:
        return [each for each in self.game["questions"] if each["mine"]]


@pytest.fixture
def evening(tmp_path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    evening.browser("table").done("/api/game/new", forces=FORCES, rules={"deployed": True})
    yield evening
    evening.live.stop()
    evening.host.close()


def anything(ask: Json, chance: random.Random) -> Json:
    """Some answer, from nothing but what the page was sent."""
    match ask["kind"]:
        case "Roll":
            die = ask["die"]
            return [chance.randint(die["first"], die["last"]) for _ in range(ask["count"])]
        case "Choose" | "React":
            return chance.choice([each["id"] for each in ask["options"] if not each.get("why_not")])
        case "Assign":
            return {item: chance.choice(ask["options"])["id"] for item in ask["items"]}
        case "Confirm" | "Settle":
            return chance.random() < 0.5
        case "Ranges":
            return {each: round(chance.uniform(0, 30), 2) for each in ask["others"]}
        case "Sight" | "Look":
            return {each: chance.choice([0.0, 0.6, 1.0]) for each in ask["targets"]}
        case "Contact" | "Touch" | "Under":
            return [each for each in ask["others"] if each == ask.get("must") or chance.random() < 0.1]
        case "Move" | "Deploy" | "Halted":
            return round(chance.uniform(0, ask["allowance_in"]), 2)
    raise AssertionError(f"the page has no way to answer a {ask['kind']}")


def play(players: list[Browser], chance: random.Random, most: int) -> int:
    """The players answer what they are asked until the game is over; how many answers stood."""
    stood = 0
    while stood < most:
        player = chance.choice(players)
        game = player.game
        if game["over"]:
            return stood
        mine = [each for each in game["questions"] if each["mine"]]
        if not mine:
            continue
        question = chance.choice(mine)
        said = {"key": question["key"], "raw": anything(question["ask"], chance), "source": "keypad"}
        response = player.post("/api/game/answer", said)
        assert response.status_code in (200, 409), response.json
        stood += response.status_code == 200
    return stood


@pytest.mark.long
def test_two_seats_play_from_nothing_but_what_they_are_sent(evening: Evening) -> None:
    assert play([evening.browser("red"), evening.browser("blue")], random.Random(3), 120) == 120
    told = {role: evening.browser(role).game for role in ROLES}
    assert {each["heading"] for each in told.values()} == {told["table"]["heading"]}


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_comes_to_its_end(seed: int, tmp_path) -> None:
    evening = Evening(tmp_path)
    evening.browser("umpire").done("/api/game/new", forces=FORCES)
    play([evening.browser("red"), evening.browser("blue")], random.Random(seed), 20_000)
    game = evening.browser("spectator").game
    assert game["over"]
    assert [side["seat"] for side in game["result"]["sides"]] == ["red", "blue"]
    assert game["result"]["sides"][0]["cells"]["lost"].endswith(" of 6")
    evening.host.close()


def test_a_key_that_is_stale_is_refused_with_a_sentence_and_changes_nothing(evening: Evening) -> None:
    red = evening.browser("red")
    (question,) = red.mine
    said = {"key": question["key"], "raw": dict.fromkeys(question["ask"]["items"], "snap-fire")}
    assert red.post("/api/game/answer", said).status_code == 200
    before = red.game
    late = red.post("/api/game/answer", said)
    assert late.status_code == 409
    assert late.json["error"]["says"] == "That question is no longer open: check the current question."
    assert red.game == before


def test_what_is_posted_twice_is_done_once_and_answered_alike(evening: Evening) -> None:
    red, blue = evening.browser("red"), evening.browser("blue")
    for browser in (red, blue):
        (question,) = browser.mine
        raw = dict.fromkeys(question["ask"]["items"], "snap-fire")
        browser.done("/api/game/answer", key=question["key"], raw=raw)
    said = {"key": red.mine[0]["key"], "raw": [7], "source": "dice pad"}
    number = red.game["number"]
    answers = [red.post("/api/game/answer", said, id="a" * 24) for _ in range(3)]
    assert [each.json for each in answers] == [{"done": True}] * 3
    assert red.game["number"] == number + 1


def test_two_taps_on_undo_take_back_one_deed(evening: Evening) -> None:
    players = [evening.browser("red"), evening.browser("blue")]
    play(players, random.Random(5), 30)
    blue = players[1]
    line = blue.game["last"]["line"]
    assert blue.post("/api/game/undo", {"line": line}).status_code == 200
    after = blue.game
    assert blue.post("/api/game/undo", {"line": line}).status_code == 409
    assert blue.game == after
    assert after["redo"]


def test_the_umpire_says_what_happened_by_one_of_the_forms(evening: Evening) -> None:
    umpire = evening.browser("umpire")
    forms = {each["name"]: each for each in umpire.client.get("/api/game/events").json["events"]}
    assert [each["takes"] for each in forms["Panicked"]["fields"]] == ["model", "text"]
    event = {"name": "Panicked", "model": "gruff", "why": "it ran"}
    umpire.done("/api/game/correct", event=event, why="we forgot")
    assert evening.browser("red").game["state"]["models"]["gruff"]["markers"] == ["panicked"]
    assert evening.browser("red").post("/api/game/correct", {"event": event, "why": "again"}).status_code == 403


def test_a_server_that_starts_again_asks_what_was_asked(evening: Evening, tmp_path) -> None:
    play([evening.browser("red"), evening.browser("blue")], random.Random(7), 41)
    before = {role: evening.browser(role).game for role in ROLES}
    evening.host.close()
    again = Evening(tmp_path, evening.access)
    assert {role: again.browser(role).game for role in ROLES} == before
    again.host.close()


@pytest.mark.parametrize("role", ["red", "blue", "spectator"])
@pytest.mark.parametrize("path", ["new", "open", "close", "settings", "correct", "abandon", "private"])
def test_only_the_table_and_the_umpire_set_up_and_judge(evening: Evening, role: str, path: str) -> None:
    response = evening.browser(role).post(f"/api/game/{path}", {"seat": "blue"})
    assert response.status_code == 403
    assert "Only the table" in response.json["error"]["says"]


def test_the_umpire_may_not_look_at_what_lies_face_down(evening: Evening) -> None:
    assert evening.browser("umpire").post("/api/game/private", {"seat": "red"}).status_code == 403
    held = evening.browser("table").done("/api/game/private", seat="red")
    assert [each["kind"] for each in held["questions"]] == ["Assign"]


def test_a_spectator_may_do_nothing_but_look(evening: Evening) -> None:
    spectator = evening.browser("spectator")
    for path in ("answer", "undo", "redo", "overrule", "agree", "decline", "concede", "stands"):
        assert spectator.post(f"/api/game/{path}", {}).status_code == 403
    assert all(not each["mine"] for each in spectator.game["questions"])


def test_models_have_the_same_codes_as_on_the_board(evening: Evening) -> None:
    names = evening.browser("table").game["names"]
    # Ida is on the roster of the other side's B models; whoever is not is numbered after them
    assert names["ida"] == {"name": "Ida", "side": "red", "code": "B5"}
    assert names["brandt"]["code"] == "A5"
    assert len({each["code"] for each in names.values()}) == 12


# the stream


def taken(stream: Iterator[str], count: int) -> list[tuple[str, str, Json]]:
    """Id, name and data of the next events but the pulse."""
    found: list[tuple[str, str, Json]] = []
    while len(found) < count:
        text = next(stream)
        if text.startswith("id: ") and "event: pulse" not in text:
            id, name, data = (line.partition(": ")[2] for line in text.splitlines()[:3])
            found.append((id, name, json.loads(data)))
    return found


def stream_of(evening: Evening, role: str, had: tuple[int, int] | None = None) -> tuple[Iterator[str], Feed]:
    feed = Feed(GameTexts(evening.host, roster), role, had)
    return follow(evening.live, Texts(roster, BOOKS), pulse_s=0.01, feed=feed), feed


def test_a_new_page_gets_the_game_and_its_whole_log(evening: Evening) -> None:
    stream, _ = stream_of(evening, "red")
    told = {name: data for _, name, data in taken(stream, 5)}
    assert list(told) == ["ground", "table", "news", "log", "game"]
    assert told["log"]["from"] == 1
    assert told["game"] == evening.browser("red").client.get("/api/game").json


def test_an_answer_is_on_the_stream_as_the_lines_that_are_new(evening: Evening) -> None:
    stream, feed = stream_of(evening, "blue")
    whole = taken(stream, 5)[3][2]["lines"]
    play([evening.browser("red")], random.Random(1), 1)
    log, game = taken(stream, 2)
    assert log[2]["from"] == len(whole) + 1
    assert [each["text"] for each in log[2]["lines"]] == ["Red has answered"]
    assert game[2]["game"]["number"] == len(whole) + 1
    assert log[0].endswith(f"/{feed.mark}") or game[0].endswith(f"/{feed.mark}")


def test_a_page_that_comes_back_gets_exactly_what_it_lacks(evening: Evening) -> None:
    play([evening.browser("red"), evening.browser("blue")], random.Random(2), 40)
    client = evening.browser("red").client
    whole = client.get("/api/game/log").json["lines"]
    for headers, query in (
        ({"Last-Event-ID": "7/1.12"}, ""),
        ({}, "?log=1.12"),
        ({"Last-Event-ID": "7/1.12"}, "?log=1.3"),
    ):
        response = client.get(f"/api/events{query}", headers=headers)
        stream = (chunk.decode() for chunk in response.response)
        told = {name: data for _, name, data in taken(stream, 5)}
        assert told["log"]["from"] == 13
        assert told["log"]["lines"] == whole[12:]
        response.close()


def test_a_page_that_has_the_log_of_another_game_gets_this_one_s(evening: Evening) -> None:
    evening.browser("table").done("/api/game/new", forces=FORCES, instead=True)
    stream, _ = stream_of(evening, "red", (1, 4))
    told = {name: data for _, name, data in taken(stream, 5)}
    assert (told["log"]["game"], told["log"]["from"]) == (2, 1)


def test_after_the_game_is_put_away_there_is_none(evening: Evening) -> None:
    stream, _ = stream_of(evening, "spectator")
    taken(stream, 5)
    evening.browser("table").done("/api/game/close")
    assert taken(stream, 1)[0][1:] == ("game", {"game": None})


def test_the_state_is_made_once_for_all_who_have_a_role(evening: Evening, monkeypatch) -> None:
    texts, made = GameTexts(evening.host, roster), []
    view_for = evening.host.view_for
    monkeypatch.setattr(evening.host, "view_for", lambda role: made.append(role) or view_for(role))
    for role in ("red", "red", "spectator", "spectator", "spectator"):
        texts.game(role)
    assert made == ["red", "spectator"]


@pytest.mark.parametrize("text", [None, "", "7", "a.b", "7.-1", "-7.1", "7.1.2", "²." + "1", "1." + "9" * 5000])
def test_what_a_page_has_is_two_numbers_or_nothing(text: str | None) -> None:
    assert parse_had(text) is None


@pytest.mark.long
def test_fifty_readers_all_get_the_last_state_and_every_line(evening: Evening) -> None:
    with served(evening.app) as address:
        fifty_read(evening, address)


def fifty_read(evening: Evening, address: str) -> None:
    ready, got = threading.Barrier(51), []
    final = threading.Event()

    def read(role: str) -> None:
        connection = HTTPConnection(urlsplit(address).netloc, timeout=120)
        connection.request("GET", "/api/events", headers={"Cookie": f"{COOKIE}={evening.access.token(role)}"})
        response = connection.getresponse()
        name, lines, began = "", [], False
        for raw in response:
            text = raw.decode().rstrip("\n")
            name = text.removeprefix("event: ") if text.startswith("event: ") else name
            if not text.startswith("data: "):
                continue
            data = json.loads(text.removeprefix("data: "))
            if name == "log":
                lines += data["lines"]
            if name == "game" and not began:
                began = True
                ready.wait()
            if final.is_set() and name in ("game", "pulse") and len(lines) == final_lines[role]:
                break
        got.append((role, [each["n"] for each in lines]))
        connection.close()

    final_lines: dict[str, int] = {}
    threads = [threading.Thread(target=read, args=(ROLES[number % 5],)) for number in range(50)]
    for thread in threads:
        thread.start()
    ready.wait()
    play([evening.browser("red"), evening.browser("blue")], random.Random(9), 60)
    final_lines.update({role: evening.browser(role).game["number"] for role in ROLES})
    final.set()
    for thread in threads:
        thread.join()
    assert len(got) == 50
    assert all(numbers == list(range(1, final_lines[role] + 1)) for role, numbers in got)
