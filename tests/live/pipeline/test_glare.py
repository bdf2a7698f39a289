"""Tags under a lamp: light is added over the paper until little of the print shows, and its white is burnt."""

import math
from collections.abc import Collection

import cv2
import numpy as np
import pytest

from tablecam.live.pipeline import Pipeline, measure_photo
from tablecam.sensing.camera.synthetic.scene import OVERALL, model_tag
from tablecam.sensing.vision.frame import Frame

pytestmark = pytest.mark.slow

BLACK_LEVEL, WHITE_LEVEL = 36, 255
FPS = 15.0


def lit(stage, picture: np.ndarray, names: Collection[str], levels: int) -> np.ndarray:
    """The picture with light on the tags of some models: so many grey levels between print and paper are left."""
    light = np.zeros(picture.shape[:2], np.uint8)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * OVERALL / 2
    for name in names:
        place = model_tag(stage.scene.roster.by_id[name], stage.scene.spots[name])
        corners = stage.scene.camera.project(place.point(square * place.size_in))
        cv2.fillPoly(
            light, [np.round(corners * 16).astype(np.int32)], WHITE_LEVEL - levels - BLACK_LEVEL, cv2.LINE_AA, 4
        )
    burnt = np.clip(picture.astype(int) + light[..., None], 0, WHITE_LEVEL).astype(np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", burnt, [cv2.IMWRITE_JPEG_QUALITY, 92])[1], cv2.IMREAD_COLOR))


def right(stage, placed) -> bool:
    """Whether a model is where it was drawn, within its uncertainty."""
    spot = stage.scene.spots[placed.model.id]
    off = math.dist((placed.x_in, placed.y_in, placed.z_in), (spot.x_in, spot.y_in, spot.z_in))
    return off < max(0.03, 3 * placed.sigma_in)


def test_tags_of_which_a_third_of_the_contrast_is_left_are_read_in_a_photograph(stage) -> None:
    everyone = stage.scene.spots.keys()
    picture = lit(stage, stage.renderer.picture(), everyone, 70)
    snapshot = measure_photo(stage.folder, Frame(picture, 0.0)).snapshot
    assert {placed.model.id for placed in snapshot.models} == everyone
    assert all(right(stage, placed) for placed in snapshot.models)


@pytest.mark.long
def test_burnt_tags_are_missing_and_not_guessed(stage) -> None:
    burnt = sorted(stage.scene.spots)[:4]
    picture = lit(stage, stage.renderer.picture(), burnt, 0)
    snapshot = measure_photo(stage.folder, Frame(picture, 0.0)).snapshot
    assert {placed.model.id for placed in snapshot.models} == stage.scene.spots.keys() - set(burnt)


def test_a_glare_that_wanders_from_tag_to_tag_hides_nobody_from_the_tracker(stage) -> None:
    names, pipeline = sorted(stage.scene.spots), Pipeline(stage.folder)
    for number in range(10):
        # two tags at a time are burnt to white, from the first frame on
        under = {names[number % len(names)], names[(number + 1) % len(names)]}
        picture = lit(stage, stage.renderer.picture(), under, 0)
        snapshot = pipeline.process(Frame(picture, number / FPS, number)).snapshot
    assert {placed.model.id for placed in snapshot.models} == set(names)
    assert all(right(stage, placed) for placed in snapshot.models)
