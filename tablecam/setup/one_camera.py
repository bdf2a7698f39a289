"""The set-up of one camera over the table: its picture, its lens and its place."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message, get_message, to_english
from tablecam.sensing.camera.hot_swap import HotSwap
from tablecam.sensing.vision.frame import Frame
from tablecam.setup.camera_step import CameraStep, PictureSeen
from tablecam.setup.finding import Text
from tablecam.setup.lens_step import LensStep
from tablecam.setup.place_step import PlaceStep
from tablecam.setup.tag_resolution import TagVerdicts, judge_tags
from tablecam.setup.watcher import FrameWatcher, Look, WatchedResult
from tablecam.storage.delays_toml import CameraDelay, read_delays


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
