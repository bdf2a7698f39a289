"""A piece of terrain stands where its tag says."""

import math

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, box

from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.terrain import Feature, Piece, Terrain, place_piece, with_pieces

YARD = Polygon(box(-2, -1, 2, 3).exterior.coords, [box(-1, 0, 1, 2).exterior.coords])
RUIN = Piece(
    "ruin",
    300,
    24.0,
    (
        Feature("wall", "solid", 0.0, 3.0, False, box(-2, 1, 2, 1.5)),
        Feature("floor", "flimsy", 2.0, 2.2, True, YARD, piece="drawn elsewhere"),
    ),
    tag_height_mm=76.2,
)


def test_forward_points_along_the_heading():
    wall, _ = place_piece(RUIN, 10, 20, math.pi / 2)
    assert shapely.equals_exact(wall.polygon.normalize(), box(8, 21, 12, 21.5).normalize(), 1e-9)
    wall, _ = place_piece(RUIN, 10, 20, 0.0)
    assert shapely.equals_exact(wall.polygon.normalize(), box(11, 18, 11.5, 22).normalize(), 1e-9)


def test_features_bear_the_name_of_their_piece():
    assert [(each.name, each.piece) for each in place_piece(RUIN, 0, 0, 0)] == [
        ("ruin wall", "ruin"),
        ("ruin floor", "ruin"),
    ]


def test_on_a_hill_everything_is_as_much_higher():
    assert [(each.z_bottom_in, each.z_top_in) for each in place_piece(RUIN, 0, 0, 0, z_in=1.0)] == [
        (1.0, 4.0),
        (3.0, 3.2),
    ]


@pytest.mark.slow
@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(-math.pi, math.pi))
def test_size_holes_and_the_way_to_its_origin_stay(x, y, heading):
    for there, drawn in zip(place_piece(RUIN, x, y, heading), RUIN.features, strict=True):
        assert there.polygon.area == pytest.approx(drawn.polygon.area)
        assert len(there.polygon.interiors) == len(drawn.polygon.interiors)
        away = there.polygon.distance(shapely.Point(x, y))
        assert away == pytest.approx(drawn.polygon.distance(shapely.Point(0, 0)), abs=1e-9)


def test_the_wearer_of_the_tag_can_be_tracked_like_any_model():
    wearer = RUIN.wearer
    assert (wearer.id, wearer.tag, wearer.tag_size_mm, wearer.tag_height_mm) == ("ruin", 300, 24.0, 76.2)
    assert wearer.height_in == 3.0
    assert wearer.base.half_extents_in == pytest.approx((2, 3))


def test_terrain_takes_in_the_pieces_that_stand_there():
    crate = Feature("crate", "flimsy", 0.0, 1.0, True, box(0, 0, 1, 1))
    ann = Miniature("ann", "Ann", "red", 21, 16.0, (0.0, 0.0), 1.2, Circle(25), 1.2)
    standing = (Placed(ann, 5, 5, 0.0, 0.0), Placed(RUIN.wearer, 10, 20, 0.0, math.pi / 2))
    hill = Piece("hill", 301, 24.0, (Feature("slope", "solid", 0.0, 1.0, True, box(-1, -1, 1, 1)),))
    found = with_pieces(Terrain((crate,)), (RUIN, hill), standing)
    assert [each.name for each in found.features] == ["crate", "ruin wall", "ruin floor"]
    assert found.features[1].polygon.bounds == pytest.approx((8, 21, 12, 21.5))
