"""The chances of a real game's questions, as its devices get them."""

from pathlib import Path
from typing import Any

from hosting import STANDING, Table, hosted, keys, orders

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.lifecycle import AdviceWorker


def labels(question: dict[str, Any]) -> dict[str, str]:
    return {odds["label"]: odds["share"] for row in question["advice"]["rows"] for odds in row["odds"]}


def begun(folder: Path) -> tuple[GameHost, Table, AdviceWorker]:
    host, table = hosted(folder), Table()
    host.begin({**STANDING, "rules": {"deployed": True, "first_turn_roll": "both"}})
    return host, table, AdviceWorker(table)


def test_initiative_has_its_chances_on_both_devices(tmp_path: Path) -> None:
    host, table, worker = begun(tmp_path)
    orders(host)
    for role in ("red", "blue"):
        assert keys(host, role)[0]["ask"]["action"] == "roll-off.initiative"
    worker.look(host, table.view)
    for role in ("red", "blue"):
        assert set(labels(keys(host, role)[0]).values()) == {"1/2"}
        assert len(labels(keys(host, role)[0])) == 2
