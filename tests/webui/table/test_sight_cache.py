"""The page's sight: true to the measured one, and no dearer than what a move touches."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import box

from tablecam.table.measure.sight import SightTable, sighting
from tablecam.table.measure.sighting import Sighting
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain
from webui.table.sight_cache import SightCache, find_ground_numbers

TABLE = """
terrain wall solid 0 to 9 at 15,5 15.5,5 15.5,10 15,10
model ann red 25mm at 10,10
model abe red 25mm at 12,16
model bob blue 25mm at 20,10
model bea blue 25mm at 20,20
"""


# on a grid, so that a model either stands where it stood or has moved
places = st.tuples(st.integers(20, 440), st.integers(20, 440)).map(lambda at: (at[0] / 20, at[1] / 20))
# so far up, the second of them just hides nothing of what the first sees of the fourth
BESIDE_IN = 11.02
BASES = ("25mm", "oval 60x35mm", "rect 50x25mm", "32mm", "40mm", "25mm")


def nobody_blocks(snapshot: Snapshot) -> np.ndarray:
    return np.array(False)


def table(**moved: float) -> Snapshot:
    """The table with errors of a hundredth of an inch, and some models elsewhere in x."""
    spread = ((1e-4, 0.0, 0.0), (0.0, 1e-4, 0.0), (0.0, 0.0, 1e-4))
    here = parse(TABLE)
    placed = [replace(one, covariance=spread, x_in=moved.get(one.model.id, one.x_in)) for one in here.models]
    return replace(here, models=tuple(placed))


def all_block(snapshot: Snapshot) -> np.ndarray:
    return np.ones((1, 1, len(snapshot.models)), bool)


def crowd(stand: Sequence[tuple[float, float]]) -> Snapshot:
    """Models of all kinds of bases beside walls, each as unsure as one at rest may be."""
    text = "terrain wall solid 0 to 1 at 10,4 10.5,4 10.5,16 10,16\n" + "".join(
        f"model m{number} {'red' if number < 3 else 'blue'} {base} at {x},{y}\n"
        for number, (base, (x, y)) in enumerate(zip(BASES, stand, strict=True))
    )
    spread = ((1e-3, 0.0, 0.0), (0.0, 1e-3, 0.0), (0.0, 0.0, 1e-3))
    here = parse(text)
    return replace(here, models=tuple(replace(one, covariance=spread) for one in here.models))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The pairs whose error is worked out."""
    pairs: list[tuple[str, str]] = []
    measured = SightTable.rows

    def counted(seen: SightTable, rows: Sequence[int] | None = None) -> list[Sighting]:
        found = measured(seen, rows)
        pairs.extend((one.viewer, one.target) for one in found)
        return found

    monkeypatch.setattr(SightTable, "rows", counted)
    return pairs


def test_every_other_model_is_seen_with_its_error_friends_too() -> None:
    here = table()
    found = SightCache(nobody_blocks).sightings(here, "ann")
    assert list(found) == ["abe", "bob", "bea"]
    for target, one in found.items():
        assert one == sighting(here, "ann", target, nobody_blocks(here))


def test_after_a_move_the_answer_is_that_of_a_fresh_look() -> None:
    sights, later = SightCache(nobody_blocks), table(bob=19.0)
    sights.sightings(table(), "ann")
    assert sights.sightings(later, "ann") == SightCache(nobody_blocks).sightings(later, "ann")


def test_only_the_pairs_that_a_move_touches_are_doubted_again(asked: list[tuple[str, str]]) -> None:
    sights = SightCache(nobody_blocks)
    sights.sightings(table(), "ann")
    asked.clear()
    sights.sightings(table(bob=19.0), "ann")
    assert asked == [("ann", "bob")]


def test_readings_that_wander_by_a_hair_doubt_nothing_again(asked: list[tuple[str, str]]) -> None:
    sights = SightCache(nobody_blocks)
    sights.sightings(table(), "ann")
    asked.clear()
    later = sights.sightings(table(bob=20.0005), "ann")
    assert asked == []
    assert later["bob"].within_error != ()


def test_a_model_in_a_hand_is_seen_without_its_error(asked: list[tuple[str, str]]) -> None:
    here = table()
    moving = tuple(replace(one, state="moving") if one.model.id == "bob" else one for one in here.models)
    found = SightCache(nobody_blocks).sightings(replace(here, models=moving), "ann")
    assert asked == [("ann", "abe"), ("ann", "bea")]
    assert found["bob"].within_error == ()
    assert found["bob"].visible == pytest.approx(0.5, abs=0.05)


def test_models_that_come_and_go_are_no_matter() -> None:
    sights: Callable[[Snapshot, str], dict[str, Sighting]] = SightCache(nobody_blocks).sightings
    here = table()
    sights(here, "ann")
    assert list(sights(replace(here, models=here.models[:3]), "ann")) == ["abe", "bob"]
    assert list(sights(here, "bea")) == ["ann", "abe", "bob"]


def test_who_comes_near_a_line_without_hiding_anything_is_doubted_again() -> None:
    """Where the two stand is not certain: within their error it stands between them."""
    here = crowd([(10, 10), (15, 18), (12, 3), (20, 10), (5, 5), (5, 18)])
    apart = replace(here, terrain=Terrain())
    models = [replace(one, y_in=BESIDE_IN) if one.model.id == "m1" else one for one in here.models]
    beside = replace(apart, models=tuple(models))
    sights = SightCache(all_block)
    assert sights.sightings(apart, "m0")["m3"].spread == (1.0, 1.0)
    found = sights.sightings(beside, "m0")["m3"]
    assert found.visible == 1.0
    assert found.spread[0] < 1.0
    assert found == sighting(beside, "m0", "m3", all_block(beside))


@pytest.mark.slow
@given(st.lists(places, min_size=6, max_size=6), st.lists(st.tuples(st.integers(0, 5), places), min_size=1, max_size=6))
@settings(max_examples=25, deadline=None)
def test_after_any_moves_every_sighting_and_its_error_is_that_of_a_fresh_look(stand, moves) -> None:
    here = crowd(stand)
    sights = SightCache(all_block)
    sights.sightings(here, "m0")
    for number, (x, y) in moves:
        models = [replace(one, x_in=x, y_in=y) if at == number else one for at, one in enumerate(here.models)]
        here = replace(here, models=tuple(models))
        for viewer in ("m0", "m3"):
            assert sights.sightings(here, viewer) == SightCache(all_block).sightings(here, viewer)


def test_terrain_that_a_game_has_cut_or_made_keeps_the_numbers_of_the_drawn_table() -> None:
    hut = Feature("hut", "solid", 0.0, 3.0, True, box(0, 0, 4, 4))
    wall = Feature("wall", "solid", 0.0, 5.0, False, box(9, 0, 10, 20))
    smoke = Feature("smoke-1", "smoke", 0.0, 4.0, False, box(5, 5, 8, 8))
    breached = tuple(replace(wall, polygon=box(9, low, 10, low + 8)) for low in (0, 12))
    assert find_ground_numbers(Terrain((hut, wall)), Terrain((hut, *breached, smoke))) == (0, 1, 1, -1)
    assert find_ground_numbers(Terrain((hut, wall)), Terrain((wall,))) == (1,)
