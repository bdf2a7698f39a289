"""`cameras.toml`: the cameras over a table, in the order of camera.yaml, camera-2.yaml and so on."""

from collections.abc import Sequence
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.storage.text_file import write_text
from tablecam.storage.toml_file import quote_string, read_toml

CAMERAS = "cameras.toml"


def read_sources(folder: Path) -> tuple[str, ...]:
    """The cameras of the table's last game; none without the file. BadFile names file and key."""
    path = folder / CAMERAS
    if not path.exists():
        return ()
    file = read_toml(path, "which cameras hang over the table")
    file.only("cameras")
    sources = file.values.get("cameras", [])
    if not isinstance(sources, list) or not all(isinstance(source, str) and source for source in sources):
        raise BadFile(f'{path}: cameras must be a list of texts, such as ["/dev/video0"]')
    return tuple(sources)


def keep_sources(folder: Path, sources: Sequence[str]) -> None:
    """Writes the cameras of a table. Raises BadFile."""
    if tuple(sources) != read_sources(folder):
        write_text(folder / CAMERAS, f"cameras = [{', '.join(map(quote_string, sources))}]\n")


def keep_first(folder: Path, source: str) -> None:
    """Replaces the first camera; the further ones stay. Raises BadFile."""
    keep_sources(folder, (source, *read_sources(folder)[1:]))
