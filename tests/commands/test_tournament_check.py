"""Random events at the terminal, and the second opinion on them."""

import json
from pathlib import Path

from tablecam.storage.line_store import line_sum


def test_a_generated_event_can_be_checked_imported_and_repeated(command, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    assert command("tournament", "generate", file, "--seed", 5, "--players", 9).status == 0
    said = command("tournament", "check", file)
    assert said.status == 0
    assert ", 0 differences" in said.out
    assert "Random event 5" in command("tournament", "import", file, "--db", tmp_path / "games.db").out
    assert command("tournament", "generate", "-", "--seed", 5, "--players", 9).out == file.read_text()


def test_random_events_are_checked_without_files(command) -> None:
    said = command("tournament", "check", "--random", 3)
    assert said.status == 0
    assert said.out.startswith("3 events, ")
    assert command("tournament", "check").status == 2


def test_a_round_of_another_program_that_is_not_the_best_is_named(command, tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    command("tournament", "generate", file, "--seed", 5, "--players", 9)
    export = json.loads(file.read_text())
    total = ""
    for record in export["log"]:
        record.pop("sum")
        for event in record.get("did", ()):
            if event["name"] == "RoundDrawn" and event["number"] == 1:
                event["tables"] = event["tables"][::-1]
        total = line_sum(total, json.dumps(record, ensure_ascii=False, separators=(",", ":")))
        record["sum"] = total
    file.write_text(json.dumps(export))
    said = command("tournament", "check", file)
    assert said.status == 1
    assert "round 1 (T2): drawn " in said.out
