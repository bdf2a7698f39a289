"""One picture as if it were all there is: heights, other lenses, doubles, and what must be refused."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablecam.base.errors import BadPicture
from tablecam.live.camera_view import fitting, get_lens
from tablecam.live.pipeline import Pipeline, measure_photo
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Sensor, Spot, overhead
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera, Intrinsics
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot

# whole pictures, programs or many random cases: left out of the quick round


def fisheye() -> Camera:
    """A very wide lens close above the table."""
    matrix = np.array([[760.0, 0.0, 962.0], [0.0, 761.0, 538.0], [0.0, 0.0, 1.0]])
    lens = Intrinsics(1920, 1080, matrix, np.array([0.02, -0.01, 0.002, 0.0]), "equidistant", "fisheye")
    return Camera(lens, overhead(38.0))


def photo(stage, scene=None) -> Snapshot:
    """What a picture of the scene is read as, with the scene's own lens."""
    scene = scene or stage.scene
    folder = replace(stage.folder, intrinsics=scene.camera.intrinsics)
    return measure_photo(folder, Frame(Renderer(scene).picture(), 0.0)).snapshot


def off_in(snapshot: Snapshot, spots: dict[str, Spot]) -> dict[str, float]:
    return {
        m.model.id: math.hypot(m.x_in - spots[m.model.id].x_in, m.y_in - spots[m.model.id].y_in)
        for m in snapshot.models
    }


@pytest.mark.slow
def test_a_picture_is_read_whole_and_roofs_are_told_from_the_table(stage) -> None:
    snapshot = photo(stage)
    assert off_in(snapshot, stage.scene.spots).keys() == stage.scene.spots.keys()
    assert max(off_in(snapshot, stage.scene.spots).values()) < 0.012
    for model in snapshot.models:
        assert model.z_in == stage.scene.spots[model.model.id].z_in
        assert model.stands_on == ("depot" if model.z_in else "table")


@pytest.mark.long
def test_a_fisheye_lens_gives_the_same_table(stage) -> None:
    scene = replace(stage.scene, camera=fisheye())
    snapshot = photo(stage, scene)
    found = off_in(snapshot, scene.spots)
    assert len(found) >= 7
    assert max(found.values()) < 0.02
    assert all(model.z_in == scene.spots[model.model.id].z_in for model in snapshot.models)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sensor",
    [
        pytest.param(Sensor(blur_px=0.55, noise=8.0), id="noisy"),
        pytest.param(Sensor(blur_px=0.55, exposure=0.45, noise=3.0), id="dark"),
        pytest.param(Sensor(blur_px=1.0, noise=3.0), id="soft", marks=pytest.mark.long),
        pytest.param(
            Sensor(blur_px=0.55, gamma=2.2, exposure=1.25), id="bright, with a camera's tones", marks=pytest.mark.long
        ),
        pytest.param(Sensor(blur_px=0.55, jpeg=60), id="squeezed", marks=pytest.mark.long),
    ],
)
def test_in_poor_light_no_model_is_put_on_a_wrong_floor_and_few_are_lost(stage, sensor: Sensor) -> None:
    scene = replace(stage.scene, sensor=sensor)
    snapshot = photo(stage, scene)
    found = off_in(snapshot, scene.spots)
    assert len(found) >= 7
    assert max(found.values()) < 0.04
    assert all(m.z_in == scene.spots[m.model.id].z_in for m in snapshot.models if m.stands_on != "undecided")


@pytest.mark.slow
def test_a_tag_that_is_seen_in_two_places_is_told_and_its_model_not_placed(stage) -> None:
    picture = stage.renderer.picture()
    spot = stage.scene.spots["stone"]
    x, y = (int(v) for v in stage.scene.camera.project(np.array([spot.x_in, spot.y_in, 0.0])))
    picture[700:800, 1050:1150] = picture[y - 50 : y + 50, x - 50 : x + 50].copy()
    snapshot = measure_photo(stage.folder, Frame(picture, 0.0)).snapshot
    assert "stone" not in {model.model.id for model in snapshot.models}
    assert any("tag 1 " in str(problem) and "two places" in str(problem) for problem in snapshot.problems)


def test_a_picture_the_wrong_way_up_is_read_as_well(stage) -> None:
    """The camera may hang either way: table space is the table's own."""
    turned = np.ascontiguousarray(stage.renderer.picture()[::-1, ::-1])
    lens = stage.scene.camera.intrinsics
    matrix = lens.matrix.copy()
    matrix[0, 2], matrix[1, 2] = lens.width - 1 - matrix[0, 2], lens.height - 1 - matrix[1, 2]
    # turned by half a turn the tangential coefficients change their sign
    distortion = lens.distortion * np.array([1, 1, -1, -1, 1])
    folder = replace(stage.folder, intrinsics=replace(lens, matrix=matrix, distortion=distortion))
    snapshot = measure_photo(folder, Frame(turned, 0.0)).snapshot
    assert max(off_in(snapshot, stage.scene.spots).values()) < 0.012
    assert len(snapshot.models) == 8


@pytest.mark.slow
def test_a_mirrored_picture_is_refused(stage) -> None:
    mirrored = np.ascontiguousarray(stage.renderer.picture()[:, ::-1])
    with pytest.raises(BadPicture, match="reference tags"):
        measure_photo(stage.folder, Frame(mirrored, 0.0))


def test_a_picture_without_tags_is_refused(stage) -> None:
    with pytest.raises(BadPicture, match="only 0 of the table's 8 reference tags"):
        measure_photo(stage.folder, Frame(np.full((1080, 1920), 80, np.uint8), 0.0))


def test_a_folder_without_a_lens_cannot_read_pictures(stage) -> None:
    with pytest.raises(BadPicture, match=r"no camera\.yaml.*tablecam calibrate"):
        get_lens(replace(stage.folder, intrinsics=None))


@pytest.mark.parametrize("size", [(1920, 1080), (3840, 2160), (1280, 720), (1366, 768)])
def test_a_size_of_the_same_shape_scales_the_lens(stage, size: tuple[int, int]) -> None:
    lens = fitting(stage.scene.camera.intrinsics, Frame(np.zeros((size[1], size[0]), np.uint8), 0.0))
    assert (lens.width, lens.height) == size


@pytest.mark.parametrize("size", [(1920, 1200), (1080, 1920), (1440, 1080)])
def test_another_shape_is_another_mode_of_the_sensor_and_refused(stage, size: tuple[int, int]) -> None:
    with pytest.raises(BadPicture, match=f"{size[0]}x{size[1]} but camera.yaml was made for 1920x1080"):
        fitting(stage.scene.camera.intrinsics, Frame(np.zeros((size[1], size[0]), np.uint8), 0.0))


@pytest.mark.slow
def test_what_lies_off_the_table_is_told_and_not_measured(stage) -> None:
    scene = replace(stage.scene, spots=stage.scene.spots | {"syn-7": Spot(12.0, -3.3, 0.0, 1.5)})
    snapshot = photo(stage, scene)
    assert "syn-7" not in {model.model.id for model in snapshot.models}
    assert any("off the table" in str(problem) for problem in snapshot.problems)


@pytest.mark.slow
def test_two_sigmas_hold_most_of_what_is_drawn(stage) -> None:
    inside = []
    for _ in range(3):
        snapshot = measure_photo(stage.folder, Frame(stage.renderer.picture(), 0.0)).snapshot
        for model in snapshot.models:
            spot = stage.scene.spots[model.model.id]
            inside += [
                abs(model.x_in - spot.x_in) < 2 * model.sigma_in,
                abs(model.y_in - spot.y_in) < 2 * model.sigma_in,
            ]
    assert np.mean(inside) > 0.9


@pytest.mark.slow
def test_the_same_picture_is_read_the_same_twice(stage) -> None:
    picture = stage.renderer.picture()
    one, other = (measure_photo(stage.folder, Frame(picture, 0.0)).snapshot for _ in range(2))
    assert one.models == other.models


@pytest.mark.slow
def test_grey_and_colour_agree(stage) -> None:
    picture = stage.renderer.picture()
    grey = measure_photo(stage.folder, Frame(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 0.0)).snapshot
    assert grey.models == measure_photo(stage.folder, Frame(picture, 0.0)).snapshot.models


@pytest.mark.slow
@pytest.mark.slow
def test_a_picture_that_is_too_soft_for_its_tags_says_so_in_a_photograph_and_live(stage) -> None:
    sharp = stage.renderer.picture()
    for sigma_px, told in ((0.0, False), (2.0, True)):
        soft = Frame(cv2.GaussianBlur(sharp, (0, 0), sigma_px) if sigma_px else sharp, 0.0)
        for found in (measure_photo(stage.folder, soft), Pipeline(stage.folder).process(soft)):
            said = [str(problem) for problem in found.snapshot.problems if "is blurred by" in str(problem)]
            assert bool(said) is told
            assert not told or "focus the camera" in said[0]


@pytest.mark.slow
@pytest.mark.slow
def test_tags_printed_too_large_are_told_and_used_when_a_person_says_so(stage) -> None:
    roster = Roster(tuple(replace(model, tag_size_mm=model.tag_size_mm / 1.03) for model in stage.folder.roster.models))
    wrong = replace(stage.folder, roster=roster)
    picture = Frame(stage.renderer.picture(), 0.0)
    told = measure_photo(wrong, picture).snapshot
    assert [str(problem) for problem in told.problems if "print_scale = 1.0" in str(problem)]
    accepted = replace(wrong, table=replace(wrong.table, print_scale=1.03))
    right = measure_photo(accepted, picture).snapshot
    assert right.problems == ()
    assert {placed.stands_on for placed in right.models}.isdisjoint({"undecided"})
