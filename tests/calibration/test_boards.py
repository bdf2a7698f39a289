import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.boards import DEFAULT_BOARD, Board, parse_board
from tablecam.base.errors import NotCalibratable


def test_the_default_board_is_the_one_that_is_printed():
    assert str(DEFAULT_BOARD) == "charuco:11x8:30:22:DICT_5X5_100"
    assert parse_board(str(DEFAULT_BOARD)) == DEFAULT_BOARD
    assert DEFAULT_BOARD.clear == pytest.approx(4 / 30)


def test_a_charuco_board_has_its_corners_between_its_squares_and_a_chessboard_is_named_by_its_corners():
    assert parse_board("charuco:5x7:40:20:dict_6x6_250").grid == (4, 6)
    assert parse_board("chessboard:9x6:25").grid == (9, 6)


def test_corners_are_counted_row_after_row():
    points = parse_board("chessboard:9x6:25").points_mm
    assert points.shape == (54, 2)
    assert np.array_equal(points[[0, 8, 9]], [[0, 0], [200, 0], [0, 25]])


@given(st.integers(2, 30), st.integers(2, 30), st.integers(10, 5000))
def test_a_chessboard_comes_back_from_its_own_text(columns, rows, tenths):
    board = Board("chessboard", columns, rows, tenths / 10)
    assert parse_board(str(board)) == board


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dots:9x6:25", "names no board"),
        ("chessboard:9x6", "names no board"),
        ("charuco:11x8:30:22", "names no board"),
        ("chessboard:9:25", "not enough values"),
        ("chessboard:9xten:25", "invalid literal"),
        ("chessboard:1x6:25", "2 to 100 inner corners"),
        ("chessboard:9x6:0", "mm wide"),
        ("chessboard:9x6:nan", "mm wide"),
        ("charuco:11x8:30:31:DICT_5X5_100", "smaller than its square"),
        ("charuco:11x8:30:22:DICT_5X5_7", "knows no markers called DICT_5X5_7"),
        ("charuco:11x8:30:22:CharucoBoard", "knows no markers"),
        ("charuco:30x20:30:22:DICT_5X5_100", "has only 100 markers, the board needs 300"),
        ("", "names no board"),
    ],
)
def test_what_names_no_board_is_refused_and_the_right_form_is_shown(text, says):
    with pytest.raises(NotCalibratable, match=says) as refused:
        parse_board(text)
    assert "chessboard:9x6:25" in str(refused.value)
