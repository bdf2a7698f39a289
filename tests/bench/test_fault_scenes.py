"""Random tables with faults: the same from one seed, a third held out, and their truth against an own projection."""

import itertools
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Circle
from tools.bench.fault_moves import compute_move, compute_moves
from tools.bench.fault_scenes import (
    CAUSES,
    DROOP,
    FIELDS,
    FOCAL,
    SMEAR,
    STRETCH,
    SURFACE,
    FaultScene,
    HeldOut,
    draw_held_out_scene,
    draw_scene,
    is_held_out,
)
from tools.bench.tables import known_table

ROOT = Path(__file__).resolve().parents[2]
SEEDS = [seed for seed in range(80) if not is_held_out(seed)]


@pytest.fixture(scope="module")
def drawn() -> list[FaultScene]:
    """Some fifty scenes."""
    return [draw_scene(seed) for seed in SEEDS]


def find_with(drawn: list[FaultScene], cause: str) -> FaultScene:
    """The first scene with a cause, alone."""
    return next(scene for scene in drawn if cause in scene.causes).only(cause)


def project_by_hand(camera: Camera, points_in: np.ndarray) -> np.ndarray:
    """Pixels (n, 2) of table points (n, 3), as the lens equation is in books."""
    x, y, z = (camera.pose.rotation @ points_in.T) + camera.pose.translation[:, None]
    x, y = x / z, y / z
    k1, k2, p1, p2, k3 = camera.intrinsics.distortion
    r2 = x * x + y * y
    radial = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
    bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    bent_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    (fx, _, cx), (_, fy, cy), _ = camera.intrinsics.matrix
    return np.column_stack([fx * bent_x + cx, fy * bent_y + cy])


def list_reference_corners(scene: FaultScene, number: int) -> np.ndarray:
    """Table points (4, 3) of a reference tag that lies on the mat, from the faults alone."""
    tag = scene.level.table.reference_tags[number]
    across, up = (tag.size_mm / 25.4 / 2 * share for share in scene.wrongs.reference_print)
    flat = np.array(tag.center_in) + np.array([[-across, -up], [across, -up], [across, up], [-across, up]])
    heights = sum((part.compute_height(flat[:, 0], flat[:, 1]) for part in scene.wrongs.relief.parts), np.zeros(4))
    return np.column_stack([flat, heights])


def test_a_seed_always_gives_the_same_scene_and_another_seed_another_one(drawn) -> None:
    for scene in drawn[:8]:
        again = draw_scene(scene.seed)
        assert (again.causes, again.wrongs, again.level.spots) == (scene.causes, scene.wrongs, scene.level.spots)
        assert again.scene.tags == scene.scene.tags
        assert again.folder.table == scene.folder.table
        assert np.array_equal(again.folder.intrinsics.matrix, scene.folder.intrinsics.matrix)
    assert len({str(scene.level.spots) for scene in drawn}) == len(drawn)


def test_a_third_of_the_seeds_is_refused_to_those_who_tune() -> None:
    held_out = [seed for seed in range(3000) if is_held_out(seed)]
    assert 0.3 < len(held_out) / 3000 < 0.36
    with pytest.raises(HeldOut, match=f"scene {held_out[0]} is held out of all tuning"):
        draw_scene(held_out[0])
    with pytest.raises(ValueError, match="is not held out"):
        draw_held_out_scene(SEEDS[0])
    assert draw_held_out_scene(held_out[0]).seed == held_out[0]


def test_only_the_bench_and_these_tests_draw_scenes_that_are_held_out() -> None:
    folders = ("tablecam", "calibration", "tools", "tests", "examples", "hardware", "webui")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if "node_modules" not in path.parts]
    naming = {path.relative_to(ROOT).as_posix() for path in sources if "draw_held_out_scene" in path.read_text("utf-8")}
    assert naming == {
        "tools/bench/fault_scenes.py",
        "tools/bench/scenes.py",
        "tests/bench/test_fault_scenes.py",
    }


def test_a_scene_has_the_faults_that_it_names_and_no_others(drawn) -> None:
    for scene in drawn:
        allowed = {name for cause in scene.causes for name in FIELDS[cause]}
        assert scene.wrongs.names <= allowed
        assert all(scene.wrongs.names & set(FIELDS[cause]) for cause in scene.causes)
    assert {cause for scene in drawn for cause in scene.causes} == set(CAUSES)
    assert {len(scene.causes) for scene in drawn} >= {0, 1, 2}


def test_a_clean_scene_reads_exactly_and_a_fault_moves_ranges(drawn) -> None:
    for scene in drawn:
        if not scene.causes:
            assert compute_move(scene) < 1e-6
    assert compute_moves(find_with(drawn, STRETCH))[STRETCH] > 0.03
    assert compute_move(find_with(drawn, SMEAR)) < 1e-6


def test_a_tape_that_is_wrong_moves_the_longest_range_by_its_share(drawn) -> None:
    scene = find_with(drawn, STRETCH)
    ranges = known_table("", scene.scene, scene.folder, None).ranges
    wrong = max(map(abs, scene.wrongs.stretch))
    # the camera hangs so much higher, and models stand under it as before
    assert 0.5 * wrong * max(ranges.values()) < compute_move(scene) < 1.2 * wrong * 68


def test_reference_tags_lie_on_the_mat_where_an_own_projection_sees_them(drawn) -> None:
    for scene in drawn:
        for number, tag in enumerate(scene.level.table.reference_tags):
            by_hand = project_by_hand(scene.scene.camera, list_reference_corners(scene, number))
            assert scene.scene.camera.project(scene.scene.tags[tag.id].square()) == pytest.approx(by_hand, abs=1e-3)
    surfaces = [scene for scene in drawn if SURFACE in scene.causes]
    heights = [[list_reference_corners(scene, number)[:, 2] for number in range(8)] for scene in surfaces]
    assert max(map(np.ptp, heights)) > 0.1


def test_a_drooping_tray_turns_about_the_rim_of_a_level_base(drawn) -> None:
    scene = find_with(drawn, DROOP)
    for name, by_rad in scene.wrongs.droops.items():
        model, spot = scene.level.roster.by_id[name], scene.level.spots[name]
        front = np.array([math.cos(spot.heading_rad), math.sin(spot.heading_rad), 0.0])
        right, up = np.array([front[1], -front[0], 0.0]), np.array([0.0, 0.0, 1.0])
        rim = np.array([spot.x_in, spot.y_in, spot.z_in]) - model.base.half_extents_in[1] * front
        hinge = rim + up * model.tag_height_mm / 25.4
        turned = cv2.Rodrigues(right * by_rad)[0]
        arm_in = -model.tag_offset_mm[1] / 25.4 - model.base.half_extents_in[1]
        half_in = model.tag_size_mm / 25.4 / 2
        corners = [
            hinge + turned @ (-front * (arm_in - ahead * half_in)) + aside * half_in * right
            for aside, ahead in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        place = scene.scene.tags[model.tag]
        assert place.square() == pytest.approx(np.array(corners), abs=1e-9)
        # it hangs down, and does not reach the ground under it
        assert spot.z_in < place.square(10)[:, 2].min() < hinge[2]
        base = np.array([[spot.x_in, spot.y_in, spot.z_in + 0.1]])
        assert scene.scene.tilts[name].lean_points(base) == pytest.approx(base)


def test_true_ranges_are_those_between_round_bases_on_their_surface(drawn) -> None:
    scene = find_with(drawn, SURFACE)
    known = known_table("", scene.scene, scene.folder, None)
    round_models = [model for model in scene.level.roster.models if isinstance(model.base, Circle)]
    for one, other in itertools.pairwise(round_models):
        (x1, y1, z1), (x2, y2, z2) = known.places[one.id], known.places[other.id]
        radii = one.base.half_extents_in[0] + other.base.half_extents_in[0]
        assert known.ranges[frozenset((one.id, other.id))] == pytest.approx(
            math.hypot(math.dist((x1, y1), (x2, y2)) - radii, z2 - z1), abs=2e-3
        )
        height = sum(float(part.compute_height(np.array(x1), np.array(y1))) for part in scene.wrongs.relief.parts)
        assert z1 == pytest.approx(height)


def test_a_model_on_a_slope_keeps_the_middle_of_its_base_and_its_shape(drawn) -> None:
    scene = find_with(drawn, SURFACE)
    name, spot = next(iter(scene.scene.spots.items()))
    tilt, middle = scene.scene.tilts[name], np.array([[spot.x_in, spot.y_in, spot.z_in]])
    assert tilt.lean_points(middle) == pytest.approx(middle)
    corners = middle + np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]])
    turned = tilt.lean_points(corners) - middle
    assert turned @ turned.T == pytest.approx(np.eye(3))
    half_in = 0.3
    slope = scene.wrongs.relief.compute_slope(spot.x_in, spot.y_in, half_in)
    assert turned[0, 2] == pytest.approx(slope[0], abs=0.02)


def test_a_lens_file_with_the_wrong_focal_length_is_wrong_by_that_share(drawn) -> None:
    scene = find_with(drawn, FOCAL)
    real, said = scene.scene.camera.intrinsics.matrix[0, 0], scene.folder.intrinsics.matrix[0, 0]
    assert real / said == pytest.approx(1 + scene.wrongs.focal)


@pytest.mark.long
@pytest.mark.parametrize("cause", [SURFACE, DROOP])
def test_a_drawn_picture_shows_tags_where_an_own_projection_sees_them(cause, drawn) -> None:
    scene = draw_scene(find_with(drawn, cause).seed, "4k").only(cause)
    grey = cv2.cvtColor(Renderer(scene.scene).picture(), cv2.COLOR_BGR2GRAY)
    found = {tag.tag: tag.corners_px for tag in TagDetector().detect(grey, Search(1.0, 1.0, 5))}
    shown = [tag for tag in scene.scene.tags.values() if tag.tag in found]
    assert len(shown) > 0.8 * len(scene.scene.tags)
    for tag in shown:
        by_hand = project_by_hand(scene.scene.camera, tag.square())
        assert found[tag.tag] == pytest.approx(by_hand, abs=1.0)
        assert found[tag.tag].mean(axis=0) == pytest.approx(by_hand.mean(axis=0), abs=0.2)
