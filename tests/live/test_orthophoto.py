"""The table from straight above: each surface at its true place, without models and hands."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablecam.commands.drawn_table import make_company
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.orthophoto import Orthophoto, OrthophotoKeeper, SurfaceMap, TablePhotographer
from tablecam.live.rectification import PX_PER_IN
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, model_tag
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

SIZE_IN = (48.0, 48.0)


@pytest.fixture(scope="module", params=[(1920, 1080), pytest.param((3840, 2160), marks=pytest.mark.long)])
def scene(request: pytest.FixtureRequest) -> Scene:
    return two_forces(*request.param, company=make_company(BOOKS.usual))


@pytest.fixture(scope="module")
def frame(scene: Scene) -> Frame:
    return Frame(Renderer(scene).picture(), 0.0)


@pytest.fixture(scope="module")
def empty(scene: Scene) -> Frame:
    return Frame(Renderer(replace(scene, spots={})).picture(), 0.0)


@pytest.fixture(scope="module")
def ground(scene: Scene) -> SurfaceMap:
    return SurfaceMap(SIZE_IN, scene.terrain)


def place_models(scene: Scene) -> list[Placed]:
    by_id = {model.id: model for model in scene.roster.models}
    return [Placed(by_id[id], spot.x_in, spot.y_in, spot.z_in, spot.heading_rad) for id, spot in scene.spots.items()]


def find_tags(image: np.ndarray) -> dict[int, np.ndarray]:
    """The places of tags in an orthophoto, in inches."""
    tags = TagDetector().detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), Search(1.0, 1.0, 5))
    return {tag.tag: (tag.center_px + 0.5) / PX_PER_IN * [1, -1] + [0, SIZE_IN[1]] for tag in tags}


@pytest.mark.slow
def test_tags_on_mat_and_roofs_lie_at_their_places(scene: Scene, frame: Frame, ground: SurfaceMap) -> None:
    photo = Orthophoto(ground)
    assert photo.renew([(frame, scene.camera)], ())
    seen = find_tags(photo.image)
    mat, roofs = [], []
    for placed in place_models(scene):
        if placed.model.tag in seen:
            tag = model_tag(placed.model, scene.spots[placed.model.id])
            off = float(np.linalg.norm(seen[placed.model.tag] - [tag.x_in, tag.y_in]))
            (roofs if placed.z_in else mat).append(off)
    assert len(mat) >= 3, seen.keys()
    assert max(mat) <= 0.15
    assert len(roofs) >= 2
    assert max(roofs) <= 0.3


@pytest.mark.slow
def test_models_at_rest_are_not_in_the_photograph(scene: Scene, frame: Frame, empty: Frame, ground: SurfaceMap) -> None:
    photo, bare = Orthophoto(ground), Orthophoto(ground)
    bare.renew([(empty, scene.camera)], ())
    for _look in range(5):
        photo.renew([(empty, scene.camera)], ())
    for _look in range(2):
        photo.renew([(frame, scene.camera)], place_models(scene))
    assert find_tags(photo.image).keys().isdisjoint(model.tag for model in scene.roster.models)
    difference = cv2.absdiff(photo.image, bare.image).max(axis=2)
    # shadows of the models fall on what is seen of the mat
    assert np.percentile(difference, 98) < 30


@pytest.mark.slow
def test_what_a_model_hides_is_like_its_surroundings(scene: Scene, frame: Frame, ground: SurfaceMap) -> None:
    photo = Orthophoto(ground)
    photo.renew([(frame, scene.camera)], place_models(scene))
    assert find_tags(photo.image).keys().isdisjoint(model.tag for model in scene.roster.models)
    assert (photo.image.max(axis=2) > 0).mean() > 0.999


@pytest.mark.slow
def test_a_model_that_was_photographed_before_it_was_found_is_taken_out(
    scene: Scene, frame: Frame, ground: SurfaceMap
) -> None:
    photo = Orthophoto(ground)
    photo.renew([(frame, scene.camera)], ())
    worn = {model.tag for model in scene.roster.models}
    assert worn & find_tags(photo.image).keys()
    assert photo.renew([(frame, scene.camera)], place_models(scene))
    assert find_tags(photo.image).keys().isdisjoint(worn)


@pytest.mark.slow
def test_a_hand_in_one_image_stays_out(scene: Scene, empty: Frame, ground: SurfaceMap) -> None:
    photo = Orthophoto(ground)
    photo.renew([(empty, scene.camera)], ())
    before, number = photo.image, photo.number
    hand = empty.image.copy()
    height, width = hand.shape[:2]
    cv2.line(hand, (width // 2, height), (width // 2, height // 2), (120, 150, 200), width // 20)
    assert not photo.renew([(Frame(hand, 1.0, 1), scene.camera)], ())
    assert not photo.renew([(Frame(empty.image, 2.0, 2), scene.camera)], ())
    assert (photo.number, photo.image is before) == (number, True)


@pytest.mark.slow
def test_what_is_put_down_for_good_is_shown(scene: Scene, empty: Frame, ground: SurfaceMap) -> None:
    photo = Orthophoto(ground)
    photo.renew([(empty, scene.camera)], ())
    new = empty.image.copy()
    x_px, y_px = scene.camera.project(np.array([24.0, 8.0, 0.0])).astype(int)
    cv2.circle(new, (int(x_px), int(y_px)), new.shape[1] // 40, (0, 0, 255), -1)
    photo.renew([(Frame(new, 1.0, 1), scene.camera)], ())
    assert photo.renew([(Frame(new, 2.0, 2), scene.camera)], ())
    assert photo.image[round((SIZE_IN[1] - 8.0) * PX_PER_IN), 24 * PX_PER_IN, 2] > 200


@pytest.mark.slow
def test_the_ground_behind_a_building_is_hidden_and_another_camera_shows_it(scene: Scene, ground: SurfaceMap) -> None:
    left, right = (ground.look_from(shift_camera(scene.camera, along_in)) for along_in in (-12.0, 12.0))
    # beyond the middle the one or the other sees nothing of the table
    middle = np.s_[:, 18 * PX_PER_IN : 30 * PX_PER_IN]
    assert left.hidden[middle].mean() > 0.01
    assert (left.hidden & right.hidden)[middle].mean() < left.hidden[middle].mean() / 4


def shift_camera(camera: Camera, along_in: float) -> Camera:
    pose = camera.pose
    return replace(camera, pose=replace(pose, translation=pose.translation - pose.rotation @ [along_in, 0.0, 0.0]))


class StillLive:
    """A live table whose view is given."""

    def __init__(self, view: PublishedFrame) -> None:
        self.view = view


@pytest.mark.slow
def test_it_is_renewed_once_a_second_and_only_for_a_new_image(scene: Scene, frame: Frame) -> None:
    now_s = [0.0]
    snapshot = Snapshot(0.0, (), scene.terrain, *SIZE_IN)
    live = StillLive(PublishedFrame(number=1, snapshot=snapshot, camera=scene.camera, frame=frame))
    keeper = OrthophotoKeeper(live, lambda: now_s[0])  # type: ignore[arg-type]
    first = keeper.look()
    assert first is not None
    other = Frame(np.full_like(frame.image, 90), 1.0, 1)
    live.view = replace(live.view, number=2, frame=other)
    assert keeper.look() == first
    for now_s[0] in (1.5, 3.0):
        live.view = replace(live.view, number=live.view.number + 1)
        latest = keeper.look()
    assert latest is not None
    assert latest[0] > first[0]
    assert np.abs(latest[1].astype(int) - 90).max() <= 1


def test_without_a_camera_there_is_none() -> None:
    assert OrthophotoKeeper(StillLive(PublishedFrame())).look() is None  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_photograph_shows_the_models_at_their_places(scene: Scene, frame: Frame, empty: Frame) -> None:
    models = place_models(scene)
    view = PublishedFrame(snapshot=Snapshot(0.0, tuple(models), scene.terrain, *SIZE_IN), camera=scene.camera)
    photographer = TablePhotographer()
    with_models, without = (photographer.photograph(replace(view, frame=shown)) for shown in (frame, empty))
    assert with_models is not None
    assert without is not None
    differs = cv2.absdiff(with_models, without).max(axis=2) > 40
    places = [(round((SIZE_IN[1] - model.y_in) * PX_PER_IN), round(model.x_in * PX_PER_IN)) for model in models]
    assert all(differs[row - 10 : row + 10, column - 10 : column + 10].any() for row, column in places)
    assert differs.mean() < 0.05
    assert photographer.photograph(view) is None
