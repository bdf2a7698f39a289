"""How real frames are scored, and what tablecam says of a frame in which the camera moved."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.live.scene_diagnosis import SHAKEN
from tools.bench.real import BOARD, Board, BoardScore, list_figures, place_plainly, read_board

LENS = {"fx": 600.0, "fy": 600.0, "cx": 320.0, "cy": 240.0, "dist": [0.1, -0.05]}
PLACES = {
    str(tag): {"x_in": 4.0 * (tag % 3) + 2, "y_in": 4.0 * (tag // 3) + 2, "turn_deg": 10.0 * tag, "size_mm": 80.0}
    for tag in range(6)
}
STEADY = {"a.png": {"steady": True}, "b.png": {"steady": False}}
TRUTH = {
    "lenses": {"fitted": LENS},
    "image_size": [640, 480],
    "table_in": [12.0, 8.0],
    "references": [0, 2, 3, 5],
    "places": PLACES,
    "frames": STEADY,
}
POSE = np.array([3.0, 0.1, 0.2]), np.array([-6.0, 4.0, 30.0])


@pytest.fixture
def board() -> Board:
    return Board(Path(), TRUTH)


def test_the_plain_pipeline_places_exact_corners_exactly(board: Board) -> None:
    corners = {
        tag: cv2.projectPoints(board.list_corners(tag), *POSE, *board.get_lens())[0].reshape(4, 2) for tag in board.tags
    }
    placed = place_plainly(board, corners)
    assert sorted(placed) == [1, 4]
    assert all(place == pytest.approx(board.get_place(tag), abs=1e-3) for tag, place in placed.items())
    assert place_plainly(board, {tag: corners[tag] for tag in (0, 1, 2)}) == {}


def test_a_shift_that_all_tags_share_is_told_from_their_scatter(board: Board) -> None:
    errors = {
        ("a.png", 1): np.array([0.01, 0.0]),
        ("c.png", 1): np.array([0.03, 0.0]),
        ("a.png", 4): np.array([0.02, 0.0]),
    }
    score = BoardScore(errors)
    assert score.compute_shift(list(errors)) == pytest.approx(0.02)
    assert score.compute_scatter(list(errors)) == pytest.approx(0.01 / np.sqrt(2))


def test_a_sentence_is_false_in_a_steady_frame_and_due_in_a_shaken_one(board: Board) -> None:
    ours = BoardScore(
        {("a.png", 1): np.zeros(2)}, {("a.png", 1): (True, True)}, {"a.png": ["it sags"], "b.png": [str(SHAKEN)]}
    )
    figures = {figure.what: figure for figure in list_figures(board, ours, BoardScore({("a.png", 1): np.ones(2)}))}
    assert figures["steady frames: sentences, all false"].value == 1
    assert figures["shaken frames told"].value == 1


@pytest.mark.slow
def test_a_shaken_frame_is_told_and_a_steady_one_not(shared_data: Path) -> None:
    board = Board.load(shared_data / BOARD)
    few = {name: frame for name, frame in board.truth["frames"].items() if "0000" in name or "0032" in name}
    said = read_board(replace(board, truth={**board.truth, "frames": few})).said
    assert {name: str(SHAKEN) in sentences for name, sentences in said.items()} == {
        "color_image_0000.png": False,
        "color_image_0032.png": True,
    }
