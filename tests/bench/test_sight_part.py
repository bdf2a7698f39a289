"""The sight part of the bench: that what it compares agrees. Never how long anything takes."""

import pytest

from tools.bench.sight import alerts_on_way, sight, waiting_side
from tools.bench.sight_peers import sight_scene, with_one_moved

pytestmark = pytest.mark.long


def test_the_table_is_the_same_at_every_run_and_a_move_moves_one_model() -> None:
    one, other = sight_scene(), sight_scene()
    assert one.models == other.models
    assert one.terrain == other.terrain
    assert sum(a != b for a, b in zip(one.models, with_one_moved(one, 3).models, strict=True)) == 1


def test_shares_agree_with_shapely_and_after_moves_with_themselves() -> None:
    figures = {figure.what: figure for figure in sight(repetitions=2).figures}
    assert figures["largest difference of a share"].reached
    assert figures["verdicts that differ"].value == 0
    assert figures["40 models: moves after which a number differs"].value == 0
    assert figures["80 models: moves after which a number differs"].value == 0
    for models in (40, 80):
        one_chosen = f"{models} models, one chosen, with its errors, after another moved"
        assert figures[f"{one_chosen}: looks that differ"].value == 0


def test_the_watchers_of_a_side_find_together_what_each_of_them_finds_alone() -> None:
    here = sight_scene(12)
    side = waiting_side(here)
    (together,) = alerts_on_way(here, side)().values()
    alone = [alert for watcher in side for found in alerts_on_way(here, [watcher])().values() for alert in found]
    assert together == alone
