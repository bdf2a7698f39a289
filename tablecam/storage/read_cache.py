"""Values read from files, kept for as long as the files stay as they are.

    cache = ReadCache()
    cache.get(("force", path), lambda: read_force(path))     # reads again once the file, or one it names, changes

Which files a value comes from is noted while it is read: all that `read_text` opens. A file that cannot be understood
is read at each request.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from tablecam.storage.text_file import FileState, find_state, note_files, noting_reads

Value = TypeVar("Value")
# more than the forces and scenarios of any club; then all are read once more
MOST_KEPT = 500


class KeptValue(NamedTuple):
    """A value, and the states of its files when they were read."""

    value: Any
    files: tuple[FileState, ...]


class ReadCache:
    """Thread-safe: a value may be read twice at the same time, and never from a file that has changed."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, KeptValue] = {}

    def get(self, key: Hashable, read: Callable[[], Value]) -> Value:
        """The value of that key, read again where one of its files has changed."""
        entry = self._kept.get(key)
        if entry is not None and all(find_state(state.path) == state for state in entry.files):
            note_files(entry.files)
            value: Value = entry.value
            return value
        with noting_reads() as files:
            value = read()
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[key] = KeptValue(value, tuple(files))
        return value
