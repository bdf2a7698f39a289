"""A camera exchanged under a reader that goes on."""

import numpy as np
import pytest

from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.vision.frame import Frame


class Still:
    """A source that is nothing but its name."""

    live = True

    def __init__(self, name: str) -> None:
        self.name = name


class Scripted:
    """A capture that has ten pictures of one brightness, taken at its own times."""

    def __init__(self, level: int, began: float) -> None:
        self.trouble: str | None = None
        self.over: str | None = None
        self.closed = False
        self._level, self._began = level, began

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        number = max(after + 1, 0)
        if number >= 10:
            return None
        return Frame(np.full((4, 6), self._level, np.uint8), self._began + number / 10, number)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def captures() -> dict[str, Scripted]:
    return {"first": Scripted(10, 100.0), "second": Scripted(200, 5.0)}


@pytest.fixture
def changing(captures: dict[str, Scripted]) -> HotSwap:
    return HotSwap(Still("first"), lambda source: captures[source.name])  # type: ignore[arg-type]


def test_numbers_and_times_go_on_when_the_camera_is_exchanged(changing: HotSwap) -> None:
    frames = []
    for source in ("", "second"):
        if source:
            changing.change(Still(source))  # type: ignore[arg-type]
        for _ in range(3):
            frame = changing.wait(frames[-1].number if frames else -1)
            assert frame is not None
            frames.append(frame)
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4, 5]
    assert np.diff([frame.time for frame in frames]).min() > 0
    assert [int(frame.grey[0, 0]) for frame in frames] == [10] * 3 + [200] * 3


def test_the_camera_that_was_taken_away_is_closed_and_the_new_one_gives_its_name(changing, captures) -> None:
    changing.wait()
    changing.change(Still("second"))
    assert captures["first"].closed
    assert not captures["second"].closed
    assert changing.name == "second"


def test_whoever_looks_sees_what_the_reader_took_and_takes_nothing_from_it(changing: HotSwap) -> None:
    assert changing.look(timeout=0) is None
    taken = changing.wait()
    assert taken is not None
    assert changing.look(timeout=0) is taken
    assert changing.look(taken.number, timeout=0) is None
    after = changing.wait(taken.number)
    assert after is not None
    assert after.number == taken.number + 1


def test_the_trouble_is_that_of_the_camera_of_now(changing, captures) -> None:
    captures["first"].trouble = "the first camera is lost"
    assert str(changing.trouble) == "the first camera is lost"
    changing.change(Still("second"))
    assert changing.trouble is None
