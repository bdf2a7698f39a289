"""Puts finished files into a folder, each whole or not at all."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from hardware.paper import CannotPrint


def deliver(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write every file under its name in `folder`, made if need be, and give their paths in the same order.

    A file appears under its name only when all of it is on disk. Raises CannotPrint when the folder cannot be written.
    """
    try:
        return [_deliver_one(content, folder / name) for name, content in files.items()]
    except OSError as error:
        where = error.filename or folder
        raise CannotPrint(f"{where} cannot be written ({error.strerror}): choose another folder with --out") from error


def _deliver_one(content: bytes, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files for their owner alone; what is printed is for everybody
        Path(unfinished).chmod(0o644)
        return Path(unfinished).replace(path)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
