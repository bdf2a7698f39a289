"""Calibration boards, scanned and found by OpenCV."""

import cv2
import numpy as np
import pytest

from calibration.boards import parse_board
from hardware.boards import Charuco, Chessboard, board_pdf
from hardware.catalogue import LARGE_CHARUCO, LARGE_CHESSBOARD
from hardware.sheet import PAPERS, CannotPrint

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

A4, LETTER, A3 = PAPERS["a4"], PAPERS["letter"], PAPERS["a3"]


def scale_of(corners_mm: np.ndarray, truth_mm: np.ndarray) -> float:
    """Printed over true size, from all corners."""
    printed, true = corners_mm - corners_mm.mean(axis=0), truth_mm - truth_mm.mean(axis=0)
    return float(np.linalg.norm(printed) / np.linalg.norm(true))


@pytest.mark.parametrize(("board", "paper"), [(Charuco(), A4), (Charuco(), LETTER), (LARGE_CHARUCO, A3)])
def test_a_charuco_board_is_found_whole_and_its_squares_measure_true(scan, board, paper) -> None:
    (page,) = scan(board_pdf(board, paper), paper.turned)
    corners_px, ids, _, markers = cv2.aruco.CharucoDetector(board.board()).detectBoard(page.grey)
    assert len(ids) == (board.columns - 1) * (board.rows - 1)
    assert len(markers) == board.columns * board.rows // 2
    truth = board.board().getChessboardCorners()[ids.ravel(), :2]
    assert scale_of(page.to_mm(corners_px.reshape(-1, 2)), truth) == pytest.approx(1.0, abs=1e-3)


def test_a_charuco_board_is_black_where_opencv_draws_it_black(scan) -> None:
    board = Charuco(5, 4, 35.0, 21.0)
    (page,) = scan(board_pdf(board, A4), A4.turned)
    drawn = board.board().generateImage((5 * 350, 4 * 350))
    width = page.grey.shape[1]
    left, bottom = (297.0 - 175.0) / 2, (14.0 + 195.0 - 140.0) / 2
    to_drawn = 10.0 * 297.0 / width
    crop = np.float32([[to_drawn, 0, -left * 10], [0, to_drawn, -(210.0 - bottom - 140.0) * 10]])
    printed = cv2.warpAffine(page.grey, crop, (1750, 1400), flags=cv2.INTER_AREA)
    # a pixel's width along the edges may differ
    agree = cv2.erode((np.abs(printed.astype(int) - drawn) > 128).astype(np.uint8), np.ones((5, 5)))
    assert agree.sum() == 0


@pytest.mark.parametrize(
    ("board", "paper"),
    [
        (Chessboard(), A4),
        *(pytest.param(*large, marks=pytest.mark.long) for large in ((Chessboard(), LETTER), (LARGE_CHESSBOARD, A3))),
    ],
)
def test_a_chessboard_is_found_and_its_squares_measure_true(scan, board, paper) -> None:
    (page,) = scan(board_pdf(board, paper), paper.turned)
    inner = (board.columns - 1, board.rows - 1)
    found, corners_px = cv2.findChessboardCornersSB(page.grey, inner)
    assert found
    truth = np.stack(np.meshgrid(np.arange(inner[0]), np.arange(inner[1])), axis=-1).reshape(-1, 2) * board.square_mm
    assert scale_of(page.to_mm(corners_px.reshape(-1, 2)), truth) == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("board", [Charuco(), LARGE_CHARUCO, Chessboard(), LARGE_CHESSBOARD])
def test_the_title_is_what_the_calibration_understands(board) -> None:
    understood = parse_board(board.option)
    assert str(understood) == board.option
    assert understood.grid == (board.columns - 1, board.rows - 1)
    assert understood.square_mm == board.square_mm


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (
            Charuco(30, 20, 8.0, 6.0),
            "DICT_5X5_100 has 100 markers, but a board of 30 x 20 needs 300: choose fewer squares",
        ),
        (Charuco(marker_mm=22.0), "a marker of 22 mm in a square of 22 mm leaves no white around it"),
        (Charuco(dictionary="DICT_NONE"), "OpenCV has no dictionary DICT_NONE"),
        (Charuco(dictionary="CharucoBoard"), "OpenCV has no dictionary CharucoBoard"),
        (LARGE_CHARUCO, "a board of 330 x 240 mm does not fit on a4: choose larger paper or smaller squares"),
        (Chessboard(2, 2), "a board of 2 x 2 squares of 24 mm cannot calibrate a lens: choose 3 x 3 squares or more"),
    ],
)
def test_a_board_that_cannot_be_printed_is_refused(board, sentence) -> None:
    with pytest.raises(CannotPrint, match=sentence):
        board_pdf(board, A4)
