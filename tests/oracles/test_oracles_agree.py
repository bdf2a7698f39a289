"""The independent implementations vouch for each other, and both hold to what can be worked out on paper."""

import math
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings

from tests.oracles import projection, rays
from tests.oracles.random_scenes import along_a_row, question, scenes
from tests.oracles.scene import Facts, Feature, Model, Question, Scene

# corners of an ellipse where a thousandth of an inch is no matter
COARSE = 1024

ANN = Model("ann", "red", 4.0, 10.0, 0.0, 0.0, 2.0, 0.5, 0.5, False)
BOB = Model("bob", "blue", 24.0, 10.0, 0.0, math.pi, 2.0, 0.5, 0.5, False)
ANN_AT_BOB = Question("ann", "bob")


def block(x1: float, y1: float, x2: float, y2: float, low: float, high: float) -> Feature:
    return Feature("wall", "solid", low, high, (((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)),))


def both(scene: Scene, asked: Question = ANN_AT_BOB) -> list[Facts]:
    return [projection.sighting(scene, asked), rays.sighting(scene, asked, many=True)]


@pytest.mark.parametrize("implementation", [projection.sighting, rays.sighting])
def test_an_empty_table_hides_nothing(implementation) -> None:
    assert implementation(Scene((ANN, BOB)), ANN_AT_BOB).visible == 1


def test_a_wall_as_high_as_the_eye_hides_all_below_it() -> None:
    for facts in both(Scene((ANN, BOB), (block(10, 0, 11, 20, 0, 1.8),))):
        assert facts.visible == pytest.approx(0.1, abs=facts.slack + 1e-9)
        assert facts.obstructions[0].distance_in == pytest.approx(5.5, abs=1e-5)


def test_a_thin_wall_halfway_hides_twice_what_it_lacks_to_the_eye() -> None:
    # its near top edge, .3 under the eye at 9.9 of 20 in, its far one at 10.1: the nearer to the target rules
    for facts in both(Scene((ANN, BOB), (block(13.9, 0, 14.1, 20, 0, 1.5),))):
        assert facts.visible == pytest.approx(1 - (1.8 - 0.3 * 20 / 10.1) / 2, abs=facts.slack + 1e-9)


def test_an_eye_inside_a_prism_sees_nothing() -> None:
    for facts in both(Scene((ANN, BOB), (block(3, 9, 30, 11, 0, 3),))):
        assert facts.visible == 0


def test_an_eye_on_the_top_of_a_prism_sees_what_is_above_it() -> None:
    for facts in both(Scene((ANN, BOB), (block(3, 9, 5, 11, 0, 1.8),))):
        assert facts.visible == pytest.approx(0.1, abs=facts.slack + 1e-9)


def test_viewer_and_target_stand_in_nobody_s_way() -> None:
    for facts in both(Scene((ANN, BOB)), Question("ann", "bob", ("ann", "bob"))):
        assert facts.visible == 1


def test_models_over_one_another_have_no_line_of_sight_to_speak_of() -> None:
    with pytest.raises(ValueError, match="ann and bob stand over one another"):
        projection.sighting(Scene((ANN, replace(BOB, x_in=4.0, z_in=3.0))), ANN_AT_BOB)


@pytest.mark.parametrize(("count", "step"), [(rays.RAYS, rays.STEP), (rays.MANY_RAYS, rays.MANY_STEP)])
@pytest.mark.parametrize("row", [1, 2, 3, 5])
def test_an_edge_along_a_row_of_the_lattice_is_off_by_no_more_than_the_rays_promise(count, step, row) -> None:
    across, up = rays.unit_lattice(count, step)
    # the lattice's shortest vectors lead from its first point to points with small numbers
    vectors = np.column_stack([across - across[0], up - up[0]])[1:2000]
    vectors -= np.round(vectors)
    along = vectors[np.argsort(np.hypot(*vectors.T))[row - 1]]
    normal = np.array([-along[1], along[0]]) / np.hypot(*along)
    off = []
    for offset in np.linspace(0.3, 0.3 + 2 / math.sqrt(count), 60):
        foot, far = normal * offset + 0.2 * along, 9 * along / np.hypot(*along)
        half_plane = shapely.Polygon([foot + far, foot - far, foot - far - 9 * normal, foot + far - 9 * normal])
        below = (across * normal[0] + up * normal[1] < offset).mean()
        off.append(abs(below - half_plane.intersection(shapely.box(0, 0, 1, 1)).area))
    assert max(off) <= rays.share_error(count) / rays.EDGES


def agree(first: Facts, second: Facts) -> None:
    # a polygon outside a circle that touches the target's plane reaches past it by a sliver
    tolerance = first.slack + second.slack
    assert first.visible == pytest.approx(second.visible, abs=tolerance)
    assert first.visible_past_terrain == pytest.approx(second.visible_past_terrain, abs=tolerance)
    one, other = ({each.name: each for each in facts.obstructions} for facts in (first, second))
    for name in one.keys() | other.keys():
        shares = [found[name].hidden if name in found else 0.0 for found in (one, other)]
        assert shares[0] == pytest.approx(shares[1], abs=tolerance), name
        if name in one and name in other:
            assert one[name].distance_in == pytest.approx(other[name].distance_in, abs=1e-4), name


@pytest.mark.slow
@given(scenes())
@settings(max_examples=15)
def test_projection_and_rays_agree(scene: Scene) -> None:
    asked = question(scene)
    agree(projection.sighting(scene, asked, COARSE), rays.sighting(scene, asked))


@pytest.mark.long
@given(scenes())
@example(along_a_row())
@settings(max_examples=40)
def test_projection_and_many_rays_agree_on_many_scenes(scene: Scene) -> None:
    asked = question(scene)
    agree(projection.sighting(scene, asked, COARSE), rays.sighting(scene, asked, many=True))
