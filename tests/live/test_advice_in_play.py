"""What the rows of a question promise in a real game is what the ruling then asks for."""

from pathlib import Path
from typing import Any

import pytest
from hosting import choose, orders, watched

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.lifecycle import AdviceWorker


def asked(host: GameHost) -> dict[str, Any]:
    found: dict[str, Any] = host.view_for("red")["game"]["questions"][0]
    return found


@pytest.mark.slow
def test_every_row_is_ruled_as_it_says(tmp_path: Path) -> None:
    host, table, follower = watched(tmp_path)
    worker = AdviceWorker(table)
    orders(host)
    for raw in ([9], "first", "ida", "move+shoot"):
        choose(host, "red", raw)
        if raw == [9]:
            choose(host, "blue", [3])
    follower.look(host, table.view)
    table.carry("ida", [(10.5, 15.0)])
    follower.look(host, table.view)
    choose(host, "red", None, source="table")
    follower.look(host, table.view)
    worker.look(host, table.view)
    question = asked(host)
    rows = question["advice"]["rows"]
    assert [row["style"] for row in rows].count("first") == 1
    assert {row["option"] for row in rows} == {option["id"] for option in question["ask"]["options"]} - {"nobody"}
    for row in rows:
        facts = {fact["key"]: fact["text"] for fact in row["facts"]}
        choose(host, "red", row["option"])
        follower.look(host, table.view)
        roll = asked(host)["ask"]["check"]
        # the check for another target first, with what the Commander adds; else the dice to hit
        promised = facts["check"].partition(" ")[0] if "check" in facts else facts["need"]
        assert f"{roll['needed']}+" == promised
        assert row["odds"][0]["share"] == roll["odds"]
        last = host.view_for("red")["game"]["last"]
        host.do(commands.undo, "red", {"line": last["line"]})
