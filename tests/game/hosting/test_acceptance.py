"""Who confirms positions out of turn for whom, on phones, at the shared tablet and as the umpire."""

from pathlib import Path
from typing import Any

import pytest
from hosting import Table, choose, game, hosted, keys, orders, watched

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.game_observer import GameObserver
from tablecam.rules.ask import IllegalAnswer


class Evening:
    def __init__(self, folder: Path) -> None:
        self.host, self.table, self.follower = watched(folder)

    def put(self, model: str, **fields: Any) -> None:
        self.table.put(model, **fields)
        self.follower.look(self.host, self.table.view)

    def propose(self, role: str, *models: str) -> str:
        self.host.do(commands.stands, role, {"models": list(models)})
        return str(self.accepting["key"])

    def agree(self, role: str, key: str, **said: str) -> None:
        self.host.do(commands.agree, role, {"proposal": key, **said})

    @property
    def accepting(self) -> Any:
        return game(self.host)["accepting"]

    @property
    def displaced(self) -> list[str]:
        return [nudge["model"] for nudge in game(self.host)["nudged"]]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.put("pit", x_in=27.0)
    return evening


def last_line(host: GameHost, role: str = "spectator") -> str:
    lines = host.log(role, None, 0)
    return str(lines["lines"][-1]["text"]) if lines else ""


def test_at_the_shared_tablet_each_side_confirms_for_itself(evening: Evening) -> None:
    key = evening.propose("table", "pit")
    assert evening.accepting["agreed"] == []
    for said in ({}, {"seat": ""}, {"seat": "umpire"}, {"seat": "table"}):
        with pytest.raises(IllegalAnswer, match="say which seat agrees"):
            evening.agree("table", key, **said)
    for _tap in range(2):
        evening.agree("table", key, seat="red")
        assert evening.accepting["needs"] == ["blue"]
    evening.agree("table", key, seat="blue")
    assert (evening.accepting, evening.displaced) == (None, [])
    assert last_line(evening.host) == "Both sides accept: Pit moved 13.0 in"


def test_a_phone_confirms_for_its_own_side_whatever_it_sends(evening: Evening) -> None:
    key = evening.propose("red", "pit")
    evening.agree("red", key, seat="blue")
    assert (evening.accepting["by"], evening.accepting["needs"]) == ("red", ["blue"])
    # who watches confirms for nobody
    with pytest.raises(IllegalAnswer, match="say which seat agrees"):
        evening.agree("spectator", key, seat="blue")
    evening.agree("blue", key)
    assert evening.displaced == []


def test_a_side_at_the_tablet_confirms_what_the_other_proposed_on_its_phone(evening: Evening) -> None:
    key = evening.propose("red", "pit")
    evening.agree("table", key, seat="blue")
    assert evening.displaced == []


def test_the_umpire_accepts_alone_and_the_log_says_who(evening: Evening) -> None:
    key = evening.propose("umpire", "pit")
    assert evening.displaced == ["pit"]
    evening.agree("umpire", key)
    assert evening.displaced == []
    assert last_line(evening.host) == "Umpire accepts: Pit moved 13.0 in"


def test_a_model_that_is_moved_on_after_the_proposal_is_not_accepted_there(evening: Evening) -> None:
    key = evening.propose("red", "pit")
    evening.table.put("pit", x_in=40.0)
    evening.follower.look(evening.host, evening.table.view)
    assert evening.accepting is None
    with pytest.raises(IllegalAnswer, match="no longer open"):
        evening.agree("blue", key)
    assert evening.displaced == ["pit"]


def test_a_model_that_is_put_back_takes_the_proposal_with_it(evening: Evening) -> None:
    evening.propose("red", "pit")
    evening.put("pit", x_in=14.0)
    assert (evening.accepting, evening.displaced) == (None, [])


@pytest.mark.parametrize("models", [None, [], "pit", [3], ["ida"], ["pit", "ida"], ["nobody"]])
def test_only_models_that_were_moved_can_be_proposed(evening: Evening, models: Any) -> None:
    with pytest.raises(IllegalAnswer):
        evening.host.do(commands.stands, "red", {"models": models})
    assert evening.accepting is None


def test_the_game_goes_on_while_positions_wait_for_the_other_side(evening: Evening) -> None:
    key = evening.propose("red", "pit")
    orders(evening.host)
    choose(evening.host, "red", [9], source="dice pad")
    assert evening.accepting["key"] == key
    evening.agree("blue", key)
    assert evening.displaced == []
    choose(evening.host, "blue", [3], source="dice pad")
    assert keys(evening.host, "red")[0]["kind"] == "Choose"


def test_every_seat_reads_the_same_line_also_while_orders_are_secret(evening: Evening) -> None:
    key = evening.propose("blue", "pit")
    evening.agree("red", key)
    said = {last_line(evening.host, role) for role in ("red", "blue", "table", "umpire", "spectator")}
    assert said == {"Both sides accept: Pit moved 13.0 in"}


def test_undo_takes_an_acceptance_back_and_the_model_is_out_of_place_again(evening: Evening) -> None:
    evening.agree("blue", evening.propose("red", "pit"))
    last = game(evening.host)["last"]
    assert last["text"] == "Both sides accept: Pit moved 13.0 in"
    evening.host.do(commands.undo, "blue", {"line": last["line"]})
    evening.follower.look(evening.host, evening.table.view)
    assert evening.displaced == ["pit"]
    evening.host.do(commands.redo, "blue", {})
    evening.follower.look(evening.host, evening.table.view)
    assert evening.displaced == []


def test_a_proposal_survives_a_restart_beside_a_correction_each_under_its_key(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    orders(evening.host)
    choose(evening.host, "red", [9], source="dice pad")
    line = next(each["n"] for each in evening.host.log("red", None, 0)["lines"] if each["overrulable"])  # type: ignore[index]
    evening.host.do(commands.overrule, "red", {"line": line, "raw": [4], "why": "cocked"})
    evening.put("pit", x_in=27.0)
    key, correction = evening.propose("red", "pit"), game(evening.host)["proposal"]["key"]
    evening.host.close()
    evening.host = restarted(tmp_path, evening.table)
    assert (evening.accepting["key"], evening.accepting["needs"]) == (key, ["blue"])
    assert game(evening.host)["proposal"]["key"] == correction
    evening.host.do(commands.decline, "blue", {"proposal": key})
    assert (evening.accepting, game(evening.host)["proposal"]["key"]) == (None, correction)


def restarted(folder: Path, table: Table) -> GameHost:
    """The same game after its server was started again, with the models where it last saw them."""
    again = hosted(folder, GameObserver(table))
    assert again.go_on()
    return again


def test_without_a_camera_nothing_is_out_of_place(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin({"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}, "rules": {"deployed": True}})
    assert (game(host)["nudged"], game(host)["accepting"]) == ([], None)
    with pytest.raises(IllegalAnswer, match="stands where the game has it"):
        host.do(commands.stands, "red", {"models": ["pit"]})
