import cv2
import numpy as np
import pytest

from calibration.boards import charuco_board, parse_board
from calibration.finder import BoardFinder

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

TILT = np.array([[0.62, -0.14, 180.0], [0.12, 0.66, 60.0], [1.0e-4, 5.0e-5, 1.0]])


def seen(board_picture):
    """A board lying askew on a grey desk, a little soft."""
    picture = cv2.warpPerspective(board_picture, TILT, (1100, 800), flags=cv2.INTER_AREA, borderValue=90)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def chessboard(columns, rows, edge=70, margin=50):
    """A chessboard of so many squares, and where its inner corners are in it."""
    y, x = np.mgrid[: rows * edge, : columns * edge] // edge
    squares = np.where((x + y) % 2 == 0, 30, 225).astype(np.uint8)
    corners = np.stack(np.meshgrid(np.arange(1, columns), np.arange(1, rows)), axis=-1).reshape(-1, 2) * edge
    picture = cv2.copyMakeBorder(squares, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=225)
    return picture, corners + margin - 0.5


@pytest.mark.parametrize("legacy", [False, True])
def test_a_charuco_board_is_found_in_the_new_pattern_and_in_the_old(legacy):
    board = parse_board("charuco:11x8:30:22:DICT_5X5_100")
    printed = charuco_board(board, legacy).generateImage((1200, 900), marginSize=50)
    found = BoardFinder(board).find(seen(printed))
    assert len(found.ids) == 70
    true = cv2.perspectiveTransform((50 + 100 * (board.points_mm[found.ids] / 30 + 1) - 0.5)[None], TILT)[0]
    assert np.abs(found.px - true).max() < 0.1


def test_a_charuco_board_of_which_a_part_is_hidden_gives_the_rest():
    board = parse_board("charuco:11x8:30:22:DICT_5X5_100")
    picture = seen(charuco_board(board, legacy=False).generateImage((1200, 900), marginSize=50))
    picture[:, :450] = 128
    found = BoardFinder(board).find(picture)
    assert 20 < len(found.ids) < 60
    assert found.px[:, 0].min() > 445


def test_a_chessboard_is_found_to_a_twentieth_of_a_pixel():
    printed, corners = chessboard(10, 7)
    found = BoardFinder(parse_board("chessboard:9x6:25")).find(seen(printed))
    true = cv2.perspectiveTransform(corners[None], TILT)[0]
    away = np.linalg.norm(found.px[:, None] - true[None], axis=2).min(axis=1)
    assert len(found.ids) == 54
    assert away.max() < 0.05


@pytest.mark.parametrize("asked", ["7x6", "9x5", "8x5", "7x4"])
def test_a_part_of_a_larger_chessboard_is_not_taken_for_the_board(asked):
    picture = seen(chessboard(10, 7)[0])
    assert BoardFinder(parse_board(f"chessboard:{asked}:25")).find(picture) is None


def test_a_picture_without_a_board_has_none():
    noise = np.random.default_rng(0).integers(0, 255, (480, 640), np.uint8)
    for text in ("charuco:11x8:30:22:DICT_5X5_100", "chessboard:9x6:25"):
        finder = BoardFinder(parse_board(text))
        assert finder.find(noise) is None
        assert finder.find(np.full((480, 640), 128, np.uint8)) is None


def test_another_board_is_not_taken_for_the_one_asked_for():
    printed = charuco_board(parse_board("charuco:11x8:30:22:DICT_5X5_100"), legacy=False).generateImage((1200, 900))
    assert BoardFinder(parse_board("charuco:11x8:30:22:DICT_6X6_250")).find(seen(printed)) is None
    assert BoardFinder(parse_board("chessboard:9x6:25")).find(seen(printed)) is None
