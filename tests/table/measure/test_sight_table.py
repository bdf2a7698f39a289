"""All pairs at once, and again after moves: the same numbers to the last bit, whichever way they were come by."""

from dataclasses import replace

import numpy as np
import pytest

from tablecam.rules.books.urban_war.measurements import blocking
from tablecam.table.measure.sight import all_sight, sighting
from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot

TERRAIN = """
terrain chapel solid 0 to 4 at 14,14 22,14 22,20 14,20 hole 14.3,14.3 21.7,14.3 21.7,19.7 14.3,19.7
terrain ell solid 0 to 1 standable at 5,5 9,5 9,5.5 5.5,5.5 5.5,9 5,9
terrain hedge flimsy 0 to 0.9 at 10,22 16,23 16,23.4 10,22.4
terrain bridge solid 1.5 to 1.7 standable at 2,12 8,12 8,14 2,14
terrain crate flimsy 0 to 1.2 at 11,10 12.2,10.1 12.1,11.3 10.9,11.2
"""
BASES = (Circle(32), Circle(25), Ellipse(60, 35), Rectangle(50, 25))


def random_table(seed: int, models: int = 14) -> Snapshot:
    rng = np.random.default_rng(seed)
    placed = []
    for number in range(models):
        side = "red" if number < models // 2 else "blue"
        model = Miniature(f"m{number}", f"m{number}", side, number, 16, (0, 0), 1.2, BASES[number % 4], 1.25)
        x, y, turn = rng.uniform([1, 1, -3], [27, 27, 3])
        placed.append(Placed(model, x, y, 1.7 if number % 5 == 0 else 0.0, turn))
    return replace(parse(TERRAIN), models=tuple(placed))


def near_friends_do_not_block(snapshot: Snapshot) -> np.ndarray:
    xy = np.array([(each.x_in, each.y_in) for each in snapshot.models])
    far = np.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1)) > 6
    return far[:, None, :]


def same(one, other) -> None:
    for name in ("hidden", "hidden_by_terrain", "view", "owner", "alone"):
        assert getattr(one.shares, name).tolist() == getattr(other.shares, name).tolist(), name
    assert one.hidden.share.tolist() == other.hidden.share.tolist() == one.shares.hidden.tolist()
    assert one.hidden.shut.tolist() == other.hidden.shut.tolist()
    assert one.without_error() == other.without_error()
    assert one.far.tolist() == other.far.tolist()


def test_every_ordered_pair_of_sides_is_there_once():
    table = all_sight(parse("model a red 25mm at 1,1\nmodel b red 25mm at 3,1\nmodel c blue 25mm at 9,9\n"))
    assert [(each.viewer, each.target) for each in table] == [("a", "c"), ("b", "c"), ("c", "a"), ("c", "b")]
    assert len(table) == 4


def test_pairs_on_one_side_are_there_when_asked_for_and_after_moves_too():
    before = parse("model a red 25mm at 1,1\nmodel b red 25mm at 3,1\nmodel c blue 25mm at 9,9\n")
    after = parse("model a red 25mm at 2,5\nmodel b red 25mm at 3,1\nmodel c blue 25mm at 9,9\n")
    fewer = replace(after, models=after.models[:2])
    table = all_sight(before, friends=True)
    assert len(table) == 6
    same(table.update(after), all_sight(after, friends=True))
    assert [(each.viewer, each.target) for each in table.update(fewer)] == [("a", "b"), ("b", "a")]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_all_at_once_is_one_by_one_to_the_last_bit(seed):
    snapshot = random_table(seed)
    blocks = near_friends_do_not_block(snapshot)
    table = all_sight(snapshot, blocks)
    assert 0 < np.mean(table.visible) < 1
    for found in table:
        assert found == sighting(snapshot, found.viewer, found.target, blocks)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_moves_it_is_what_it_would_be_from_scratch(seed):
    rng = np.random.default_rng(seed)
    snapshot = random_table(seed)
    table = all_sight(snapshot)
    for _ in range(8):
        models = list(snapshot.models)
        for number in rng.choice(len(models), rng.integers(1, 3), replace=False):
            x, y = rng.uniform(1, 27, 2)
            models[number] = replace(models[number], x_in=x, y_in=y, z_in=float(rng.choice([0, 1.7])), heading_rad=x)
        snapshot = replace(snapshot, models=tuple(models))
        table = table.update(snapshot)
        same(table, all_sight(snapshot))


def test_a_move_that_changes_who_blocks_is_followed():
    snapshot = random_table(9)
    table = all_sight(snapshot, near_friends_do_not_block(snapshot))
    moved = tuple(
        replace(each, x_in=each.x_in / 2) if number == 3 else each for number, each in enumerate(snapshot.models)
    )
    later = replace(snapshot, models=moved)
    blocks = near_friends_do_not_block(later)
    same(table.update(later, blocks), all_sight(later, blocks))
    same(table.update(snapshot), all_sight(snapshot))


def test_a_friend_that_comes_near_is_seen_past_without_computing_the_viewers_other_pairs():
    red = "model a red 25mm at 10,10\nmodel f red 25mm at {},10\n"
    blue = "model far blue 25mm at 20,10\nmodel aside blue 25mm at 10,25\n"
    before, after = (parse(red.format(x) + blue) for x in (15, 12))
    after = replace(after, models=(before.models[0], after.models[1], *before.models[2:]))
    table = all_sight(before, blocking(before))
    assert table.get_sighting("a", "far").visible < 1
    later = table.update(after, blocking(after))
    # those of the friend, both ways, and what it hid: not what `a` sees aside
    assert later.hidden.computed == 6
    assert later.get_sighting("a", "far").visible == 1
    same(later, all_sight(after, blocking(after)))


def test_other_models_or_other_terrain_are_worked_out_afresh():
    snapshot = random_table(2)
    table = all_sight(snapshot)
    fewer = replace(snapshot, models=snapshot.models[1:])
    bare = replace(snapshot, terrain=parse("").terrain)
    turned = replace(snapshot, models=snapshot.models[::-1])
    for later in (fewer, bare, turned, replace(snapshot, models=())):
        same(table.update(later), all_sight(later))


def test_only_pairs_that_a_move_touches_are_worked_out_again():
    snapshot = random_table(4)
    table = all_sight(snapshot)
    models = (replace(snapshot.models[0], x_in=snapshot.models[0].x_in + 1), *snapshot.models[1:])
    later = table.update(replace(snapshot, models=models))
    # seven enemies see it and are seen, of 98 pairs in all
    assert 14 <= later.hidden.computed < 60
    assert table.update(replace(snapshot, models=tuple(map(replace, snapshot.models)))).hidden.computed == 0


def test_terrain_that_hides_all_between_its_pieces_shuts_a_pair_and_a_model_does_not():
    text = "model a red 25mm at 5,5\nmodel b blue 25mm at 15,5\nterrain low solid 0 to 9 at 9,0 9.5,0 9.5,{y} 9,{y}\n"
    other = "terrain high solid 0 to 9 at 10,5 10.5,5 10.5,9 10,9\n"
    between = "model c red 60mm at 10,5.5\n"
    for terrain, y, shut, hidden in ((other, 5.0, True, 1.0), ("", 5.1, False, None), (between, 5.1, False, 1.0)):
        table = all_sight(parse(text.format(y=y) + terrain))
        pair = [(found.viewer, found.target) for found in table.without_error()].index(("a", "b"))
        assert bool(table.hidden.shut[pair]) is shut
        assert hidden is None or table.hidden.share[pair] == hidden
        assert table.hidden.share[pair] > 0


def test_a_table_without_models_or_with_one_side_has_no_sight():
    assert list(all_sight(parse(""))) == []
    assert list(all_sight(parse("model a red 25mm at 1,1\nmodel b red 25mm at 3,1\n"))) == []


def test_a_pair_is_found_by_its_ids():
    table = all_sight(random_table(1))
    assert (table.get_sighting("m0", "m9").viewer, table.get_sighting("m0", "m9").target) == ("m0", "m9")
    with pytest.raises(KeyError):
        table.get_sighting("m0", "m1")
