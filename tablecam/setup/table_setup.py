"""Everything that setting up one table needs, put together: its folder, its camera, and the steps."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from tablecam.camera.hot_swap import HotSwap
from tablecam.setup.camera_step import CameraStep, PictureSeen, lens_fits
from tablecam.setup.cameras import Cameras
from tablecam.setup.gauge_step import GaugeStep
from tablecam.setup.known_places import known
from tablecam.setup.lens_step import LensStep
from tablecam.setup.place_step import PlaceStep
from tablecam.setup.progress import Now, StepState, progress
from tablecam.setup.roster_step import RosterStep
from tablecam.setup.setup_state import SetupState
from tablecam.setup.terrain_step import TerrainStep
from tablecam.setup.unassigned_tags import UnwornTags
from tablecam.setup.watcher import FrameWatcher, WatchedResult
from tablecam.vision.frame import Frame


class TableSetup(AbstractContextManager["TableSetup"]):
    """The steps of one folder.

    reload: has the folder's files read again, and the camera found anew; called whenever one of them is new, or the
    camera is another one.
    """

    def __init__(
        self, folder: Path, camera: HotSwap, reload: Callable[[], None], cameras: Cameras | None = None
    ) -> None:
        self.folder = folder
        self.camera = camera
        self.cameras = cameras or Cameras()
        self.kept = SetupState(folder)
        self.lens = LensStep(folder, reload)
        self.place = PlaceStep(folder, reload)
        self.gauge = GaugeStep(folder, self.kept)
        self.terrain = TerrainStep(folder, reload)
        self.roster = RosterStep(folder, self.kept, reload)
        self.unworn = UnwornTags()
        self._picture = CameraStep(folder)
        self._reload = reload
        self._watcher = FrameWatcher(camera.look)

    @property
    def frame(self) -> Frame | None:
        """The newest frame."""
        return self.camera.look(timeout=0)

    def see_picture(self) -> tuple[PictureSeen | None, str]:
        """What the newest frame says of the camera, and what is wrong with it."""
        seen = self._see("camera")
        return seen.result, seen.trouble

    def see(self, step: str) -> WatchedResult:
        """What was last seen for a step: camera, lens, place or gauge. It goes on being looked at."""
        return self._see(step)

    def choose(self, source: str, size: str = "") -> None:
        """Reads this camera from now on. Raises CameraUnavailable; then the one before goes on."""
        self.camera.change(self.cameras.open(source, size))
        self._picture.anew()
        self.kept.keep("camera", {"source": source, "size": size})
        self._reload()

    def steps(self, placed: bool, trouble: str) -> tuple[StepState, ...]:
        """How far each step is. placed: whether the camera's place is known; trouble: what the live table says."""
        frame, folder = self.frame, known(self.folder)
        size = frame.size if frame is not None else None
        fits = lens_fits(folder, size) if size is not None else ""
        now = Now(size, trouble or self.camera.trouble or "", placed, fits, self.lens.begun)
        return progress(folder, self.kept.marks(), now, self.gauge.verdict.finding)

    def close(self) -> None:
        """Ends the looking; the camera is not ours."""
        self._watcher.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _see(self, step: str) -> WatchedResult:
        looks = {
            "camera": self._picture.look,
            "lens": self.lens.look,
            "place": self.place.look,
            "gauge": self.gauge.look,
        }
        return self._watcher.see(step, looks[step])
