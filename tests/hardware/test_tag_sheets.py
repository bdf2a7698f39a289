"""A printed tag sheet, scanned and read back by our own detector."""

import numpy as np
import pytest

from hardware.sheet import PAPERS, CannotPrint, Sheet
from hardware.tag_sheets import model_tags, reference_tags
from tablecam.sensing.vision.detection import TagDetector

A4, LETTER = PAPERS["a4"], PAPERS["letter"]


@pytest.fixture(scope="module")
def read(scan):
    """The tags of a sheet by number: corners (4, 2) in mm on the paper, y upwards."""

    def tags(sheet, paper) -> dict[int, np.ndarray]:
        found = {}
        for page in scan(sheet.pdf(paper), paper):
            for detection in TagDetector().detect(page.grey):
                assert detection.tag not in found
                found[detection.tag] = page.to_mm(detection.corners_px)
        return found

    return tags


def sides_mm(tags: dict[int, np.ndarray]) -> np.ndarray:
    return np.array([np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1) for corners in tags.values()])


def headings_deg(tags: dict[int, np.ndarray]) -> np.ndarray:
    """Where each tag's top points, anticlockwise from the sheet's x."""
    ups = np.array([corners[2:].mean(axis=0) - corners[:2].mean(axis=0) for corners in tags.values()])
    return np.degrees(np.arctan2(ups[:, 1], ups[:, 0]))


@pytest.mark.slow
@pytest.mark.parametrize(("overall", "paper"), [(20.0, A4), (24.0, A4), (20.0, LETTER), (24.0, LETTER)])
def test_model_tags_are_read_back_with_their_numbers_sizes_and_headings(read, overall, paper) -> None:
    tags = read(model_tags(range(40), overall), paper)
    assert sorted(tags) == list(range(40))
    assert sides_mm(tags).mean(axis=1) == pytest.approx(np.full(40, 0.8 * overall), rel=2e-3)
    assert np.abs(headings_deg(tags) - 90).max() < 0.2


@pytest.mark.slow
def test_reference_tags_have_a_black_square_of_the_size_in_the_table_file(read) -> None:
    tags = read(reference_tags(range(40, 48)), A4)
    assert sorted(tags) == list(range(40, 48))
    assert sides_mm(tags).mean(axis=1) == pytest.approx(np.full(8, 40.0), rel=2e-3)
    assert np.abs(headings_deg(tags) - 90).max() < 0.2


@pytest.mark.slow
def test_tags_stand_in_a_grid_that_one_straight_cut_serves(read) -> None:
    tags = read(model_tags(range(14), 20.0), A4)
    centers = np.array([tags[tag].mean(axis=0) for tag in range(14)])
    assert np.allclose(np.diff(centers[:7, 0]), 27.0, atol=0.03)
    assert np.allclose(centers[:7, 1] - centers[7:, 1], 28.0, atol=0.03)


@pytest.mark.slow
def test_tags_go_on_over_as_many_pages_as_they_need(scan, read) -> None:
    sheet = model_tags(range(450, 587), 24.0)
    assert len(scan(sheet.pdf(A4), A4)) == 3
    assert sorted(read(sheet, A4)) == list(range(450, 587))


@pytest.mark.slow
def test_a_tag_as_large_as_the_paper_allows_is_read_back(read) -> None:
    assert sides_mm(read(model_tags([7], 180.0), A4)).mean() == pytest.approx(144.0, rel=2e-3)


@pytest.mark.parametrize("paper", [A4, LETTER, PAPERS["a3"], PAPERS["tabloid"]])
def test_the_check_bars_measure_100_mm_across_and_up(scan, profile_lines, paper) -> None:
    (page,) = scan(model_tags(range(5), 20.0).pdf(paper), paper)
    across = profile_lines(page.along((8.0, 9.8), (118.0, 9.8)))
    upward = profile_lines(page.along((9.8, 14.0), (9.8, 124.0)))
    assert across[-1] - across[0] == pytest.approx(100.0, abs=0.05)
    assert upward[-1] - upward[0] == pytest.approx(100.0, abs=0.05)


def test_letter_carries_a_bar_of_four_inches_too(scan, profile_lines) -> None:
    (page,) = scan(model_tags(range(5), 20.0).pdf(LETTER), LETTER)
    ticks = profile_lines(page.along((8.0, 15.8), (118.0, 15.8)))
    assert ticks[-1] - ticks[0] == pytest.approx(101.6, abs=0.05)


def test_crop_marks_lie_outside_all_four_corners_in_line_with_both_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, drawn = Sheet(A4, "marks"), set()
    monkeypatch.setattr(sheet, "line", lambda start, end: drawn.add((start, end)))
    sheet.crop_marks((10, 20, 30, 50))
    assert drawn == {
        ((9, 20), (7, 20)), ((10, 19), (10, 17)), ((9, 50), (7, 50)), ((10, 51), (10, 53)),
        ((31, 20), (33, 20)), ((30, 19), (30, 17)), ((31, 50), (33, 50)), ((30, 51), (30, 53)),
    }  # fmt: skip


@pytest.mark.slow
def test_crop_marks_stand_on_the_edge_of_the_white_ring(scan, read, profile_lines) -> None:
    sheet = model_tags(range(6), 20.0)
    (page,) = scan(sheet.pdf(A4), A4)
    left, _ = read(sheet, A4)[0].min(axis=0)
    _, top = read(sheet, A4)[0].max(axis=0)
    y = top + 2.0 + 2.0
    marks = profile_lines(page.along((left - 5.0, y), (left + 23.0, y)))
    # between the two marks of the first tag the profile meets its arrow
    assert marks[0] - 5.0 == pytest.approx(-2.0, abs=0.1)
    assert marks[2] - marks[0] == pytest.approx(20.0, abs=0.1)


@pytest.mark.slow
def test_the_tick_of_the_top_leaves_the_ring_white_enough_for_the_detector(scan, read) -> None:
    sheet = model_tags([3], 20.0)
    (page,) = scan(sheet.pdf(A4), A4)
    corners = read(sheet, A4)[3]
    middle, top = corners[:, 0].mean(), corners[:, 1].max()
    # the ring is 2 mm wide, and three quarters of it must stay white
    assert page.along((middle, top + 0.15), (middle, top + 1.5)).max() < 0.05
    assert page.along((middle, top + 1.5), (middle, top + 3.5)).max() > 0.5


def test_the_same_sheet_is_the_same_file() -> None:
    assert model_tags(range(3), 20.0).pdf(A4) == model_tags(range(3), 20.0).pdf(A4)


def test_the_viewer_is_asked_not_to_scale_the_page() -> None:
    assert b"/PrintScaling /None" in model_tags([1], 20.0).pdf(A4)


def test_a_number_that_the_family_does_not_have_is_refused() -> None:
    with pytest.raises(CannotPrint, match="there is no tag 587 in tag36h11: choose numbers from 0 to 586"):
        model_tags([587], 20.0).pdf(A4)


def test_a_tag_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(CannotPrint, match="a tag of 250 mm over its white ring does not fit on a4"):
        model_tags([1], 250.0).pdf(A4)
