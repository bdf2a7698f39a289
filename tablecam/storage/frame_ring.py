"""Frames of the camera, kept while a game is played: a bounded ring of small JPEGs on disk.

    ring = FrameRing(Path("games.db.frames"))
    ring.add(KeptFrame(7, 1_767_000_000_500, 41), jpeg)
    ring.list_frames(7)
    ring.delete_game(7)

Each frame is a file whose name says its game, when it was taken, and how long the log was then. The frames are no part
of the game: they can be deleted at any time.
"""

import os
import shutil
import threading
from bisect import insort
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tablecam.storage.small_images import SUFFIX
from tablecam.storage.text_file import write_bytes

MOST_BYTES = 200_000_000
# the game's log needs room on the disk too: frames leave at least this much free
LEAST_FREE_BYTES = 500_000_000


class KeptFrame(NamedTuple):
    """A frame of a game. time_ms: milliseconds since 1970; line: the last line of the log at that time."""

    game: int
    time_ms: int
    line: int

    @property
    def file_name(self) -> str:
        """The name of its file."""
        return f"{self.game}-{self.time_ms}-{self.line}{SUFFIX}"


class FrameRing:
    """The frames of one folder. Safe for any thread. The first frame makes the folder."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES, least_free_bytes: int = LEAST_FREE_BYTES) -> None:
        self.folder = folder
        self.most_bytes = most_bytes
        self._least_free_bytes = least_free_bytes
        self._lock = threading.Lock()
        self._sizes = _find_frames(folder)
        # by time
        self._order = sorted((frame.time_ms, frame) for frame in self._sizes)
        self._bytes = sum(self._sizes.values())

    def add(self, frame: KeptFrame, jpeg: bytes) -> None:
        """Keeps a frame; the oldest ones go if there is no room. OSError if the disk is full or fails."""
        self.make_room(len(jpeg))
        with self._lock:
            self.folder.mkdir(parents=True, exist_ok=True)
            if shutil.disk_usage(self.folder).free < self._least_free_bytes + len(jpeg):
                raise OSError(f"{self.folder}: the disk is nearly full, and its last space is for the games")
            # a frame need not outlive a power cut, and shows people
            write_bytes(self.folder / frame.file_name, jpeg, flush=False, private=True)
            self._sizes[frame] = len(jpeg)
            self._bytes += len(jpeg)
            insort(self._order, (frame.time_ms, frame))

    def has_room(self, size: int) -> bool:
        """Whether a frame of that size fits in without deleting another."""
        return self._bytes + size <= self.most_bytes

    def make_room(self, size: int, spared: Collection[KeptFrame] = ()) -> None:
        """Deletes the oldest frames until `size` bytes fit in, those of `spared` last."""
        with self._lock:
            candidates = sorted((frame for _time_ms, frame in self._order), key=spared.__contains__)
            doomed = []
            excess = self._bytes + size - self.most_bytes
            for frame in candidates:
                if excess <= 0:
                    break
                doomed.append(frame)
                excess -= self._sizes[frame]
            self._delete_frames(doomed)

    def list_games(self) -> frozenset[int]:
        """The games that have frames."""
        with self._lock:
            return frozenset(frame.game for frame in self._sizes)

    def list_frames(self, game: int, since_ms: float = 0.0) -> tuple[KeptFrame, ...]:
        """The frames of a game by time. since_ms: earlier frames belong to another game of that number."""
        with self._lock:
            return tuple(frame for time_ms, frame in self._order if frame.game == game and time_ms >= since_ms)

    def count_bytes(self, game: int) -> int:
        """The bytes that the frames of a game take."""
        with self._lock:
            return sum(size for frame, size in self._sizes.items() if frame.game == game)

    def read_frame(self, frame: KeptFrame) -> bytes | None:
        """A frame as JPEG; None if it is gone."""
        try:
            return (self.folder / frame.file_name).read_bytes()
        except OSError:
            return None

    def delete_game(self, game: int) -> None:
        """Deletes all frames of a game."""
        with self._lock:
            self._delete_frames([frame for frame in self._sizes if frame.game == game])

    def _delete_frames(self, frames: Collection[KeptFrame]) -> None:
        """Delete frames, which stay known where the disk refuses: they count until they are gone."""
        gone = set()
        for frame in frames:
            with suppress(OSError):
                (self.folder / frame.file_name).unlink(missing_ok=True)
                self._bytes -= self._sizes.pop(frame)
                gone.add(frame)
        if gone:
            self._order = [entry for entry in self._order if entry[1] not in gone]


def _find_frames(folder: Path) -> dict[KeptFrame, int]:
    """The frames of earlier games with their sizes; other files are ignored, but for halves of frames, which go."""
    sizes: dict[KeptFrame, int] = {}
    with suppress(OSError):
        for half in folder.glob(f".*{SUFFIX}.*"):
            half.unlink()
        for entry in os.scandir(folder):
            frame = _parse_name(entry.name)
            if frame and entry.is_file():
                sizes[frame] = entry.stat().st_size
    return sizes


def _parse_name(name: str) -> KeptFrame | None:
    words = name.removesuffix(SUFFIX).split("-")
    if len(words) != 3 or not all(word.isdecimal() for word in words):
        return None
    frame = KeptFrame(*map(int, words))
    return frame if frame.file_name == name else None
