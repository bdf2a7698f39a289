from dataclasses import replace

import numpy as np
import pytest

from calibration import guided
from calibration.guided import ALREADY_KEPT, Chooser
from calibration.views import BoardView, LeftOut
from tablecam.base.i18n import Message
from tablecam.sensing.vision.frame import Frame

BLANK = np.zeros((720, 1280), np.uint8)


class Shown:
    """A chooser to which views are shown without pictures, at thirty frames a second."""

    def __init__(self, monkeypatch):
        self.now = 0.0
        self.next = None
        self.chooser = Chooser(None)
        for look in ("make_glimpse", "make_view"):
            monkeypatch.setattr(guided, look, lambda finder, frame, name: self.next)

    def show(self, view, times=1):
        for _ in range(times):
            self.now += 1 / 30
            self.next = view
            answer = self.chooser.consider(Frame(BLANK, self.now), "f")
        return answer


@pytest.fixture
def shown(monkeypatch):
    return Shown(monkeypatch)


def shifted(view, px):
    return replace(view, corners_px=view.corners_px + px)


def test_a_board_that_has_only_just_come_waits_for_a_second_look(shown, studio):
    view = studio().views(1)[0]
    assert "only just appeared" in str(shown.show(view).reason)
    assert shown.show(view) is view
    assert shown.chooser.kept == [view]


def test_a_moving_board_is_not_taken_and_one_that_stops_is(shown, studio):
    view = studio(where=(0.5, 0.5, 0.5, 0.5)).views(1)[0]
    for step in range(5):
        answer = shown.show(shifted(view, 3.0 * step))
        assert isinstance(answer, LeftOut)
    assert str(answer.reason) == "the board moves: hold it still"
    assert isinstance(shown.show(shifted(view, 12.2)), BoardView)


def test_a_blurred_view_asks_for_light(shown, studio):
    view = replace(studio().views(1)[0], softness_px=4.0)
    assert "more light" in str(shown.show(view, 2).reason)


def test_a_view_like_one_already_kept_is_not_taken_again(shown, studio):
    view = studio().views(1)[0]
    shown.show(view, 2)
    assert shown.show(shifted(view, 10.0), 3).reason == ALREADY_KEPT
    assert len(shown.chooser.kept) == 1


def test_a_view_a_little_apart_is_taken_where_it_covers_anew_and_only_there(shown, studio):
    view = studio(where=(0.5, 0.5, 0.5, 0.5)).views(1)[0]
    shown.chooser.kept = [view]
    assert isinstance(shown.show(shifted(view, 20.0), 2), BoardView)
    shown.chooser.kept = [view, shifted(view, 40.0)] * 2
    assert shown.show(shifted(view, 20.0), 2).reason == ALREADY_KEPT


def test_losing_the_board_starts_the_wait_anew(shown, studio):
    view = studio().views(1)[0]
    shown.show(view)
    shown.show(LeftOut("f", Message("no board")))
    assert "only just appeared" in str(shown.show(view).reason)


@pytest.mark.slow
def test_it_is_enough_when_the_picture_is_covered_and_not_before(shown, studio):
    for view in studio().views(45):
        if not shown.chooser.enough:
            shown.show(view, 2)
    assert shown.chooser.enough
    assert 20 <= len(shown.chooser.kept) < 45
    assert not shown.chooser.coverage.missing


def test_frames_that_carry_no_new_time_prove_no_stillness(shown, studio):
    view = studio().views(1)[0]
    shown.next = view
    for _ in range(3):
        answer = shown.chooser.consider(Frame(BLANK, 1.0), "f")
    assert isinstance(answer, LeftOut)
