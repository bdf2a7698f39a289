"""A recording as a camera: every frame in turn, at its original speed or as slowly as they are read.

`LatestFrame` drops frames that nobody took in time, as a live camera must. A recording is shown completely.
"""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.i18n import Message, message_of
from tablecam.sensing.camera.latest_frame import Paced
from tablecam.sensing.camera.source import Source
from tablecam.sensing.camera.watch import Text
from tablecam.sensing.vision.frame import Frame


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
            self._trouble = message_of(fault)
        except CameraUnavailable as loss:
            self._ended, self._trouble = True, message_of(loss)
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
