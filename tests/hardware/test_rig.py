"""The field-of-view table against pinhole geometry."""

from pathlib import Path

import numpy as np
import pytest

from hardware.rig import CAMERAS, RigView, verdict, view_table, views

HD, UHD, TWELVE = CAMERAS


def test_what_is_covered_and_a_cell_follow_from_the_focal_length() -> None:
    view = RigView(UHD, 80.0, 150.0)
    focal = UHD.width_px / 2 / np.tan(np.radians(40.0))
    height_in = 1500 / 25.4
    assert view.width_in == pytest.approx(UHD.width_px / focal * height_in)
    assert view.depth_in == pytest.approx(UHD.height_px / focal * height_in)
    assert view.cell_px(20.0) == pytest.approx(focal * 2.0 / 1500)


def test_the_diagonal_is_wider_than_the_width() -> None:
    assert RigView(TWELVE, 90.0, 150.0).diagonal_deg == pytest.approx(2 * np.degrees(np.arctan(1.25)))


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (RigView(UHD, 80.0, 150.0), "OK with 20 mm"),
        (RigView(UHD, 90.0, 205.0), "OK with 24 mm"),
        (RigView(UHD, 60.0, 120.0), "not OK: table not whole"),
        (RigView(HD, 90.0, 120.0), "24 mm, in good light"),
        (RigView(HD, 80.0, 150.0), "not OK: cells too small"),
    ],
)
def test_a_view_is_judged_by_the_table_and_by_two_pixels_a_cell(view, words) -> None:
    assert verdict(view) == words


def test_the_build_guide_shows_the_table_as_the_code_computes_it() -> None:
    guide = Path(__file__).resolve().parents[2] / "docs" / "build.md"
    assert view_table(view for view in views() if view.covers_table) in guide.read_text(encoding="utf-8")
