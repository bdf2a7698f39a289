"""The printed sheet of a dice tray."""

import numpy as np
import pytest

from hardware.dice_sheet import dice_sheet_pdf
from hardware.sheet import PAPERS, CannotPrint, Paper
from tablecam.sensing.tray import layout
from tablecam.sensing.tray.pose import find_pose
from tablecam.sensing.vision.detection import TagDetector


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a4", "letter"])
def test_a_camera_finds_the_field_of_the_printed_sheet_where_the_layout_has_it(name, scan) -> None:
    (page,) = scan(dice_sheet_pdf(PAPERS[name]), PAPERS[name].turned)
    tags = TagDetector().detect(page.grey)
    corners = {tag.tag: page.to_mm(tag.corners_px) for tag in tags}
    assert sorted(corners) == sorted(layout.CENTERS_MM)
    across = corners[layout.LOWER_RIGHT].mean(axis=0) - corners[layout.LOWER_LEFT].mean(axis=0)
    assert across == pytest.approx([layout.WIDTH_MM, 0.0], abs=0.1)
    pose = find_pose(tags)
    assert pose is not None
    # the field is outlined, and nothing but its outline lies in it
    view = pose.rectify(page.grey, 2.0)
    assert np.median(view) > 240
    middle = view[60:-60, 80:-80]
    assert middle.min() > 230


def test_paper_that_is_too_small_for_the_sheet_is_refused() -> None:
    with pytest.raises(CannotPrint, match="does not fit on a5: choose larger paper"):
        dice_sheet_pdf(Paper("a5", 148.0, 210.0))
