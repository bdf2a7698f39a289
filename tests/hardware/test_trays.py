"""Trays: solids, outlines and their lines for models.toml."""

import io
import math
import tomllib

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point, box

from hardware.sheet import PAPERS, CannotPrint
from hardware.tag_sheets import tray_pdf
from hardware.tray import COMMON_BASES, Tray, stanzas, tray_for
from tablecam.storage.models_toml import read_roster
from tablecam.table.miniature import Circle, Ellipse, Rectangle

TRAYS = [Tray(base, overall) for base in COMMON_BASES for overall in (20.0, 24.0)]


def load_solid(tray: Tray) -> trimesh.Trimesh:
    return trimesh.load(io.BytesIO(tray.stl()), file_type="stl")


@pytest.mark.parametrize("tray", TRAYS, ids=lambda tray: tray.name)
def test_every_tray_is_a_closed_solid_of_the_right_size(tray) -> None:
    solid = load_solid(tray)
    assert solid.is_watertight
    assert solid.is_winding_consistent
    assert solid.volume == pytest.approx(tray.outline.area * 1.0, rel=1e-3)
    half_width, half_length = (25.4 * half for half in tray.base.half_extents_in)
    behind = half_length + 0.5 + tray.tag_overall_mm
    sideways = max(half_width, tray.tag_overall_mm / 2)
    assert np.allclose(solid.bounds, [[-sideways, -behind, 0.0], [sideways, half_length, 1.0]], atol=0.005)


def test_the_outline_before_the_centre_is_the_base_itself() -> None:
    front = box(-100, 0, 100, 100)
    for tray in TRAYS:
        half_width, half_length = (25.4 * half for half in tray.base.half_extents_in)
        area = math.pi * half_width * half_length / 2
        excess = tray.outline.intersection(front).area - area
        assert abs(excess) < 1e-3 * area


def test_the_tag_lies_behind_a_32_mm_base_as_the_table_format_has_it() -> None:
    assert Tray(Circle(32.0), 20.0).tag_offset_mm == (0.0, -26.5)
    assert Tray(Circle(32.0), 22.5).tag_offset_mm == (0.0, -27.75)
    assert Tray(Circle(32.0), 20.0).tag_height_mm == pytest.approx(1.2)


@pytest.mark.slow
@given(st.floats(15, 200), st.floats(15, 200), st.floats(10, 60), st.sampled_from([Ellipse, Rectangle]))
def test_the_whole_tag_rests_on_any_tray_and_none_of_it_on_the_base(length, width, overall, shape) -> None:
    tray = tray_for(shape(length, width), overall)
    x, y = tray.tag_offset_mm
    tag = box(x - overall / 2, y - overall / 2, x + overall / 2, y + overall / 2)
    assert tray.outline.buffer(1e-6).contains(tag)
    assert tray.base_outline.distance(tag) == pytest.approx(0.5, abs=0.01)
    assert tray.outline.geom_type == "Polygon"
    assert tray.outline.contains(Point(0, 0))
    assert load_solid(tray).is_watertight


def test_a_square_base_gets_a_tray_too() -> None:
    tray = tray_for(Rectangle(50.0, 25.0), 20.0)
    assert tray.name == "tray-rectangle-50x25mm-tag20"
    assert tray.outline.area == pytest.approx(50 * 25 + 20 * 20.5)


def test_the_lines_for_the_models_file_are_read_as_they_were_meant(tmp_path) -> None:
    for tray in TRAYS:
        path = tmp_path / f"{tray.name}.toml"
        head = '[[models]]\nid = "a"\nname = "a"\nside = "red"\ntag = 1\nheight_in = 1.0\n'
        path.write_text(head + tray.stanza(), encoding="utf-8")
        (model,) = read_roster(path).models
        assert model.base == tray.base
        assert model.tag_offset_mm == pytest.approx(tray.tag_offset_mm)
        assert model.tag_size_mm == pytest.approx(0.8 * tray.tag_overall_mm)
        assert model.tag_height_mm == pytest.approx(1.2)


def test_all_the_lines_together_are_one_file_that_can_be_read() -> None:
    assert set(tomllib.loads(stanzas(TRAYS))) == {tray.name for tray in TRAYS}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_template_is_on_paper_whole_and_true(scan, profile_lines, paper) -> None:
    trays = [Tray(Circle(40.0), 24.0)]
    (page,) = scan(tray_pdf(trays, PAPERS[paper]), PAPERS[paper])
    top = PAPERS[paper].height_mm - 18.0
    across = profile_lines(page.along((9.0, top - 22.5), (80.0, top - 22.5)))
    # the cut lines at both sides of the base, below the line of its centre
    assert across[-1] - across[0] == pytest.approx(2 * math.sqrt(20**2 - 2.5**2), abs=0.06)
    down = profile_lines(page.along((40.0, top + 2.0), (40.0, top - 70.0)))
    assert down[-1] - down[0] == pytest.approx(_depth_at(7.0), abs=0.06)


def _depth_at(x: float) -> float:
    """From the front edge to the shelf's end, this far from the middle of a 40 mm base with a 24 mm tag."""
    return math.sqrt(20**2 - x**2) + 20.0 + 0.5 + 24.0


def test_templates_go_on_over_pages_and_none_is_left_out(scan) -> None:
    trays = [tray for tray in TRAYS if tray.tag_overall_mm == 24.0]
    assert len(scan(tray_pdf(trays, PAPERS["a4"]), PAPERS["a4"])) == 3


def test_a_tray_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(CannotPrint, match="the tray for round 250 mm does not fit on a4"):
        tray_pdf([Tray(Circle(250.0), 20.0)], PAPERS["a4"])


def test_a_base_without_size_is_refused() -> None:
    with pytest.raises(CannotPrint, match="give sizes above zero"):
        tray_for(Circle(0.0), 20.0)


def test_a_tray_for_two_tags_has_a_shelf_before_the_base_too() -> None:
    one, two = Tray(Circle(32.0), 20.0), Tray(Circle(32.0), 20.0, 2)
    assert two.tag_offsets_mm == ((0.0, -26.5), (0.0, 26.5))
    assert two.name == "tray-round-32mm-tag20-x2"
    assert load_solid(two).is_watertight
    assert two.outline.bounds == pytest.approx((-16.0, -36.5, 16.0, 36.5), abs=0.01)
    assert two.outline.area - one.outline.area == pytest.approx(one.outline.area - one.base_outline.area, rel=1e-3)
    # the second tag lies on the other side unless models.toml says otherwise
    assert two.stanza() == one.stanza()
    assert tray_pdf([two], PAPERS["a4"]).startswith(b"%PDF")
