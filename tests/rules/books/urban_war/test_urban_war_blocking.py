"""Who blocks sight: the answer of a few array operations is that of a `Range` for each pair, also after moves."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecam.rules.books.urban_war.measurements import blocking
from tablecam.rules.books.urban_war.rules.facts import ROUNDING
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.table.measure import near_friends as near_module
from tablecam.table.measure.near_friends import near_friends
from tablecam.table.measure.ranges import all_ranges
from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.snapshot import Snapshot

BASES = (Circle(25.4), Circle(25.4), Circle(40), Ellipse(60, 35), Rectangle(50, 25))

# on the raster many pairs stand at exactly the distance
on_raster = st.integers(0, 24).map(lambda number: number / 4)
coordinate = st.one_of(on_raster, st.floats(0, 6))
rows = st.tuples(coordinate, coordinate, st.sampled_from([0.0, 0.0, 1.0]), st.floats(-3, 3), st.sampled_from(BASES))
tables = st.lists(rows, max_size=9)


def placed(number: int, row) -> Placed:
    x, y, z, turn, base = row
    side = "red" if number % 3 else "blue"
    return Placed(Miniature(f"m{number}", f"m{number}", side, number, 16, (0, 0), 1.2, base, 1.25), x, y, z, turn)


def position(models) -> Snapshot:
    return Snapshot(0.0, tuple(models))


def by_ranges(snapshot: Snapshot, within_in: float = 2.0, flat: bool = False) -> np.ndarray:
    number = {model.model.id: row for row, model in enumerate(snapshot.models)}
    near = np.zeros((len(number), len(number)), bool)
    for pair in all_ranges(snapshot):
        a, b = number[pair.a], number[pair.b]
        apart = pair.horizontal_in if flat else pair.range_in
        if snapshot.models[a].model.side == snapshot.models[b].model.side and apart <= within_in + ROUNDING:
            near[a, b] = near[b, a] = True
    return near


@pytest.mark.slow
@given(tables, st.sampled_from([0.5, 2.0]), st.booleans())
@settings(max_examples=80, deadline=None)
def test_friends_are_near_as_their_ranges_say(found, within_in, flat):
    snapshot = position(placed(number, row) for number, row in enumerate(found))
    near = near_friends(snapshot.models, within_in + ROUNDING, flat)
    assert near.tolist() == by_ranges(snapshot, within_in, flat).tolist()


@pytest.mark.slow
@given(st.lists(rows, min_size=5, max_size=9), st.lists(st.tuples(st.integers(0, 4), rows), max_size=5))
@settings(max_examples=25, deadline=None)
def test_after_moves_it_is_what_it_would_be_from_scratch(found, moves):
    models = [placed(number, row) for number, row in enumerate(found)]
    for number, row in [(0, found[0]), *moves]:
        models[number] = placed(number, row)
        assert (~blocking(position(models))[:, 0]).tolist() == by_ranges(position(models)).tolist()


def test_after_a_move_only_the_model_that_moved_is_compared(monkeypatch):
    models = [placed(number, (2.0 * number, 0.0, 0.0, 0.0, Circle(25.4))) for number in range(8)]
    near_friends(tuple(models), 2.0)
    compared, real = [], near_module._mark_near

    def counting(known, numbers, *rest):
        compared.append(numbers.tolist())
        real(known, numbers, *rest)

    monkeypatch.setattr(near_module, "_mark_near", counting)
    near_friends(tuple(models), 2.0)
    assert compared == []
    models[3] = replace(models[3], y_in=1.0)
    near_friends(tuple(models), 2.0)
    assert compared == [[3]]


def test_an_answer_that_somebody_holds_stays_as_it_was():
    models = [placed(number, (1.5 * number, 0.0, 0.0, 0.0, Circle(25.4))) for number in (1, 2)]
    before = near_friends(tuple(models), 2.0)
    assert before[0, 1]
    models[1] = replace(models[1], x_in=20.0)
    assert not near_friends(tuple(models), 2.0)[0, 1]
    assert before[0, 1]


@pytest.mark.parametrize("rules", [{}, {"distance_mode": "horizontal"}, {"friend_block_radius": 0.5}])
def test_the_dead_block_nobody_and_friends_are_near_as_the_house_rules_say(rules):
    card = {"weapons": [{"name": "rifle", "short": {"strength": 5}}]}
    red = [{"id": f"m{number}", "card": "c"} for number in (1, 2)]
    state = new_game({"cards": {"c": card}, "sides": {"red": red, "blue": [{"id": "m0", "card": "c"}]},
                      "deployed": True, **rules})  # fmt: skip
    floors = [placed(number, (number, 0.0, 1.9 * number, 0.0, Circle(25.4))) for number in (0, 1, 2)]
    near_in, flat = rules.get("friend_block_radius", 2.0), rules.get("distance_mode") == "horizontal"
    assert (~blocking(position(floors), state)[:, 0]).tolist() == by_ranges(position(floors), near_in, flat).tolist()
    dead = replace(state, fighters={**state.fighters, "m0": replace(state.fighters["m0"], wounds=0)})
    assert not blocking(position(floors), dead)[:, 0, 0].any()
