"""A camera that can be exchanged while the program runs: numbers and times of its frames never go back."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.i18n import Message, get_message
from tablecam.sensing.camera.latest_frame import LatestFrame, Paced
from tablecam.sensing.camera.source import Source
from tablecam.sensing.camera.watch import Text
from tablecam.sensing.vision.frame import Frame

# A recording as a camera: every frame in turn, at its original speed or as slowly as they are read.
#
# `LatestFrame` drops frames that nobody took in time, as a live camera must. A recording is shown completely.


class Playback(AbstractContextManager["Playback"]):
    """Plays a recording for the readers that wait for its frames. Owns and closes the source."""

    def __init__(self, source: Source, clock: Callable[[], float] = time.monotonic) -> None:
        self._closing = threading.Event()
        self._source = Paced(source, self._closing.wait, clock)
        self._ended = False
        self._trouble: Text | None = None
        self._end_message: Text | None = None

    @property
    def trouble(self) -> Text | None:
        """The fault of the last image, or the reason why there are no more."""
        return self._trouble

    @property
    def over(self) -> Text | None:
        """A sentence once the recording is at its end, which is no trouble."""
        return self._end_message

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """Return the next frame when it is due; None for an unusable one, and after the last."""
        if self._ended or self._closing.is_set():
            self._closing.wait(timeout)
            return None
        try:
            return self._read_next()
        except BadPicture as fault:
            self._trouble = get_message(fault)
        except CameraUnavailable as loss:
            self._ended, self._trouble = True, get_message(loss)
        return None

    def calm(self, calm: bool) -> None:
        """Do nothing: a recording is shown completely, whatever it contains."""

    def close(self) -> None:
        """Stop playing and close the file."""
        self._closing.set()
        self._source.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_next(self) -> Frame | None:
        frame = self._source.read()
        if frame is None:
            self._ended = True
            self._end_message = Message("{recording} has been read to its end", recording=self._source.name)
            return None
        frame.grey  # noqa: B018 - decodes it here, where a damaged image can be reported
        self._trouble = None
        return frame


# The time between the last image of one camera and the first of the next; any positive value works.
PAUSE_S = 1.0


class OwnedSource(Protocol):
    """A camera that runs by itself and stores its newest frame; it owns and closes its source."""

    @property
    def trouble(self) -> Text | None:
        """The trouble with the camera, in a sentence, while it is lost or frozen."""

    @property
    def over(self) -> Text | None:
        """A sentence once a recording is at its end."""

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """Return the newest frame whose number is over `after`, or None if none came in time."""

    def calm(self, calm: bool) -> None:
        """Note whether the last frame showed a table at rest."""

    def close(self) -> None:
        """Close the source."""


def make_reader(source: Source) -> OwnedSource:
    """Return the usual reader of a source: the newest frame of a live one, every frame of a recording."""
    return LatestFrame(source) if source.live else Playback(source)


class HotSwap(AbstractContextManager["HotSwap"]):
    """Reads the latest source that it was given. Owns and closes its sources.

    One reader takes the frames with `wait`. Additional viewers use `look`, so that a recording loses no frames to them.
    """

    def __init__(self, source: Source, capture: Callable[[Source], OwnedSource] = make_reader) -> None:
        self.name = source.name
        self._open_capture = capture
        self._changing = threading.Lock()
        self._frame_taken = threading.Condition()
        self._capture = capture(source)
        self._newest: Frame | None = None
        self._number_offset = 0
        # None until the first frame of a new camera shows its clock
        self._time_offset_s: float | None = 0.0

    @property
    def trouble(self) -> Text | None:
        """The trouble with the current camera, in one sentence."""
        return self._capture.trouble

    @property
    def over(self) -> Text | None:
        """A sentence once the current recording is at its end."""
        return self._capture.over

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """Return the newest frame if its number is over `after`; None if none came within `timeout` s."""
        capture, number_offset = self._capture, self._number_offset
        frame = capture.wait(after - number_offset, timeout)
        with self._frame_taken:
            # a frame of a camera that was replaced meanwhile comes too late
            if frame is None or capture is not self._capture:
                return None
            self._newest = self._continue_numbering(frame)
            self._frame_taken.notify_all()
            return self._newest

    def look(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """Return the reader's newest frame, once its number is over `after`; None if none came in time."""
        with self._frame_taken:
            self._frame_taken.wait_for(lambda: self._newest is not None and self._newest.number > after, timeout)
            return self._newest if self._newest is not None and self._newest.number > after else None

    def calm(self, calm: bool) -> None:
        """Note whether the last frame showed a table at rest: a live camera is then read less often."""
        self._capture.calm(calm)

    def change(self, source: Source) -> None:
        """Switch to this source and close the former one."""
        with self._changing:
            new_capture = self._open_capture(source)
            with self._frame_taken:
                former_capture, self._capture, self.name = self._capture, new_capture, source.name
                self._number_offset = self._newest.number + 1 if self._newest is not None else 0
                self._time_offset_s = None
            former_capture.close()

    def close(self) -> None:
        """Close the camera."""
        self._capture.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _continue_numbering(self, frame: Frame) -> Frame:
        """Return the frame with a number and a time that continue those of the former camera."""
        if self._time_offset_s is None:
            self._time_offset_s = self._newest.time + PAUSE_S - frame.time if self._newest is not None else 0.0
        return frame.stamp_frame(frame.time + self._time_offset_s, frame.number + self._number_offset)
