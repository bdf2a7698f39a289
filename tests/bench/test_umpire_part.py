"""The bench part of the umpire at a small size: that it measures what it says."""

import pytest

from tools.bench.umpire import umpire

pytestmark = pytest.mark.long


def test_a_game_is_played_kept_folded_and_resumed() -> None:
    result = umpire(games=1, events=50, repetitions=2)
    assert "a log of 50 events" in result.title
    assert [figure.unit.strip() for figure in result.figures] == ["/s", "/s", "/s", "ms", "ms"]
    assert all(figure.value > 0 for figure in result.figures)
