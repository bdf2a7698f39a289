"""Puts finished files into a folder."""

from collections.abc import Mapping
from pathlib import Path

from hardware.paper import CannotPrint
from tablecam.base.errors import BadFile
from tablecam.storage.text_file import write_bytes


def deliver(files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Writes every file under its name in `folder`, which is made if necessary, and returns their paths in the same
    order.

    A file appears under its name only when all of it is on disk. Raises CannotPrint if the folder cannot be written.
    """
    try:
        for name, content in files.items():
            write_bytes(folder / name, content)
    except BadFile as fault:
        raise CannotPrint(f"{fault}; choose another folder with --out") from fault  # no text
    return [folder / name for name in files]
