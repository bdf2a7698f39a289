"""The cameras over one table: another is added while the table is read, set up, kept in cameras.toml, and removed."""

import threading
from collections.abc import Callable
from pathlib import Path

from tablecam.base.errors import BadPicture, CameraUnavailable
from tablecam.base.i18n import Message
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.camera.plugged_in import Offer, is_same
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.cameras import Cameras, is_address
from tablecam.setup.finding import Text
from tablecam.setup.known_lenses import set_aside
from tablecam.setup.known_places import known
from tablecam.setup.one_camera import OneCamera
from tablecam.setup.refusal import SetupRefusal
from tablecam.storage.cameras_toml import keep_first, keep_sources
from tablecam.storage.table_folder import MOST_CAMERAS

# a camera that is tried gives its first picture within this: V4L2 itself gives up after ten seconds; and it has found
# its exposure a few pictures later
FIRST_S, SETTLES_S, SETTLED_AFTER = 12.0, 1.0, 8


class TableCameras:
    """Cameras go by their numbers from 0, as their files do. Any thread may call.

    reload: has the folder's files read again, and the cameras placed again.
    """

    def __init__(self, folder: Path, first: HotSwap, choice: Cameras, reload: Callable[[], None]) -> None:
        self._folder = folder
        self._choice = choice
        self._reload = reload
        swaps = choice.running.captures if choice.running is not None else (first,)
        self._all = [OneCamera(folder, swap, reload, number) for number, swap in enumerate(swaps)]
        self._sources = [*choice.named[: len(swaps)], *[""] * (len(swaps) - len(choice.named))]
        # the last may be one that is still to be placed
        self._kept = len(swaps)
        self._changing, self._trying = threading.Lock(), threading.Lock()

    @property
    def all(self) -> tuple[OneCamera, ...]:
        """The cameras by their numbers."""
        return tuple(self._all)

    @property
    def kept(self) -> tuple[OneCamera, ...]:
        """Those that are the table's: all but one that is still to be placed."""
        return self.all[: self._kept]

    def offers(self, number: int | None = None) -> tuple[Offer, ...]:
        """The cameras to choose from for one of the table's, or to add: those that no other of the table's is."""
        return tuple(offer for offer in self._choice.offers if not self._used(offer.source, number))

    def of(self, number: int) -> OneCamera:
        """The camera of that number. Raises SetupRefusal where there is none."""
        cameras = self._all
        if not 0 <= number < len(cameras):
            raise SetupRefusal(Message("There is no camera {number} over this table.", number=number + 1))
        return cameras[number]

    def is_kept(self, number: int) -> bool:
        """Whether the camera is one of the table's; a new one is once it has found its place."""
        return number < self._kept

    def delay_says(self, number: int) -> Text:
        """How late a camera's pictures are, as a sentence; for a stream of which nobody measured it, how to."""
        says, source = self.of(number).late, self._sources[number]
        if says or not is_address(source):
            return says
        return Message(
            "How late its pictures are was not measured, so they count as not late: run `tablecam doctor --delay "
            "{source} --table {folder}`, and hold that screen before the camera.",
            source=source,
            folder=self._folder,
        )

    def why_not_add(self) -> Message | None:
        """Why no camera can be added now, as a sentence; None where one can."""
        files = known(self._folder)
        if files.table is None or files.lens is None:
            return Message("Set up the first camera before another: its lens, and its place over the table.")
        if self._choice.running is None:
            return Message("This table is read from one picture: start it again with a camera to add another.")
        if len(self._all) > self._kept:
            return Message("Camera {number} is still to be placed, or to be removed.", number=len(self._all))
        if len(self._all) >= MOST_CAMERAS:
            return Message("A table has at most {most} cameras.", most=MOST_CAMERAS)
        return None

    def preview(self, source: str) -> Frame:
        """A picture of a camera that could be added, opened for it alone.

        Raises CameraUnavailable; SetupRefusal for a camera that is used, BadPicture where no picture comes.
        """
        self._refuse_used(source)
        # computers have not the bandwidth for many cameras at once
        with self._trying, LatestFrame(self._choice.open(source)) as tried:
            first = tried.wait(-1, FIRST_S)
            if first is None:
                raise BadPicture(Message("No picture has come from this camera."))
            return tried.wait(first.number + SETTLED_AFTER, SETTLES_S) or tried.wait(-1, 0) or first

    def add(self, source: str, size: str = "") -> OneCamera:
        """Reads another camera from now on; it is kept with `keep`. Raises SetupRefusal and CameraUnavailable."""
        with self._changing:
            refusal, running = self.why_not_add(), self._choice.running
            if refusal is not None:
                raise SetupRefusal(refusal)
            assert running is not None
            self._refuse_used(source)
            swap = HotSwap(self._choice.open(source, size), LatestFrame)
            camera = OneCamera(self._folder, swap, self._reload, running.add(swap))
            self._sources.append(source)
            self._all.append(camera)
            return camera

    def change(self, number: int, source: str, size: str = "") -> None:
        """Reads another source under that number. Raises CameraUnavailable; then the one before goes on."""
        camera = self.of(number)
        with self._changing:
            self._refuse_used(source, number)
            camera.camera.change(self._choice.open(source, size))
            camera.picture.reset()
            self._sources[number] = source
            if number == 0 and self._kept == 1:
                self._keep_first(source)
            elif number < self._kept:
                keep_sources(self._folder, self._sources[: self._kept])
        self._reload()

    def keep(self, number: int) -> None:
        """The camera has found its place and is the table's from now on. Raises SetupRefusal, BadFile."""
        camera = self.of(number)
        placed = camera.see_place().result
        if placed is None or placed.registration is None:
            raise SetupRefusal(Message("The camera’s place is not known yet: let it see three reference tags."))
        with self._changing:
            self._kept = max(self._kept, number + 1)
            keep_sources(self._folder, self._sources[: self._kept])
        self._reload()

    def remove(self, number: int) -> None:
        """Takes a further camera away; its lens stays in the folder, for another time. Raises SetupRefusal, BadFile."""
        with self._changing:
            gone, running = self.of(number), self._choice.running
            if number == 0 or running is None:
                raise SetupRefusal(Message("The first camera cannot be removed: choose another in its place."))
            later = self._all[number:]
            for camera in later:
                camera.lens.stop()
                camera.lens.report.unlink(missing_ok=True)
                camera.close()
            running.remove(gone.number)
            set_aside(self._folder, number, len(self._all))
            moved = [OneCamera(self._folder, one.camera, self._reload, one.number - 1) for one in later[1:]]
            self._all[number:] = moved
            del self._sources[number]
            if number < self._kept:
                self._kept -= 1
                keep_sources(self._folder, self._sources[: self._kept])
        self._reload()

    def close(self) -> None:
        """Ends the checking of frames."""
        for camera in self._all:
            camera.close()

    def _keep_first(self, source: str) -> None:
        # a table that has one drawn camera is a demonstration
        if all(source != offer.source for offer, _opened in self._choice.more):
            keep_first(self._folder, source)

    def _used(self, source: str, by_others_than: int | None = None) -> bool:
        others = (used for number, used in enumerate(self._sources) if number != by_others_than)
        return any(is_same(source, used) for used in others)

    def _refuse_used(self, source: str, by_others_than: int | None = None) -> None:
        if self._used(source, by_others_than):
            raise CameraUnavailable(Message("{source} is already over this table", source=source))
