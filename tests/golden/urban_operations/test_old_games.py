"""Games of an earlier version fold to the state that they had, go on, and differ where the rules were mended alone."""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tablecam.game.change_plan import fold
from tablecam.game.game import Game
from tablecam.game.log import GameLog, InMemory, read_log
from tablecam.game.playthrough import autoplay
from tablecam.game.transcript import transcript
from tablecam.game.verify import differences
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK as BOOK
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.plain import Json

HERE = Path(__file__).parent
SYSTEM = BOOK.system
EXPECTED: dict[str, dict[str, Any]] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
# what the log has, and what the rules of today have there; the value of an unknown and its scope are one question now
MENDED = {
    ("aid", "aid"),
    # range is measured before sight is asked
    ("sees", "ep"), ("in-range", "ep"),
    # a supported block is activated once
    ("BlockActivated", "how"),
    # a withdrawal counts when it goes some way
    ("Reacted", "withdraw.mp"),
    # dice are told
    ("PopulationMoved", "PopulationMoved"), ("TokenRemoved", "TokenRemoved"), ("OslLost", "ShockRolled"),
}  # fmt: skip


def lines_of(name: str) -> list[str]:
    return gzip.decompress((HERE / f"{name}.jsonl.gz").read_bytes()).decode().splitlines()


def summary(state: OperationsState) -> dict[str, Any]:
    """What was written down of the state."""
    return {
        "turn": state.turn,
        "phase": state.phase.value,
        "osl": {name: block.osl for name, block in state.blocks.items()},
        "revealed": sorted(name for name, block in state.blocks.items() if block.revealed),
        "tokens": {name: token.kind for name, token in state.tokens.items()},
        "ruled": dict(state.ruled),
        "played": {side: list(impulses) for side, impulses in state.played.items()},
        "passes": state.passes,
        "spent": dict(state.spent),
    }


def called(record: dict[str, Json] | None) -> str:
    """The action of a question, or the name of an event."""
    said = record or {}
    return str(said["ask"]["action"] if "ask" in said else said.get("event", {}).get("name"))


@pytest.mark.parametrize("name", ["finished", "half_played"])
def test_an_old_game_folds_to_the_state_that_it_had(name: str) -> None:
    assert summary(fold(SYSTEM, read_log(lines_of(name)))) == EXPECTED[name]


@pytest.mark.parametrize("name", ["finished", "half_played"])
def test_rulings_differ_where_the_rules_were_mended_and_nowhere_else(name: str) -> None:
    log = read_log(lines_of(name))
    found = {(called(each.logged), called(each.now)) for each in differences(SYSTEM, log)}
    assert found <= MENDED
    assert ("BlockActivated", "how") in found


@pytest.mark.parametrize("name", ["finished", "half_played"])
def test_an_old_game_is_told(name: str) -> None:
    log: GameLog = read_log(lines_of(name))
    told = transcript(SYSTEM, log, BOOK.wording(fold(SYSTEM, log)))
    assert "Turn 1" in told
    assert "block-" not in told


def test_a_finished_game_is_over() -> None:
    game = Game.resume(SYSTEM, lines_of("finished"), InMemory())
    assert (game.over, game.stuck, game.difference) == (True, "", None)


def test_a_game_left_at_an_old_question_asks_the_new_one_and_is_played_to_its_end() -> None:
    sink = InMemory(lines_of("half_played"))
    game = Game.resume(SYSTEM, list(sink.lines), sink)
    assert [(each.ask.action, each.ask.subject[:2]) for each in game.open] == [
        ("aid", ("engineer.units", "engineers")),
    ]  # fmt: skip
    assert {name: block.osl for name, block in game.state.blocks.items()} == EXPECTED["half_played"]["osl"]
    for _given in autoplay(game, random.Random(2).randrange):
        pass
    assert game.over
    assert fold(SYSTEM, read_log(sink.lines)) == game.state
