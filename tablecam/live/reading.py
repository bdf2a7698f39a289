"""Read frames with a table folder that may be incomplete, and may be reloaded while frames arrive."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tablecam.base.errors import BadFile, NotSetUp
from tablecam.base.i18n import Message
from tablecam.live.pipeline import FrameResult, Pipeline
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.table_folder import CAMERA, MODELS, TABLE, TableFolder, read_folder
from tablecam.storage.terrain_geojson import ANY
from tablecam.table.roster import Roster

# the files that every measurement needs
NEEDED = (CAMERA, TABLE)
# by the files that are missing
STILL_TO_BE_MADE = {
    (CAMERA,): Message("the table is not set up yet: {camera} (the lens) is still missing", camera=CAMERA),
    (TABLE,): Message("the table is not set up yet: {table} (the table and its tags) is still missing", table=TABLE),
    NEEDED: Message(
        "the table is not set up yet: {camera} (the lens) and {table} (the table and its tags) are still missing",
        camera=CAMERA, table=TABLE,
    ),
}  # fmt: skip


class FrameReader(Protocol):
    """A reader of frames with one folder: a pipeline, or a reader of single images."""

    def process(self, frame: Frame) -> FrameResult:
        """The result of the frame."""


@dataclass(frozen=True)
class _FolderState:
    """The folder as last read; without `folder`, `missing` says what it lacks."""

    folder: TableFolder | None
    reader: FrameReader | None
    missing: Message | None


class TableReader:
    """The reader of a table that can be set up while it is watched. `process` belongs to one thread; any thread may
    call the other methods.

    path: the table folder. made: makes the reader for the frames of a complete folder. materials: those that terrain
    may have. Raises BadFile if there is no such folder, or one of its files has a fault.
    """

    def __init__(
        self,
        path: Path | str,
        made: Callable[[TableFolder], FrameReader] = Pipeline,
        materials: tuple[str, ...] = ANY,
    ) -> None:
        self.path = Path(path)
        self._materials = materials
        self._make_reader = made
        self._state = self._read_state()

    @property
    def folder(self) -> TableFolder | None:
        """The contents of the folder; None while it is incomplete."""
        return self._state.folder

    @property
    def roster(self) -> Roster:
        """The models that may stand on the table; none while the folder is incomplete."""
        return self._state.folder.roster if self._state.folder else Roster(())

    @property
    def missing(self) -> Message | None:
        """The files that the folder lacks before a frame can be read, as a sentence; None when it is complete."""
        return self._state.missing

    def reload(self) -> None:
        """Read the folder again; it applies from the next frame on.

        The pipeline searches for all models again, which takes about a second. Raises BadFile for the first fault; then
        nothing changes.
        """
        self._state = self._read_state()

    def take(self, folder: TableFolder) -> None:
        """Use this folder from the next frame on, whatever is on the disk."""
        self._state = _FolderState(folder, self._make_reader(folder), None)

    def process(self, frame: Frame) -> FrameResult:
        """The result of the frame. NotSetUp with what the folder lacks; BadPicture if the frame does not fit it."""
        state = self._state
        if state.reader is None:
            raise NotSetUp(state.missing)
        return state.reader.process(frame)

    def stand_on(self, model: str, surface: str | None) -> None:
        """Set by name what a model at rest stands on; see `Pipeline.stand_on`. ValueError if it cannot."""
        reader = self._state.reader
        if not isinstance(reader, Pipeline):
            raise ValueError(Message("nothing is known about the models while no camera watches the table"))
        reader.stand_on(model, surface)

    def _read_state(self) -> _FolderState:
        if not self.path.is_dir():
            raise BadFile(f"{self.path} is not a folder; a table folder holds {TABLE}, {MODELS} and {CAMERA}")
        lacks = tuple(name for name in NEEDED if not (self.path / name).exists())
        if lacks:
            return _FolderState(None, None, STILL_TO_BE_MADE[lacks])
        folder = read_folder(self.path, models_needed=False, materials=self._materials)
        return _FolderState(folder, self._make_reader(folder), None)
