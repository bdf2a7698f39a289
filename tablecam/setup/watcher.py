"""Looks at the camera's frames for whoever asks, in a thread that lives only as long as somebody does."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tablecam.errors import TablecamError
from tablecam.vision.frame import Frame

log = logging.getLogger(__name__)

# A page that is open asks several times a second.
FORGOTTEN_S = 4.0
PATIENCE_S = 0.5
# Of each second the set-up leaves this part to the reading of the table.
REST = 0.5
LONGEST_REST_S = 1.0

Look = Callable[[Frame], Any]


@dataclass(frozen=True)
class WatchedResult:
    """What looking at a frame gave. result: None before the first; trouble: why there is nothing newer."""

    result: Any = None
    trouble: str = ""


class FrameWatcher:
    """`see` says what was seen last, and keeps the looking going."""

    def __init__(
        self, frames: Callable[[int, float], Frame | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._frames = frames
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: dict[str, tuple[Look, float]] = {}
        self._seen: dict[str, WatchedResult] = {}
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def see(self, step: str, look: Look) -> WatchedResult:
        """What `look` gave for the newest frame; it goes on being called, one frame after the other."""
        with self._lock:
            if step not in self._asked:
                self._seen.pop(step, None)
            self._asked[step] = look, self._clock()
            if (self._thread is None or not self._thread.is_alive()) and not self._closing.is_set():
                self._thread = threading.Thread(target=self._run, name="set-up", daemon=True)
                self._thread.start()
            return self._seen.get(step, WatchedResult())

    def close(self) -> None:
        """Ends the looking."""
        self._closing.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        number = -1
        while not self._closing.is_set():
            wanted = self._wanted()
            if not wanted:
                return
            frame = self._frames(number, PATIENCE_S)
            if frame is None:
                continue
            number, began = frame.number, self._clock()
            for step, look in wanted.items():
                self._publish(step, frame, look)
            self._closing.wait(min(REST * (self._clock() - began), LONGEST_REST_S))

    def _wanted(self) -> dict[str, Look]:
        """Who asked lately; with nobody left the thread gives its place up, under the lock that `see` takes."""
        with self._lock:
            now = self._clock()
            self._asked = {step: (look, at) for step, (look, at) in self._asked.items() if now - at < FORGOTTEN_S}
            if not self._asked:
                self._thread = None
            return {step: look for step, (look, _) in self._asked.items()}

    def _publish(self, step: str, frame: Frame, look: Look) -> None:
        try:
            seen = WatchedResult(look(frame))
        except TablecamError as refused:
            seen = WatchedResult(self._seen.get(step, WatchedResult()).result, str(refused))
        except Exception:
            # a fault of ours in one picture must not end the set-up
            log.exception("frame %d could not be looked at for %s", frame.number, step)
            seen = WatchedResult(
                self._seen.get(step, WatchedResult()).result, "the last picture could not be read; the log says why"
            )
        with self._lock:
            self._seen[step] = seen
