"""The field-of-view table against pinhole geometry."""

from pathlib import Path

import numpy as np
import pytest

from hardware.rig import CAMERAS, RigView, parse_table, verdict, view_table, views
from hardware.sheet import CannotPrint

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
        (RigView(UHD, 80.0, 150.0, (72.0, 48.0)), "OK with 20 mm"),
        (RigView(UHD, 70.0, 150.0, (72.0, 48.0)), "not OK: table not whole"),
        (RigView(UHD, 60.0, 150.0, (72.0, 40.0)), "not OK: table not whole"),
        (RigView(UHD, 80.0, 150.0, (72.0, 72.0)), "not OK: table not whole"),
        (RigView(TWELVE, 80.0, 180.0, (96.0, 48.0)), "OK with 20 mm"),
    ],
)
def test_a_view_is_judged_by_the_table_and_by_two_pixels_a_cell(view, words) -> None:
    assert verdict(view) == words


def test_the_build_guide_shows_the_table_as_the_code_computes_it() -> None:
    guide = Path(__file__).resolve().parents[2] / "docs" / "build.md"
    assert view_table(view for view in views() if view.covers_table) in guide.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", ["72x48", "48x72", " 48 x72"])
def test_the_longer_side_of_a_table_lies_along_the_picture(words) -> None:
    assert parse_table(words) == (72.0, 48.0)


@pytest.mark.parametrize("words", ["72", "nanx48", "7x4", "1x2x3", "72x4800", ""])
def test_what_is_no_table_is_one_sentence(words) -> None:
    with pytest.raises(CannotPrint, match=f'--table "{words}" is no table; write its sides in inches, 12 to 144'):
        parse_table(words)


def test_a_longer_table_is_looked_at_from_higher_up() -> None:
    assert max(view.height_cm for view in views(table_in=(72.0, 48.0))) > max(view.height_cm for view in views())
    assert {view.height_cm for view in views(heights_cm=(175.0,), table_in=(72.0, 48.0))} == {175.0}
