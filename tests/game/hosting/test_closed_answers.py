"""What the table shows to be impossible is closed beforehand, and a tap on it changes nothing that others are sent."""

import json
from pathlib import Path
from typing import Any

import pytest
from hosting import Table, accept_positions, choose, game, keys, orders, sent_to_others, watched

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.game_observer import GameObserver
from tablecam.rules.ask import IllegalAnswer
from tablecam.table.notation import parse

WALL = parse("terrain wall solid 0 to 9 at 0,20 48,20 48,21 0,21\n").terrain
Evening = tuple[GameHost, Table, GameObserver]


def evening(folder: Path, wall: bool = False, **by_model: str) -> Evening:
    """Red is asked what Ida does, and blue has models on overwatch."""
    host, table, observer = watched(folder)
    if wall:
        table.terrain = WALL
        table.show()
    orders(host, **(by_model or {"shale": "overwatch"}))
    choose(host, "red", [9])
    choose(host, "blue", [3])
    choose(host, "red", "first")
    choose(host, "red", "ida")
    observer.look(host, table.view)
    return host, table, observer


def put_by_consent(evening: Evening, model: str, **where: float) -> None:
    """A model is put elsewhere out of turn, and both sides accept that."""
    host, table, observer = evening
    table.put(model, **where)
    observer.look(host, table.view)
    accept_positions(host, model)
    observer.look(host, table.view)


def reaction(host: GameHost) -> dict[str, Any]:
    return next(question for question in keys(host, "blue") if question["kind"] == "React")


def closed(question: dict[str, Any]) -> dict[str, str]:
    """The reasons by option."""
    return {option["id"]: option["why_not"] for option in question["ask"]["options"] if option.get("why_not")}


def row_of(question: dict[str, Any], option: str) -> dict[str, Any]:
    return next(row for row in question["advice"]["rows"] if row["option"] == option)


def facts_of(question: dict[str, Any], option: str) -> dict[str, str]:
    return {fact["key"]: fact["text"] for fact in row_of(question, option)["facts"]}


def test_a_shot_at_a_model_that_is_not_seen_is_closed_with_its_reason(tmp_path) -> None:
    host, _, _ = evening(tmp_path, wall=True)
    reasons = closed(reaction(host))
    assert set(reasons) == {"shale shot", "shale charge"}
    assert reasons["shale shot"] == row_of(reaction(host), "shale shot")["closed"] == "Shale does not see Ida"
    assert reasons["shale charge"].startswith("Ida is 18.7 in away, but Shale charges")


def test_a_shot_at_a_model_that_is_seen_is_open(tmp_path) -> None:
    host, _, _ = evening(tmp_path)
    assert set(closed(reaction(host))) == {"shale charge"}


@pytest.mark.parametrize("kind", ["shot", "charge"])
def test_an_attempt_that_is_refused_changes_no_byte_that_another_seat_receives(kind: str, tmp_path) -> None:
    host, _, _ = evening(tmp_path, wall=True)
    before, own = sent_to_others(host, "blue"), json.dumps(host.log("blue", None, 0))
    with pytest.raises(IllegalAnswer) as refused:
        host.answer("blue", {"key": reaction(host)["key"], "raw": f"shale {kind}"})
    assert refused.value.message == closed(reaction(host))[f"shale {kind}"]
    assert sent_to_others(host, "blue") == before
    assert json.dumps(host.log("blue", None, 0)) == own


def test_the_other_side_reads_nothing_of_what_is_closed(tmp_path) -> None:
    host, _, _ = evening(tmp_path, wall=True)
    for role in ("red", "table", "umpire", "spectator"):
        assert "React" not in json.dumps([host.view_for(role), host.log(role, None, 0)])
        assert "does not see" not in json.dumps(host.view_for(role))


def test_a_mover_that_has_passed_through_sight_can_still_be_broken_in_on(tmp_path) -> None:
    host, table, observer = evening(tmp_path)
    choose(host, "red", "rush")
    observer.look(host, table.view)
    table.terrain = parse("terrain wall solid 0 to 9 at 0,20 24,20 24,21 0,21\n").terrain
    table.put("ida", x_in=10.0, y_in=12.0)
    observer.look(host, table.view)
    assert "shale shot" in closed(reaction(host))
    for x in (20.0, 30.0, 40.0):
        table.put("ida", x_in=x, state="moving")
        observer.look(host, table.view)
    assert "shale shot" not in closed(reaction(host))
    for x in (30.0, 20.0, 10.0):
        table.put("ida", x_in=x, state="moving")
        observer.look(host, table.view)
    assert "shale shot" not in closed(reaction(host))
    assert "of the path" in row_of(reaction(host), "shale shot")["text"]


def test_what_is_too_close_to_call_stays_open(tmp_path) -> None:
    host, table, observer = evening(tmp_path, shale="overwatch")
    reach = float(host_state(host)["shale"].profile.charge_in)
    ida = table.placed["ida"]
    for far, is_closed in ((reach - 0.2, False), (reach + 0.002, False), (reach + 0.2, True)):
        put_by_consent((host, table, observer), "shale", x_in=ida.x_in, y_in=ida.y_in + far + 2 * 25.4 / 2 / 25.4)
        assert ("shale charge" in closed(reaction(host))) is is_closed, far


def test_what_the_camera_does_not_see_stays_open(tmp_path) -> None:
    host, table, observer = evening(tmp_path, wall=True)
    table.put("shale", state="lost", seen_s=20.0)
    observer.look(host, table.view)
    assert closed(reaction(host)) == {}


def test_an_overwatch_shot_shows_what_a_target_row_shows(tmp_path) -> None:
    host, _, _ = evening(tmp_path)
    facts = facts_of(reaction(host), "shale shot")
    assert list(facts) == ["range", "sight", "cover", "check", "need"]
    assert facts["range"].endswith(("medium", "short", "long"))
    assert facts["sight"].endswith(" %")
    assert facts["check"].endswith("+ on 2d10")
    assert [odds["label"] for odds in row_of(reaction(host), "shale shot")["odds"]] == ["check", "hit", "remove"]


def test_an_intercept_charge_shows_the_length_of_its_way(tmp_path) -> None:
    host, table, observer = evening(tmp_path)
    ida = table.placed["ida"]
    put_by_consent((host, table, observer), "shale", x_in=ida.x_in, y_in=ida.y_in + 6.0)
    facts = facts_of(reaction(host), "shale charge")
    assert facts["range"].startswith("5.0 of ")
    assert set(facts) == {"range", "sight", "check"}
    table.terrain = parse("terrain wall solid 0 to 1 at 8,15 12,15 12,15.5 8,15.5\n").terrain
    table.show()
    observer.look(host, table.view)
    longer = facts_of(reaction(host), "shale charge")["range"]
    assert float(longer.split()[0]) > 5.2


def host_state(host: GameHost) -> Any:
    with host.reading() as open_game:
        assert open_game
        return open_game.game.state


def test_a_charge_is_closed_while_nobody_is_within_reach(tmp_path) -> None:
    host, table, observer = evening(tmp_path)
    (question,) = keys(host, "red")
    assert closed(question)["charge"].startswith("Gruff is 17 in away, but Ida charges")
    with pytest.raises(IllegalAnswer, match="Ida charges"):
        choose(host, "red", "charge")
    ida = table.placed["ida"]
    put_by_consent((host, table, observer), "gruff", x_in=ida.x_in, y_in=ida.y_in + 6.0)
    assert "charge" not in closed(keys(host, "red")[0])
    choose(host, "red", "charge")


def test_a_charge_stays_open_while_an_enemy_is_out_of_sight_of_the_camera(tmp_path) -> None:
    host, table, observer = evening(tmp_path)
    table.put("anvil", state="lost", seen_s=20.0)
    observer.look(host, table.view)
    assert "charge" not in closed(keys(host, "red")[0])


def test_a_shot_that_nobody_can_be_the_target_of_is_left_out_by_itself_and_the_log_says_so(tmp_path) -> None:
    host, table, observer = evening(tmp_path, wall=True)
    choose(host, "red", "move+shoot")
    observer.look(host, table.view)
    choose(host, "red", None, source="table")
    observer.look(host, table.view)
    (question,) = keys(host, "red")
    assert question["text"] == "Ida has acted: what now?"
    assert "Red: Nobody, every other answer is ruled out" in [
        line["text"] for line in host.log("red", None, 0)["lines"]
    ]
    host.do(commands.undo, "red", {"line": game(host, "red")["last"]["line"]})
    (question,) = keys(host, "red")
    assert question["kind"] == "Move"


def test_a_shot_is_asked_about_while_somebody_may_be_its_target(tmp_path) -> None:
    host, table, observer = evening(tmp_path)
    choose(host, "red", "move+shoot")
    observer.look(host, table.view)
    choose(host, "red", None, source="table")
    observer.look(host, table.view)
    assert keys(host, "red")[0]["text"] == "Whom does Ida shoot at?"
