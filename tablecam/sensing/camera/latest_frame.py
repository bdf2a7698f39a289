"""The newest frame of a camera, read by a thread of its own: capture never waits for processing."""

import atexit
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.i18n import Message, in_english, message_of
from tablecam.sensing.camera.resting import RestingPace
from tablecam.sensing.camera.source import Source, frames
from tablecam.sensing.camera.watch import Counts, Noticed, Patience, Text, Watch
from tablecam.sensing.vision.frame import Frame

log = logging.getLogger(__name__)

# A read of a dead device can hold its thread for longer than a person likes to wait: then it ends by itself, later.
JOIN_S = 2.0
# How soon a trouble is told where nothing arrives.
LOOK_EVERY_S = 0.5
# V4L2 gives up after ten seconds. The process must not end before: a thread inside OpenCV would take it down.
GIVEN_UP_S = 12.0


class Paced(AbstractContextManager["Paced"]):
    """A recording played at the speed it was taken, by its own time stamps: `read` returns when the frame is due."""

    live = False

    def __init__(self, source: Source, pause: Callable[[float], object], clock: Callable[[], float]) -> None:
        self.name = source.name
        self._source = source
        self._pause = pause
        self._clock = clock
        self._ahead_s: float | None = None

    def read(self) -> Frame | None:
        """The next frame, when its time has come."""
        frame = self._source.read()
        if frame is not None:
            if self._ahead_s is None:
                self._ahead_s = self._clock() - frame.time
            self._pause(max(0.0, frame.time + self._ahead_s - self._clock()))
        return frame

    def close(self) -> None:
        """Closes the recording."""
        self._source.close()

    def __exit__(self, *_: object) -> None:
        self.close()


class LatestFrame(AbstractContextManager["LatestFrame"]):
    """Reads a source without pause, keeps the newest good frame, and says what is wrong. Owns and closes the source.

    A lost camera is opened again by itself. Damaged, odd-sized and repeated pictures of a live source are skipped: the
    same picture twice is no second look. size: width and height that the calibration is for, else that of the first
    frame. A recording is played at the speed it was taken.
    """

    def __init__(
        self,
        source: Source,
        size: tuple[int, int] | None = None,
        *,
        patience: Patience = Patience(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._closing = threading.Event()
        self._live = source.live
        self._source = source if source.live else Paced(source, self._closing.wait, clock)
        self._clock = clock
        self._pace = RestingPace()
        self._watch = Watch(source.name, size, patience if source.live else _for_recordings(patience), clock())
        self._frame: Frame | None = None
        self._taken = -1
        self._judged = -1
        self._last_word: Text | None = None
        self._over: Text | None = None
        self._news = threading.Condition()
        # no text: for a programmer
        self._thread = threading.Thread(target=self._run, name=f"capture of {source.name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> Text | None:
        """The current trouble, in one sentence for the players, or None."""
        with self._news:
            return self._last_word or self._watch.trouble(self._clock())

    @property
    def over(self) -> Text | None:
        """A sentence once a recording is at its end, which is no trouble."""
        return self._over

    @property
    def ended(self) -> bool:
        """A recording has no more frames, or this is closed: what `wait` gives now stays the newest."""
        return self._last_word is not None or self._over is not None or self._closing.is_set()

    @property
    def counts(self) -> Counts:
        """How many pictures came, and how many of them were used."""
        with self._news:
            return self._watch.counts

    @property
    def noticed(self) -> tuple[Noticed, ...]:
        """The troubles and recoveries so far, oldest first, for the log."""
        with self._news:
            return tuple(self._watch.noticed)

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """The newest frame if its number is over `after`, once there is one; None when none came within `timeout` s.

        It is decoded to grey here, in the caller's thread, so that frames nobody takes cost nothing.
        """
        until = self._clock() + timeout
        while (frame := self._next(after, until - self._clock())) is not None:
            fault = _fault_of(frame)
            self._judge(frame, fault)
            if fault is None:
                return frame
            after = frame.number
        return None

    def calm(self, calm: bool) -> None:
        """Whether the last frame showed a table at rest: after a while only a few frames a second are then decoded."""
        with self._news:
            self._pace.calm(calm and self._live, self._clock())

    def close(self) -> None:
        """Ends the capture, closes the source and wakes everyone who waits."""
        self._closing.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(JOIN_S)
        if self._thread.is_alive():
            atexit.register(self._thread.join, GIVEN_UP_S)

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next(self, after: int, timeout: float) -> Frame | None:
        with self._news:
            self._news.wait_for(lambda: self._closing.is_set() or self._is_worth_a_look(after), max(0.0, timeout))
            if not self._is_worth_a_look(after):
                return None
            self._taken = self._number
            self._pace.looked(self._clock())
            return self._frame

    def _is_worth_a_look(self, after: int) -> bool:
        return self._number > after and self._pace.wants(self._clock())

    @property
    def _number(self) -> int:
        return -1 if self._frame is None else self._frame.number

    def _judge(self, frame: Frame, fault: Text | None) -> None:
        """Counts a frame as taken, once for all readers."""
        with self._news:
            if frame.number <= self._judged:
                return
            self._judged = frame.number
            if fault is None:
                self._watch.delivered()
            else:
                self._watch.damaged(fault, self._clock())

    def _run(self) -> None:
        try:
            while not self._closing.is_set() and self._capture():
                pass
        finally:
            self._source.close()

    def _capture(self) -> bool:
        """Reads one frame; False when there are no more."""
        try:
            frame = self._source.read()
            if frame is None:
                return self._finish()
            self._publish(frame)
        except BadPicture as trouble:
            self._damaged(message_of(trouble))
        except CameraUnavailable as trouble:
            return self._lost(message_of(trouble))
        except Exception:
            # a fault of ours must not end the capture without a word
            log.exception("%s cannot be read", self._source.name)
            return self._lost(Message("{camera} cannot be read, the log says why", camera=self._source.name))
        return True

    def _publish(self, frame: Frame) -> None:
        with self._news:
            if not self._watch.arrived(frame, self._clock()):
                return
            if self._number > self._taken:
                self._watch.dropped()
            self._frame = frame
            self._pace.arrived(frame)
            self._news.notify_all()

    def _damaged(self, sentence: Text) -> None:
        with self._news:
            self._watch.damaged(sentence, self._clock())

    def _lost(self, sentence: Text) -> bool:
        """A live camera is tried again after a while; a recording does not come back."""
        if not self._live:
            return self._end(sentence)
        with self._news:
            pause = self._watch.lost(sentence, self._clock())
        self._closing.wait(pause)
        return True

    def _finish(self) -> bool:
        with self._news:
            self._over = Message("{recording} has been read to its end", recording=self._source.name)
        return False

    def _end(self, sentence: Text) -> bool:
        with self._news:
            self._last_word = sentence
        return False


def every_frame(source: Source, say: Callable[[str], None]) -> Iterator[Frame]:
    """Every frame of a recording, as fast as they are taken; of a live camera the newest, again and again.

    What is wrong is told to `say` as a sentence, once when it begins; a lost camera is waited for.
    """
    if not source.live:
        yield from frames(source, say)
        return
    with LatestFrame(source) as newest:
        number, reported = -1, False
        while not newest.ended:
            frame = newest.wait(number, LOOK_EVERY_S)
            trouble = newest.trouble
            if trouble is not None and not reported:
                say(in_english(trouble))
            reported = trouble is not None
            if frame is not None:
                number = frame.number
                yield frame


def _for_recordings(patience: Patience) -> Patience:
    """Limits for a recording, which may stand still and have gaps."""
    return replace(patience, silent_s=math.inf, frozen_s=math.inf)


def _fault_of(frame: Frame) -> Text | None:
    """Decodes the frame; returns its fault, or None."""
    try:
        frame.grey  # noqa: B018 - decodes it
    except BadPicture as trouble:
        return message_of(trouble)
    return None
