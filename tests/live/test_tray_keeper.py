"""The dice tray over a drawn camera: what is read when, and what is kept of a roll that counted."""

from contextlib import contextmanager
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from tray_truth import read_truth

from tablecam.game.log import AnswerLine
from tablecam.live.tray_keeper import NO_TRAY, TrayKeeper
from tablecam.rules.ask import Roll
from tablecam.sensing.camera.synthetic.drawn_tray import DrawnTray
from tablecam.sensing.dice.reading import DieReading
from tablecam.sensing.tray import layout
from tablecam.sensing.tray.pose import get_view_size
from tablecam.sensing.vision.frame import Frame


class Question:
    """A question for dice at a line of the log."""

    def __init__(self, line: int, count: int) -> None:
        self.line, self.ask = line, Roll(purpose="shot", count=count, seat="near")


class Log(dict):
    """Lines of a log by their numbers; all count."""

    @property
    def live(self) -> tuple[int, ...]:
        return tuple(self)


class Table:
    """A game whose questions and answers a test sets, a drawn tray, and the keeper that looks into it."""

    trouble = None

    def __init__(self) -> None:
        self.now = 0.0
        self.tray = DrawnTray(5, lambda: self.now, fps=1e6)
        self.questions: list[Question] = []
        self.log = Log()
        self.kept: list[tuple[int, int, bytes]] = []
        self.counted: list[tuple[str, str, int]] = []
        self.read_times: list[float] = []
        self.keeper = TrayKeeper(
            self, self, self.read_dice, lambda *kept: self.kept.append(kept), self.counted.extend
        )  # fmt: skip

    @contextmanager
    def reading(self):
        game = SimpleNamespace(open=self.questions, log=self.log)
        yield SimpleNamespace(id=3, game=game, find_seat=lambda question: question.ask.seat)

    def read_dice(self, view: np.ndarray, field: np.ndarray) -> tuple[DieReading, ...]:
        """The truth in place of a reader, if the view is the tray from above."""
        assert (view.shape[1], view.shape[0]) == get_view_size()
        assert len(field) == len(layout.FIELD_MM)
        self.read_times.append(self.now)
        return read_truth(self.tray)

    def look(self, seconds: float, change=lambda image: image) -> None:
        """Look into the tray ten times a second."""
        for _look in range(round(seconds * 10)):
            self.now += 0.1
            frame = self.tray.read()
            self.keeper.look(Frame(change(frame.image), frame.time, frame.number))


@pytest.fixture
def table() -> Table:
    table = Table()
    table.look(1.0)
    return table


def test_a_roll_is_read_once_a_moment_after_the_dice_lie_still(table) -> None:
    table.questions = [Question(7, 2)]
    table.read_times.clear()
    thrown = table.now
    table.tray.throw("d10", [0, 7])
    table.look(0.9)
    assert table.read_times == []
    assert not table.keeper.view().resting
    table.look(1.5)
    (read,) = table.read_times
    assert 1.3 <= read - thrown <= 1.7
    view = table.keeper.view()
    assert (view.taken[3, 7].fit.faces, view.ignored, view.resting, view.trouble) == ((10, 7), None, True, None)
    picture = cv2.imdecode(np.frombuffer(table.keeper.picture(1), np.uint8), cv2.IMREAD_COLOR)
    assert (picture.shape[1], picture.shape[0]) == get_view_size()


def test_a_hand_over_lying_dice_is_no_roll(table) -> None:
    table.tray.throw("d10", [4])
    table.look(2.0)
    number = table.keeper.view().roll.number

    def reach_in(image: np.ndarray) -> np.ndarray:
        image[500:, 300:460] = (120, 150, 190)
        return image

    table.look(1.0, reach_in)
    assert not table.keeper.view().resting
    table.look(1.0)
    assert table.keeper.view().roll.number == number


def test_a_tray_that_was_pushed_is_found_again(table) -> None:
    shift = np.array([[1.0, 0.02, 60.0], [-0.02, 1.0, 30.0]])

    def push(image: np.ndarray) -> np.ndarray:
        return cv2.warpAffine(image, shift, (image.shape[1] + 120, image.shape[0] + 60), borderValue=(60, 60, 60))

    table.questions = [Question(7, 1)]
    table.look(2.5, push)
    table.tray.throw("d10", [4])
    table.look(2.0, push)
    assert table.keeper.view().taken[3, 7].fit.faces == (4,)


def test_a_camera_that_sees_no_tray_says_so() -> None:
    table = Table()
    table.look(0.5, np.zeros_like)
    assert table.keeper.view().trouble == NO_TRAY
    table.look(1.0)
    assert table.keeper.view().trouble is None


def test_a_tray_that_is_taken_away_is_reported(table) -> None:
    # as long as a hand may cover the tags, the tray is taken to lie where it lay
    table.look(6.0, np.zeros_like)
    assert table.keeper.view().trouble is None
    table.look(8.0, np.zeros_like)
    assert table.keeper.view().trouble == NO_TRAY


def test_the_picture_of_a_roll_is_kept_with_its_line_and_its_faces_are_counted(table) -> None:
    table.questions = [Question(7, 2)]
    table.tray.throw("d10", [0, 7], side=1)
    table.look(2.0)
    # a tap has corrected the second die
    table.log[8] = AnswerLine(answer=[10, 8], to=7, by="near", source="dice tray")
    table.questions = []
    table.look(0.3)
    assert [(game, line) for game, line, _jpeg in table.kept] == [(3, 8)]
    assert table.kept[0][2] == table.keeper.picture(1)
    assert table.counted == [("red", "d10", 0), ("red", "d10", 8)]
    assert table.keeper.view().taken == {}


def test_nothing_is_kept_of_a_roll_whose_question_was_taken_back(table) -> None:
    table.questions = [Question(7, 1)]
    table.tray.throw("d10", [3])
    table.look(2.0)
    table.questions = []
    table.look(0.3)
    assert (table.kept, table.counted) == ([], [])
