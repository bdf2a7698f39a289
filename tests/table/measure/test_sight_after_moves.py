"""Any moves at all: the table that follows them has the numbers of one made afresh, to the last bit.

Tall walls leave many pairs without sight past the terrain alone: models move in the dark, into it and out of it.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecam.table.measure.sight import SightTable, all_sight
from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot

WALLS = parse("""
terrain long solid 0 to 5 at 3,11.6 17,11.6 17,12 3,12
terrain short solid 0 to 5 at 11.8,3 12.2,3 12.2,9 11.8,9
terrain court solid 0 to 3 at 15,14 21,14 21,20 15,20 hole 15.3,14.3 20.7,14.3 20.7,19.7 15.3,19.7
terrain hedge flimsy 0 to 0.9 at 5,17 11,18 11,18.4 5,17.4
terrain roof solid 1.4 to 1.6 standable at 2,2 6,2 6,6 2,6
""").terrain
BASES = (Circle(32), Circle(32), Circle(40), Ellipse(60, 35), Rectangle(50, 25))
MODELS = 12

places = st.tuples(st.floats(0.5, 23.5), st.floats(0.5, 23.5), st.sampled_from([0.0, 0.0, 0.0, 1.6]), st.floats(-3, 3))
tables = st.lists(places, min_size=MODELS, max_size=MODELS)
# close to the long wall, on either side of it
hidden = st.tuples(st.floats(4, 16), st.sampled_from([10.9, 12.7]), st.just(0.0), st.floats(-3, 3))
moves = st.dictionaries(st.integers(0, MODELS - 1), st.one_of(places, hidden), min_size=1, max_size=4)
evenings = st.lists(moves, min_size=1, max_size=6)
# one model less or more lets others be seen past it
masks = st.one_of(st.none(), st.lists(st.booleans(), min_size=MODELS, max_size=MODELS))


def table_of(rows) -> Snapshot:
    placed = []
    for number, (x, y, z, turn) in enumerate(rows):
        side, base = "red" if number < MODELS // 2 else "blue", BASES[number % len(BASES)]
        model = Miniature(f"m{number}", f"m{number}", side, number, 16, (0, 0), 1.2, base, 1.25)
        placed.append(Placed(model, x, y, z, turn))
    return Snapshot(0.0, tuple(placed), WALLS)


def after(snapshot: Snapshot, move) -> Snapshot:
    models = list(snapshot.models)
    for number, (x, y, z, turn) in move.items():
        models[number] = replace(models[number], x_in=x, y_in=y, z_in=z, heading_rad=turn)
    return replace(snapshot, models=tuple(models))


def same(one: SightTable, other: SightTable) -> None:
    for name in ("hidden", "hidden_by_terrain", "view", "owner", "alone"):
        assert getattr(one.shares, name).tolist() == getattr(other.shares, name).tolist(), name
    assert one.hidden.share.tolist() == other.hidden.share.tolist() == one.shares.hidden.tolist()
    assert one.hidden.shut.tolist() == other.hidden.shut.tolist()
    assert one.views().table.tolist() == other.views().table.tolist()
    assert one.far.tolist() == other.far.tolist()


@pytest.mark.slow
@given(tables, evenings, st.booleans())
@settings(max_examples=60, deadline=None)
def test_after_any_moves_it_is_what_it_would_be_from_scratch(rows, evening, friends):
    snapshot = table_of(rows)
    table = all_sight(snapshot, friends=friends)
    for move in evening:
        snapshot = after(snapshot, move)
        table = table.update(snapshot)
        same(table, all_sight(snapshot, friends=friends))


@pytest.mark.slow
@given(tables, st.lists(st.tuples(moves, masks), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_models_that_begin_or_stop_to_block_are_followed_while_others_move(rows, evening):
    snapshot = table_of(rows)
    table = all_sight(snapshot)
    for move, mask in evening:
        snapshot, blocks = after(snapshot, move), None if mask is None else np.array(mask)
        table = table.update(snapshot, blocks)
        same(table, all_sight(snapshot, blocks))


def test_what_a_model_hides_where_a_wall_hides_everything_comes_and_goes_with_it():
    north, south, aside = (6.0, 20.0, 0.0, 0.0), (6.0, 4.0, 0.0, 0.0), (20.0, 1.0, 0.0, 0.0)
    snapshot = table_of([north, *[aside] * 5, south, *[aside] * 5])
    table = all_sight(snapshot)
    assert table.get_sighting("m0", "m6").visible == 0
    between = table.update(after(snapshot, {3: (6.0, 9.0, 0.0, 0.0)}))
    found = between.get_sighting("m0", "m6")
    assert found.visible == found.visible_past_terrain == 0
    assert {each.name for each in found.obstructions} == {"long", "m3"}
    gone = between.update(after(snapshot, {3: (22.0, 22.0, 0.0, 0.0)}))
    assert {each.name for each in gone.get_sighting("m0", "m6").obstructions} == {"long"}
    same(gone, all_sight(gone.scene.snapshot))
