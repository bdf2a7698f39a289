"""Each part of the bench at a small size: that it measures what it says. Never how long anything takes."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.boards import CHARUCO, Board
from calibration.refocus import reference_corners_in
from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.scene import TagPlace, lens, model_tag, overhead
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera, Intrinsics
from tools.bench.accuracy import Score, plain
from tools.bench.calibration import calibration, opencv_lens
from tools.bench.demo import NOTICED_WITHIN_S, correct, demo, idle
from tools.bench.figure import BenchResult
from tools.bench.peers import ARUCO, NAMES, Peers
from tools.bench.sight import ranges
from tools.bench.speed import Size, bound, fit, photos, speed
from tools.bench.tables import FILM_FPS, KnownTable, crowd, film, folder_of

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.long

SMALL = (1920, 1080)


def values(result: BenchResult) -> dict[str, float]:
    return {figure.what: figure.value for figure in result.figures}


def straight_down() -> Camera:
    flat = Intrinsics(1000, 1000, np.array([[900.0, 0, 500], [0, 900, 500], [0, 0, 1]]), np.zeros(5))
    return Camera(flat, overhead(tilt_deg=0.0))


def test_the_plain_pipeline_is_right_where_lens_and_models_are_flat() -> None:
    scene, camera = demo_scene(*SMALL, "plain", 8, company=make_company(BOOKS.usual)), straight_down()
    low = [replace(model, tag_height_mm=0.0) for model in scene.roster.models]
    spots = {name: replace(spot, z_in=0.0) for name, spot in scene.spots.items()}
    found = [Detection(model.tag, camera.project(model_tag(model, spots[model.id]).square())) for model in low] + [
        Detection(tag.id, camera.project(reference_corners_in(tag))) for tag in scene.table.reference_tags
    ]
    snapshot = plain(folder_of(scene), found)
    assert len(snapshot.models) == 8
    for placed in snapshot.models:
        spot = spots[placed.model.id]
        assert (placed.x_in, placed.y_in) == pytest.approx((spot.x_in, spot.y_in), abs=1e-6)
        assert math.remainder(placed.heading_rad - spot.heading_rad, 2 * math.pi) == pytest.approx(0, abs=1e-6)


def test_the_plain_pipeline_sees_nothing_without_reference_tags() -> None:
    assert plain(folder_of(demo_scene(*SMALL, "plain", 2, company=make_company(BOOKS.usual))), []).models == ()


def test_a_score_counts_what_is_found_what_is_not_there_and_wrong_floors() -> None:
    scene, camera = demo_scene(*SMALL, "plain", 6, company=make_company(BOOKS.usual)), straight_down()
    found = [
        Detection(model.tag, camera.project(model_tag(model, scene.spots[model.id]).square()))
        for model in scene.roster.models
    ] + [Detection(tag.id, camera.project(reference_corners_in(tag))) for tag in scene.table.reference_tags]
    snapshot = plain(folder_of(scene), found)
    places = {name: (spot.x_in, spot.y_in, spot.z_in) for name, spot in scene.spots.items() if name != "brandt"}
    places |= {"stone": (*places["stone"][:2], 3.0), "never seen": (1.0, 1.0, 0.0)}
    score = Score()
    score.count(KnownTable("x", folder_of(scene), Frame(np.zeros((9, 9), np.uint8), 0.0), places, {}), snapshot)
    roofs = sum(z > 0 for _, _, z in places.values())
    assert (score.models, score.found, score.phantom, score.wrong_floor) == (6, 5, 1, roofs)


def test_tags_under_the_arm_are_not_asked_for() -> None:
    scene = crowd("plain", SMALL, 24)
    clear, under = next(film(scene, 1)), next(film(scene, 1, arm=True))
    assert len(clear.tags) == 24
    assert 0 < len(under.tags) < 24


def test_two_models_move_in_every_frame_of_a_film() -> None:
    first, second = film(crowd("plain", SMALL, 5), 2)
    moved = [tag for tag, px in first.tags.items() if np.linalg.norm(px - second.tags[tag]) > 1]
    assert len(moved) == 2


def test_models_off_the_table_are_known_and_in_no_picture() -> None:
    scene = crowd("plain", SMALL, 5, absent=3)
    shot = next(film(scene, 1))
    assert (len(scene.roster.models), len(scene.spots), len(shot.tags)) == (8, 5, 5)


def test_the_peers_read_a_tag_where_it_is() -> None:
    shot = next(film(crowd("plain", (3840, 2160), 1), 1))
    ((tag, center),) = shot.tags.items()
    left, top = (center - 60).astype(int)
    part = shot.grey[top : top + 120, left : left + 120]
    with Peers() as peers:
        found = {name: peers.detect(name, part) for name in NAMES}
    assert {name: each.ids for name, each in found.items()} == {name: [tag] for name in NAMES}
    for each in found.values():
        # cv2.aruco gives whole pixels unless asked for more
        assert each.detections[0].center_px == pytest.approx(center - (left, top), abs=1.0)
    up = [each.detections[0].corners_px[2] - each.detections[0].corners_px[1] for each in found.values()]
    assert np.allclose(up, up[0], atol=3), f"{ARUCO} and the others name different corners first"


def test_the_bound_grows_with_blur_and_falls_with_size() -> None:
    camera, place = Camera(lens(*SMALL), overhead()), TagPlace(3, 0.75, 20.0, 14.0, 0.0, 0.4)
    sharp, soft = bound(camera, place, 0.5), bound(camera, place, 1.0)
    assert sharp < soft
    assert bound(camera, replace(place, size_in=1.5), 0.5) < sharp


def test_ranges_agree_with_the_geometry_library() -> None:
    assert values(ranges(models=5, repetitions=2))["largest difference between the two"] < 1e-3


@pytest.mark.parametrize("part", [photos, calibration])
def test_a_part_without_its_pictures_says_so(part, tmp_path: Path) -> None:
    result = part(tmp_path)
    assert result.figures == ()
    assert str(tmp_path) in result.skipped
    assert "--data" in result.skipped


def test_a_served_state_is_correct_when_all_but_one_model_stand_right() -> None:
    spots = demo_scene(*SMALL, company=make_company(BOOKS.usual)).spots
    models = [{"id": name, "x_in": at.x_in, "y_in": at.y_in, "z_in": at.z_in} for name, at in spots.items()]
    assert correct({"models": models}, spots)
    assert correct({"models": [models[0] | {"x_in": 0.0}, *models[1:]]}, spots)
    assert not correct({"models": [models[0] | {"z_in": 9.0}, models[1] | {"x_in": 0.0}, *models[2:]]}, spots)
    assert not correct({"models": models[: len(models) // 2]}, spots)


def test_opencv_finds_old_and_new_boards(shared_data: Path) -> None:
    pictures = sorted((shared_data / "opencv_charuco").glob("img_*.jpg"))
    found = opencv_lens(pictures, Board(CHARUCO, 5, 7, 40.0, 20.0, "DICT_6X6_250"))
    assert 250 < found.matrix[0, 0] < 600


def test_speed_finds_every_tag_and_compares_with_both_peers() -> None:
    size = Size(SMALL, models=6, warm=1, frames=2, peers_every=1, starts=1)
    result = speed(("plain mat",), size)
    found = values(result)
    assert found["plain mat, recall"] == 1
    assert len([what for what in found if "cold start / " in what]) == 2
    assert all(value > 0 for value in found.values())


def test_a_table_at_rest_is_looked_at_seldom_and_a_move_is_noticed_soon() -> None:
    cost, late = idle(crowd("plain", SMALL, 6))
    assert cost.value > 0
    assert 1 / FILM_FPS < late.value <= NOTICED_WITHIN_S


def test_the_fit_is_nearer_to_the_bound_than_the_library() -> None:
    for figure in fit(noises=(4.0,), tags=6, pictures=2).figures:
        assert figure.value < min(value for _, value in figure.peers)


def test_the_photographs_are_read_as_well_as_by_the_peer(shared_data: Path) -> None:
    assert all(figure.reached for figure in photos(shared_data).figures)


def test_the_demo_is_watched_from_its_start() -> None:
    found = values(demo(seconds=8.0, live_s=3.0))
    assert math.isfinite(found["start to the first correct snapshot served"])
    assert found["frames read while served"] > 0
    assert found["camera frame to view"] > 0
