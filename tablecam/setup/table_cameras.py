"""The cameras over one table: they are added while the table is read, set up, kept in cameras.toml, and removed."""

import threading
from collections.abc import Callable
from pathlib import Path

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.i18n import Message
from tablecam.sensing.camera.camera_list import Offer, is_same
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.cameras import Cameras, is_address
from tablecam.setup.finding import Text
from tablecam.setup.known_lenses import set_aside
from tablecam.setup.known_places import load_files
from tablecam.setup.one_camera import OneCamera
from tablecam.setup.refusal import SetupRefusal
from tablecam.storage.cameras_toml import keep_first, keep_sources
from tablecam.storage.table_folder import MOST_CAMERAS

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
