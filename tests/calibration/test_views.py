from dataclasses import replace

import numpy as np
import pytest

from calibration.boards import charuco_board, parse_board
from calibration.finder import BoardFinder
from calibration.views import (
    BoardView,
    LeftOut,
    find_covered_cells,
    make_view,
    measure_coverage,
    measure_distance_px,
    separate_views,
    tilt_deg,
)
from tablecam.sensing.vision.frame import Frame

BOARD = parse_board("charuco:11x8:30:22:DICT_5X5_100")


def printed():
    return charuco_board(BOARD, legacy=False).generateImage((1000, 760), marginSize=40)


@pytest.mark.slow
def test_a_frame_becomes_a_view_with_its_corners_and_a_small_picture():
    view = make_view(BoardFinder(BOARD), Frame(printed(), 0.0), "a.jpg")
    assert isinstance(view, BoardView)
    assert view.size == (1000, 760)
    assert len(view.ids) == len(view.corners_px) == len(view.points_mm) == 70
    assert view.thumbnail.shape == (182, 240)
    assert np.array_equal(view.points[:, 2], np.zeros(70))


def test_a_frame_with_no_board_or_a_scrap_of_it_says_so():
    finder = BoardFinder(BOARD)
    assert "not in sight" in str(make_view(finder, Frame(np.full((300, 400), 90, np.uint8), 0.0), "a").reason)
    scrap = printed()
    scrap[:, 380:] = 90
    scrap[300:] = 90
    left = make_view(finder, Frame(scrap, 0.0), "b")
    assert isinstance(left, LeftOut)
    assert "of 70 corners" in str(left.reason)


def test_a_blurred_view_is_left_out_and_told_by_how_much(studio):
    views = studio().views(6)
    views[2] = replace(views[2], softness_px=2.7)
    kept, out = separate_views(views)
    assert [view.name for view in kept] == ["v00", "v01", "v03", "v04", "v05"]
    assert out[0].name == "v02"
    assert "blurred by 2.7 px" in str(out[0].reason)


def test_a_view_that_repeats_another_is_left_out_and_the_other_named(studio):
    views = studio().views(4)
    again = replace(views[1], name="again", corners_px=views[1].corners_px + 3)
    kept, out = separate_views([*views, again])
    assert len(kept) == 4
    assert (out[0].name, str(out[0].reason)) == ("again", "it shows the board in the same place as v01")


def test_good_views_are_all_kept_and_none_is_no_trouble(studio):
    views = studio().views(12)
    assert separate_views(views) == (views, [])
    assert separate_views([]) == ([], [])


def test_views_that_share_no_corners_are_as_far_apart_as_can_be(studio):
    a, b = studio().views(2)
    assert measure_distance_px(a, a) == 0.0
    assert measure_distance_px(a, replace(b, ids=b.ids + 1000)) == float("inf")


def test_a_board_square_to_the_camera_has_no_tilt_whichever_way_it_is_turned():
    assert tilt_deg(np.array([0.0, 0.0, 1.2])) == pytest.approx(0.0, abs=1e-5)
    assert tilt_deg(np.array([np.radians(30), 0.0, 0.0])) == pytest.approx(30.0)


def test_coverage_counts_views_in_cells_and_names_what_is_missing(studio):
    right = studio(where=(0.75, 0.3, 0.95, 0.7)).views(6)
    covered = measure_coverage(right)
    assert {"top left", "left", "bottom left"} <= set(covered.missing)
    assert "right" not in covered.missing
    assert covered.counts.max() <= 6
    assert covered.counts[:, 0].sum() == 0


def test_one_view_alone_covers_nothing_and_none_misses_everything(studio):
    one = studio().views(1)
    assert measure_coverage(one).share == 0.0
    assert measure_coverage(one * 2).share > 0.05
    assert len(measure_coverage([]).missing) == 9


def test_views_all_over_the_picture_leave_no_region_missing(studio):
    covered = measure_coverage(studio().views(40))
    assert covered.missing == ()
    assert covered.corners_covered == 4
    assert covered.share > 0.8


def test_the_picture_s_last_pixel_is_in_its_last_cell(studio):
    view = studio().views(1)[0]
    edge = replace(view, corners_px=np.array([[-0.5, -0.5], [1279.5, 719.5]]))
    assert find_covered_cells(edge).tolist() == [0, 47]
