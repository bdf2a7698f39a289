import itertools
from typing import Self

import numpy as np
import pytest

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.sensing.camera.hot_swap import Playback
from tablecam.sensing.vision.frame import Frame


class Tape:
    """A recording of what it is given: frame times, or errors to raise."""

    name = "tape"
    live = False

    def __init__(self, *items: float | Exception) -> None:
        self.items = list(items)
        self.closed = False

    def read(self) -> Frame | None:
        if not self.items:
            return None
        item = self.items.pop(0)
        if isinstance(item, Exception):
            raise item
        return Frame(np.zeros((2, 2), np.uint8), item, round(item * 10))

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# A clock on which everything is long due.
at_once = itertools.count(0.0, 1000.0).__next__


def test_no_frame_is_dropped_however_slowly_they_are_read() -> None:
    with Playback(Tape(0.0, 0.1, 0.2), at_once) as tape:
        numbers = [frame.number for _ in range(3) if (frame := tape.wait())]
    assert numbers == [0, 1, 2]


def test_the_end_is_told_in_a_sentence_and_is_no_trouble() -> None:
    with Playback(Tape(0.0), at_once) as tape:
        assert tape.wait() is not None
        assert tape.over is None
        assert tape.wait(timeout=0) is None
        assert str(tape.over) == "tape has been read to its end"
        assert tape.trouble is None


def test_a_damaged_picture_is_told_and_passed_over() -> None:
    with Playback(Tape(BadPicture("picture 0 is damaged"), 0.1), at_once) as tape:
        assert tape.wait() is None
        assert str(tape.trouble) == "picture 0 is damaged"
        assert tape.wait() is not None
        assert tape.trouble is None


@pytest.mark.parametrize("timeout", [0.0, 0.001])
def test_a_file_that_goes_away_ends_the_recording(timeout: float) -> None:
    with Playback(Tape(CameraUnavailable("the disk is gone"), 0.1), at_once) as tape:
        assert tape.wait() is None
        assert tape.wait(timeout=timeout) is None
        assert str(tape.trouble) == "the disk is gone"


def test_closing_lets_go_of_the_file_and_gives_no_more_frames() -> None:
    source = Tape(0.0)
    tape = Playback(source, at_once)
    tape.close()
    assert source.closed
    assert tape.wait(timeout=60) is None
