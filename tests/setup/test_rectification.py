"""The picture from straight above: what is at the height asked for lies where it is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablecam.live.rectification import MARGIN_IN, PX_PER_IN, rectify_frame
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, model_tag
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.unassigned_tags import UnassignedTags

SIZE = (48.0, 48.0)


def places(picture: np.ndarray) -> dict[int, np.ndarray]:
    """Where tags lie by a picture from above, in inches."""
    found = TagDetector().detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), Search(1.0, 1.0, 5))
    across = ((each.tag, (each.center_px + 0.5) / PX_PER_IN - MARGIN_IN) for each in found)
    return {tag: np.array([x, SIZE[1] - y]) for tag, (x, y) in across}


@pytest.mark.slow
def test_tags_on_the_table_lie_at_their_places(frame: Frame, scene: Scene) -> None:
    seen = places(rectify_frame(frame, scene.camera, SIZE, 0.0))
    for tag in scene.table.reference_tags:
        assert seen[tag.id] == pytest.approx(tag.center_in, abs=0.03)


@pytest.mark.slow
def test_at_another_height_everything_on_the_table_is_shifted(frame: Frame, scene: Scene) -> None:
    seen = places(rectify_frame(frame, scene.camera, SIZE, 3.0))
    corner = scene.table.reference_tags[0]
    assert 0.9 < np.linalg.norm(seen[corner.id] - corner.center_in) < 3.0


@pytest.mark.slow
def test_the_picture_is_as_large_as_the_table_with_its_margin(frame: Frame, scene: Scene) -> None:
    assert rectify_frame(frame, scene.camera, (48.0, 36.0), 0.0).shape == (42 * PX_PER_IN, 54 * PX_PER_IN, 3)


@pytest.mark.slow
def test_a_picture_of_another_size_than_the_calibration_is_the_same_from_above(frame: Frame, scene: Scene) -> None:
    smaller = Frame(cv2.resize(frame.image, (1600, 900), interpolation=cv2.INTER_AREA), 0.0)
    seen = places(rectify_frame(smaller, scene.camera, SIZE, 0.0))
    for tag in scene.table.reference_tags:
        assert seen[tag.id] == pytest.approx(tag.center_in, abs=0.05)


def test_a_grey_picture_will_do(frame: Frame, scene: Scene) -> None:
    grey = replace(frame, image=frame.grey)
    assert set(places(rectify_frame(grey, scene.camera, SIZE, 0.0))) == {tag.id for tag in scene.table.reference_tags}


@pytest.mark.slow
def test_a_tag_that_nobody_wears_is_seen_with_its_place_and_size(scene: Scene) -> None:
    from tablecam.sensing.camera.synthetic.render import Renderer

    model = scene.roster.models[0]
    spot = Spot(20.0, 12.0, 0.0, 1.0)
    image = Renderer(replace(scene, spots={model.id: spot})).picture({model.id: spot})
    (seen,) = UnassignedTags().on_table(Frame(image, 0.0), scene.camera, {model.tag, 400})
    true = model_tag(model, spot).square().mean(axis=0)
    assert (seen.tag, seen.printed_mm) == (model.tag, 24.0)
    assert (seen.x_in, seen.y_in) == pytest.approx(true[:2], abs=0.03)
    assert seen.heading_rad == pytest.approx(1.0, abs=0.03)
