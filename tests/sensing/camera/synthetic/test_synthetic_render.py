from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.board import MATS
from tablecam.sensing.camera.synthetic.demo import demo_scene, two_forces
from tablecam.sensing.camera.synthetic.hand import Hand
from tablecam.sensing.camera.synthetic.model import CLOTHS, PLAIN, get_cloth
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Glare, Scene, Spot, model_tag, reference_tags
from tablecam.sensing.vision.detection import TagDetector
from tablecam.table.miniature import Roster

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

SMALL = demo_scene(960, 540, company=make_company(BOOKS.usual))
NOISELESS = replace(SMALL, sensor=replace(SMALL.sensor, noise=0.0))
FULL = demo_scene(1920, 1080, company=make_company(BOOKS.usual))


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    """One that draws the demo at 1080p without noise; its pictures depend only on what each test asks for."""
    return Renderer(replace(FULL, sensor=replace(FULL.sensor, noise=0.0)))


def tags_seen(picture: np.ndarray) -> dict[int, np.ndarray]:
    """What the project's own detector finds: tag -> corners (4, 2)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return {found.tag: found.corners_px for found in TagDetector().detect(grey)}


def corners(scene: Scene) -> dict[int, np.ndarray]:
    """Where the corners of all tags really are."""
    tags = [model_tag(model, scene.spots[model.id]) for model in scene.roster.models]
    return {tag.tag: scene.camera.project(tag.square()) for tag in (*tags, *reference_tags(scene.table))}


def around(scene: Scene, name: str, picture: np.ndarray, spot: Spot | None = None) -> np.ndarray:
    """The pixels of a model's tag."""
    square = scene.camera.project(model_tag(scene.roster.by_id[name], spot or scene.spots[name]).square(9))
    low, high = square.min(axis=0).astype(int), square.max(axis=0).astype(int) + 1
    return picture[low[1] : high[1], low[0] : high[0]].astype(int)


@pytest.mark.parametrize(
    "mat", ["street", *(pytest.param(mat, marks=pytest.mark.long) for mat in sorted({*MATS} - {"street"}))]
)
def test_every_tag_is_read_where_the_truth_has_it_on_every_mat(mat) -> None:
    scene = replace(FULL, mat=mat)
    seen, truth = tags_seen(Renderer(scene).picture()), corners(scene)
    assert set(seen) == set(truth)
    wrong = np.array([seen[tag] - truth[tag] for tag in seen])
    assert np.abs(wrong).max() < 1.0
    assert np.abs(wrong.mean(axis=(0, 1))).max() < 0.05


def test_a_model_that_moved_and_stopped_leaves_no_trace_of_where_it_was() -> None:
    renderer = Renderer(NOISELESS)
    spots = dict(NOISELESS.spots)
    for step in range(5):
        spots["lund"] = replace(SMALL.spots["lund"], y_in=8.7 + 0.4 * step, z_in=0.3 * step)
        renderer.picture(spots)
    renderer.picture(spots, hands=[Hand(20.0, 10.0, 3.0, 1.2)])
    fresh = Renderer(replace(NOISELESS, spots=spots)).picture()
    assert np.array_equal(renderer.picture(spots), fresh)


def test_a_model_taken_off_is_gone_and_put_back_is_there_again() -> None:
    renderer = Renderer(NOISELESS)
    before = renderer.picture()
    without = {name: spot for name, spot in NOISELESS.spots.items() if name != "syn-7"}
    gone = renderer.picture(without)
    assert np.abs(around(NOISELESS, "syn-7", before) - around(NOISELESS, "syn-7", gone)).mean() > 20
    assert np.array_equal(renderer.picture(), before)


def test_after_a_nudge_the_picture_is_the_one_of_the_new_place() -> None:
    shifted = replace(SMALL.camera.pose, translation=SMALL.camera.pose.translation + np.array([0.3, -0.2, 0.1]))
    moved = replace(SMALL.camera, pose=shifted)
    renderer = Renderer(NOISELESS)
    renderer.picture()
    assert np.array_equal(renderer.picture(camera=moved), Renderer(replace(NOISELESS, camera=moved)).picture())


def test_noise_is_fresh_in_every_frame_and_as_strong_as_asked() -> None:
    renderer = Renderer(replace(SMALL, sensor=replace(SMALL.sensor, noise=4.0)))
    first, second = (cv2.cvtColor(renderer.picture(), cv2.COLOR_BGR2GRAY).astype(float) for _ in range(2))
    middle = np.s_[100:440, 260:700]
    assert (first - second)[middle].std() / np.sqrt(2) == pytest.approx(4.0, rel=0.05)
    assert abs((first - second)[middle].mean()) < 0.1


def test_noise_does_not_change_how_bright_things_are() -> None:
    still = Renderer(NOISELESS).picture().astype(float)
    renderer = Renderer(SMALL)
    mean = np.mean([renderer.picture() for _ in range(12)], axis=0)
    bright = still.min(axis=2) > 30
    assert abs((mean - still)[bright].mean()) < 0.3


def test_a_hand_over_a_tag_hides_it(renderer) -> None:
    tag = model_tag(FULL.roster.by_id["lund"], FULL.spots["lund"])
    bare = around(FULL, "lund", renderer.picture())
    under = around(FULL, "lund", renderer.picture(hands=[Hand(tag.x_in, tag.y_in, 1.5, 1.57)]))
    assert bare.std() > 40
    assert np.ptp(under[2:-2, 2:-2], axis=2).min() > 20, "skin is not grey"


def test_a_tag_behind_a_building_is_hidden_and_on_its_roof_is_not(renderer) -> None:
    # seen from over the middle of the table, the roof leans an inch to the left over what stands there
    behind, farther, on_top = (Spot(8.5, 34.0, 0.0, 3.0), Spot(6.3, 34.0, 0.0, 3.0), Spot(13.6, 33.0, 3.5, 3.0))
    others = {name: spot for name, spot in FULL.spots.items() if name not in ("pit", "shale")}
    assert 2 not in tags_seen(renderer.picture(others | {"ida": behind}))
    assert 2 in tags_seen(renderer.picture(others | {"ida": farther}))
    assert 2 in tags_seen(renderer.picture(others | {"ida": on_top}))


def test_glare_lifts_the_black_of_a_tag_under_the_lamp(renderer) -> None:
    spot = FULL.spots["lund"]
    lamp = replace(FULL.sensor, noise=0.0, glare=(Glare(spot.x_in, spot.y_in),))
    plain, glared = renderer.picture(), Renderer(replace(FULL, sensor=lamp)).picture()
    assert around(FULL, "lund", glared).min() > around(FULL, "lund", plain).min() + 25
    assert np.array_equal(around(FULL, "anvil", glared), around(FULL, "anvil", plain))


def test_gamma_shrinks_black_squares_as_real_cameras_do(renderer) -> None:
    real = Renderer(replace(FULL, sensor=replace(FULL.sensor, noise=0.0, gamma=2.2))).picture()
    assert around(FULL, "lund", real).mean() > around(FULL, "lund", renderer.picture()).mean() + 3


def test_a_compressed_frame_has_the_same_size_and_readable_tags() -> None:
    picture = Renderer(replace(FULL, sensor=replace(FULL.sensor, jpeg=85))).picture()
    assert picture.shape == (1080, 1920, 3)
    assert set(tags_seen(picture)) == set(corners(FULL))


def test_more_models_than_the_cast_find_room() -> None:
    scene = demo_scene(1920, 1080, models=64, company=make_company(BOOKS.usual))
    assert len({model.tag for model in scene.roster.models} | {tag.id for tag in scene.table.reference_tags}) == 72
    assert len(tags_seen(Renderer(scene).picture())) >= 66


def test_the_sides_wear_cloth_by_their_order_whatever_they_are_called() -> None:
    models = two_forces(320, 180, company=make_company(BOOKS.usual)).roster.models
    worn = [get_cloth(model, Roster(models)) for model in models]
    assert set(worn) == set(CLOTHS)
    names = {"red": "near", "blue": "far"}
    others = tuple(replace(model, side=names[model.side]) for model in models)
    assert [get_cloth(model, Roster(others)) for model in others] == worn
    assert get_cloth(replace(models[0], side=""), Roster(models)) == PLAIN
