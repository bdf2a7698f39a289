"""A seat says what it intends: it stands on every screen and in the log, and a dispute shows it."""

from pathlib import Path

import pytest
from hosting import choose, orders, watched

from tablecam.game.hosting import commands, game_view
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.ask import IllegalAnswer

ROLES = ("table", "red", "blue", "umpire", "spectator")
TEXT = "Red intends: Brandt to 6.0, 15.0, 3.0 in"
WAY = [[6.0, 12.0], [6.0, 15]]


def begun(folder: Path):
    host, table, follower = watched(folder)
    orders(host)
    choose(host, "red", [9], source="dice pad")
    choose(host, "blue", [3], source="dice pad")
    choose(host, "red", "first")
    return host, table, follower


@pytest.fixture
def parts(tmp_path):
    return begun(tmp_path)


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> GameHost:
    """For tests in which everything is refused."""
    return begun(tmp_path_factory.mktemp("refusing"))[0]


@pytest.fixture
def host(parts) -> GameHost:
    return parts[0]


def game(host: GameHost, role: str = "table"):
    return host.view_for(role)["game"]


def intend(host: GameHost, role: str = "red", model: str = "brandt", way: object = WAY) -> None:
    host.do(game_view.intend, role, {"model": model, "way": way})


def texts(host: GameHost, role: str) -> list[str]:
    log = host.log(role, None, 0)
    assert log
    return [line["text"] for line in log["lines"] if line["kind"] == "intends"]


def test_it_stands_on_every_screen_and_in_everybodys_log(host: GameHost) -> None:
    intend(host)
    for role in ROLES:
        (shown,) = game(host, role)["intentions"]
        assert shown == {"model": "brandt", "seat": "red", "way_in": WAY, "length_in": 3.0, "text": TEXT}
        assert texts(host, role) == [TEXT]
    host.do(game_view.withdraw, "red", {"model": "brandt"})
    assert game(host)["intentions"] == []
    with pytest.raises(IllegalAnswer, match="no declaration about Brandt is in force"):
        host.do(game_view.withdraw, "red", {"model": "brandt"})


def test_a_side_speaks_for_its_own_models_alone_and_the_shared_tablet_for_both(host: GameHost) -> None:
    before = [host.log(role, None, 0) for role in ROLES]
    for role, model in (("red", "mother"), ("blue", "brandt"), ("umpire", "brandt"), ("red", "nobody")):
        with pytest.raises(IllegalAnswer, match="its own models"):
            intend(host, role, model)
    assert [host.log(role, None, 0) for role in ROLES] == before
    intend(host, "table", "mother")
    assert game(host)["intentions"][0]["seat"] == "blue"


@pytest.mark.parametrize(
    "way", [None, [], [[1, 2]], [[1, 2], [3]], [[1, 2], ["3", 4]], [[1, 2], [True, 5000]], [[0, 0]] * 61, "way"]
)
def test_a_way_is_a_few_points_on_the_table(refusing: GameHost, way: object) -> None:
    with pytest.raises(IllegalAnswer, match="point"):
        intend(refusing, way=way)
    assert texts(refusing, "table") == []


def test_undo_and_the_question_stay_what_they_were(host: GameHost) -> None:
    before = game(host)
    intend(host)
    after = game(host)
    assert after["questions"] == before["questions"]
    assert (after["last"], after["redo"]) == (before["last"], before["redo"])
    host.do(commands.undo, "table", {"line": after["last"]["line"]})
    assert game(host)["intentions"] == []


def test_a_dispute_shows_it_beside_what_was_done_until_the_action_is_over(parts) -> None:
    host, table, follower = parts
    intend(host)
    host.do(commands.name, "red", {"model": "brandt"})
    choose(host, "red", "move+shoot")
    assert game(host)["acting"] == "brandt"
    table.carry("brandt", [(6.0, 14.0)])
    follower.look(host, table.view)
    move = next(each for each in game(host, "red")["questions"] if each["kind"] == "Move")
    host.answer("red", {"key": move["key"], "source": "table"})
    line = next(each["line"] for each in game(host, "red")["facts"] if each["kind"] == "Move")
    assert host.line("red", line)["intended"] == [TEXT]
    host.do(commands.overrule, "red", {"line": line, "raw": 3.0, "why": "the tape says so"})
    assert game(host, "blue")["proposal"]["intended"] == [TEXT]
    with pytest.raises(IllegalAnswer, match="settle it first"):
        intend(host)
    host.do(commands.decline, "blue", {})
    assert game(host)["intentions"] != []


def test_the_game_that_is_opened_again_has_what_was_said(host: GameHost) -> None:
    intend(host)
    number = game(host)["id"]
    host.close()
    host.open({"game": number})
    assert [shown["text"] for shown in game(host, "spectator")["intentions"]] == [TEXT]
