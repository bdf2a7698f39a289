"""Reads frames by what a table folder says now: it may be incomplete, and may be read anew while frames come."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tablecam.errors import BadFile, NotSetUp
from tablecam.pipeline import FrameResult, Pipeline
from tablecam.storage.table_folder import CAMERA, MODELS, TABLE, TableFolder, read_folder
from tablecam.table.roster import Roster
from tablecam.vision.frame import Frame

# without these no picture can be measured; what each of them is about
NEEDED = {CAMERA: "the lens", TABLE: "the table and its tags"}


class FrameReader(Protocol):
    """What reads frames by one folder: a pipeline, or who reads a single picture."""

    def process(self, frame: Frame) -> FrameResult:
        """What the frame tells."""


@dataclass(frozen=True)
class _FolderState:
    """What the folder said when it was read last; without `folder`, `missing` says what it lacks."""

    folder: TableFolder | None
    reader: FrameReader | None
    missing: str | None


class TableReader:
    """The reader of a table that can be set up while it is watched. `process` belongs to one thread, the rest to any.

    path: the table folder. made: what reads the frames of a folder that is complete. Raises BadFile where there is no
    such folder, or one of its files has a fault.
    """

    def __init__(self, path: Path | str, made: Callable[[TableFolder], FrameReader] = Pipeline) -> None:
        self.path = Path(path)
        self._made = made
        self._known = self._read()

    @property
    def folder(self) -> TableFolder | None:
        """What the folder says; None while it is incomplete."""
        return self._known.folder

    @property
    def roster(self) -> Roster:
        """Who may stand on the table; nobody while the folder is incomplete."""
        return self._known.folder.roster if self._known.folder else Roster(())

    @property
    def missing(self) -> str | None:
        """What the folder lacks before a frame can be read, as a sentence; None when it is complete."""
        return self._known.missing

    def reload(self) -> None:
        """Reads the folder again, and the frames from the next one on by what it says now.

        Models are found anew, which takes about a second. Raises BadFile for the first fault; then all stays as it was.
        """
        self._known = self._read()

    def take(self, folder: TableFolder) -> None:
        """Reads the frames from the next one on by this folder, whatever lies on the disk."""
        self._known = _FolderState(folder, self._made(folder), None)

    def process(self, frame: Frame) -> FrameResult:
        """What the frame tells. NotSetUp with what the folder lacks; BadPicture where the frame does not fit it."""
        known = self._known
        if known.reader is None:
            raise NotSetUp(known.missing)
        return known.reader.process(frame)

    def stand_on(self, model: str, surface: str | None) -> None:
        """A person says what a model at rest stands on; see `Pipeline.stand_on`. ValueError if it cannot."""
        reader = self._known.reader
        if not isinstance(reader, Pipeline):
            raise ValueError("nothing can be said of the models while no camera watches the table")
        reader.stand_on(model, surface)

    def _read(self) -> _FolderState:
        if not self.path.is_dir():
            raise BadFile(f"{self.path} is not a folder; a table folder holds {TABLE}, {MODELS} and {CAMERA}")
        lacks = [f"{name} ({about})" for name, about in NEEDED.items() if not (self.path / name).exists()]
        if lacks:
            verb = "is" if len(lacks) == 1 else "are"
            return _FolderState(
                None, None, f"the table is not set up yet: {' and '.join(lacks)} {verb} still to be made"
            )
        folder = read_folder(self.path, models_needed=False)
        return _FolderState(folder, self._made(folder), None)
