"""The live loop: it takes the newest frame, has it read, and publishes the result by assigning one reference.

Its thread and clock are the only ones besides the camera's own. Callers read `live.view`, or wait for a newer one.
Capture never waits for reading: it drops frames that arrive meanwhile, newest wins.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from tablecam.base.errors import NotSetUp, TablecamError
from tablecam.base.i18n import Message, get_message
from tablecam.sensing.tracking.glue import TurnedModel
from tablecam.sensing.tracking.print_scale import PrintShare
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

log = logging.getLogger(__name__)

# Long enough to cost nothing, short enough to report a lost camera within a second.
PATIENCE_S = 0.5
# The latest changes, hands over models included: enough for a player who looks up after a turn.
REMEMBERED_CHANGES = 60
UNREADABLE = Message("the last image could not be read; the log gives the reason, and the next image is tried")
# The frame rate is the mean over this many frames.
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
        """The newest frame whose number exceeds `after`, or None if none came in time."""


class ProcessedFrame(Protocol):
    """The result of one frame."""

    @property
    def snapshot(self) -> Snapshot:
        """The models and terrain on the table."""

    @property
    def camera(self) -> Camera | None:
        """The lens in its place; None while its pose is not known."""

    @property
    def cameras(self) -> Mapping[int, Camera]:
        """The lenses of all cameras whose pose is known, by their numbers."""

    @property
    def changes(self) -> tuple[object, ...]:
        """The changes on this frame."""

    @property
    def paths(self) -> Mapping[str, tuple[tuple[float, float], ...]]:
        """The paths of moving models since they set out: points (x, y) by their ids."""

    @property
    def away(self) -> tuple[Message, ...]:
        """Why some of several cameras see nothing now, a sentence for each reason."""

    @property
    def print_share(self) -> PrintShare | None:
        """The printed size that all models' tags share, if it is not the one that they should have."""

    @property
    def turned(self) -> Mapping[str, TurnedModel]:
        """Models that were turned on the spot, by id, with the offset of their tags as far as it shows."""


class FrameProcessor(Protocol):
    """The pipeline, limited to the loop's needs."""

    def process(self, frame: Frame) -> ProcessedFrame:
        """Read one frame; TablecamError with a sentence if it cannot be read."""


@dataclass(frozen=True)
class PublishedFrame:
    """Everything to show at one moment; immutable, and replaced as a unit.

    number: counts the views from 1; 0 before the first. snapshot, camera and frame belong together: positions on that
    image. trouble: why there is nothing newer, as a sentence; over: that a recording is at its end. frames_per_s:
    frames read; reading_s: how long the last one took to read. changes: the latest, oldest first. paths: the paths of
    moving models since they set out, points (x, y) in inches by their ids. missing: why there is an image but no
    snapshot: what the table folder lacks, as a sentence. away: why some of several cameras see nothing now, a sentence
    each. print_share: the printed size that all models' tags share, if it is not the one that they should have. turned:
    models that were turned on the spot, by their ids. cameras: the lenses of all cameras whose pose is known, with
    their poses, by the cameras' numbers.
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
    """A loop capture -> reader -> view, in a thread of its own between `start()` and `stop()`.

    told: is called with the result of each frame, before it is published.
    """

    def __init__(
        self,
        capture: FrameSource,
        reader: FrameProcessor,
        clock: Callable[[], float] = time.monotonic,
        told: Callable[[ProcessedFrame], None] = lambda _reading: None,
    ) -> None:
        self._on_result = told
        self._capture = capture
        self._reader = reader
        self._clock = clock
        self._view = PublishedFrame()
        # is called at every new view, at every `wake()`, and at the stop; must not block
        self.changed: Callable[[], None] = lambda: None
        self._view_changed = threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run_loop, name="live", daemon=True)
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
        """The newest view, once its number exceeds `after`; after `timeout` seconds or a stop, the present one.

        unless: another condition that ends the wait, checked at every new view and at every `wake()`.
        """
        with self._view_changed:
            self._view_changed.wait_for(lambda: self._view.number > after or not self.running or unless(), timeout)
        return self._view

    def rest(self, seconds: float) -> None:
        """Wait this many seconds, or until a stop. Nothing else wakes the caller, so a crowd of them costs nothing."""
        self._stopped.wait(seconds)

    def wake(self) -> None:
        """Make every waiting thread check again, because something other than the view has changed."""
        with self._view_changed:
            self._view_changed.notify_all()
        self.changed()

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wake everyone who waits; returns when the current frame is done."""
        self._stopped.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join()

    def step(self, timeout: float = PATIENCE_S) -> None:
        """Run the loop once: read the next frame, or report why there is none."""
        frame = self._capture.wait(self._last_frame, timeout)
        if frame is None:
            self._report_missing_frame()
            return
        self._last_frame = frame.number
        began = self._clock()
        try:
            reading = self._reader.process(frame)
        except NotSetUp as missing:
            self._publish_unread(frame, get_message(missing), began)
        except TablecamError as refused:
            self._report_trouble(get_message(refused))
        except Exception:
            # a bug in one image must not end the evening: the next one may be readable
            log.exception("frame %d could not be read", frame.number)
            self._report_trouble(UNREADABLE)
        else:
            self._on_result(reading)
            self._publish_result(frame, reading, began)

    def _run_loop(self) -> None:
        while self.running:
            self.step()

    def _publish_result(self, frame: Frame, reading: ProcessedFrame, began: float) -> None:
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
        self._publish_picture(published, frame, began)

    def _publish_unread(self, frame: Frame, missing: Message, began: float) -> None:
        """Publish the image alone; the latest changes stay."""
        self._publish_picture(PublishedFrame(changes=self._view.changes, missing=missing), frame, began)

    def _publish_picture(self, published: PublishedFrame, frame: Frame, began: float) -> None:
        now_s = self._clock()
        self._read_at.append(now_s)
        rate, number = self._frame_rate(), self._view.number + 1
        trouble, reading_s = self._capture.trouble, now_s - began
        self._publish(
            replace(published, number=number, frame=frame, trouble=trouble, frames_per_s=rate, reading_s=reading_s)
        )

    def _report_missing_frame(self) -> None:
        """Report why there is no frame. Only the next good one ends a trouble, or the end of a readable recording."""
        end_reason, trouble = self._capture.over, self._capture.trouble or self._view.trouble
        self._report_trouble(
            None if end_reason is not None and self._view.snapshot is not None else trouble, end_reason
        )

    def _report_trouble(self, trouble: str | Message | None, over: str | Message | None = None) -> None:
        if (trouble, over) != (self._view.trouble, self._view.over):
            self._publish(replace(self._view, number=self._view.number + 1, trouble=trouble, over=over))

    def _frame_rate(self) -> float:
        spent = self._read_at[-1] - self._read_at[0]
        return (len(self._read_at) - 1) / spent if spent > 0 else 0.0

    def _publish(self, view: PublishedFrame) -> None:
        with self._view_changed:
            self._view = view
            self._view_changed.notify_all()
        self.changed()


RESTING = ("settled", "occluded", "lost")


@dataclass(frozen=True)
class RestingTable:
    """An image, the camera in its place, and the models' positions on that image."""

    frame: Frame
    camera: Camera
    models: tuple[Placed, ...]


def find_resting_table(view: PublishedFrame) -> RestingTable | None:
    """The table of a view; None while something moves, or while the camera or its pose is not known."""
    snapshot = view.snapshot
    if snapshot is None or view.frame is None or view.camera is None or view.trouble or snapshot.pose_untrusted:
        return None
    if any(placed.state not in RESTING for placed in snapshot.models):
        return None
    return RestingTable(view.frame, view.camera, snapshot.models)
