"""The camera's pose from the table's own tags: which of them may be missing, moved, turned, misprinted or doubled."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.refocus import reference_corners_in
from calibration.registration import (
    Registration,
    doubts,
    find_start,
    fit_references,
    picture_effect,
    refine,
    register,
    with_outliers,
)
from tablecam.base.errors import BadPicture
from tablecam.sensing.camera.synthetic.demo import demo_table
from tablecam.sensing.camera.synthetic.scene import lens, overhead, reference_tags
from tablecam.sensing.vision.detection import Detection, Search, TagDetector
from tablecam.table.geometry.projection import Camera, Intrinsics
from tablecam.table.table import ReferenceTag
from tools.bench.ideal_tags import ideal_picture, noisy

CAMERA = Camera(lens(3840, 2160), overhead())
# eight around the table, 40 to 47 anticlockwise from the near left corner
TABLE = demo_table()
TAGS = TABLE.reference_tags
PLACES = np.array([[x, y, 0.0] for x in (0, 24, 48) for y in (0, 24, 48)])


def seen(tags: tuple[ReferenceTag, ...] = TAGS, camera: Camera = CAMERA, noise_px: float = 0.1, seed: int = 0):
    """What the detector would read of tags that lie so."""
    random = np.random.default_rng(seed)
    return [
        Detection(tag.id, camera.project(reference_corners_in(tag)) + random.normal(0, noise_px, (4, 2)))
        for tag in tags
    ]


def only(*ids: int) -> tuple[ReferenceTag, ...]:
    return tuple(tag for tag in TAGS if tag.id in ids)


def changed(id: int, **how) -> tuple[ReferenceTag, ...]:
    """The table as it really is, where one tag is not as table.toml says."""
    return tuple(replace(tag, **how) if tag.id == id else tag for tag in TAGS)


def moved(id: int, x_in: float, y_in: float) -> tuple[ReferenceTag, ...]:
    center = next(tag.center_in for tag in TAGS if tag.id == id)
    return changed(id, center_in=(center[0] + x_in, center[1] + y_in))


def error_in(registration: Registration, camera: Camera = CAMERA) -> float:
    """How far places on the table are off through this registration, at most."""
    back = registration.camera.back_project(camera.project(PLACES))
    return float(np.linalg.norm(back - PLACES[:, :2], axis=1).max())


def test_a_reference_tag_lies_anticlockwise_from_its_bottom_left_corner() -> None:
    corners = reference_corners_in(ReferenceTag(0, 25.4, (10.0, 20.0), 90.0))
    np.testing.assert_allclose(corners, [[10.5, 19.5, 0], [10.5, 20.5, 0], [9.5, 20.5, 0], [9.5, 19.5, 0]], atol=1e-12)


def test_without_noise_the_pose_is_exact() -> None:
    found = register(CAMERA.intrinsics, TAGS, seen(noise_px=0.0))
    assert error_in(found) < 1e-6
    assert found.used == (40, 41, 42, 43, 44, 45, 46, 47)
    assert found.outliers == ()
    assert found.rms_px < 1e-4
    assert doubts(found) == []


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(ids=st.sets(st.integers(40, 47), min_size=3), seed=st.integers(0, 99))
def test_any_three_or_more_give_the_pose_and_how_well_it_is_known(ids: set[int], seed: int) -> None:
    there = only(*ids)
    found = register(CAMERA.intrinsics, TAGS, seen(there, noise_px=0.1, seed=seed))
    assert set(found.used) == ids
    # five sigmas of the mean over the table, at the worst of nine places of it: which may be three times the mean
    assert error_in(found) < 15 * found.field_sigma_in


@pytest.mark.slow
def test_the_doubt_is_that_of_a_hundred_registrations() -> None:
    for there in (TAGS, only(40, 42, 44), only(40, 41, 47), only(40, 41, 42)):
        found = [register(CAMERA.intrinsics, TAGS, seen(there, noise_px=0.1, seed=seed)) for seed in range(100)]
        px = CAMERA.project(PLACES)
        off = np.array([each.camera.back_project(px) - PLACES[:, :2] for each in found])
        claimed = float(np.median([each.pose_sigma_in for each in found]))
        assert 0.6 < claimed / np.sqrt((off**2).mean()) < 1.7


def test_three_tags_in_a_line_are_taken_with_a_word_of_doubt() -> None:
    found = register(CAMERA.intrinsics, TAGS, seen(only(40, 41, 42), noise_px=0.3))
    assert found.field_sigma_in > 5 * register(CAMERA.intrinsics, TAGS, seen(noise_px=0.3)).field_sigma_in
    assert [said for said in map(str, doubts(found)) if "40, 41 and 42" in said and "clear more of them" in said]


@pytest.mark.parametrize("ids", [(), (44,), (41, 46)])
def test_fewer_than_three_are_refused_and_the_missing_ones_named(ids: tuple[int, ...]) -> None:
    with pytest.raises(BadPicture, match=f"only {len(ids)} of the table's 8 reference tags") as refused:
        register(CAMERA.intrinsics, TAGS, seen(only(*ids)))
    assert all((str(tag.id) in str(refused.value)) == (tag.id not in ids) for tag in TAGS)


@pytest.mark.parametrize("id", [43, *(pytest.param(id, marks=pytest.mark.slow) for id in (40, 46))])
@pytest.mark.parametrize("x_in", [0.15, 0.5, -3.0])
def test_a_tag_that_was_moved_is_named_and_left_out(id: int, x_in: float) -> None:
    found = register(CAMERA.intrinsics, TAGS, seen(moved(id, x_in, 0.05)))
    assert found.outliers == (id,)
    assert id not in found.used
    assert found.off_in[id] == pytest.approx(np.hypot(x_in, 0.05), abs=0.02)
    assert error_in(found) < 0.01
    assert [
        said
        for said in map(str, doubts(found))
        if f"reference tag {id} " in said and f"{found.off_in[id]:.2f} in" in said
    ]


@pytest.mark.parametrize("turn_deg", [15.0, 90.0, 180.0])
def test_a_tag_that_is_turned_against_the_file_is_named(turn_deg: float) -> None:
    found = register(CAMERA.intrinsics, TAGS, seen(changed(43, rotation_deg=turn_deg)))
    assert found.outliers == (43,)
    assert error_in(found) < 0.01


@pytest.mark.parametrize("size_mm", [30.0, 34.0, 50.0])
def test_a_tag_printed_in_another_size_is_named(size_mm: float) -> None:
    found = register(CAMERA.intrinsics, TAGS, seen(changed(45, size_mm=size_mm)))
    assert found.outliers == (45,)
    assert error_in(found) < 0.01


def test_two_that_were_moved_are_both_named() -> None:
    both = tuple(
        next(t for t in (moved(41, 0.4, 0), moved(46, 0, -0.3))[tag.id == 46] if t.id == tag.id) for tag in TAGS
    )
    found = register(CAMERA.intrinsics, TAGS, seen(both))
    assert found.outliers == (41, 46)
    assert error_in(found) < 0.01


def test_of_five_one_that_was_moved_is_found() -> None:
    there = tuple(tag for tag in moved(44, 0.3, 0.0) if tag.id in (40, 42, 43, 44, 46))
    assert register(CAMERA.intrinsics, TAGS, seen(there)).outliers == (44,)


def test_when_nobody_can_tell_who_was_moved_all_count_and_the_doubt_is_told() -> None:
    there = tuple(tag for tag in moved(44, 0.25, 0.0) if tag.id in (40, 42, 44, 46))
    found = register(CAMERA.intrinsics, TAGS, seen(there, noise_px=1.5, seed=3))
    assert found.outliers == ()
    assert found.field_sigma_in > 0.04
    assert len(doubts(found)) == 1


def test_a_reference_tag_that_is_there_twice_is_not_believed() -> None:
    copy = seen(moved(42, -5.0, 5.0), seed=1)[2]
    found = register(CAMERA.intrinsics, TAGS, [*seen(), copy])
    assert 42 not in found.used
    assert error_in(found) < 0.01


def test_tags_that_are_not_the_tables_are_passed_over() -> None:
    stranger = Detection(7, seen()[0].corners_px + 300)
    assert register(CAMERA.intrinsics, TAGS, [*seen(), stranger]).used == tuple(tag.id for tag in TAGS)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(CAMERA.intrinsics, distortion=np.zeros(5)),
        replace(CAMERA.intrinsics, distortion=np.zeros(4), model="equidistant"),
    ],
    ids=["without its distortion", "a fisheye's"],
)
def test_the_lens_of_another_camera_is_refused(wrong: Intrinsics) -> None:
    with pytest.raises(BadPicture, match=r"camera\.yaml belongs to this camera"):
        register(wrong, TAGS, seen())


@pytest.mark.slow
def test_a_lens_of_another_zoom_is_refused_or_its_doubt_told() -> None:
    for zoom in (0.7, 0.9, 1.1, 1.4):
        matrix = CAMERA.intrinsics.matrix * np.array([[zoom, 1, 1], [1, zoom, 1], [1, 1, 1]])
        try:
            found = register(replace(CAMERA.intrinsics, matrix=matrix), TAGS, seen())
        except BadPicture:
            continue
        assert doubts(found) or error_in(found) < 0.05


@pytest.mark.slow
def test_a_table_full_of_reference_tags_is_registered_too() -> None:
    ring = (
        [(-1.5, 6.0 * i) for i in range(9)] + [(49.5, 6.0 * i) for i in range(9)] + [(6.0 * i, 49.5) for i in range(7)]
    )
    tags = tuple(ReferenceTag(100 + number, 30.0, center) for number, center in enumerate(ring))
    really = tuple(
        replace(tag, center_in=(tag.center_in[0] + 0.4, tag.center_in[1])) if tag.id == 111 else tag for tag in tags
    )
    found = register(CAMERA.intrinsics, tags, seen(really))
    assert found.outliers == (111,)
    assert error_in(found) < 0.01


def test_a_tag_pushed_later_is_named_and_the_pose_stays() -> None:
    found = register(CAMERA.intrinsics, TAGS, seen())
    after = with_outliers(found, {44: 0.7})
    assert after.outliers == (44,)
    assert 44 not in after.used
    assert after.camera is found.camera
    assert "0.70 in" in str(doubts(after)[0])


def test_a_fisheye_lens_serves_as_well() -> None:
    matrix = np.array([[1100.0, 0.0, 1915.0], [0.0, 1102.0, 1075.0], [0.0, 0.0, 1.0]])
    camera = Camera(Intrinsics(3840, 2160, matrix, np.array([0.03, -0.01, 0.002, 0.0]), "equidistant"), overhead(40.0))
    found = register(camera.intrinsics, TAGS, seen(camera=camera))
    assert found.outliers == ()
    assert error_in(found, camera) < 0.02


@pytest.fixture(scope="module")
def picture() -> tuple[Camera, np.ndarray]:
    """The table's tags at 1080p, without noise."""
    camera = Camera(lens(1920, 1080), overhead())
    return camera, ideal_picture(camera, reference_tags(TABLE), 0.6, fineness=4)


def read(grey: np.ndarray) -> list[Detection]:
    return TagDetector().detect(grey, Search(2.0, 1.0, 40))


@pytest.mark.slow
def test_the_whole_bitmaps_know_the_pose_better_than_the_corners(picture) -> None:
    camera, ideal = picture
    better = []
    for seed in range(4):
        grey = noisy(ideal, 4.0, seed)
        coarse = register(camera.intrinsics, TAGS, read(grey))
        fine = refine(grey, coarse, TAGS)
        assert fine.used == coarse.used
        assert error_in(fine, camera) < 0.002
        assert fine.optics.blur_px == pytest.approx(0.6, abs=0.1)
        better.append(error_in(fine, camera) / error_in(coarse, camera))
    assert np.median(better) < 0.5


@pytest.mark.slow
def test_outliers_stay_named_through_the_second_round(picture) -> None:
    camera, _ = picture
    really = replace(TABLE, reference_tags=moved(43, 0.3, 0.0))
    grey = noisy(ideal_picture(camera, reference_tags(really), 0.6, fineness=4), 3.0, 1)
    found = refine(grey, register(camera.intrinsics, TAGS, read(grey)), TAGS)
    assert found.outliers == (43,)
    assert found.off_in[43] == pytest.approx(0.3, abs=0.02)
    assert error_in(found, camera) < 0.003


@pytest.mark.slow
def test_a_tag_that_was_read_but_is_half_hidden_takes_no_part_in_the_second_round(picture) -> None:
    camera, ideal = picture
    grey = noisy(ideal, 3.0, 1)
    coarse = register(camera.intrinsics, TAGS, read(grey))
    left, top = (int(v) for v in camera.project(np.array([*TAGS[4].center_in, 0.0])))
    grey[top - 16 : top + 16, left - 16 : left] = 90
    fine = refine(grey, coarse, TAGS)
    assert 44 not in fine.used
    assert error_in(fine, camera) < 0.002


def test_where_too_few_can_be_fitted_the_first_pose_stands(picture) -> None:
    camera, ideal = picture
    coarse = register(camera.intrinsics, TAGS, read(noisy(ideal, 3.0, 1)))
    blank = np.full(ideal.shape, 100, np.uint8)
    assert refine(blank, coarse, TAGS).camera is coarse.camera


@pytest.mark.slow
def test_a_camera_that_moves_while_it_takes_the_picture_smears_all_tags_one_way(picture) -> None:
    camera, ideal = picture
    # in light: a camera bends the tones after the smear
    light = (ideal / 255) ** 2.2
    smeared = cv2.filter2D(light, -1, np.full((1, 5), 0.2, np.float32))
    still, shaken = (noisy(255 * one ** (1 / 2.2), 2.0, 1) for one in (light, smeared))
    found = refine(still, register(camera.intrinsics, TAGS, read(still)), TAGS)
    assert (found.shake_px, found.effect.smear) == (0, 0)
    moved_on = refine(shaken, register(camera.intrinsics, TAGS, read(shaken)), TAGS)
    assert moved_on.shake_px == pytest.approx(5, rel=0.3)
    # tags look shorter along the smear than across, the smaller ones more
    assert abs(np.angle(-moved_on.effect.smear)) < 0.2 or abs(np.angle(moved_on.effect.smear)) < 0.2
    assert abs(moved_on.effect.compute_smear(1.0)) > 5 * abs(moved_on.effect.compute_smear(2.0)) > 0
    # tags of another size than the file says are no fault of the camera
    smaller = [replace(tag, size_mm=tag.size_mm / 0.97) for tag in TAGS]
    starts = {tag.id: find_start(found.camera, found.seen_px[tag.id]) for tag in TAGS}
    assert picture_effect(fit_references(still, found.camera, found.optics, smaller, starts)).size == 0
