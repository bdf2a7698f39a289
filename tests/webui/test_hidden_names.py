"""Who a hidden model is stands in none of the bytes that the other side, the shared screen or a spectator is sent."""

import base64
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from everything_sent import everything_sent
from flask.testing import FlaskClient
from hosting import Table, miniature
from veil import WHO, WITH_VEIL

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.playthrough import anything
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.recorded_game import RecordedGame
from tablecam.live.game_observer import GameObserver
from tablecam.live.portraits import PortraitKeeper
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.storage.portraits import PortraitFolder
from tablecam.table.miniature import Placed, Roster
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies
from webui.table.board_names import Hidden, choose_hidden_names, nothing_hidden
from webui.wall.portrait_line import SIZE_PX, PortraitLine

# what the roster calls them, as the state does
NAMES = {model: name for blocks in WHO.values() for model, name in blocks.items()}
ROLES = ("red", "blue", "table", "spectator")


class Fog:
    """A game of hidden blocks on a table that is seen, and a browser for every role."""

    def __init__(self, folder: Path) -> None:
        self.table = Table()
        noise = self.table.placed["ida"].covariance
        self.table.placed = {
            model: Placed(self._model(model), 8.0 + 5 * number, 10.0 + 10 * (model[0] == "b"), 0.0, 0.0, noise)
            for number, model in enumerate(NAMES)
        }
        self.table.show()
        store = GameStore(open_database(str(folder / "games.db")))
        self.watch = GameObserver(self.table)
        called = dict(NAMES)
        self.host = GameHost(store, GameSetups(books=WITH_VEIL), lambda: called, self.watch)
        self.access = alone()
        roster = Roster(tuple(placed.model for placed in self.table.placed.values()))
        self.portraits = PortraitKeeper(self.table, PortraitFolder(folder))
        self.archive = archive = Archive(store, WITH_VEIL, lambda: called)
        self.app = create_app(
            Dependencies(
                self.table,
                lambda: roster,
                access=self.access,
                host=self.host,
                archive=archive,
                books=WITH_VEIL,
                portraits=self.portraits,
            )
        )
        self.host.begin({"book": "veil"})
        self.watch.look(self.host, self.table.view)

    def _model(self, model: str) -> Any:
        side = "red" if model[0] == "r" else "blue"
        return type(found := miniature(model, side))(
            **{**found.__dict__, "name": NAMES[model], "profile": f"card of {NAMES[model]}"}
        )

    def browser(self, role: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        return client

    def plays(self, chance: random.Random, count: int, wanted: str = "") -> None:
        """Answers at random; until a question of the wanted kind is open, where one is wanted."""
        for _answer in range(count):
            self.watch.look(self.host, self.table.view)
            with self.host.reading() as open_game:
                assert open_game
                if open_game.game.over or wanted in {type(each.ask).__name__ for each in open_game.game.open}:
                    return
                question = chance.choice(open_game.game.open)
                seat = question.ask.seat or chance.choice(open_game.game.seats)
                key, raw = open_game.key(question, seat), anything(question.ask, chance.randrange)
            with suppress(IllegalAnswer):
                self.host.answer(seat, {"key": key, "raw": raw, "source": "keypad"})

    def revealed(self) -> set[str]:
        with self.host.reading() as open_game:
            assert open_game
            return {model for model, block in open_game.game.state.models.items() if block.revealed}


@pytest.fixture
def fog(tmp_path: Path) -> Iterator[Fog]:
    fog = Fog(tmp_path)
    yield fog
    fog.table.stop()
    fog.host.close()


def sent_to(fog: Fog, role: str) -> dict[str, str]:
    """Every page that a role can get, and the beginning of its stream, by address."""
    return everything_sent(fog.app, fog.browser(role), fog.host, ("r1", "r2", "b2", "b1"))


def portrait(model: str) -> bytes:
    image = np.full((128, 128, 3), 20 * (1 + [*NAMES].index(model)), np.uint8)
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_the_other_side_gets_no_portrait_of_a_hidden_model(fog: Fog, tmp_path: Path) -> None:
    for model in NAMES:
        PortraitFolder(tmp_path).save(model, portrait(model))
    blocks = {"red": {"r1", "r2", "r3"}, "blue": {"b1", "b2", "b3"}}
    for role in ROLES:
        browser, known = fog.browser(role), blocks.get(role, set())
        assert browser.get("/api/portraits").json["portraits"].keys() == known
        for model in NAMES:
            answer = browser.get(f"/api/portraits/{model}.jpg")
            assert answer.status_code == (200 if model in known else 404), (role, model)
            assert (portrait(model) == answer.data) == (model in known)
    # not even whether it has changed
    version = fog.browser("red").get("/api/portraits/r1.jpg").headers["ETag"]
    assert fog.browser("blue").get("/api/portraits/r1.jpg", headers={"If-None-Match": version}).status_code == 404
    assert fog.browser("red").get("/api/portraits/r1.jpg?as=spectator").status_code == 404


def test_a_wall_gets_small_portraits_and_none_of_a_hidden_model(fog: Fog, tmp_path: Path) -> None:
    for model in NAMES:
        PortraitFolder(tmp_path).save(model, portrait(model))
    roster = Roster(tuple(placed.model for placed in fog.table.placed.values()))

    def read_line(hidden: Hidden) -> dict[str, str]:
        return json.loads(PortraitLine(fog.portraits.get_portraits, lambda: roster, hidden)())["portraits"]

    assert read_line(choose_hidden_names(fog.host)) == {}
    sent = read_line(nothing_hidden)
    assert sent.keys() == NAMES.keys()
    data = np.frombuffer(base64.b64decode(sent["b2"]), np.uint8)
    assert cv2.imdecode(data, cv2.IMREAD_COLOR).shape == (SIZE_PX, SIZE_PX, 3)
    assert read_line(lambda _role: {"b2": "a model"}).keys() == NAMES.keys() - {"b2"}


def leaks(sent: dict[str, str], names: list[str]) -> list[str]:
    return [f"{address}: {name}" for address, text in sent.items() for name in names if name in text]


@pytest.mark.slow
@pytest.mark.parametrize("wanted", ["Choose", "Roll"])
def test_no_byte_tells_another_role_who_a_hidden_block_is(fog: Fog, wanted: str) -> None:
    chance = random.Random(5)
    # past the first reveal, so that both kinds of names are about
    fog.plays(chance, 200, "Standing")
    fog.plays(chance, 200, wanted)
    hidden = NAMES.keys() - fog.revealed()
    assert hidden
    assert fog.revealed()
    for role in ROLES:
        sent = sent_to(fog, role)
        names = [NAMES[model] for model in sorted(hidden) if not model.startswith(role[0])
                 or role not in WHO]  # fmt: skip
        assert names
        assert leaks(sent, names) == []
        assert "Block" in sent["/api/game"]


@pytest.mark.slow
def test_a_side_reads_its_own_names_and_all_read_who_was_revealed(fog: Fog) -> None:
    fog.plays(random.Random(5), 200, "Standing")
    (model,) = fog.revealed()
    red, spectator = sent_to(fog, "red"), sent_to(fog, "spectator")
    assert all(NAMES[each] in red["/api/game"] for each in WHO["red"])
    for address in ("/api/game", "/api/events", "/api/games/1", "/api/games/1/report.html"):
        assert NAMES[model] in spectator[address], address


@pytest.mark.slow
def test_every_place_where_a_model_is_named_says_block(fog: Fog) -> None:
    fog.plays(random.Random(5), 200, "Choose")
    browser = fog.browser("blue")
    game = browser.get("/api/game").json["game"]
    assert game["names"]["r1"]["name"] == "Block 1"
    assert game["names"]["b1"]["name"] == "Quartermaster"
    assert game["state"]["models"]["r1"]["card"] is None
    assert game["state"]["models"]["b1"]["card"] is not None
    (question,) = game["questions"]
    assert question["ask"]["options"][0]["label"] == "Quartermaster"
    lines = [line["text"] for line in browser.get("/api/game/log").json["lines"]]
    assert any(text.startswith("Block") and "″" in text for text in lines)
    stream = sent_to(fog, "blue")["/api/events"]
    tables = [json.loads(part.partition("data: ")[2].split("\n")[0])
              for part in stream.split("event: ")[1:] if part.startswith("table")]  # fmt: skip
    assert {each["id"]: each["name"] for each in tables[0]["models"]}["r2"] == "Block 2"


def test_the_log_that_is_taken_home_hides_the_setup_and_the_places_hide_the_names(fog: Fog) -> None:
    fog.plays(random.Random(5), 200, "Choose")
    first, *others = fog.browser("blue").get("/api/games/1/log.jsonl").text.splitlines()
    assert json.loads(first)["setup"] == {"red": {"r1": "?", "r2": "?", "r3": "?"}, "blue": WHO["blue"]}
    positions = [line for line in map(json.loads, others) if line.get("position")]
    assert positions
    assert not any(name in line["position"] for line in positions for name in NAMES.values())


def test_the_shared_tablet_shows_a_side_its_own_names_in_private(fog: Fog) -> None:
    own = fog.host.private("red")["hidden"]
    assert {each["model"]: each["name"] for each in own} == WHO["red"]
    assert fog.host.view_for("table")["game"]["names"]["r1"]["name"] == "Block 1"


def test_a_refusal_names_nobody_that_the_role_does_not_know(fog: Fog) -> None:
    question = fog.host.view_for("red")["game"]["questions"][0]
    with pytest.raises(IllegalAnswer, match="Block 4 is not one of Lady Zenobia, Zealots and Zebra decoy"):
        fog.host.answer("red", {"key": question["key"], "raw": ["b1"], "source": "tap"})
    with pytest.raises(IllegalAnswer) as refused:
        fog.host.answer("table", {"key": fog.host.view_for("table")["game"]["questions"][0]["key"], "raw": ["b1"]})
    assert not any(name in str(refused.value) for name in NAMES.values())


@pytest.mark.slow
def test_once_the_game_is_closed_the_report_tells_all(fog: Fog) -> None:
    fog.plays(random.Random(5), 900)
    assert fog.host.view_for("table")["game"]["over"]
    fog.host.do(commands.confirm, "table", {"number": fog.host.view_for("table")["game"]["number"]})
    page = fog.browser("spectator").get("/api/games/1/report.html").text
    assert all(name in page for name in NAMES.values())


class EveryLineCrops:
    """A photograph of every line."""

    def photographs(self, _game: int, _since: float) -> tuple[int, ...]:
        return tuple(range(1, 200))

    def models(self, _game: int, _line: int, _since: float) -> tuple[str, ...]:
        return ()

    def table_jpeg(self, _game: int, _line: int) -> bytes:
        return b"a photograph"

    def roll_jpeg(self, _game: int, _line: int, _since: float) -> None:
        """No dice tray."""


@pytest.mark.slow
def test_nobody_gets_a_photograph_of_blocks_that_they_may_not_know(fog: Fog, monkeypatch: pytest.MonkeyPatch) -> None:
    fog.plays(random.Random(5), 200, "Standing")
    fog.archive.crops = EveryLineCrops()  # type: ignore[assignment]
    with fog.archive.reading(1) as past:
        measured = next(n for n in range(past.log.last, 0, -1) if getattr(past.log[n], "position", ""))
    for role in ROLES:
        browser = fog.browser(role)
        assert browser.get(f"/api/games/1/at?line={measured}").json["photograph"] is None, role
        assert browser.get(f"/api/games/1/photographs/{measured}.jpg").status_code == 404, role
    # a book that hides nobody shows them
    monkeypatch.setattr(RecordedGame, "hides_models", lambda *_: False)
    address = fog.browser("table").get(f"/api/games/1/at?line={measured}").json["photograph"]
    assert fog.browser("table").get(address).data == b"a photograph"
