"""One pair's sight off a snapshot: eye, target, obstructions, errors, and the eye that may be anywhere on the base."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point

from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.sight import Eye, sighting
from tablecam.table.notation import parse

# Bases an inch wide, models 1.25 in tall: eyes at 1.125 in.
ANN = "model ann red 25.4mm at 10,10\n"
BOB = "model bob blue 25.4mm at 20,10\n"


def see(text: str, viewer="ann", target="bob", **asked):
    return sighting(parse(text), viewer, target, **asked)


def wall(left, right, near=15, far=15.5, heights="0 to 9", name="wall", material="solid") -> str:
    return f"terrain {name} {material} {heights} at {near},{left} {far},{left} {far},{right} {near},{right}\n"


def test_on_an_empty_table_everyone_sees_all_of_everyone():
    found = see(ANN + BOB)
    assert (found.visible, found.visible_past_terrain, found.obstructions) == (1, 1, ())
    assert (found.viewer, found.target, found.eye) == ("ann", "bob", (10, 10, 1.125))


def test_a_wall_is_reported_with_its_share_its_material_and_its_distance():
    found = see(ANN + BOB + wall(10, 12, material="flimsy"))
    assert found.visible == found.visible_past_terrain == pytest.approx(0.5)
    (obstruction,) = found.obstructions
    assert (obstruction.name, obstruction.kind, obstruction.material) == ("wall", "terrain", "flimsy")
    assert (obstruction.hidden, obstruction.distance_in) == (pytest.approx(0.5), pytest.approx(4.5))


def test_the_distance_is_to_the_whole_footprint_not_along_the_line():
    hook = "terrain hook solid 0 to 9 at 15,10 16,10 16,14 10,14 10,12 15,12\n"
    assert see(ANN + BOB + hook).obstructions[0].distance_in == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("base", "away"), [("oval 50.8x25.4mm", 4.0), ("rect 50.8x25.4mm", 4.0), ("oval 25.4x50.8mm", 4.5)]
)
def test_the_distance_is_from_the_edge_of_a_base_of_any_shape(base, away):
    found = see(f"model ann red {base} at 10,10\n" + BOB + wall(9, 12))
    assert found.obstructions[0].distance_in == pytest.approx(away, abs=1e-5)


def test_a_model_in_the_way_hides_as_a_cylinder_and_past_terrain_it_does_not_count():
    found = see(ANN + BOB + "model cid red 25.4mm at 15,10 tall 9\n")
    assert found.visible_past_terrain == 1
    assert found.visible == 0
    assert found.obstructions[0].kind == "model"
    assert found.obstructions[0].distance_in == pytest.approx(4)


def test_viewer_and_target_never_block_whatever_is_handed_in():
    assert see(ANN + BOB, blocks=np.ones((2, 2, 2), bool)).visible == 1


def test_which_models_block_is_handed_in():
    crowd = ANN + BOB + "model cid red 25.4mm at 15,10 tall 9\n"
    assert see(crowd, blocks=np.array(False)).visible == 1
    only_for_bob = np.ones((3, 1, 3), bool)
    only_for_bob[0, 0, 2] = False
    assert see(crowd, blocks=only_for_bob).visible == 1
    assert see(crowd, "bob", "ann", blocks=only_for_bob).visible == 0


def test_obstructions_come_with_what_hides_most_first():
    found = see(ANN + BOB + wall(10.2, 12, name="small") + wall(7, 10.1, name="large", near=16, far=16.1))
    assert [each.name for each in found.obstructions] == ["large", "small"]


def test_a_target_is_as_wide_as_its_base_looks_from_there():
    oval = "model bob blue oval 101.6x25.4mm at 20,10 facing {}deg\n"
    # 0.5 in of 4 or of 1 in show beside the wall, which hides nothing over 15.5 of 10 in at its far corner
    across = see(ANN + oval.format(90) + wall(0, 10))
    along = see(ANN + oval.format(0) + wall(0, 10))
    assert across.visible == along.visible == pytest.approx(0.5)
    # 15.5: the far corner, an inch aside, throws its shadow 1 / 5.5 * 10 aside
    assert see(ANN + oval.format(90) + wall(11, 20, near=15.4)).visible == pytest.approx((2 + 10 / 5.5) / 4)
    assert see(ANN + oval.format(0) + wall(11, 20)).visible == 1


def test_height_is_real():
    roof = "terrain tower solid 0 to 4 standable at 9,9 11,9 11,11 9,11\n"
    low = wall(0, 20, heights="0 to 2.7")
    assert see(ANN + BOB + low).visible == 0
    # from 5.125 in up the wall's far edge, 2.7 in high, is seen 5.125 - 2.425 / 5.5 * 10 up the target
    high = see("model ann red 25.4mm at 10,10 z 4 on tower\n" + BOB + roof + low)
    assert high.visible == pytest.approx(1 - (5.125 - 2.425 / 5.5 * 10) / 1.25)


def test_a_model_inside_a_building_is_hidden_by_its_walls_alone():
    house = "terrain house solid 0 to 3 at 17,7 23,7 23,13 17,13 hole 17.2,7.2 22.8,7.2 22.8,12.8 17.2,12.8\n"
    assert see(ANN + BOB + house).visible == 0
    assert (
        see(ANN + "model bob blue 25.4mm at 20,10\nmodel cid red 25.4mm at 18,11\n" + house, "cid", "bob").visible == 1
    )


def test_features_of_one_piece_are_obstructions_apart():
    window = wall(0, 9.8, name="left") + wall(10.2, 20, name="right") + wall(9.8, 10.2, heights="0 to 1", name="sill")
    names = {each.name for each in see(ANN + BOB + window).obstructions}
    assert names == {"left", "right", "sill"}


def test_one_model_twice_is_misuse_and_an_absent_one_a_key_error():
    with pytest.raises(ValueError, match="two models"):
        see(ANN + BOB, "ann", "ann")
    with pytest.raises(KeyError):
        see(ANN + BOB, "ann", "cid")


def test_with_certain_places_there_is_no_sigma():
    found = see(ANN + BOB + wall(10, 12))
    assert (found.sigma, found.within_error, found.spread) == (0, (), (found.visible, found.visible))
    assert found.verdict(0.5) is Verdict.YES
    assert found.verdict(0.500001) is Verdict.NO


def test_a_share_is_as_uncertain_as_the_places_are():
    found = see(ANN + "model bob blue 25.4mm at 20,10 sigma 0.02\n" + wall(10, 12))
    # sideways 0.02 in of a target an inch wide; towards the eye it hardly matters
    assert found.sigma == pytest.approx(0.02 * 0.5 / 0.5, rel=0.15)
    assert found.spread == (pytest.approx(0.46, abs=0.008), pytest.approx(0.54, abs=0.008))


def test_the_error_of_the_viewer_is_levered_by_the_wall():
    near_viewer = see("model ann red 25.4mm at 10,10 sigma 0.02\n" + BOB + wall(10, 12, near=10.9, far=11))
    near_target = see("model ann red 25.4mm at 10,10 sigma 0.02\n" + BOB + wall(10, 12, near=18.9, far=19))
    assert near_viewer.sigma > 5 * near_target.sigma


def test_a_verdict_that_turns_within_the_error_is_too_close_and_leans():
    text = ANN + "model bob blue 25.4mm at 20,{} sigma 0.02\n" + wall(10, 12)
    nearly, hardly = see(text.format(10.23)), see(text.format(10.27))
    assert nearly.verdict(0.25) is hardly.verdict(0.25) is Verdict.TOO_CLOSE
    assert nearly.at_least(0.25)
    assert not hardly.at_least(0.25)
    assert see(text.format(10.1)).verdict(0.25) is Verdict.YES
    assert see(text.format(10.4)).verdict(0.25) is Verdict.NO


def test_a_jump_at_an_edge_is_a_doubt_though_its_slope_is_nothing():
    # the eye stands just behind the wall's end: a hundredth further and it sees past
    text = "model ann red 25.4mm at 10,9.995 sigma 0.01\n" + BOB + wall(0, 10, near=10.0001, far=10.01)
    found = see(text)
    assert found.verdict(0.25) is Verdict.TOO_CLOSE
    assert found.spread[1] - found.spread[0] > 0.9


def test_an_undecided_floor_is_a_doubt():
    text = ANN + "model bob blue 25.4mm at 20,10 z 0 on undecided sigma_z 1.5\n" + wall(0, 20, heights="0 to 1.5")
    found = see(text)
    assert found.visible == 0
    assert found.verdict(0.25) is Verdict.TOO_CLOSE


def test_a_turn_matters_to_an_oval_target_and_never_to_a_round_one():
    turned = "covariance 0,0,0,0,0,0.01"
    assert see(ANN + f"model bob blue 25.4mm at 20,10 {turned}\n" + wall(10.2, 12)).sigma == 0
    assert see(ANN + f"model bob blue oval 60x25mm at 20,10 facing 45deg {turned}\n" + wall(10.2, 12)).sigma > 0.005


@pytest.mark.slow
@pytest.mark.parametrize("place", ["10.1,10", "9.9,10.02"])
def test_the_sigma_is_the_scatter_of_the_share_when_poses_scatter(place):
    rng = np.random.default_rng(5)
    bob = "model bob blue oval 60x35mm at 20,10 facing 30deg covariance 0.0004,0.0001,0,0.0002,0,0.0009\n"
    walls = wall(10, 12) + wall(8, 12, heights="0 to 0.9", name="low")
    snapshot = parse(f"model ann red 32mm at {place} sigma 0.01\n" + bob + walls)
    found = sighting(snapshot, "ann", "bob")
    ann, bob = snapshot.models
    tries = []
    for _ in range(300):
        means = [[each.x_in, each.y_in, each.heading_rad] for each in (ann, bob)]
        poses = [rng.multivariate_normal(*each) for each in zip(means, (ann.covariance, bob.covariance), strict=True)]
        moved = tuple(replace(each, x_in=x, y_in=y, heading_rad=turn)
                      for each, (x, y, turn) in zip((ann, bob), poses, strict=True))  # fmt: skip
        tries.append(sighting(replace(snapshot, models=moved), "ann", "bob", error=False).visible)
    # 300 draws tell a standard deviation to 4 per cent; the larger of both sides is a little more than that
    assert found.sigma == pytest.approx(np.std(tries), rel=0.15)


def test_an_eye_anywhere_leans_out_from_behind_a_corner():
    corner = ANN + BOB + wall(5, 10.2, near=11, far=11.1)
    assert see(corner).visible == 0
    best = see(corner, eye=Eye.ANYWHERE)
    # from the base's left edge, 10.5, the corner at 11.1, 10.2 leaves all that is left of a falling line
    assert best.visible > 0.9
    assert best.eye[1] > 10.3


def test_an_eye_anywhere_sees_no_less_than_the_centre_and_stays_on_the_base():
    for text in (ANN + BOB, ANN + BOB + wall(0, 20), ANN + BOB + wall(9.9, 10.4)):
        best = see(text, eye=Eye.ANYWHERE)
        assert best.visible >= see(text).visible
        assert math.dist(best.eye[:2], (10, 10)) <= 0.5 + 1e-9


@given(
    st.floats(8, 12),
    st.floats(0.2, 3),
    st.floats(10.6, 18),
    st.sampled_from(["25.4mm", "rect 60x25mm", "oval 25x50mm"]),
)
@pytest.mark.slow
@settings(max_examples=40, deadline=None)
def test_no_point_of_a_base_sees_much_more_than_the_best_one(left, width, near, base):
    snapshot = parse(f"model ann red {base} at 10,10 facing 25deg\n" + BOB + wall(left, left + width, near, near + 0.3))
    best = sighting(snapshot, "ann", "bob", eye=Eye.ANYWHERE).visible
    ann, bob = snapshot.models
    # one on a round base sees from its centre
    narrow = replace(ann, model=replace(ann.model, base=bob.model.base))
    base_in = ann.footprint.outline(128)
    places = [(x, y) for x in np.linspace(9, 11, 15) for y in np.linspace(9, 11, 15) if base_in.covers(Point(x, y))]
    others = (replace(narrow, x_in=x, y_in=y) for x, y in places)
    most = max(sighting(replace(snapshot, models=(each, bob)), "ann", "bob").visible for each in others)
    assert best >= most - 0.01
