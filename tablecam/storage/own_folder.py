"""A folder of published files, which may be published again while a web host serves it.

    write_own_folder(Path("friday"), "tablecam-replay.json", parts, pages)

Pages link to parts. Parts have other names in every edition, pages the same names in all of them. Parts are written
first and pages after them, and files that only an earlier edition needs are removed last: a page that is opened
meanwhile finds everything that it links to. A marker lists our files in the folder, and no other file is ever
overwritten or removed.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import parse_json, read_text, write_bytes, write_text

PURPOSE = "the names of the files that tablecam wrote into this folder"  # no text: of a fault of a file


def write_own_folder(folder: Path, marker: str, parts: Mapping[str, bytes], pages: Mapping[str, bytes]) -> None:
    """Writes the files, by their names relative to the folder, and removes those of an earlier edition.

    BadFile if the folder holds something and no marker, or somebody else's file under one of the names, and for a fault
    of the disk: while parts are written, the folder stays as it was; later, the next call completes it.
    """
    new = {*parts, *pages}
    old = own_files(folder, marker)
    _refuse_overwriting(folder, new - old)
    try:
        # first, so that the next call knows the remains of an interrupted one
        _write_marker(folder / marker, old | new)
        _write_files(folder, parts)
    except BaseException:
        with suppress(OSError, BadFile):
            _remove_files(folder, new - old)
            _write_marker(folder / marker, old) if old else _remove_files(folder, [marker])
        raise
    _write_files(folder, pages)
    _remove_files(folder, old - new)
    _write_marker(folder / marker, new)


def own_files(folder: Path, marker: str) -> set[str]:
    """The files that the marker lists; none for an empty or missing folder. BadFile for a folder that is not ours."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise BadFile(f"{folder} is a file: name a folder that is new, empty, or made by this command")
    if (folder / marker).is_file():
        return _read_marker(folder / marker)
    if any(folder.iterdir()):
        raise BadFile(f"{folder} holds other files: name a folder that is new, empty, or made by this command")
    return set()


def _read_marker(marker: Path) -> set[str]:
    content = parse_json(marker, read_text(marker, PURPOSE))
    names = content.get("files") if isinstance(content, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) and _stays_inside(name) for name in names):
        raise BadFile(f"{marker} does not list files of its folder: it was changed, so nothing was written")
    return set(names)


def _stays_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name


def _refuse_overwriting(folder: Path, names: Iterable[str]) -> None:
    others = sorted(name for name in names if (folder / name).exists())
    if others:
        raise BadFile(f"{folder / others[0]} was not made by this command: move it away, or name another folder")


def _write_marker(path: Path, names: Iterable[str]) -> None:
    write_text(path, json.dumps({"files": sorted(names)}, indent=1) + "\n")


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        write_bytes(folder / name, content)


def _remove_files(folder: Path, names: Iterable[str]) -> None:
    """Removes files, and the folders that this leaves empty."""
    for name in names:
        path = folder / name
        try:
            path.unlink(missing_ok=True)
        except OSError as fault:
            raise BadFile(f"{path} cannot be removed: {(fault.strerror or str(fault)).lower()}") from fault
        # folders that hold something stay
        with suppress(OSError):
            for parent in PurePosixPath(name).parents:
                (folder / parent).rmdir()
