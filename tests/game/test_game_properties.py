"""Random games by the hundred: they end, lawfully, and come out the same wherever they are played."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from duel import DUEL, LAST_TURN
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import lines, played, resumed

from tablecam.game.change_plan import fold
from tablecam.game.verify import verify

HERE = Path(__file__).resolve()


@pytest.mark.long
def test_a_thousand_random_games_end_and_their_events_make_their_state() -> None:
    for seed in range(1000):
        game = played(seed)
        assert game.over
        assert fold(DUEL, game.log) == game.state
        assert all(0 <= model.wounds <= 2 for model in game.state.models.values())
        assert game.state.turn <= LAST_TURN + 1


@pytest.mark.slow
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_every_ruling_of_a_game_is_made_again_as_it_was(seed: int) -> None:
    game = played(seed)
    assert verify(DUEL, game.log) is None
    assert resumed([*lines(game)]).state == game.state


def digest(seeds: int) -> str:
    return hashlib.sha256("\n".join(line for seed in range(seeds) for line in lines(played(seed))).encode()).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_log_is_the_same_whatever_order_python_keeps_its_sets_in(hash_seed: str) -> None:
    program = "import test_game_properties as here; print(here.digest(5))"
    paths = os.pathsep.join(map(str, (HERE.parent, HERE.parents[2], HERE.parents[1] / "rules" / "books" / "toy")))
    there = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert there.stdout.strip() == digest(5)
