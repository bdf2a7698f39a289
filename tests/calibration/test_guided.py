"""What a person is told who holds the board before the camera."""

import numpy as np
import pytest

from calibration.at_table import OverheadSetting
from calibration.boards import DEFAULT_BOARD
from calibration.finder import BoardFinder
from calibration.guided import Advice, Guided, estimate_hold
from calibration.views import BoardView, make_view
from tablecam.sensing.camera.synthetic.board import HOLDS, charuco_view
from tablecam.sensing.camera.synthetic.scene import lens
from tablecam.sensing.vision.frame import Frame

# seconds of pictures or of whole games: the long round
pytestmark = pytest.mark.slow

LENS = lens(1280, 720)


@pytest.fixture(scope="module")
def pictures() -> list[np.ndarray]:
    return [charuco_view(number, LENS).image for number in range(len(HOLDS))]


def words(advice: Advice) -> str:
    return " ".join(map(str, advice.says))


def held_still(guided: Guided, picture: np.ndarray, began: float) -> Advice:
    """The board in one place for two frames, a quarter of a second apart."""
    guided.take(Frame(picture, began, 0))
    return guided.take(Frame(picture, began + 0.25, 1))


@pytest.fixture(scope="module")
def whole(pictures: list[np.ndarray]) -> tuple[Guided, list[Advice]]:
    guided = Guided(DEFAULT_BOARD, OverheadSetting())
    return guided, [held_still(guided, picture, 10.0 * number) for number, picture in enumerate(pictures)]


def test_an_empty_picture_asks_for_the_board() -> None:
    said = Guided(DEFAULT_BOARD, OverheadSetting()).take(Frame(np.full((720, 1280), 90, np.uint8), 0.0))
    assert words(said) == "Hold the whole board in the image: 11 x 8 squares."
    assert not said.taken
    assert said.outline_px is None


def test_a_board_that_has_only_just_come_is_not_taken_and_one_held_still_is(pictures) -> None:
    guided = Guided(DEFAULT_BOARD, OverheadSetting())
    first = guided.take(Frame(pictures[0], 0.0))
    assert not first.taken
    assert words(first) == "the board has only just appeared: hold it still"
    second = guided.take(Frame(pictures[0], 0.25))
    assert second.taken
    assert second.kept == 1


def test_the_outline_is_drawn_around_the_whole_board(pictures) -> None:
    view = charuco_view(0, LENS)
    said = Guided(DEFAULT_BOARD, OverheadSetting()).take(Frame(view.image, 0.0))
    assert said.outline_px is not None
    inner = view.corners_px(LENS)
    assert (said.outline_px.min(axis=0) < inner.min(axis=0)).all()
    assert (said.outline_px.max(axis=0) > inner.max(axis=0)).all()


def test_the_same_place_twice_asks_for_another(pictures) -> None:
    guided = Guided(DEFAULT_BOARD, OverheadSetting())
    held_still(guided, pictures[0], 0.0)
    again = held_still(guided, pictures[0], 5.0)
    assert not again.taken
    assert again.kept == 1
    assert words(again).startswith("Hold the board at the top left corner")


def test_a_board_tilted_in_its_place_is_another_view(pictures) -> None:
    guided = Guided(DEFAULT_BOARD, OverheadSetting())
    held_still(guided, pictures[0], 0.0)
    assert held_still(guided, pictures[5], 5.0).kept == 2


@pytest.mark.parametrize("number", [5, 12, *(pytest.param(number, marks=pytest.mark.long) for number in (6, 7, 8, 9))])
def test_the_nearer_side_is_that_of_the_true_pose(number: int) -> None:
    shown = charuco_view(number, LENS)
    view = make_view(BoardFinder(DEFAULT_BOARD), Frame(shown.image, 0.0), "a")
    assert isinstance(view, BoardView)
    normal = shown.pose.rotation[:, 2] * -np.sign(shown.pose.rotation[2, 2])
    sideways = abs(normal[0]) > abs(normal[1])
    expected = ("left" if normal[0] > 0 else "right") if sideways else ("top" if normal[1] > 0 else "bottom")
    held = estimate_hold(view)
    assert held.nearer == expected
    assert held.tilt_deg == pytest.approx(np.degrees(np.arccos(abs(normal[2]))), abs=9)


@pytest.mark.long
def test_eighteen_ways_to_hold_it_make_a_lens_that_is_true(whole) -> None:
    _, advice = whole
    last = advice[-1]
    assert last.kept >= 12
    assert last.ready
    assert last.trial is not None
    assert last.trial.lens.fit.focal_px == pytest.approx(LENS.matrix[0, 0], rel=0.003)
    assert words(last).startswith("That is enough")


@pytest.mark.slow
@pytest.mark.long
def test_few_views_are_refused_with_what_is_lacking(whole) -> None:
    _, advice = whole
    early = next(said for said in advice if said.trial is not None)
    assert not early.ready
    assert "are needed" in str(early.trial.judgement.refusals[0])


@pytest.mark.slow
@pytest.mark.long
def test_views_that_were_kept_before_go_on_counting(whole) -> None:
    guided, advice = whole
    resumed = Guided(DEFAULT_BOARD, OverheadSetting(), kept=guided.kept).advice()
    assert resumed.kept == advice[-1].kept
    assert resumed.ready
    assert resumed.coverage.share == advice[-1].coverage.share


@pytest.mark.slow
@pytest.mark.long
def test_a_picture_of_another_size_is_not_mixed_in(whole) -> None:
    guided, _ = whole
    said = guided.take(Frame(np.zeros((1080, 1920), np.uint8), 1e6))
    assert str(said.hindrance) == "the image is 1920 x 1080 now and was 1280 x 720: start again"
    assert not said.taken
