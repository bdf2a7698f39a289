"""The place of a dice tray's sheet, and the view from above."""

import cv2
import numpy as np
import pytest
from drawn_sheet import draw_sheet

from tablecam.sensing.tray import layout
from tablecam.sensing.tray.pose import SCALE, TrayPose, find_pose, get_field_px, get_view_size
from tablecam.sensing.vision.detection import Detection, TagDetector

# a camera that looks at the sheet from the side
SLANTED = np.array([[2.1, 0.2, 120.0], [0.15, -2.0, 420.0], [2e-4, -3e-4, 1.0]])


def detections(to_px: np.ndarray, *tags: int) -> list[Detection]:
    pose = TrayPose(to_px)
    return [Detection(tag, pose.project(layout.get_corners_mm(tag))) for tag in tags]


@pytest.mark.parametrize("missing", [None, layout.LOWER_LEFT, layout.UPPER_RIGHT])
def test_three_tags_give_the_place_of_the_whole_sheet(missing) -> None:
    tags = [tag for tag in layout.CENTERS_MM if tag != missing]
    pose = find_pose(detections(SLANTED, *tags))
    assert pose is not None
    assert pose.project(layout.FIELD_MM) == pytest.approx(TrayPose(SLANTED).project(layout.FIELD_MM), abs=1e-3)


def test_two_tags_are_too_few_and_tags_of_models_do_not_count() -> None:
    two = detections(SLANTED, layout.LOWER_LEFT, layout.UPPER_RIGHT)
    assert find_pose(two) is None
    assert find_pose([*two, Detection(7, two[0].corners_px + 90)]) is None


def test_tags_that_lie_on_no_flat_sheet_give_no_place() -> None:
    tags = detections(SLANTED, *layout.CENTERS_MM)
    bent = [*tags[:3], Detection(tags[3].tag, tags[3].corners_px + np.array([25.0, 0.0]))]
    assert find_pose(bent) is None


def test_the_drawn_sheet_is_found_and_straightened() -> None:
    image = draw_sheet(SLANTED, (640, 480))
    pose = find_pose(TagDetector().detect(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))
    assert pose is not None
    assert pose.is_near(TrayPose(SLANTED), 0.1)
    view = pose.rectify(image)
    assert (view.shape[1], view.shape[0]) == get_view_size()
    # the tags stand where the layout has them: the centre of a black edge is dark, the field light
    middle = np.array([[layout.WIDTH_MM / 2, layout.HEIGHT_MM / 2]])
    edge = np.array([[0.0, layout.BLACK_MM / 2 - 1.0]])
    dark, light = (grey_at(view, mm) for mm in (edge, middle))
    assert dark < 60 < 150 < light


def grey_at(view: np.ndarray, mm: np.ndarray) -> float:
    x = (mm[0, 0] - layout.LEFT_MM) * SCALE
    y = (layout.HIGH_MM - mm[0, 1]) * SCALE
    return float(view[round(y), round(x)].mean())


def test_the_field_leaves_the_tags_out() -> None:
    field = get_field_px().astype(np.float32)
    for x, y in layout.CENTERS_MM.values():
        place = ((x - layout.LEFT_MM) * SCALE, (layout.HIGH_MM - y) * SCALE)
        assert cv2.pointPolygonTest(field, place, True) < -layout.TAG_MM / 2 * SCALE
    assert cv2.pointPolygonTest(field, (np.array(get_view_size()) / 2).tolist(), False) > 0
