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
from tablecam.base.i18n import Message, get_message, to_english
from tablecam.sensing.camera.source import Source, frames
from tablecam.sensing.camera.watch import Counts, Noticed, Patience, Text, Watch
from tablecam.sensing.vision.frame import Frame, JpegFrame

# The pace of a table at rest: a few looks a second, and one at once when the size of its images changes.
#
# Decoding a 4K image costs several times as much as receiving it. Its size in bytes costs nothing, and something large
# that comes into the image changes it by more than noise does.

# the interval of looks at a table at rest: a move is noticed within this and the time of one reading
EVERY_S = 0.24
# a table rests after this long without a change
AFTER_S = 3.0
# an image's size is unusual this many mean deviations from the mean, and never within this share of it
UNUSUAL, LEAST_SHARE = 6.0, 0.001
# the weight of the earlier sizes in the mean
MEMORY = 0.9
LEAST_SIZES = 10


class RestingPace:
    """Decides which frames of one camera are worth a look. The caller synchronises threads."""

    def __init__(self) -> None:
        self._is_resting = False
        self._last_busy_at = float("-inf")
        self._last_look_at = float("-inf")
        self._has_stirred = False
        self._mean_size, self._size_scatter, self._size_count = 0.0, 0.0, 0

    @property
    def resting(self) -> bool:
        """Whether frames are skipped."""
        return self._is_resting and not self._has_stirred

    def calm(self, calm: bool, now: float) -> None:
        """Note whether the last reading found everything at rest."""
        if not calm or self._has_stirred:
            self._last_busy_at = now
        self._has_stirred = False
        self._is_resting = calm and now - self._last_busy_at >= AFTER_S

    def note_arrival(self, frame: Frame) -> None:
        """Note an image that came, whether or not it is read."""
        if not isinstance(frame, JpegFrame):
            return
        size = float(len(frame.jpeg))
        deviation = abs(size - self._mean_size)
        if self._size_count >= LEAST_SIZES and deviation > max(
            UNUSUAL * self._size_scatter, LEAST_SHARE * self._mean_size
        ):
            # the image is different from now on: learn its sizes again
            self._has_stirred = self._has_stirred or self._is_resting
            self._mean_size, self._size_scatter, self._size_count = size, 0.0, 0
            return
        memory = MEMORY if self._size_count else 0.0
        self._mean_size = memory * self._mean_size + (1 - memory) * size
        self._size_scatter = memory * self._size_scatter + (1 - memory) * (deviation if self._size_count else 0.0)
        self._size_count += 1

    def wants(self, now: float) -> bool:
        """Report whether the newest image is due for a look."""
        return not self.resting or now - self._last_look_at >= EVERY_S

    def note_look(self, now: float) -> None:
        """Note that an image is being read."""
        self._last_look_at = now


log = logging.getLogger(__name__)

# A read of a dead device can block its thread for longer than a person likes to wait: then it ends by itself, later.
JOIN_S = 2.0
# The interval of checks for trouble when nothing arrives.
LOOK_EVERY_S = 0.5
# V4L2 gives up after ten seconds. The process must not end before: a thread inside OpenCV would take it down.
GIVEN_UP_S = 12.0


class Paced(AbstractContextManager["Paced"]):
    """A recording played at its original speed, by its own time stamps: `read` returns when the frame is due."""

    live = False

    def __init__(self, source: Source, pause: Callable[[float], object], clock: Callable[[], float]) -> None:
        self.name = source.name
        self._source = source
        self._pause = pause
        self._clock = clock
        self._time_offset_s: float | None = None

    def read(self) -> Frame | None:
        """Return the next frame when it is due."""
        frame = self._source.read()
        if frame is not None:
            if self._time_offset_s is None:
                self._time_offset_s = self._clock() - frame.time
            self._pause(max(0.0, frame.time + self._time_offset_s - self._clock()))
        return frame

    def close(self) -> None:
        """Close the recording."""
        self._source.close()

    def __exit__(self, *_: object) -> None:
        self.close()


class LatestFrame(AbstractContextManager["LatestFrame"]):
    """Reads a source without pause, stores the newest good frame, and reports faults. Owns and closes the source.

    A lost camera is opened again automatically. Damaged, odd-sized and repeated images of a live source are skipped:
    the same image twice is no second look. size: width and height that the calibration is for, else that of the first
    frame. A recording is played at its original speed.
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
        self._watch = Watch(source.name, size, patience if source.live else _relax_for_recordings(patience), clock())
        self._frame: Frame | None = None
        self._taken_number = -1
        self._judged_number = -1
        self._final_trouble: Text | None = None
        self._end_message: Text | None = None
        self._news = threading.Condition()
        # no text: for a programmer
        self._thread = threading.Thread(target=self._run_loop, name=f"capture of {source.name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> Text | None:
        """The current trouble, in one sentence for the players, or None."""
        with self._news:
            return self._final_trouble or self._watch.trouble(self._clock())

    @property
    def over(self) -> Text | None:
        """A sentence once a recording is at its end, which is no trouble."""
        return self._end_message

    @property
    def ended(self) -> bool:
        """Whether a recording has no more frames, or this is closed: the latest result of `wait` stays the newest."""
        return self._final_trouble is not None or self._end_message is not None or self._closing.is_set()

    @property
    def counts(self) -> Counts:
        """The numbers of images that came and were used."""
        with self._news:
            return self._watch.counts

    @property
    def noticed(self) -> tuple[Noticed, ...]:
        """All troubles and recoveries, oldest first, for the log."""
        with self._news:
            return tuple(self._watch.noticed)

    def wait(self, after: int = -1, timeout: float = 1.0) -> Frame | None:
        """Return the newest frame if its number is over `after`; None if none came within `timeout` s.

        It is decoded to grey here, in the caller's thread, so that frames that nobody takes cost nothing.
        """
        deadline = self._clock() + timeout
        while (frame := self._wait_for_next(after, deadline - self._clock())) is not None:
            fault = _find_fault(frame)
            self._judge_frame(frame, fault)
            if fault is None:
                return frame
            after = frame.number
        return None

    def calm(self, calm: bool) -> None:
        """Note whether the last frame showed a table at rest; after a while only a few frames a second are decoded."""
        with self._news:
            self._pace.calm(calm and self._live, self._clock())

    def close(self) -> None:
        """End the capture, close the source and wake every waiting thread."""
        self._closing.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(JOIN_S)
        if self._thread.is_alive():
            atexit.register(self._thread.join, GIVEN_UP_S)

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait_for_next(self, after: int, timeout: float) -> Frame | None:
        with self._news:
            self._news.wait_for(lambda: self._closing.is_set() or self._is_worth_a_look(after), max(0.0, timeout))
            if not self._is_worth_a_look(after):
                return None
            self._taken_number = self._newest_number
            self._pace.note_look(self._clock())
            return self._frame

    def _is_worth_a_look(self, after: int) -> bool:
        return self._newest_number > after and self._pace.wants(self._clock())

    @property
    def _newest_number(self) -> int:
        return -1 if self._frame is None else self._frame.number

    def _judge_frame(self, frame: Frame, fault: Text | None) -> None:
        """Count a frame as taken, once for all readers."""
        with self._news:
            if frame.number <= self._judged_number:
                return
            self._judged_number = frame.number
            if fault is None:
                self._watch.note_delivery()
            else:
                self._watch.note_damage(fault, self._clock())

    def _run_loop(self) -> None:
        try:
            while not self._closing.is_set() and self._capture_frame():
                pass
        finally:
            self._source.close()

    def _capture_frame(self) -> bool:
        """Read one frame; False when there are no more."""
        try:
            frame = self._source.read()
            if frame is None:
                return self._finish_recording()
            self._publish_frame(frame)
        except BadPicture as trouble:
            self._note_damage(get_message(trouble))
        except CameraUnavailable as trouble:
            return self._handle_loss(get_message(trouble))
        except Exception:
            # a bug of the program must not end the capture silently
            log.exception("%s cannot be read", self._source.name)
            return self._handle_loss(
                Message("{camera} cannot be read; see the log for the reason", camera=self._source.name)
            )
        return True

    def _publish_frame(self, frame: Frame) -> None:
        with self._news:
            if not self._watch.check_frame(frame, self._clock()):
                return
            if self._newest_number > self._taken_number:
                self._watch.note_drop()
            self._frame = frame
            self._pace.note_arrival(frame)
            self._news.notify_all()

    def _note_damage(self, sentence: Text) -> None:
        with self._news:
            self._watch.note_damage(sentence, self._clock())

    def _handle_loss(self, sentence: Text) -> bool:
        """Try a live camera again after a while; end a recording."""
        if not self._live:
            return self._end_capture(sentence)
        with self._news:
            pause = self._watch.note_loss(sentence, self._clock())
        self._closing.wait(pause)
        return True

    def _finish_recording(self) -> bool:
        with self._news:
            self._end_message = Message("{recording} has been read to its end", recording=self._source.name)
        return False

    def _end_capture(self, sentence: Text) -> bool:
        with self._news:
            self._final_trouble = sentence
        return False


def every_frame(source: Source, say: Callable[[str], None]) -> Iterator[Frame]:
    """Yield every frame of a recording, as fast as they are taken; of a live camera the newest, again and again.

    `say` receives each trouble as a sentence, once when it begins; the generator waits for a lost camera.
    """
    if not source.live:
        yield from frames(source, say)
        return
    with LatestFrame(source) as latest:
        number, is_reported = -1, False
        while not latest.ended:
            frame = latest.wait(number, LOOK_EVERY_S)
            trouble = latest.trouble
            if trouble is not None and not is_reported:
                say(to_english(trouble))
            is_reported = trouble is not None
            if frame is not None:
                number = frame.number
                yield frame


def _relax_for_recordings(patience: Patience) -> Patience:
    """Return limits for a recording, which may stand still and have gaps."""
    return replace(patience, silent_s=math.inf, frozen_s=math.inf)


def _find_fault(frame: Frame) -> Text | None:
    """Decode the frame; return its fault, or None."""
    try:
        frame.grey  # noqa: B018 - decodes it
    except BadPicture as trouble:
        return get_message(trouble)
    return None
