"""A game that is over is everybody's own share until it is closed: nothing that is sent is made of more."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hosting import BLUE, RED, keys
from shelf import shelf

from tablecam.game.hosting import commands
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone

ROLES = ("red", "blue", "table", "umpire", "spectator")
PATHS = ("", "/log", "/log.jsonl", "/report.html", "/statistics", "/film")


class Night:
    """A game of which red has given a secret order and then given up. order: which."""

    def __init__(self, folder: Path, order: str, access: Access) -> None:
        folder.mkdir()
        one = shelf(folder, turns=1, count=0)
        self.host = one.host
        for seat, models in (("red", RED), ("blue", BLUE)):
            question = next(each for each in keys(self.host, seat) if each["kind"] == "Assign")
            given = dict.fromkeys(models, order if seat == "red" else "snap-fire")
            self.host.answer(seat, {"key": question["key"], "raw": given})
        self.host.do(commands.concede, "blue", {})
        app = create_app(one.parts(access))
        self.clients: dict[str, FlaskClient] = {}
        for role in ROLES:
            self.clients[role] = app.test_client()
            self.clients[role].set_cookie(COOKIE, access.token(role))

    def told(self, role: str, *paths: str) -> list[str]:
        client = self.clients[role]
        said = [client.get(f"/api/games/1{path}") for path in paths or PATHS]
        # also what stands beside the text: a length or a mark is a sum too
        heads = [sorted((name, value) for name, value in each.headers if name != "Date") for each in said]
        return [*(each.text for each in said), *map(str, heads), client.get("/api/games").text]

    def close(self) -> None:
        number = self.host.view_for("table")["game"]["number"]
        self.host.do(commands.confirm, "table", {"number": number})


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.mark.slow
def test_until_it_is_closed_nothing_that_others_are_sent_depends_on_a_hidden_order(
    tmp_path: Path, access: Access
) -> None:
    one, other = (Night(tmp_path / order, order, access) for order in ("overwatch", "snap-fire"))
    assert one.told("red") != other.told("red")
    for role in ("blue", "table", "umpire", "spectator"):
        told = one.told(role)
        assert told == other.told(role)
        assert '"over":true' in told[0]
        assert '"closed":false' in told[0]
        count = len(json.loads(told[1])["lines"])
        at = tuple(f"/at?line={number}" for number in range(1, count + 1, 3))
        assert one.told(role, *at) == other.told(role, *at)
        assert one.host.view_for(role) == other.host.view_for(role)
        refused = one.clients[role].get("/api/games/1/log?whole=1")
        assert refused.status_code == 409
        assert not re.search(r"\d", refused.json["error"]["says"])


@pytest.mark.slow
def test_once_it_is_closed_all_of_it_is_for_everybody(tmp_path: Path, access: Access) -> None:
    night = Night(tmp_path / "night", "overwatch", access)
    night.close()
    lines = night.host.store.read(1)
    for role in ROLES:
        assert '"closed":true' in night.told(role)[0]
        whole = night.clients[role].get("/api/games/1/log?whole=1").json["lines"]
        assert len(whole) == len(lines)
        assert len(night.clients[role].get("/api/games/1/log.jsonl").text.splitlines()) == len(lines) + 1


@pytest.mark.slow
def test_a_game_of_an_earlier_version_is_a_share_while_it_is_open_and_whole_when_it_is_put_away(
    tmp_path: Path, access: Access
) -> None:
    night = Night(tmp_path / "night", "overwatch", access)
    first, *others = night.host.store.read(1)
    early = json.loads(first)
    early.pop("closes")
    kept = night.host.store.new()
    # it goes on here, as it was begun: not over yet
    kept.append([json.dumps(early), *others[:-1]])
    kept.close()
    assert night.host.open({"game": kept.id, "instead": True}) == kept.id
    night.host.do(commands.concede, "blue", {})
    whole = f"/api/games/{kept.id}/log?whole=1"
    assert night.clients["blue"].get(whole).status_code == 409
    night.host.close()
    assert night.clients["blue"].get(whole).status_code == 200
