"""The camera over the drawn table, and its table.toml made without a ruler."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.base.errors import BadPicture
from tablecam.sensing.vision.detection import TagDetector
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.layout import Laid, make_table, resize_table, turn_table
from tablecam.setup.place_step import PlaceStep
from tablecam.storage.table_toml import read_table


@pytest.fixture
def saved() -> list[str]:
    return []


@pytest.fixture
def step(folder, saved: list[str]) -> PlaceStep:
    return PlaceStep(folder("camera.yaml", "table.toml"), lambda: saved.append("reload"))


def test_all_tags_agree_and_the_camera_hangs_where_it_does(step: PlaceStep, frame: Frame, scene) -> None:
    seen = step.look(frame)
    assert seen.finding.verdict == "good"
    assert seen.registration is not None
    assert len(seen.registration.used) == 8
    assert np.allclose(seen.registration.camera.pose.position_in, scene.camera.pose.position_in, atol=0.1)
    assert seen.area_px is not None
    assert np.allclose(seen.area_px[0], scene.camera.project(np.zeros(3)), atol=0.5)
    assert all(tag.off_in is not None and tag.off_in < 0.02 for tag in seen.tags)


@pytest.mark.slow
def test_a_tag_that_was_moved_is_named_with_what_to_do(step: PlaceStep, frame: Frame, scene, folder) -> None:
    from tablecam.storage.table_toml import write_table

    first, *others = scene.table.reference_tags
    moved = replace(first, center_in=(first.center_in[0] - 0.5, first.center_in[1]))
    write_table(folder() / "table.toml", replace(scene.table, reference_tags=(moved, *others)))
    seen = step.look(frame)
    assert str(seen.advice[0]).startswith("reference tag 40 does not lie where table.toml says")
    assert not next(tag for tag in seen.tags if tag.id == 40).used


@pytest.mark.slow
def test_too_few_tags_in_sight_are_told(step: PlaceStep, frame: Frame) -> None:
    hidden = frame.grey.copy()
    hidden[:, :1420] = 90
    seen = step.look(Frame(hidden, 0.0))
    assert seen.finding.verdict == "bad"
    assert "three are needed" in str(seen.finding.says)
    assert seen.registration is None


def test_without_a_lens_the_step_says_what_comes_first(folder, frame: Frame) -> None:
    with pytest.raises(BadPicture, match="calibrate it first"):
        PlaceStep(folder("table.toml"), lambda: None).look(frame)


@pytest.mark.slow
def test_tags_touching_the_corners_make_a_table_without_a_ruler(folder, scene, saved) -> None:
    """The drawn tags lie 1.4 in out: their own size tells it."""
    from tablecam.sensing.camera.synthetic.render import Renderer

    path = folder("camera.yaml")
    frame = Frame(Renderer(scene).picture(), 0.0)
    step = PlaceStep(path, lambda: saved.append("reload"))
    assert step.look(frame).finding.verdict == "unknown"
    near_left = scene.camera.project(np.array([-1.0, -1.0, 0.0]))
    step.lay(Laid((48.0, 48.0), tuple(near_left)))
    seen = step.look(frame)
    assert seen.finding.verdict == "good"
    step.save()
    assert saved == ["reload"]
    written = read_table(path / "table.toml")
    truth = {tag.id: tag for tag in scene.table.reference_tags}
    assert {tag.id for tag in written.reference_tags} == set(truth)
    for tag in written.reference_tags:
        assert math.dist(tag.center_in, truth[tag.id].center_in) < 0.05
        assert tag.rotation_deg == truth[tag.id].rotation_deg


@pytest.mark.slow
@pytest.mark.parametrize(("corner", "quarters"), [((49, -1), 1), ((49, 49), 2), ((-1, 49), 3)])
def test_the_tapped_corner_is_the_origin_whichever_it_is(scene, frame: Frame, corner, quarters) -> None:
    px = scene.camera.project(np.array([*corner, 0.0]))
    seen = [each for each in TagDetector().detect(frame.grey) if 40 <= each.tag < 48]
    made = make_table(scene.camera.intrinsics, seen, Laid((48.0, 48.0), tuple(px), apart_in=1.4))
    expected = {tag.id: tag for tag in turn_table(scene.table, quarters).reference_tags}
    for tag in made.reference_tags:
        assert math.dist(tag.center_in, expected[tag.id].center_in) < 0.05
        assert tag.rotation_deg == expected[tag.id].rotation_deg


def test_what_is_said_of_the_corners_counts_more_than_the_tags_size(folder, frame: Frame, scene) -> None:
    step = PlaceStep(folder("camera.yaml"), lambda: None)
    step.look(frame)
    near_left = tuple(scene.camera.project(np.array([-1.0, -1.0, 0.0])))
    table = step.lay(Laid((48.0, 48.0), near_left, apart_in=1.5))
    assert table.reference_tags[0].center_in == (-1.5, -1.5)
    # a size that the tags contradict, and a tap in the middle of the table, change nothing
    with pytest.raises(SetupRefusal, match=r"72 x 48 in does not fit .* 48 x 48 in"):
        step.lay(Laid((72.0, 48.0), near_left))
    with pytest.raises(SetupRefusal, match="larger than 30 x 30"):
        step.lay(Laid((30.0, 30.0), near_left))
    with pytest.raises(BadPicture, match="not a corner of the table"):
        step.lay(Laid((48.0, 48.0), tuple(scene.camera.project(np.array([24.0, 24.0, 0.0])))))
    # a kill in the middle loses nothing; the next program saves or drops it
    again = PlaceStep(folder("camera.yaml"), lambda: None)
    assert again.draft == table
    again.drop()
    assert PlaceStep(folder("camera.yaml"), lambda: None).draft is None


@pytest.mark.slow
def test_three_tags_make_no_table(scene, frame: Frame) -> None:
    seen = [each for each in TagDetector().detect(frame.grey) if 40 <= each.tag < 43]
    with pytest.raises(BadPicture, match="3 reference tags are visible; 4 are needed"):
        make_table(scene.camera.intrinsics, seen, Laid((48.0, 48.0), (0.0, 0.0)))


def test_four_quarters_are_none(scene) -> None:
    around = turn_table(scene.table, 4)
    assert around == scene.table
    wide = replace(scene.table, width_in=72.0)
    assert (turn_table(wide, 1).width_in, turn_table(wide, 1).depth_in) == (48.0, 72.0)


def test_a_larger_table_keeps_its_tags_at_their_sides_and_middles(scene) -> None:
    wide = resize_table(scene.table, 72.0, 48.0)
    places = {tag.id: tag.center_in for tag in wide.reference_tags}
    assert places[40] == pytest.approx((-1.4, -1.4))
    assert places[41] == pytest.approx((36.0, -1.4))
    assert places[42] == pytest.approx((73.4, -1.4))


@pytest.mark.slow
def test_a_tap_on_another_corner_is_tried_and_kept_only_when_saved(
    step: PlaceStep, frame: Frame, scene, folder
) -> None:
    step.look(frame)
    step.set_origin(tuple(scene.camera.project(np.array([47.0, 47.0, 0.0]))))
    seen = step.look(frame)
    assert seen.area_px is not None
    assert np.allclose(seen.area_px[0], scene.camera.project(np.array([48.0, 48.0, 0.0])), atol=0.5)
    assert read_table(folder() / "table.toml") == scene.table
    step.drop()
    assert step.draft is None
    assert step.look(frame).table == scene.table


def test_a_size_that_no_table_has_is_refused(step: PlaceStep, frame: Frame) -> None:
    step.look(frame)
    with pytest.raises(SetupRefusal, match="each side is 12 to 120 in long"):
        step.resize(48.0, 480.0)
