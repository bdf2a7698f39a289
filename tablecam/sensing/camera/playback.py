"""A recording as a camera: every frame in turn, at the speed it was taken or as slowly as they are read.

`Newest` drops what nobody took in time, as a live camera must. A recording is there to be seen whole.
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
        self._over: Text | None = None

    @property
    def trouble(self) -> Text | None:
        """The fault of the last picture, or the reason why there are no more."""
        return self._trouble

    @property
    def over(self) -> Text | None:
        """A sentence once the recording is at its end, which is no trouble."""
        return self._over

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The next frame when its time has come; None for one that cannot be used, and after the last."""
        if self._ended or self._closing.is_set():
            self._closing.wait(timeout)
            return None
        try:
            return self._next()
        except BadPicture as skipped:
            self._trouble = message_of(skipped)
        except CameraUnavailable as gone:
            self._ended, self._trouble = True, message_of(gone)
        return None

    def calm(self, calm: bool) -> None:
        """A recording is seen whole, whatever it shows."""

    def close(self) -> None:
        """Stops playing and closes the file."""
        self._closing.set()
        self._source.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next(self) -> Frame | None:
        frame = self._source.read()
        if frame is None:
            self._ended = True
            self._over = Message("{recording} has been read to its end", recording=self._source.name)
            return None
        frame.grey  # noqa: B018 - decodes it here, where a damaged picture can be told
        self._trouble = None
        return frame
