"""The cameras over one table: chosen, opened and watched, set up one by one, kept in cameras.toml, and removed."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tablecam.base.errors import BadFile, BadPicture, CameraUnavailable, TablecamError
from tablecam.base.i18n import Message, get_message, listing, to_english
from tablecam.sensing.camera.camera_list import Offer, is_same, list_cameras
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.camera.several import SeveralCameras
from tablecam.sensing.camera.source import SIZES, Source, open_source
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import CameraStep, PictureSeen, TagVerdicts, judge_tags
from tablecam.setup.finding import SetupRefusal, Text
from tablecam.setup.lens_step import LensStep
from tablecam.setup.place_step import PlaceStep
from tablecam.setup.setup_files import load_files, set_aside
from tablecam.storage.table_folder import MOST_CAMERAS
from tablecam.storage.table_toml import CameraDelay, keep_first, keep_sources, read_delays

# the addresses of cameras on the network; a tablet cannot choose a file
SCHEMES = ("http", "https", "rtsp", "rtmp")
LONGEST_ADDRESS = 300

Open = Callable[[str, tuple[int, int] | None], Source]


@dataclass(frozen=True)
class Cameras:
    """The choice. more: cameras that are not plugged in, such as the drawn one, each with a function to open it.

    running: reads the cameras of the table, and takes further ones; None with the first camera alone. named: the
    sources that opened these cameras.
    """

    listed: Callable[[], Sequence[Offer]] = list_cameras
    more: tuple[tuple[Offer, Callable[[], Source]], ...] = ()
    by_address: Open = open_source
    running: SeveralCameras[HotSwap] | None = None
    named: tuple[str, ...] = ()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All cameras that a tap can choose."""
        return (*(offer for offer, _opened in self.more), *self.listed())

    def open(self, source: str, size: str = "") -> Source:
        """Opens an offered camera or a stream's address. size: one of `SIZES`.

        Raises CameraUnavailable if it does not open, or is neither an offer nor an address.
        """
        for offer, opener in self.more:
            if offer.source == source:
                return opener()
        if source in {offer.source for offer in self.listed()} or is_address(source):
            return self.by_address(source, SIZES.get(size))
        raise CameraUnavailable(
            Message(
                '"{source}" is neither a camera of this computer nor the address of a stream: plug the camera '
                "in and try again, or give an address that begins with one of {schemes}",
                source=source[:LONGEST_ADDRESS],
                schemes=listing(f"{scheme}://" for scheme in SCHEMES),
            )
        )


def is_address(text: str) -> bool:
    """Whether the text is the address of a stream."""
    if len(text) > LONGEST_ADDRESS:
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.hostname)


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


class OneCamera:
    """The steps "camera", "lens" and "place" for one camera of a folder. number: counted from 0.

    reload: called after its lens or its place has changed.
    """

    def __init__(self, folder: Path, camera: HotSwap, reload: Callable[[], None], number: int = 0) -> None:
        self.number = number
        self.camera = camera
        self.picture = CameraStep(folder, number)
        self.lens = LensStep(folder, reload, number=number)
        self.place = PlaceStep(folder, reload, number)
        self._folder = folder
        self._watcher = FrameWatcher(camera.look)

    @property
    def frame(self) -> Frame | None:
        """The newest frame."""
        return self.camera.look(timeout=0)

    @property
    def lost(self) -> Text:
        """The reason why the camera gives no pictures now, as a sentence; "" while it gives some."""
        return self.camera.trouble or ""

    @property
    def delay(self) -> CameraDelay | None:
        """The delay of the camera's pictures; None if it was not measured or cannot be read."""
        try:
            return self._read_delay()
        except BadFile:  # reported by `late`
            return None

    @property
    def late(self) -> Text:
        """The delay of the camera's pictures, as a sentence; "" if it was not measured."""
        try:
            delay = self._read_delay()
        except BadFile as fault:
            return get_message(fault)
        if delay is None:
            return ""
        seconds, sigma = f"{delay.seconds:.2f}", f"{delay.sigma_s:.2f}"
        return Message("Its images are {seconds} s late (± {sigma} s).", seconds=seconds, sigma=sigma)

    def see_picture(self) -> tuple[PictureSeen | None, Text]:
        """Returns the newest result of the step "camera", and the trouble with it."""
        sight = self.watch("camera", self.picture.look)
        return sight.result, sight.trouble

    def judge_tags(self, sizes_mm: Iterable[float], size_in: tuple[float, float]) -> TagVerdicts:
        """Judges tags of these sizes over a playing area of that size; no verdicts before there is a picture."""
        frame = self.frame
        if frame is None:
            return TagVerdicts((), measured=False)
        return judge_tags(self.picture.px_per_mm, size_in, frame.size, sizes_mm)

    def see_lens(self) -> WatchedResult:
        """Returns the newest result of the step "lens"."""
        return self.watch("lens", self.lens.look)

    def see_place(self) -> WatchedResult:
        """Returns the newest result of the step "place"."""
        return self.watch("place", self.place.look)

    def watch(self, step: str, look: Look) -> WatchedResult:
        """Returns the newest result of `look`; frames keep being checked for it as long as a page asks."""
        return self._watcher.see(step, look)

    def close(self) -> None:
        """Stops checking frames; the camera stays open."""
        self._watcher.close()

    def _read_delay(self) -> CameraDelay | None:
        return read_delays(self._folder).get(to_english(self.camera.name))


# A camera on trial gives its first picture within FIRST_S: V4L2 itself gives up after ten seconds. Its exposure settles
# a few pictures later.
FIRST_S, SETTLES_S, SETTLED_AFTER = 12.0, 1.0, 8


class TableCameras:
    """The cameras by their numbers from 0, as in their files' names. Any thread may call.

    reload: reads the folder's files again, and places the cameras again.
    """

    def __init__(self, folder: Path, first: HotSwap, choice: Cameras, reload: Callable[[], None]) -> None:
        self._folder = folder
        self._choice = choice
        self._reload = reload
        swaps = choice.running.captures if choice.running is not None else (first,)
        self._cameras = [OneCamera(folder, swap, reload, number) for number, swap in enumerate(swaps)]
        self._sources = [*choice.named[: len(swaps)], *[""] * (len(swaps) - len(choice.named))]
        # the last camera may have no place yet
        self._kept_count = len(swaps)
        self._change_lock, self._preview_lock = threading.Lock(), threading.Lock()

    @property
    def all(self) -> tuple[OneCamera, ...]:
        """The cameras by their numbers."""
        return tuple(self._cameras)

    @property
    def kept(self) -> tuple[OneCamera, ...]:
        """The table's cameras: all but one that has no place yet."""
        return self.all[: self._kept_count]

    def offers(self, number: int | None = None) -> tuple[Offer, ...]:
        """Lists the cameras to choose from under a number, or to add: those that no other camera of the table is."""
        return tuple(offer for offer in self._choice.offers if not self._is_used(offer.source, number))

    def get_camera(self, number: int) -> OneCamera:
        """Returns the camera of that number. Raises SetupRefusal if there is none."""
        cameras = self._cameras
        if not 0 <= number < len(cameras):
            raise SetupRefusal(Message("There is no camera {number} over this table.", number=number + 1))
        return cameras[number]

    def is_kept(self, number: int) -> bool:
        """Whether the camera is one of the table's; a new one is once it has found its place."""
        return number < self._kept_count

    def delay_says(self, number: int) -> Text:
        """States the delay of a camera's pictures, or how to measure that of a stream."""
        says, source = self.get_camera(number).late, self._sources[number]
        if says or not is_address(source):
            return says
        return Message(
            "The delay of its images has not been measured and counts as zero: run `tablecam doctor --delay "
            "{source} --table {folder}`, and hold that screen in front of the camera.",
            source=source,
            folder=self._folder,
        )

    def why_not_add(self) -> Message | None:
        """Says why no camera can be added now; None if one can."""
        files = load_files(self._folder)
        if files.table is None or files.lens is None:
            return Message("Set up the first camera before another camera: its lens, and its position over the table.")
        if self._choice.running is None:
            return Message("This table reads one recorded image: restart it with a camera to add another.")
        if len(self._cameras) > self._kept_count:
            return Message("Camera {number} has no position yet: set it up, or remove it.", number=len(self._cameras))
        if len(self._cameras) >= MOST_CAMERAS:
            return Message("A table has at most {most} cameras.", most=MOST_CAMERAS)
        return None

    def preview(self, source: str) -> Frame:
        """Returns a picture of a camera that could be added, opened for it alone.

        Raises CameraUnavailable for a camera that cannot be opened or is used, and BadPicture if no picture comes.
        """
        self._refuse_used(source)
        # the bandwidth of a computer does not suffice for many cameras at once
        with self._preview_lock, LatestFrame(self._choice.open(source)) as trial:
            first_frame = trial.wait(-1, FIRST_S)
            if first_frame is None:
                raise BadPicture(Message("This camera has not delivered an image."))
            return trial.wait(first_frame.number + SETTLED_AFTER, SETTLES_S) or trial.wait(-1, 0) or first_frame

    def open_spare(self, source: str) -> Source:
        """Opens a camera that is not over the table. Raises CameraUnavailable."""
        self._refuse_used(source)
        return self._choice.open(source)

    def add(self, source: str, size: str = "") -> OneCamera:
        """Reads another camera from now on; `keep` keeps it. Raises SetupRefusal and CameraUnavailable."""
        with self._change_lock:
            refusal, running = self.why_not_add(), self._choice.running
            if refusal is not None:
                raise SetupRefusal(refusal)
            assert running is not None
            self._refuse_used(source)
            swap = HotSwap(self._choice.open(source, size), LatestFrame)
            camera = OneCamera(self._folder, swap, self._reload, running.add(swap))
            self._sources.append(source)
            self._cameras.append(camera)
            return camera

    def change(self, number: int, source: str, size: str = "") -> None:
        """Reads another source under that number. Raises CameraUnavailable; then the previous source continues."""
        camera = self.get_camera(number)
        with self._change_lock:
            self._refuse_used(source, number)
            camera.camera.change(self._choice.open(source, size))
            camera.picture.reset()
            self._sources[number] = source
            if number == 0 and self._kept_count == 1:
                self._keep_first(source)
            elif number < self._kept_count:
                keep_sources(self._folder, self._sources[: self._kept_count])
        self._reload()

    def keep(self, number: int) -> None:
        """Makes a camera that has found its place one of the table's. Raises SetupRefusal, BadFile."""
        camera = self.get_camera(number)
        sight = camera.see_place().result
        if sight is None or sight.registration is None:
            raise SetupRefusal(
                Message("The camera’s position is not known yet: the camera must see three reference tags.")
            )
        with self._change_lock:
            self._kept_count = max(self._kept_count, number + 1)
            keep_sources(self._folder, self._sources[: self._kept_count])
        self._reload()

    def remove(self, number: int) -> None:
        """Takes a further camera away; its lens stays in the folder for another time. Raises SetupRefusal, BadFile."""
        with self._change_lock:
            removed, running = self.get_camera(number), self._choice.running
            if number == 0 or running is None:
                raise SetupRefusal(Message("The first camera cannot be removed: choose another in its place."))
            later = self._cameras[number:]
            for camera in later:
                camera.lens.stop()
                camera.lens.report.unlink(missing_ok=True)
                camera.close()
            running.remove(removed.number)
            set_aside(self._folder, number, len(self._cameras))
            renumbered = [
                OneCamera(self._folder, successor.camera, self._reload, successor.number - 1) for successor in later[1:]
            ]
            self._cameras[number:] = renumbered
            del self._sources[number]
            if number < self._kept_count:
                self._kept_count -= 1
                keep_sources(self._folder, self._sources[: self._kept_count])
        self._reload()

    def close(self) -> None:
        """Stops checking frames."""
        for camera in self._cameras:
            camera.close()

    def _keep_first(self, source: str) -> None:
        # a table that has one drawn camera is a demonstration
        if all(source != offer.source for offer, _opened in self._choice.more):
            keep_first(self._folder, source)

    def _is_used(self, source: str, by_others_than: int | None = None) -> bool:
        other_sources = (other_source for number, other_source in enumerate(self._sources) if number != by_others_than)
        return any(is_same(source, other_source) for other_source in other_sources)

    def _refuse_used(self, source: str, by_others_than: int | None = None) -> None:
        if self._is_used(source, by_others_than):
            raise CameraUnavailable(Message("{source} is already over this table", source=source))
