"""The choice of a camera, and the thread that looks through it."""

import threading

import numpy as np
import pytest

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.sensing.camera.camera_list import Offer
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.table_cameras import Cameras, FrameWatcher


def test_only_what_is_offered_or_an_address_is_opened() -> None:
    opened: list[tuple[str, tuple[int, int] | None]] = []

    def open_it(text: str, size: tuple[int, int] | None):
        opened.append((text, size))

    cameras = Cameras(lambda: (Offer("/dev/video0", "HD Cam"),), (), open_it)  # type: ignore[arg-type,return-value]
    cameras.open("/dev/video0", "4k")
    cameras.open("rtsp://10.0.0.7/video")
    assert opened == [("/dev/video0", (3840, 2160)), ("rtsp://10.0.0.7/video", None)]
    for elsewhere in ("/etc/passwd", "/dev/video1", "file:///etc/passwd", "http://", "0", "", "ftp://a/b"):
        with pytest.raises(CameraUnavailable, match="is neither a camera of this computer"):
            cameras.open(elsewhere)
    assert len(opened) == 2


class Frames:
    """A camera that gives a frame each time it is asked."""

    def __init__(self) -> None:
        self.number = 0
        self.asked = threading.Event()

    def __call__(self, after: int, timeout: float) -> Frame:
        self.number += 1
        self.asked.set()
        return Frame(np.zeros((4, 4), np.uint8), 0.0, self.number)


def wait_for(watcher: FrameWatcher, look, wanted) -> None:
    for _ in range(500):
        if wanted(watcher.see("step", look)):
            return
        threading.Event().wait(0.01)
    pytest.fail("nothing came")


@pytest.mark.slow
def test_looking_goes_on_while_somebody_asks_and_ends_with_it() -> None:
    now = [0.0]
    frames = Frames()
    watcher = FrameWatcher(frames, lambda: now[0])
    wait_for(watcher, lambda frame: frame.number, lambda seen: (seen.result or 0) > 2)
    now[0] = 100.0
    for _ in range(500):
        if "set-up" not in {thread.name for thread in threading.enumerate()}:
            break
        threading.Event().wait(0.01)
    seen_then = frames.number
    threading.Event().wait(0.05)
    assert frames.number == seen_then
    wait_for(watcher, lambda frame: frame.number, lambda seen: (seen.result or 0) > seen_then)
    watcher.close()


def test_a_refusal_is_told_and_what_was_seen_before_stays() -> None:
    def look(frame: Frame) -> str:
        if frame.number > 3:
            raise BadPicture("the lens is not known yet")
        return "seen"

    watcher = FrameWatcher(Frames())
    wait_for(watcher, look, lambda seen: seen.trouble)
    assert watcher.see("step", look).result == "seen"
    watcher.close()
