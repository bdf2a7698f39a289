"""A table at rest is looked at less often, and at once when its pictures change in size."""

import numpy as np

from tablecam.sensing.camera.latest_frame import AFTER_S, EVERY_S, LatestFrame, RestingPace
from tablecam.sensing.vision.frame import Frame, JpegFrame

FPS = 30.0
USUAL_BYTES = 2_000_000


class Evening:
    """Half a minute and more at thirty pictures a second, each of a size in bytes; everything at rest if looked at."""

    def __init__(self) -> None:
        self.pace, self.number, self.random = RestingPace(), 0, np.random.default_rng(2)
        self.calm = True

    def pass_by(self, seconds: float, change: float = 0.0) -> list[float]:
        """The times at which a picture was looked at. change: by what share the size differs from the usual."""
        looks = []
        for _ in range(round(seconds * FPS)):
            now = self.number / FPS
            size = round(USUAL_BYTES * (1 + change) * (1 + self.random.normal(0, 0.0004)))
            self.pace.note_arrival(JpegFrame(b"x" * size, (3840, 2160), now, self.number))
            if self.pace.wants(now):
                self.pace.note_look(now)
                looks.append(now)
                self.pace.calm(self.calm, now)
            self.number += 1
        return looks


def test_a_table_that_moves_is_looked_at_in_every_picture() -> None:
    evening = Evening()
    evening.calm = False
    assert len(evening.pass_by(4.0)) == round(4.0 * FPS)
    assert not evening.pace.resting


def test_a_table_at_rest_is_looked_at_a_few_times_a_second() -> None:
    evening = Evening()
    evening.pass_by(AFTER_S + 1.0)
    looks = evening.pass_by(10.0)
    assert len(looks) <= 10.0 / EVERY_S + 1
    # a move is noticed within three tenths of a second
    assert max(np.diff(looks)) < 0.3


def test_a_hand_in_the_picture_is_looked_at_at_once_and_from_then_on() -> None:
    evening = Evening()
    evening.pass_by(AFTER_S + 3.0)
    begins = evening.number / FPS
    looks = evening.pass_by(1.0, change=0.01)
    assert looks[0] == begins
    assert len(looks) == round(1.0 * FPS)
    evening.pass_by(AFTER_S + 2.0, change=0.01)
    assert evening.pace.resting


def test_noise_alone_wakes_nobody() -> None:
    evening = Evening()
    evening.pass_by(AFTER_S + 1.0)
    assert len(evening.pass_by(60.0)) <= 60.0 / EVERY_S + 1


class Endless:
    """A live camera whose pictures come as fast as they are taken."""

    name, live = "endless", True

    def __init__(self, clock) -> None:
        self.clock, self.number = clock, -1

    def read(self) -> Frame:
        self.number += 1
        noise = np.random.default_rng(self.number).integers(0, 9, (32, 48), dtype=np.uint8)
        return Frame(noise, self.clock(), self.number)

    def close(self) -> None:
        pass


def test_a_capture_passes_over_pictures_of_a_table_at_rest_until_it_is_told_otherwise() -> None:
    now = [100.0]
    with LatestFrame(Endless(lambda: now[0]), clock=lambda: now[0]) as capture:
        frame = capture.wait(timeout=0.5)
        capture.calm(True)
        now[0] += AFTER_S + 0.1
        capture.calm(True)
        assert capture.wait(frame.number, 0.5) is not None
        assert capture.wait(frame.number, 0.0) is None
        now[0] += EVERY_S * 1.01
        assert capture.wait(frame.number, 0.5) is not None
        capture.calm(False)
        assert capture.wait(frame.number, 0.5) is not None
