"""Checks the camera's frames for open pages, in a thread that ends when no page asks any more."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, get_message
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.finding import Text

log = logging.getLogger(__name__)

# An open page asks several times a second.
FORGOTTEN_S = 4.0
PATIENCE_S = 0.5
# The share of the time left for reading the table.
REST = 0.5
LONGEST_REST_S = 1.0

Look = Callable[[Frame], Any]


@dataclass(frozen=True)
class WatchedResult:
    """The result of checking a frame. result: None before the first one. trouble: why there is no newer one."""

    result: Any = None
    trouble: Text = ""


class FrameWatcher:
    """Checks frames as long as `see` is called, which returns the newest result."""

    def __init__(
        self, frames: Callable[[int, float], Frame | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._frames = frames
        self._clock = clock
        self._lock = threading.Lock()
        self._requests: dict[str, tuple[Look, float]] = {}
        self._results: dict[str, WatchedResult] = {}
        self._close_event = threading.Event()
        self._thread: threading.Thread | None = None

    def see(self, step: str, look: Look) -> WatchedResult:
        """Returns the result of `look` for the newest frame; `look` keeps being called, one frame after the other."""
        with self._lock:
            if step not in self._requests:
                self._results.pop(step, None)
            self._requests[step] = look, self._clock()
            if (self._thread is None or not self._thread.is_alive()) and not self._close_event.is_set():
                self._thread = threading.Thread(target=self._check_frames, name="set-up", daemon=True)
                self._thread.start()
            return self._results.get(step, WatchedResult())

    def close(self) -> None:
        """Ends the thread."""
        self._close_event.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _check_frames(self) -> None:
        number = -1
        while not self._close_event.is_set():
            looks = self._get_requests()
            if not looks:
                return
            frame = self._frames(number, PATIENCE_S)
            if frame is None:
                continue
            number, began = frame.number, self._clock()
            for step, look in looks.items():
                self._publish(step, frame, look)
            self._close_event.wait(min(REST * (self._clock() - began), LONGEST_REST_S))

    def _get_requests(self) -> dict[str, Look]:
        """Returns the steps that pages asked for lately; without any, ends the thread under the lock
        that `see` takes.
        """
        with self._lock:
            time_s = self._clock()
            self._requests = {
                step: (look, asked_at)
                for step, (look, asked_at) in self._requests.items()
                if time_s - asked_at < FORGOTTEN_S
            }
            if not self._requests:
                self._thread = None
            return {step: look for step, (look, _) in self._requests.items()}

    def _publish(self, step: str, frame: Frame, look: Look) -> None:
        try:
            result = WatchedResult(look(frame))
        except TablecamError as refused:
            result = WatchedResult(self._results.get(step, WatchedResult()).result, get_message(refused))
        except Exception:
            # a fault of the program in one picture must not end the set-up
            log.exception("frame %d could not be checked for %s", frame.number, step)
            result = WatchedResult(
                self._results.get(step, WatchedResult()).result,
                Message("the last image could not be read; the program's log gives the reason"),
            )
        with self._lock:
            self._results[step] = result
