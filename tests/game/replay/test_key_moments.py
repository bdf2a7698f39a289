"""The moments that a film shows: the weightiest, apart from each other, spread over the game."""

from typing import Any

import pytest

from tablecam.game.replay import key_moments
from tablecam.game.replay.key_moments import FILLING, LOSS, TURNING_POINT, KeyMoment, choose_key_moments


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> Any:
    def choose(moments: list[tuple[int, int]], filling: tuple[int, ...] = (), most: int = 4) -> list[tuple[int, int]]:
        candidates = [KeyMoment(number, weight) for number, weight in moments]
        monkeypatch.setattr(key_moments, "_list_candidates", lambda _known: iter(candidates))
        monkeypatch.setattr(key_moments, "choose_lines", lambda _known, _most: filling)
        return [(moment.number, moment.weight) for moment in choose_key_moments(None, most)]  # type: ignore[arg-type]

    return choose


def test_the_turning_point_stays_and_losses_are_spread_over_the_game(choose: Any) -> None:
    losses = [(100 * number, LOSS) for number in range(1, 10)]
    assert choose([*losses, (450, TURNING_POINT)]) == [(100, LOSS), (400, LOSS), (450, TURNING_POINT), (700, LOSS)]


def test_a_shot_with_its_roll_and_its_effect_is_one_moment(choose: Any) -> None:
    assert choose([(50, LOSS), (52, TURNING_POINT), (60, LOSS), (64, LOSS)]) == [(52, TURNING_POINT), (64, LOSS)]


def test_other_lines_fill_the_film_of_a_game_without_much(choose: Any) -> None:
    assert choose([(50, LOSS)], filling=(10, 45, 90, 130, 170)) == [
        (10, FILLING), (50, LOSS), (90, FILLING), (130, FILLING),
    ]  # fmt: skip
    assert choose([], filling=()) == []
