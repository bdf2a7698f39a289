"""What a role is sent never depends on what the other side has ordered in secret: compared byte by byte."""

import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hosting import BLUE, RED, Table, choose, keys, watched
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.playthrough import anything
from tablecam.live.game_observer import GameObserver
from tablecam.rules.ask import IllegalAnswer

MODELS = {"red": RED, "blue": BLUE}
ORDERS = st.sampled_from(("overwatch", "snap-fire"))
Evening = tuple[GameHost, Table, GameObserver]


def other(seat: str) -> str:
    return "blue" if seat == "red" else "red"


@contextmanager
def pair() -> Iterator[list[Evening]]:
    """Two evenings that begin alike."""
    with tempfile.TemporaryDirectory() as a, tempfile.TemporaryDirectory() as b:
        yield [watched(Path(a)), watched(Path(b))]


def sent(host: GameHost, seat: str) -> str:
    """All that goes to whoever is not of that seat: states, logs, and what the shared tablet may look at privately."""
    roles = ("table", "umpire", "spectator", other(seat))
    told = [[host.view_for(role), host.log(role, None, 0)] for role in roles]
    return json.dumps([told, host.private(other(seat)), host.list_games()])


def step(games: list[Evening], seat: str, chance: random.Random) -> bool:
    """The same is done in both games; False where that would show what the seat has ordered, or cannot be."""
    seen = [keys(host, other(seat)) for host, _, _ in games]
    assert seen[0] == seen[1]
    if seen[0]:
        question = chance.choice(seen[0])
        if question["measured"]:
            return moved(games, question, other(seat), chance)
        return all_do(games, other(seat), question["key"], chance)
    public = [each for each in keys(games[0][0], "table") if each["seat"] in (seat, None)]
    if public:
        question = chance.choice(public)
        if question["measured"]:
            return moved(games, question, "table", chance)
        return all_do(games, "table", question["key"], chance)
    private = [[each for each in keys(host, seat) if each["kind"] == "Choose"] for host, _, _ in games]
    if not all(private):
        return False
    either = [{each["id"] for each in one[0]["ask"]["options"]} for one in private]
    both = sorted(either[0] & either[1])
    if not both:
        return False
    raw = chance.choice(both)
    for (host, _, _), (question, *_) in zip(games, private, strict=True):
        host.answer(seat, {"key": question["key"], "raw": raw})
    return True


def moved(games: list[Evening], question: dict[str, Any], role: str, chance: random.Random) -> bool:
    """A model is carried some way, and its side says that it is done."""
    model, far = question["ask"]["model"], question["ask"]["allowance_in"]
    dx, dy = (chance.uniform(-0.6, 0.6) * far for _ in range(2))
    to = (0.0, 0.0)
    for host, table, follower in games:
        here = table.placed[model]
        to = (min(max(here.x_in + dx, 1), 43), min(max(here.y_in + dy, 1), 43))
        table.put(model, x_in=(here.x_in + to[0]) / 2, y_in=(here.y_in + to[1]) / 2, state="moving")
        follower.look(host, table.view)
    assert sent(games[0][0], seat_hidden(role)) == sent(games[1][0], seat_hidden(role))
    for host, table, follower in games:
        table.carry(model, [to])
        follower.look(host, table.view)
        try:
            host.answer(role, {"key": question["key"], "source": "table"})
        except IllegalAnswer:
            host.answer(role, {"key": question["key"], "raw": 0.5, "source": "keypad"})
    return True


def seat_hidden(role: str) -> str:
    """Whose orders must not show where a role has acted."""
    return HIDDEN[0] if role == "table" else other(role)


HIDDEN = ["red"]


def all_do(games: list[Evening], role: str, key: str, chance: random.Random) -> bool:
    """One answer that stands in both."""
    with games[0][0].reading() as open_game:
        assert open_game
        seat = role if role in MODELS else ""
        ask = open_game.question(key, seat).ask
        raws = [anything(ask, chance.randrange) for _ in range(40)]
    for raw in raws:
        stood = []
        for host, _, _ in games:
            try:
                host.answer(role, {"key": key, "raw": raw, "source": "keypad"})
                stood.append("")
            except IllegalAnswer as refused:
                stood.append(str(refused))
        assert stood[0] == stood[1]
        if not stood[0]:
            return True
    return False


def run_out(games: list[Evening], seat: str) -> bool:
    """Whether a side has nobody left to activate in one game and somebody in the other, which all may see."""
    ready = []
    for host, _, _ in games:
        with host.reading() as open_game:
            assert open_game
            ready.append(bool(open_game.game.state.ready(seat)))
    return ready[0] != ready[1]


def compared(seat: str, orders: list[list[str]], chance: random.Random, steps: int) -> None:
    """Two games that differ in one side's orders are played alike, and everybody else is sent the same bytes."""
    HIDDEN[0] = seat
    with pair() as games:
        for (host, _, _), mine in zip(games, orders, strict=True):
            choose(host, seat, dict(zip(MODELS[seat], mine, strict=True)))
            choose(host, other(seat), dict.fromkeys(MODELS[other(seat)], "snap-fire"))
        for _ in range(steps):
            assert sent(games[0][0], seat) == sent(games[1][0], seat)
            if not step(games, seat, chance) or run_out(games, seat):
                break
            for host, table, follower in games:
                follower.look(host, table.view)


SIX = st.lists(ORDERS, min_size=5, max_size=5).map(lambda orders: ["snap-fire", *orders])
TWO = st.tuples(SIX, SIX).map(list)


@pytest.mark.slow
@settings(max_examples=2, deadline=None, phases=(Phase.generate,), suppress_health_check=[HealthCheck.too_slow])
@given(seat=st.sampled_from(("red", "blue")), orders=TWO, seed=st.integers(0, 10**6))
def test_one_side_s_orders_change_no_byte_of_what_everybody_else_is_sent(seat, orders, seed) -> None:
    compared(seat, orders, random.Random(seed), 14)


@pytest.mark.long
@settings(max_examples=6, deadline=None, phases=(Phase.generate,), suppress_health_check=[HealthCheck.too_slow])
@given(seat=st.sampled_from(("red", "blue")), orders=TWO, seed=st.integers(0, 10**6))
def test_nor_do_they_in_the_course_of_a_turn(seat, orders, seed) -> None:
    compared(seat, orders, random.Random(seed), 60)


@pytest.mark.slow
def test_taking_back_and_putting_right_tell_nothing_either(tmp_path) -> None:
    games = []
    for name, order in (("a", "overwatch"), ("b", "snap-fire")):
        (tmp_path / name).mkdir()
        host, _, _ = watched(tmp_path / name)
        choose(host, "red", {each: order if each == "vik" else "snap-fire" for each in RED})
        choose(host, "blue", dict.fromkeys(BLUE, "snap-fire"))
        choose(host, "red", [3])
        choose(host, "blue", [9])
        choose(host, "blue", "first")
        choose(host, "blue", "gruff")
        games.append(host)
    a, b = games
    # in one of them red might break in, and nobody else is told so
    assert len(keys(a, "red")) != len(keys(b, "red"))
    assert sent(a, "red") == sent(b, "red")
    for host in games:
        host.do(commands.undo, "blue", {"line": host.view_for("blue")["game"]["last"]["line"]})
    assert sent(a, "red") == sent(b, "red")
    for host in games:
        host.do(commands.redo, "blue", {})
        line = next(each["n"] for each in host.log("blue", None, 0)["lines"] if each["text"].startswith("Blue rolls 9"))
        host.do(commands.overrule, "blue", {"line": line, "raw": [2], "why": "cocked"})
    assert sent(a, "red") == sent(b, "red")
    for host in games:
        host.do(commands.agree, "red", {"proposal": host.view_for("red")["game"]["proposal"]["key"]})
    assert sent(a, "red") == sent(b, "red")


@pytest.mark.parametrize("role", ["table", "blue", "umpire", "spectator"])
def test_an_order_face_down_is_in_nobody_else_s_bytes(role: str, tmp_path) -> None:
    host, _, _ = watched(tmp_path)
    choose(host, "red", dict.fromkeys(RED, "overwatch"))
    told = json.dumps([host.view_for(role), host.log(role, None, 0)])
    assert '"overwatch"' not in told.replace('{"id": "overwatch", "label": "Overwatch"}', "")
    assert "gives overwatch" not in told
    assert "gives overwatch" in json.dumps(host.log("red", None, 0))
