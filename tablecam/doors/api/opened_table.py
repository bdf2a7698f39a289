"""A table folder that is ready to measure: photographs, written positions, and video."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from threadpoolctl import ThreadpoolController

from tablecam.base.errors import BadPicture
from tablecam.doors.api.measured_position import MeasuredPosition
from tablecam.sensing.tracking.changes import TrackChange
from tablecam.storage.position import read_position
from tablecam.storage.table_folder import TableFolder, read_folder, refuse_lensless
from tablecam.storage.table_toml import read_delays
from tablecam.table.miniature import Miniature
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature

if TYPE_CHECKING:
    import numpy as np

    from tablecam.live.pipeline import FrameResult
    from tablecam.sensing.vision.frame import Frame

# One thread for tablecam's own linear algebra.
#
# Tablecam's matrices have fewer than a hundred rows. OpenBLAS splits even those among all processors, where its
# threads mostly wait for each other. The command line sets OPENBLAS_NUM_THREADS before numpy loads. A library must
# not: the setting lasts as long as the process, slows down the program's own large matrices, and passes to the
# programs that it starts; and it does nothing where numpy is loaded already. The limit here ends with the call.


def one_blas_thread() -> AbstractContextManager[object]:
    """A block in which the loaded linear algebra libraries use one thread; it restores the setting at its end."""
    limit: AbstractContextManager[object] = _find_controller().limit(limits=1, user_api="blas")
    return limit


@cache
def _find_controller() -> ThreadpoolController:
    """Find the libraries once, which takes milliseconds: numpy is loaded when the first block begins."""
    import numpy as np  # noqa: F401  # its library must be loaded to be found

    return ThreadpoolController()


def open_table(path: Path | str) -> "OpenedTable":
    """Open a table folder. Raises BadFile, which names the file and the line or key of the first fault.

    The folder needs only `table.toml` to measure written positions; photographs and video also need `camera.yaml`,
    `models.toml` and reference tags.
    """
    return OpenedTable(read_folder(path, camera_needed=False, models_needed=False))


@dataclass(frozen=True)
class OpenedTable:
    """One physical table, as its folder describes it; made by `open_table`."""

    folder: TableFolder

    def __repr__(self) -> str:
        """The folder, the size of the table, and how many models it lists."""
        width_in, depth_in = self.size_in
        return f"<OpenedTable {self.path}: {width_in:g} x {depth_in:g} in, {len(self.models)} models>"

    @property
    def path(self) -> Path:
        """The table folder."""
        return self.folder.path

    @property
    def size_in(self) -> tuple[float, float]:
        """Width (x) and depth (y) of the playing area in inches."""
        return self.folder.table.width_in, self.folder.table.depth_in

    @property
    def models(self) -> tuple[Miniature, ...]:
        """The models that `models.toml` lists, wherever they are; empty without that file."""
        return self.folder.roster.models

    @property
    def terrain(self) -> tuple[Feature, ...]:
        """The fixed terrain of `terrain.geojson`, each feature an upright prism; empty without that file."""
        return self.folder.terrain.features

    def measure(self, photo: "Path | str | np.ndarray", *more: "Path | str | np.ndarray") -> MeasuredPosition:
        """Measure one photograph of the table, or several of one moment from different places.

        photo: a file, or an image as a uint8 array of shape (height, width) in grey or (height, width, 3) in BGR, as
        OpenCV reads it. more: further ones, each with the lens of camera-2.yaml and so on, or all with that of
        camera.yaml if there is no other. Raises BadFile if a file is missing, BadPicture if an image cannot be
        measured.
        """
        from tablecam.live.pipeline import measure_photo
        from tablecam.sensing.vision.frame import SharedMoment

        folder = self._image_folder
        pictures = {number: _to_frame(picture) for number, picture in enumerate((photo, *more))}
        frame = SharedMoment(pictures) if more else pictures[0]
        with one_blas_thread():
            return self._build_position(measure_photo(folder, frame).snapshot)

    def position(self, file: Path | str) -> MeasuredPosition:
        """Read a written position: the JSON that `tablecam measure --json` prints, or snapshot notation.

        A model that `models.toml` does not list needs its base, height and side in the file. Raises BadFile.
        """
        return self._build_position(read_position(file, self.folder))

    def track(
        self, source: str | Path | int | Sequence[str | Path | int], skipped: Callable[[str], None] | None = None
    ) -> Iterator[TrackChange]:
        """Follow the models through a source, or several of one table, and yield each change as it happens.

        source: a video file, a folder of images, a device number or path, a stream's URL, or "synthetic". A recording
        ends; a live camera does not, and is closed when the iterator is. A sequence of sources: cameras with the
        lenses of camera.yaml, camera-2.yaml and so on; recordings of them begin together. skipped: is called with one
        sentence for each frame that cannot be used. Raises BadFile, BadPicture or CameraUnavailable.
        """
        sources = [str(item) for item in ([source] if isinstance(source, str | Path | int) else source)]
        for result in follow(self._image_folder, sources, skipped or _ignore_skipped):
            yield from result.changes

    @cached_property
    def _image_folder(self) -> TableFolder:
        """The folder, checked for everything that an image needs."""
        return read_folder(self.path)

    def _build_position(self, snapshot: Snapshot) -> MeasuredPosition:
        standing = {placed.model.id for placed in snapshot.models}
        return MeasuredPosition(snapshot, tuple(model.id for model in self.models if model.id not in standing))


def follow(folder: TableFolder, sources: Sequence[str], skipped: Callable[[str], None]) -> "Iterator[FrameResult]":
    """The result of every usable moment of one source or several; `skipped` gets a sentence about each other one.

    It waits for a live camera that is lost. Raises TablecamError if a camera has no lens, and BadPicture if not even
    the first frame fits the folder, and at the end of a recording that never showed the table.
    """
    from tablecam.live.pipeline import Pipeline
    from tablecam.sensing.camera.delay import get_delay_s
    from tablecam.sensing.camera.several import moments
    from tablecam.sensing.camera.source import open_source

    refuse_lensless(len(sources), len(folder.lenses))
    pipeline, source = Pipeline(folder), ", ".join(sources)
    latest: FrameResult | None = None
    with ExitStack() as opened:
        cameras = [opened.enter_context(open_source(name)) for name in sources]
        delays = read_delays(folder.path)
        for frame in moments(cameras, skipped, lambda number: get_delay_s(delays, cameras[number].name)):
            try:
                with one_blas_thread():
                    latest = pipeline.process(frame)
            except BadPicture as refused:
                sentence = f"{source}, frame {frame.number}: {refused}"
                if latest is None:
                    raise BadPicture(sentence) from refused
                skipped(sentence)
                continue
            yield latest
    if latest is None:
        raise BadPicture(f"{source}: no frame of it can be read: record it again")
    if latest.registration is None:
        raise BadPicture(f"{source}: {latest.snapshot.problems[0]}")


def _to_frame(photo: "Path | str | np.ndarray") -> "Frame":
    from tablecam.sensing.camera.recording import load_image
    from tablecam.sensing.vision.frame import Frame

    if isinstance(photo, str | Path):
        return load_image(Path(photo))
    if not hasattr(photo, "ndim"):
        raise BadPicture(
            f"a picture cannot be a {type(photo).__name__}: give the path of a file, or a uint8 array of its pixels; "
            "`cv2.imdecode` makes one of a file's bytes"
        )
    grey_or_colour = photo.ndim == 2 or (photo.ndim == 3 and photo.shape[2] == 3)
    if str(photo.dtype) != "uint8" or not grey_or_colour or not photo.size:
        raise BadPicture(
            f"an array of {photo.dtype} with shape {photo.shape} is not a picture: give uint8 with shape "
            "(height, width) or (height, width, 3)"
        )
    return Frame(photo, 0.0)


def _ignore_skipped(_sentence: str) -> None:
    """Pass over frames that cannot be used in silence."""
