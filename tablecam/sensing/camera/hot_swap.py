"""A camera that can be exchanged while the program runs: numbers and times of its frames never go back."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.camera.playback import Playback
from tablecam.sensing.camera.source import Source
from tablecam.sensing.camera.watch import Text
from tablecam.sensing.vision.frame import Frame

# Between the last picture of one camera and the first of the next; only that it is more than nothing matters.
PAUSE_S = 1.0


class OwnedSource(Protocol):
    """A camera that runs by itself and keeps its newest frame; it owns and closes its source."""

    @property
    def trouble(self) -> Text | None:
        """The trouble with the camera, in a sentence, while it is lost or frozen."""

    @property
    def over(self) -> Text | None:
        """A sentence once a recording is at its end."""

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The newest frame whose number is over `after`, or None when none came in time."""

    def calm(self, calm: bool) -> None:
        """Whether the last frame showed a table at rest."""

    def close(self) -> None:
        """Closes the source."""


def capture_of(source: Source) -> OwnedSource:
    """The usual way to read a source: the newest frame of a live one, every frame of a recording."""
    return LatestFrame(source) if source.live else Playback(source)


class HotSwap(AbstractContextManager["HotSwap"]):
    """Reads one source after the other, whichever it was last given. Owns and closes them.

    One reader takes the frames with `wait`; who else wants to see them looks over its shoulder with `look`, so that a
    recording loses none to them.
    """

    def __init__(self, source: Source, capture: Callable[[Source], OwnedSource] = capture_of) -> None:
        self.name = source.name
        self._make = capture
        self._changing = threading.Lock()
        self._taken = threading.Condition()
        self._capture = capture(source)
        self._newest: Frame | None = None
        self._ahead = 0
        # None until the first frame of a new camera tells its clock
        self._ahead_s: float | None = 0.0

    @property
    def trouble(self) -> Text | None:
        """The trouble with the current camera, in one sentence."""
        return self._capture.trouble

    @property
    def over(self) -> Text | None:
        """A sentence once the current recording is at its end."""
        return self._capture.over

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The newest frame if its number is over `after`; None when none came within `timeout` s."""
        capture, ahead = self._capture, self._ahead
        frame = capture.wait(after - ahead, timeout)
        with self._taken:
            # a frame of a camera that was taken away meanwhile comes too late
            if frame is None or capture is not self._capture:
                return None
            self._newest = self._going_on(frame)
            self._taken.notify_all()
            return self._newest

    def look(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The newest frame that the reader took, once its number is over `after`; None when none came in time."""
        with self._taken:
            self._taken.wait_for(lambda: self._newest is not None and self._newest.number > after, timeout)
            return self._newest if self._newest is not None and self._newest.number > after else None

    def calm(self, calm: bool) -> None:
        """Whether the last frame showed a table at rest: a live camera is then looked at less often."""
        self._capture.calm(calm)

    def change(self, source: Source) -> None:
        """Switches to this source and closes the one before."""
        with self._changing:
            fresh = self._make(source)
            with self._taken:
                before, self._capture, self.name = self._capture, fresh, source.name
                self._ahead = self._newest.number + 1 if self._newest is not None else 0
                self._ahead_s = None
            before.close()

    def close(self) -> None:
        """Closes the camera."""
        self._capture.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _going_on(self, frame: Frame) -> Frame:
        """The frame with a number and a time that continue those of the camera before."""
        if self._ahead_s is None:
            self._ahead_s = self._newest.time + PAUSE_S - frame.time if self._newest is not None else 0.0
        return frame.stamped(frame.time + self._ahead_s, frame.number + self._ahead)
