"""How far bases are apart, and from polygons: beside the search over directions, and beside shapely."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecam.table.geometry.distances import collect_edges
from tablecam.table.geometry.footprint import Footprint, gaps
from tablecam.table.measure.obstruction_distance import all_distances, gap_widths, measure_moved_distances

# an ellipse is a polygon to shapely
CORNERS = 4096
POLYGONS = np.array(
    [
        shapely.box(4, 4, 8, 8).difference(shapely.box(4.5, 4.5, 7.5, 7.5)),
        shapely.Polygon([(1, 9), (5, 9), (5, 9.4), (1.4, 9.4), (1.4, 11), (1, 11)]),
        shapely.Polygon([(9, 1), (11, 2), (9.5, 3)]),
    ]
)

halves = st.floats(0.3, 2)
coordinate = st.floats(0, 12)


@st.composite
def footprints(draw) -> Footprint:
    half_x, kind = draw(halves), draw(st.sampled_from(["circle", "oval", "box"]))
    half_y = half_x if kind == "circle" else draw(halves)
    heading = 0.0 if kind == "circle" else draw(st.floats(-3, 3))
    return Footprint(draw(coordinate), draw(coordinate), heading, half_x, half_y, kind == "box")


def figures(bases) -> np.ndarray:
    rows = [
        (base.x_in, base.y_in, 0.0, np.sin(base.heading_rad), np.cos(base.heading_rad), base.half_x_in,
         base.half_y_in, base.cornered, 1.0)
        for base in bases
    ]  # fmt: skip
    return np.array(rows, float).T


def to_shapely(base: Footprint):
    return base.outline(CORNERS)


@pytest.mark.slow
@given(st.lists(footprints(), min_size=2, max_size=8))
@settings(max_examples=60, deadline=None)
def test_gaps_are_those_of_a_search_over_all_directions_whichever_comes_first(bases):
    first, second = np.triu_indices(len(bases), 1)
    table = figures(bases)
    found = gap_widths(table[:, first], table[:, second])
    assert found == pytest.approx(np.maximum(gaps(bases, first, second).gap_in, 0), abs=1e-8)
    assert found.tolist() == gap_widths(table[:, second], table[:, first]).tolist()


@pytest.mark.slow
@given(st.lists(footprints(), min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_distances_from_polygons_are_shapelys(bases):
    found = all_distances(figures(bases), collect_edges(POLYGONS))[:, : len(POLYGONS)]
    theirs = shapely.distance(np.array([to_shapely(base) for base in bases])[:, None], POLYGONS)
    # a circle's outline lies inside it by so much
    assert found == pytest.approx(theirs, abs=2 * 3e-7 * 2)


@pytest.mark.slow
@given(st.lists(footprints(), min_size=3, max_size=6), st.data())
@settings(max_examples=30, deadline=None)
def test_distances_of_some_pairs_are_those_of_all_to_the_last_bit(bases, data):
    edges, models = collect_edges(POLYGONS), figures(bases)
    whole = all_distances(models, edges)
    pairs = data.draw(
        st.sets(st.tuples(st.integers(0, len(bases) - 1), st.integers(0, whole.shape[1] - 1)), min_size=1)
    )
    base, owner = np.array(sorted(pairs)).T
    asked = owner != len(POLYGONS) + base
    base, owner = base[asked], owner[asked]
    assert (
        measure_moved_distances(models, edges, models, base, owner)[base, owner].tolist() == whole[base, owner].tolist()
    )


def test_a_base_over_a_court_is_far_from_its_walls_and_inside_a_wall_it_is_not():
    court, inside, over = POLYGONS[:1], Footprint(6, 6, 0, 0.5, 0.25), Footprint(4.25, 6, 0.3, 0.1, 0.05, True)
    far = all_distances(figures([inside, over]), collect_edges(court))[:, 0]
    assert far == pytest.approx([1.0, 0.0])


def test_without_terrain_there_are_only_bases():
    edges = collect_edges(np.array([], dtype=object))
    # an oval is long to the front
    bases = figures([Footprint(0, 0, 0, 1, 1), Footprint(5, 0, 0, 1, 2)])
    assert all_distances(bases, edges).tolist() == [[0, 2], [2, 0]]
