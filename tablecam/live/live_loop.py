"""The live loop: takes the newest frame, has it read, and publishes the result by assigning one reference.

The only clock and thread besides the camera's own. Who wants to know asks for `live.view`, or waits for a newer one.
Capture never waits for reading: frames that arrive meanwhile are dropped by the capture, newest wins.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from tablecam.base.errors import NotSetUp, TablecamError
from tablecam.base.i18n import Message, message_of
from tablecam.sensing.tracking.print_share import PrintShare
from tablecam.sensing.tracking.turning import TurnedModel
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera
from tablecam.table.snapshot import Snapshot

log = logging.getLogger(__name__)

# Long enough to cost nothing, short enough that a lost camera is told within a second.
PATIENCE_S = 0.5
# What happened lately, hands over models included: enough for a player who looks up after a turn.
REMEMBERED_CHANGES = 60
UNREADABLE = Message("the last picture could not be read; the log says why, and the next one is tried")
# The frame rate is the mean over so many frames.
RATE_OVER = 30


class FrameSource(Protocol):
    """A camera that runs by itself and keeps its newest frame."""

    @property
    def trouble(self) -> str | Message | None:
        """A sentence while the camera is lost or frozen."""

    @property
    def over(self) -> str | Message | None:
        """A sentence once a recording is at its end."""

    def wait(self, after: int, timeout: float) -> Frame | None:
        """The newest frame whose number is over `after`, or None when none came in time."""


class ProcessedFrame(Protocol):
    """What one frame told."""

    @property
    def snapshot(self) -> Snapshot:
        """Where things stand."""

    @property
    def camera(self) -> Camera | None:
        """The lens in its place; None while that is not known."""

    @property
    def cameras(self) -> Mapping[int, Camera]:
        """The lenses of all cameras whose place is known, by their numbers."""

    @property
    def changes(self) -> tuple[object, ...]:
        """What happened on this frame."""

    @property
    def paths(self) -> Mapping[str, tuple[tuple[float, float], ...]]:
        """Where models that move have gone since they set out: points (x, y) by their ids."""

    @property
    def away(self) -> tuple[Message, ...]:
        """Why cameras of several see nothing now, a sentence for each reason."""

    @property
    def print_share(self) -> PrintShare | None:
        """The size that all models' tags share in print, where it is not the one that they should have."""

    @property
    def turned(self) -> Mapping[str, TurnedModel]:
        """Models that were turned on the spot, by their ids, and where their tags are glued as far as that shows."""


class FrameProcessor(Protocol):
    """The pipeline, as far as the loop needs to know it."""

    def process(self, frame: Frame) -> ProcessedFrame:
        """Reads one frame; TablecamError with a sentence when it cannot be read."""


@dataclass(frozen=True)
class PublishedFrame:
    """Everything there is to show at one moment; immutable, and replaced as a whole.

    number: counts the views from 1; 0 before the first. snapshot, camera and frame belong together: where things stood
    on that picture. trouble: why there is nothing newer, as a sentence; over: that a recording is at its end.
    frames_per_s: frames read; reading_s: how long the last one took to read. changes: the latest, oldest first.
    paths: where models that move have gone since they set out, points (x, y) in inches by their ids.
    missing: why there is a picture but no snapshot: what the table folder lacks, as a sentence.
    away: why cameras of several see nothing now, a sentence each. print_share: the size that all models' tags
    share in print, where it is not the one that they should have. turned: models that were turned on the spot, by
    their ids. cameras: the lenses of all whose place is known, with their poses, by the cameras' numbers.
    """

    number: int = 0
    snapshot: Snapshot | None = None
    camera: Camera | None = None
    frame: Frame | None = None
    changes: tuple[object, ...] = ()
    trouble: str | Message | None = None
    over: str | Message | None = None
    frames_per_s: float = 0.0
    reading_s: float = 0.0
    paths: Mapping[str, tuple[tuple[float, float], ...]] = field(default_factory=dict)
    missing: str | Message | None = None
    away: tuple[Message, ...] = ()
    print_share: PrintShare | None = None
    turned: Mapping[str, TurnedModel] = field(default_factory=dict)
    cameras: Mapping[int, Camera] = field(default_factory=dict)


class LiveLoop:
    """Runs capture -> reader -> view in a thread of its own between `start()` and `stop()`.

    told: told what each frame has told, before anybody else is.
    """

    def __init__(
        self,
        capture: FrameSource,
        reader: FrameProcessor,
        clock: Callable[[], float] = time.monotonic,
        told: Callable[[ProcessedFrame], None] = lambda _reading: None,
    ) -> None:
        self._told = told
        self._capture = capture
        self._reader = reader
        self._clock = clock
        self._view = PublishedFrame()
        # called at every new view, whenever somebody wakes, and at the stop; must not wait for anything
        self.changed: Callable[[], None] = lambda: None
        self._newer = threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live", daemon=True)
        self._last_frame = -1
        self._read_at: deque[float] = deque(maxlen=RATE_OVER)

    @property
    def view(self) -> PublishedFrame:
        """The newest view; reading it needs no lock."""
        return self._view

    @property
    def running(self) -> bool:
        """False once `stop()` was called."""
        return not self._stopped.is_set()

    def wait(self, after: int, timeout: float, unless: Callable[[], bool] = lambda: False) -> PublishedFrame:
        """The newest view, once its number is over `after`; after `timeout` seconds or a stop, whatever there is.

        unless: what else ends the wait; it is looked at again at every new view and whenever somebody wakes.
        """
        with self._newer:
            self._newer.wait_for(lambda: self._view.number > after or not self.running or unless(), timeout)
        return self._view

    def rest(self, seconds: float) -> None:
        """Waits so long, or until a stop. Nothing else wakes who rests, so a crowd of them costs nobody anything."""
        self._stopped.wait(seconds)

    def wake(self) -> None:
        """Something other than the view has changed: whoever waits looks again."""
        with self._newer:
            self._newer.notify_all()
        self.changed()

    def start(self) -> None:
        """Begins to read."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and wakes everyone who waits; returns when the frame in hand is done."""
        self._stopped.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join()

    def step(self, timeout: float = PATIENCE_S) -> None:
        """One turn of the loop: reads the next frame, or says why there is none."""
        frame = self._capture.wait(self._last_frame, timeout)
        if frame is None:
            self._tell_why_not()
            return
        self._last_frame = frame.number
        began = self._clock()
        try:
            reading = self._reader.process(frame)
        except NotSetUp as missing:
            self._show_unread(frame, message_of(missing), began)
        except TablecamError as refused:
            self._tell(message_of(refused))
        except Exception:
            # a fault of ours in one picture must not end the evening: the next picture may be readable
            log.exception("frame %d could not be read", frame.number)
            self._tell(UNREADABLE)
        else:
            self._told(reading)
            self._show(frame, reading, began)

    def _run(self) -> None:
        while self.running:
            self.step()

    def _show(self, frame: Frame, reading: ProcessedFrame, began: float) -> None:
        published = PublishedFrame(
            snapshot=reading.snapshot,
            camera=reading.camera,
            cameras=reading.cameras,
            changes=(*self._view.changes, *reading.changes)[-REMEMBERED_CHANGES:],
            paths=reading.paths,
            away=reading.away,
            print_share=reading.print_share,
            turned=reading.turned,
        )
        self._show_picture(published, frame, began)

    def _show_unread(self, frame: Frame, missing: Message, began: float) -> None:
        """The picture alone; what happened lately stays to be told."""
        self._show_picture(PublishedFrame(changes=self._view.changes, missing=missing), frame, began)

    def _show_picture(self, published: PublishedFrame, frame: Frame, began: float) -> None:
        now = self._clock()
        self._read_at.append(now)
        rate, number = self._rate(), self._view.number + 1
        trouble, took = self._capture.trouble, now - began
        self._publish(
            replace(published, number=number, frame=frame, trouble=trouble, frames_per_s=rate, reading_s=took)
        )

    def _tell_why_not(self) -> None:
        """Why there is no frame. Only the next good one ends a trouble, or the end of a recording that was readable."""
        over, trouble = self._capture.over, self._capture.trouble or self._view.trouble
        self._tell(None if over is not None and self._view.snapshot is not None else trouble, over)

    def _tell(self, trouble: str | Message | None, over: str | Message | None = None) -> None:
        if (trouble, over) != (self._view.trouble, self._view.over):
            self._publish(replace(self._view, number=self._view.number + 1, trouble=trouble, over=over))

    def _rate(self) -> float:
        spent = self._read_at[-1] - self._read_at[0]
        return (len(self._read_at) - 1) / spent if spent > 0 else 0.0

    def _publish(self, view: PublishedFrame) -> None:
        with self._newer:
            self._view = view
            self._newer.notify_all()
        self.changed()
