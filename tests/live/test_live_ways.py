"""The way of a model that is carried for a question about its move, as everybody sees it."""

import pytest
from hosting import choose, orders, watched

from tablecam.game.hosting import commands
from tablecam.live.game_observer import MOST_POINTS, thin_points


def asked_to_move(tmp_path):
    host, table, follower = watched(tmp_path)
    orders(host)
    choose(host, "red", [9], source="dice pad")
    choose(host, "blue", [3], source="dice pad")
    choose(host, "red", "first")
    host.do(commands.name, "red", {"model": "brandt"})
    choose(host, "red", "move+shoot")
    return host, table, follower


def way(host, follower, table, role="spectator"):
    follower.look(host, table.view)
    questions = host.view_for(role)["game"]["questions"]
    return next(question["way"] for question in questions if question["kind"] == "Move")


@pytest.mark.slow
def test_the_way_is_drawn_while_the_model_is_carried_and_until_the_answer_is_given(tmp_path) -> None:
    host, table, follower = asked_to_move(tmp_path)
    assert way(host, follower, table) is None
    table.put("brandt", y_in=12.5, state="moving")
    follower.look(host, table.view)
    table.put("brandt", y_in=13.0, state="moving")
    for role in ("spectator", "red", "blue", "table"):
        assert way(host, follower, table, role) == {
            "points": [[6.0, 12.0], [6.0, 12.5], [6.0, 13.0]],
            "length_in": 1.0,
            "seen": True,
        }
    table.carry("brandt", [(7.0, 13.0)])
    assert way(host, follower, table)["points"][-1] == [7.0, 13.0]
    choose(host, "red", None, source="table")
    questions = host.view_for("red")["game"]["questions"]
    assert all(question["way"] is None for question in questions)


@pytest.mark.slow
def test_a_way_in_two_goes_is_one_line(tmp_path) -> None:
    host, table, follower = asked_to_move(tmp_path)
    way(host, follower, table)
    table.carry("brandt", [(6.0, 13.0)])
    way(host, follower, table)
    table.carry("brandt", [(7.0, 13.0)])
    found = way(host, follower, table)
    assert found["length_in"] == 2.0
    assert found["points"] == [[6.0, 12.0], [6.0, 13.0], [7.0, 13.0]]


def test_who_is_put_back_has_gone_no_way(tmp_path) -> None:
    host, table, follower = asked_to_move(tmp_path)
    table.carry("brandt", [(6.0, 13.0)])
    assert way(host, follower, table)["length_in"] == 1.0
    table.carry("brandt", [(6.0, 12.0)])
    assert way(host, follower, table) is None


def test_a_long_way_is_thinned_and_keeps_its_ends() -> None:
    places = [(float(n), 0.0, 0.0) for n in range(500)]
    points = thin_points(places)
    assert len(points) <= MOST_POINTS + 1
    assert (points[0], points[-1]) == ((0.0, 0.0), (499.0, 0.0))
