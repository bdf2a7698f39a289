"""The table answers: what it measures by itself, what waits for a tap, and when it leaves all to the players."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hosting import Table, accept_positions, choose, hosted, keys, orders, watched

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.log import AnswerLine
from tablecam.live.game_observer import GameObserver
from tablecam.rules.ask import IllegalAnswer
from tablecam.table.notation import parse


@pytest.fixture
def evening(tmp_path):
    host, table, follower = watched(tmp_path)
    return host, table, lambda: follower.look(host, table.view)


def moving(host: GameHost, look, model: str = "ida", **by_model: str) -> None:
    """Red goes first and its model is about to move."""
    orders(host, **by_model)
    choose(host, "red", [9])
    choose(host, "blue", [3])
    choose(host, "red", "first")
    choose(host, "red", model)
    choose(host, "red", "move+shoot")
    look()


def asked(host: GameHost, role: str = "red") -> dict:
    return host.view_for(role)["game"]["questions"][0]


def facts(host: GameHost) -> list[str]:
    return [each["kind"] for each in host.view_for("spectator")["game"]["facts"]]


def test_a_question_says_that_the_table_is_about_to_measure_it(evening) -> None:
    host, table, look = evening
    orders(host)
    assert not asked(host)["awaited"]
    choose(host, "red", [9])
    choose(host, "blue", [3])
    for answer in ("first", "ida", "move+shoot"):
        choose(host, "red", answer)
    assert (asked(host)["awaited"], asked(host)["measured"]) == (True, None)
    assert not asked(host, "spectator")["awaited"]
    look()
    assert not asked(host)["awaited"]
    # once it has looked, a hand over the model sends nobody for a tape
    table.put("ida", state="moving", y_in=13.0)
    look()
    assert not asked(host)["awaited"]


def test_what_the_camera_can_never_see_is_not_waited_for(tmp_path) -> None:
    host, table, follower = watched(tmp_path)
    table.placed.pop("ida")
    table.show()
    moving(host, lambda: follower.look(host, table.view))
    assert (asked(host)["awaited"], asked(host)["measured"]) == (False, None)


@pytest.mark.slow
def test_a_whole_activation_takes_four_taps_besides_the_dice(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.5, 13.5), (10.5, 15.0)])
    look()
    assert asked(host)["measured"]["says"] == "3.08″ ± 0.01, of at most 4″"
    choose(host, "red", None, source="table")
    look()
    # those to Ida's friends are in the log alone
    assert facts(host) == ["Move", "Ranges", "Look"]
    target = asked(host)
    assert target["text"] == "Whom does Ida shoot at?"
    choose(host, "red", "gruff")
    look()
    assert asked(host)["ask"]["check"]["needed"] == 8
    choose(host, "red", [9], source="dice pad")
    choose(host, "red", [10], source="dice pad")
    look()
    assert "Gruff is taken off the table" in [each["text"] for each in host.log("blue", None, 0)["lines"]]
    # whoever stood within 9 in of it was measured before it went
    assert asked(host)["text"] == "Mother checks against panic"


def test_what_the_table_answered_is_kept_with_the_position_it_was_measured_on(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.5, 15.0)])
    choose(host, "red", None, source="table")
    look()
    with host.reading() as open_game:
        assert open_game
        answers = [each for each in open_game.game.log.lines if isinstance(each, AnswerLine) and each.source == "table"]
    assert [each.by for each in answers] == ["red", "table", "table", "table"]
    where = {(placed.x_in, placed.y_in) for each in answers for placed in [parse(each.position).model("ida")]}
    assert where == {(10.5, 15.0)}
    assert answers[0].answer["end"] == [10.5, 15.0, 0.0]


@pytest.mark.slow
def test_a_move_is_told_live_and_taken_only_at_rest(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.put("ida", x_in=10.0, y_in=14.0, state="moving")
    look()
    live = asked(host)["measured"]
    assert (live["ready"], live["why_not"]) == (False, "Ida is still moving")
    assert live["says"].startswith("2.00″")
    with pytest.raises(IllegalAnswer, match="still moving"):
        choose(host, "red", None, source="table")


def test_a_move_too_far_says_so_before_anybody_taps(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.0, 17.5)])
    look()
    assert asked(host)["measured"]["why_not"] == "Ida moved 5.50 in, but may move only 4 in"
    table.carry("ida", [(10.0, 12.02)])
    table.carry("ida", [(10.0, 15.0)])
    look()
    # put back where it stood, it may set out again
    assert asked(host)["measured"]["ready"]
    assert asked(host)["measured"]["says"].startswith("2.98″")


def test_of_a_way_that_was_not_seen_the_straight_line_is_offered_and_players_may_measure_it(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)], seen=False)
    look()
    told = asked(host)["measured"]
    assert (told["ready"], told["says"]) == (True, "3.0″ in a straight line")
    choose(host, "red", 3.4, source="keypad")
    with host.reading() as open_game:
        assert open_game
        assert open_game.game.state["ida"].place == (10.0, 15.0, 0.0)


def test_a_way_taken_as_the_crow_flies_says_so_in_the_log_for_everybody_and_for_good(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)], seen=False)
    look()
    choose(host, "red", None, source="table")
    assert host.view_for("blue")["game"]["last"]["text"] == "Ida has moved 3.00″ ± 0.01, as the crow flies"
    for role in ("table", "blue"):
        for told in (host.log(role, None, 0)["lines"], host.view_for(role)["game"]["facts"]):
            assert "Ida has moved 3.00″ ± 0.01, as the crow flies" in [each["text"] for each in told]


@pytest.mark.slow
def test_facts_wait_until_nobody_moves(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)])
    choose(host, "red", None, source="table")
    table.put("pit", state="moving")
    look()
    assert asked(host)["kind"] == "Ranges"
    assert asked(host)["measured"]["why_not"] == "Pit is still moving"
    table.put("pit", state="settled")
    look()
    assert asked(host)["text"] == "Whom does Ida shoot at?"


def test_a_model_out_of_sight_is_measured_from_where_it_stood_if_a_player_says_so(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)])
    choose(host, "red", None, source="table")
    table.put("pit", state="occluded", seen_s=4.0)
    look()
    told = asked(host)["measured"]
    assert told["ready"]
    assert told["says"].endswith("(Pit out of sight: measured from the last known position)")
    choose(host, "blue", None, source="table")
    assert facts(host) == ["Move", "Ranges"]


def test_a_model_that_was_never_seen_leaves_the_question_to_the_keypad(evening) -> None:
    host, table, look = evening
    del table.placed["pit"]
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)])
    choose(host, "red", None, source="table")
    look()
    assert asked(host)["kind"] == "Ranges"
    assert asked(host)["measured"] is None


def test_a_camera_that_was_moved_answers_nothing(evening) -> None:
    host, table, look = evening
    moving(host, look)
    view = table.view
    table._publish(replace(view, number=view.number + 1, snapshot=replace(view.snapshot, pose_untrusted=True)))
    look()
    assert asked(host)["measured"] is None


def test_where_players_want_to_confirm_every_fact_the_table_waits_for_a_tap(evening) -> None:
    host, table, look = evening
    host.do(commands.settings, "table", {"ask_facts": True})
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)])
    choose(host, "red", None, source="table")
    look()
    assert asked(host)["kind"] == "Ranges"
    assert asked(host)["measured"]["ready"]
    choose(host, "umpire", None, source="table")
    assert facts(host) == ["Move", "Ranges"]


@pytest.mark.slow
def test_undo_takes_back_a_player_s_deed_and_not_what_the_table_would_say_again(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)])
    choose(host, "red", None, source="table")
    look()
    last = host.view_for("blue")["game"]["last"]
    assert last["text"].startswith("Ida has moved 3.00″")
    host.do(commands.undo, "blue", {"line": last["line"]})
    look()
    # the way from where it stood is still known
    assert asked(host)["measured"]["says"].startswith("3.00″")
    host.do(commands.redo, "red", {})
    assert facts(host) == ["Move", "Ranges", "Look"]
    assert host.view_for("red")["game"]["redo"] is None


@pytest.mark.slow
def test_overwatch_is_alerted_for_its_own_seat_alone_and_where_it_first_sees(evening) -> None:
    host, table, look = evening
    moving(host, look, pit="overwatch")
    assert host.view_for("blue")["game"]["alerts"] == []
    table.put("ida", x_in=10.0, y_in=12.5, state="moving")
    look()
    (alert,) = host.view_for("blue")["game"]["alerts"]
    assert (alert["model"], alert["kind"], alert["short"]) == ("pit", "shot", "100 %")
    assert all(not host.view_for(role)["game"]["alerts"] for role in ("table", "red", "umpire", "spectator"))
    table.carry("ida", [(10.0, 14.0)])
    choose(host, "red", None, source="table")
    look()
    assert host.view_for("blue")["game"]["alerts"] == [] or asked(host)["kind"] == "Choose"


def test_a_model_moved_out_of_turn_is_told_until_it_is_put_back_or_both_sides_accept_it(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.put("pit", x_in=14.6)
    look()
    (nudge,) = host.view_for("spectator")["game"]["nudged"]
    assert (nudge["model"], nudge["by_in"], nudge["from_in"]) == ("pit", 0.6, [14.0, 30.0])
    accept_positions(host, "pit")
    look()
    assert host.view_for("spectator")["game"]["nudged"] == []
    table.put("pit", x_in=14.0)
    look()
    assert host.view_for("spectator")["game"]["nudged"][0]["to_in"] == [14.0, 30.0]


def test_what_was_moved_out_of_turn_is_measured_where_the_game_has_it_until_both_sides_accept_it(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.put("gruff", x_in=40.0, y_in=44.0)
    table.carry("ida", [(10.0, 15.0)])
    look()
    choose(host, "red", None, source="table")
    look()
    with host.reading() as open_game:
        assert open_game
        line = next(each for each in reversed(open_game.game.log.lines) if isinstance(each, AnswerLine))
    assert (parse(line.position).model("gruff").x_in, parse(line.position).model("gruff").y_in) == (10.0, 30.0)
    assert line.answer["gruff"]["visible"] == 1.0
    target = asked(host)
    assert next(each for each in target["ask"]["options"] if each["id"] == "gruff").get("why_not") is None


def test_a_model_that_was_carried_away_before_its_action_counts_from_where_the_game_has_it(evening) -> None:
    host, table, look = evening
    table.put("swift", x_in=10.0, y_in=19.0)
    look()
    accept_positions(host, "swift")
    orders(host)
    choose(host, "red", [9])
    choose(host, "blue", [3])
    choose(host, "red", "first")
    table.carry("ida", [(40.0, 25.0)])
    look()
    assert [each["model"] for each in host.view_for("blue")["game"]["nudged"]] == ["ida"]
    choose(host, "red", "ida")
    look()
    # hands are quicker than taps: it may be about to move
    assert host.view_for("blue")["game"]["nudged"] == []
    choose(host, "red", "move+shoot")
    look()
    assert "but may move only 4 in" in asked(host)["measured"]["why_not"]
    # no typed length carries a model further than it says
    choose(host, "red", 0, source="keypad")
    look()
    assert [each["model"] for each in host.view_for("blue")["game"]["nudged"]] == ["ida"]
    with host.reading() as open_game:
        assert open_game
        measured = [
            each for each in open_game.game.log.lines if isinstance(each, AnswerLine) and each.source == "table"
        ]
    assert {parse(each.position).model("ida").x_in for each in measured} == {10.0}


@pytest.mark.slow
def test_accepted_positions_stand_after_a_restart_and_no_other_ones(tmp_path) -> None:
    host, table, follower = watched(tmp_path)
    moving(host, lambda: follower.look(host, table.view))
    table.put("pit", x_in=14.6)
    follower.look(host, table.view)
    accept_positions(host, "pit")
    host.close()
    again = hosted(tmp_path, after := GameObserver(table))
    assert again.go_on()
    after.look(again, table.view)
    assert again.view_for("spectator")["game"]["nudged"] == []
    table.put("pit", x_in=14.0)
    after.look(again, table.view)
    assert [each["model"] for each in again.view_for("spectator")["game"]["nudged"]] == ["pit"]


@pytest.mark.slow
@pytest.mark.parametrize("kept", ["", "[", "[]", '{"pit": 3}', '{"pit": [[14.0, 30.0, 0.0], [14.6, 30.0, 0.0]]}'])
def test_a_game_with_positions_that_one_player_accepted_in_an_earlier_version_opens_and_asks_both(
    tmp_path, kept: str
) -> None:
    host, table, follower = watched(tmp_path)
    moving(host, lambda: follower.look(host, table.view))
    # both sides have had pit accepted once, so that the game itself knows where it stands
    table.put("pit", x_in=14.2)
    follower.look(host, table.view)
    accept_positions(host, "pit")
    host.store.set(1, "stands right", kept)
    host.close()
    table.put("pit", x_in=14.6)
    again = hosted(tmp_path, after := GameObserver(table))
    assert again.go_on()
    after.look(again, table.view)
    assert [each["model"] for each in again.view_for("spectator")["game"]["nudged"]] == ["pit"]


@pytest.mark.slow
def test_after_a_restart_a_model_that_moved_meanwhile_has_gone_an_unknown_way(tmp_path) -> None:
    host, table, follower = watched(tmp_path)
    look = lambda: follower.look(host, table.view)  # noqa: E731
    moving(host, look)
    table.carry("ida", [(10.0, 14.0)])
    choose(host, "red", None, source="table")
    look()
    choose(host, "red", "nobody")
    choose(host, "red", next(each["id"] for each in keys(host, "red")[0]["ask"]["options"] if each["id"] != "end"))
    host.close()
    table.placed["ida"] = replace(table.placed["ida"], y_in=16.0)
    table.show()
    after = GameObserver(table)
    again = hosted(tmp_path, after)
    again.go_on()
    choose(again, "red", "rush")
    after.look(again, table.view)
    told = asked(again)["measured"]
    assert told["says"] == "2.0″ in a straight line"


def seen_by(host, told: Callable[[], bool]) -> None:
    """Waits until the page would show it; a thread that never gets there fails the test instead of hanging it."""
    number = host.number
    for _ in range(20):
        if told():
            return
        number = host.wait(number, 3.0)
    assert told(), asked(host)


@pytest.mark.slow
def test_the_thread_follows_by_itself_and_ends_when_it_is_told(tmp_path) -> None:
    table = Table()
    follower = GameObserver(table)
    host = hosted(tmp_path, follower)
    host.changed = table.wake
    host.begin({"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}, "rules": {"deployed": True}})
    follower.follow(host)
    moving(host, lambda: None)
    seen_by(host, lambda: asked(host)["measured"] is not None)
    table.carry("ida", [(10.0, 15.0)])
    seen_by(host, lambda: asked(host)["measured"]["says"].startswith("3.00″"))
    choose(host, "red", None, source="table")
    seen_by(host, lambda: asked(host)["text"] == "Whom does Ida shoot at?")
    follower.stop()


def test_a_typed_length_brings_no_position_of_its_own(evening) -> None:
    host, table, look = evening
    moving(host, look)
    table.carry("ida", [(10.0, 15.0)])
    look()
    choose(host, "red", {"length_in": 3.0, "end": [40.0, 40.0, 0.0]}, source="keypad")
    with host.reading() as open_game:
        assert open_game
        assert open_game.game.state["ida"].place == (10.0, 15.0, 0.0)
