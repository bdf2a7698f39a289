"""The dice tray over HTTP: the roll that counts, its picture, the answer, and the agreement to another roll."""

import secrets
from pathlib import Path
from typing import Any

import pytest
from fake_table import ShownLive, position, roster
from tray_truth import read_truth

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.tray_keeper import TrayKeeper
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray
from tablecam.storage.crops import Crops
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server.dependencies import Dependencies

FORCES = {"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}}


class TrayFrames:
    """The frames come by hand."""

    trouble = None


class Evening:
    """A game whose first questions are a die of each side, and a drawn tray beside it."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        live = ShownLive()
        live.show(PublishedFrame(1, position()))
        self.host = GameHost(GameStore(open_database(str(folder / "games.db"))), GameSetups(BOOKS), dict)
        self.host.begin(FORCES)
        self.tray = DrawnTray(5, lambda: self.now, fps=1e6)
        self.crops = Crops(folder / "crops")
        self.keeper = TrayKeeper(TrayFrames(), self.host, lambda _view, _field: read_truth(self.tray),
                                 self.crops.keep_roll)  # fmt: skip
        self.access = alone(("red", "blue"))
        parts = Dependencies(
            live, roster, access=self.access, host=self.host, tray=self.keeper, throw=lambda: self.tray.throw
        )
        self.app = create_app(parts)
        self.look()

    def look(self, seconds: float = 1.6) -> None:
        for _look in range(round(seconds * 10)):
            self.now += 0.1
            self.keeper.look(self.tray.read())

    def ask(self, role: str, path: str = "/api/tray") -> Any:
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        return client.get(path)

    def post(self, role: str, path: str, **said: Any) -> Any:
        client = self.app.test_client()
        client.set_cookie(COOKIE, self.access.token(role))
        return client.post(path, json={**said, "id": secrets.token_hex(12)}, headers={"X-Tablecam": "page"})

    def key(self, role: str) -> str:
        return next(each["key"] for each in self.ask(role, "/api/game").json["game"]["questions"] if each["mine"])


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    yield evening
    evening.crops.close()


def test_a_roll_fills_the_pad_and_its_picture_lies_beside_the_answer(evening) -> None:
    key = evening.key("red")
    evening.tray.throw("d10", [0])
    evening.look()
    roll = evening.ask("red").json["rolls"][key]
    assert (roll["faces"], roll["places"], roll["later"]) == ([10], [0], None)
    # either side could have thrown it: nothing is taken without a tap
    assert roll["sure"] is False
    ((x, y), *_corners) = roll["dice"][0]["outline"]
    assert 0 < x < 1 > y > 0
    picture = evening.ask("red", f"/api/tray/{roll['roll']}.jpg")
    assert picture.mimetype == "image/jpeg"
    answered = evening.post("red", "/api/game/answer", key=key, raw=roll["faces"], source="dice tray")
    assert answered.status_code == 200
    evening.look(0.2)
    evening.crops.close()
    with evening.host.reading() as game:
        lines = [n for n in game.game.log.live if getattr(game.game.log[n], "source", "") == "dice tray"]
    assert evening.crops.lines(game.id) == set(lines)
    assert evening.crops.roll_jpeg(game.id, lines[0]) == picture.data
    assert evening.ask("red").json["rolls"] == evening.ask("blue").json["rolls"] == {}


def test_a_roll_that_nobody_asked_for_is_said_so(evening) -> None:
    for role, face in (("red", 9), ("blue", 3)):
        evening.post(role, "/api/game/answer", key=evening.key(role), raw=[face], source="dice pad")
    evening.tray.throw("d10", [4])
    evening.look()
    said = evening.ask("red").json
    assert (said["ignored"], said["rolls"]) == ("nobody was asked to roll: these dice do not count", {})
    assert said["roll"]["dice"][0]["shown"] == 4


def test_a_later_roll_counts_once_both_sides_agree(evening) -> None:
    evening.tray.throw("d10", [2])
    evening.look()
    evening.tray.throw("d10", [9])
    evening.look()
    key = evening.key("red")
    first = evening.ask("red").json["rolls"][key]
    assert (first["faces"], first["later"]) == ([2], 2)
    assert evening.post("red", "/api/tray/agree", key=key, roll=2).status_code == 200
    assert evening.ask("red").json["rolls"][key]["agreed"] == ["red"]
    # the other side's devices know the question by the same key
    assert evening.post("blue", "/api/tray/agree", key=key, roll=2).status_code == 200
    assert evening.ask("red").json["rolls"][key]["faces"] == [9]
    assert evening.post("table", "/api/tray/agree", key=key, roll=7).status_code == 409
    assert evening.post("table", "/api/tray/agree", key=key, roll="x").status_code == 400


def test_the_demo_throws_what_a_question_asks_for(evening) -> None:
    assert evening.post("blue", "/api/tray/throw", key=evening.key("blue")).status_code == 200
    assert [(die.kind, die.side) for die in evening.tray.dice] == [("d10", 1)]
    assert evening.post("blue", "/api/tray/throw", key="9.9.9").status_code == 409


def test_the_tray_is_for_the_players(evening) -> None:
    assert evening.ask("spectator").status_code == 403
    assert evening.ask("red", "/api/tray/99.jpg").status_code == 404
