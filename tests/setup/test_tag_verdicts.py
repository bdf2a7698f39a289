"""Which size of tag serves which camera: one verdict in the program, in its pages and in its guides."""

from pathlib import Path

import pytest

from hardware.rig import CAMERAS, RigView, choose_tag_size, judge_cell, verdict
from tablecam.sensing.vision.family import CELLS
from tablecam.setup.camera_step import judge_tags, usual_size

ROOT = Path(__file__).resolve().parents[2]
TABLE_IN = (48.0, 48.0)
SIZES = (20.0, 24.0)
SAID = {"enough": "reads tags of {:g} mm", "in good light": "reads tags of {:g} mm in good light"}


@pytest.mark.parametrize("guide", ["README.md", "docs/build.md"])
def test_the_guides_say_of_1080p_what_the_set_up_says(guide: str) -> None:
    tags = judge_tags(None, TABLE_IN, (1920, 1080), SIZES).resolutions
    size = usual_size(tags)
    px = next(tag.px for tag in tags if tag.tag_mm == size)
    words = " ".join((ROOT / guide).read_text(encoding="utf-8").split())
    assert f"1080p {SAID[judge_cell(px)].format(size)}, if the table fills the image" in words


def test_the_readme_says_of_4k_what_the_set_up_says() -> None:
    tags = judge_tags(None, TABLE_IN, (3840, 2160), SIZES).resolutions
    (px,) = (tag.px for tag in tags if tag.tag_mm == usual_size(tags))
    assert f"4K {SAID[judge_cell(px)].format(usual_size(tags))};" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("height_cm", [100.0, 120.0, 140.0, 180.0, 220.0])
def test_the_rig_table_and_the_set_up_agree_on_every_view(camera, height_cm: float) -> None:
    view = RigView(camera, 90.0, height_cm)
    measured = judge_tags(view.cell_px(CELLS), TABLE_IN, (camera.width_px, camera.height_px), SIZES)
    assert measured.measured
    size = usual_size(measured.resolutions)
    found = next(tag for tag in measured.resolutions if tag.tag_mm == size)
    if view.covers_table:
        words = {
            "good": f"OK with {size:g} mm",
            "fair": f"{size:g} mm, in good light",
            "bad": "not OK: cells too small",
        }
        assert verdict(view) == words[found.finding.verdict]


def test_the_smallest_size_that_serves_is_chosen_and_the_largest_where_none_does() -> None:
    assert choose_tag_size({20.0: 2.1, 24.0: 2.5}) == 20.0
    assert choose_tag_size({20.0: 1.95, 24.0: 2.3}) == 24.0
    assert choose_tag_size({20.0: 1.6, 24.0: 1.92}) == 24.0
    assert choose_tag_size({20.0: 1.0, 24.0: 1.2}) == 24.0
