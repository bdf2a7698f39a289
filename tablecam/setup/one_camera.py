"""What the set-up does with one camera over the table: its picture, its lens, and its place."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message, in_english, message_of
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

    reload: called when its lens or its place is new.
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
        """Why the camera gives no pictures now, as a sentence; nothing while it gives some."""
        return self.camera.trouble or ""

    @property
    def delay(self) -> CameraDelay | None:
        """How late the camera's pictures are; None where that was not measured, or cannot be read."""
        try:
            return self._delay()
        except BadFile:  # told by `late`
            return None

    @property
    def late(self) -> Text:
        """How late the camera's pictures are, as a sentence; nothing where that was not measured."""
        try:
            known = self._delay()
        except BadFile as fault:
            return message_of(fault)
        if known is None:
            return ""
        seconds, sigma = f"{known.seconds:.2f}", f"{known.sigma_s:.2f}"
        return Message("Its pictures are {seconds} s late, give or take {sigma} s.", seconds=seconds, sigma=sigma)

    def see_picture(self) -> tuple[PictureSeen | None, Text]:
        """The newest result of the step "camera", and the trouble with it."""
        seen = self.watch("camera", self.picture.look)
        return seen.result, seen.trouble

    def judge_tags(self, sizes_mm: Iterable[float], size_in: tuple[float, float]) -> TagVerdicts:
        """The verdicts on tags of these sizes over a playing area of that size; none before there is a picture."""
        frame = self.frame
        if frame is None:
            return TagVerdicts((), measured=False)
        return judge_tags(self.picture.px_per_mm, size_in, frame.size, sizes_mm)

    def see_lens(self) -> WatchedResult:
        """The newest result of the step "lens"."""
        return self.watch("lens", self.lens.look)

    def see_place(self) -> WatchedResult:
        """The newest result of the step "place"."""
        return self.watch("place", self.place.look)

    def watch(self, step: str, look: Look) -> WatchedResult:
        """The newest result of `look`; frames keep being checked for it as long as somebody asks."""
        return self._watcher.see(step, look)

    def close(self) -> None:
        """Ends the checking of frames; the camera stays open."""
        self._watcher.close()

    def _delay(self) -> CameraDelay | None:
        return read_delays(self._folder).get(in_english(self.camera.name))
