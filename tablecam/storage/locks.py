"""A lock on a game: one program at a time plays it. The hold ends with the program, however that ends.

SQLite: a lock of the system on a small file beside the database. PostgreSQL: an advisory lock of a connection that
stays open. Elsewhere only the log itself guards: no line can be written twice.
"""

import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Engine, text

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.storage.text_file import write_text

# "game" in ASCII: keeps our advisory locks apart from those of other programs on the same server
SPACE = 0x67616D65

# a file that is released and removed between finding and locking it is no refusal: the next try may succeed
WAITS_S = 0.1

Release = Callable[[], None]


def hold(engine: Engine, game: int) -> Release | None:
    """Holds a game, and returns the function that releases it; None if another program holds it."""
    if engine.dialect.name == "postgresql":
        return _take_advisory_lock(engine, game)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file and file != ":memory:":
        return _take_file_lock(f"{file}.game-{game}.lock")
    return lambda: None


def _take_file_lock(path: str) -> Release | None:
    """A lock on a file that exists only while the game is held, or was held by a program that was killed."""
    # different threads take and release it
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(timeout=WAITS_S, poll_interval=WAITS_S / 5)
    except (Timeout, OSError):
        return None

    def release() -> None:
        # On Windows a held file cannot be removed: the release itself removes it there. Elsewhere a program that
        # waited for this file notices that it is gone, and takes a new one.
        with suppress(OSError):
            Path(path).unlink()
        lock.release()

    return release


def _take_advisory_lock(engine: Engine, game: int) -> Release | None:
    connection = engine.connect()
    key = {"space": SPACE, "game": game}
    held = connection.execute(text("SELECT pg_try_advisory_lock(:space, :game)"), key).scalar_one()
    connection.commit()
    if not held:
        connection.close()
        return None

    def release() -> None:
        connection.execute(text("SELECT pg_advisory_unlock(:space, :game)"), key)
        connection.commit()
        connection.close()

    return release


# A lock on a table's folder: one server at a time plays at a table, and other programs learn which one.
#
# The hold ends with the program, however that ends. A folder that cannot be written is held by nobody.

# hidden files: people look into the folder
LOCK, HOLDER = ".tablecam.lock", ".tablecam.holder"  # no text
HELD_BY_SOMEBODY = Message("another tablecam is running at this table: continue there, or stop it and try again here")


class FolderLock:
    """The hold of one server on a table's folder. Safe for any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._threads = threading.Lock()
        self._lock: FileLock | None = None

    def take(self) -> Message | None:
        """Holds the folder; returns a message with the holder and the remedy if another program holds it."""
        with self._threads:
            if self._lock is not None or not os.access(self._folder, os.W_OK):
                return None
            # different threads take and release it
            lock = FileLock(self._folder / LOCK, thread_local=False)
            try:
                lock.acquire(timeout=WAITS_S, poll_interval=WAITS_S / 5)
            except Timeout:
                return self._describe_holder()
            except OSError:
                return None
            self._lock = lock
            self._sign_lock()
            return None

    def release(self) -> None:
        """Lets other programs hold it."""
        with self._threads:
            if self._lock is None:
                return
            # on systems that cannot remove a held file, the release removes it
            with suppress(OSError):
                (self._folder / HOLDER).unlink()
                (self._folder / LOCK).unlink()
            self._lock.release()
            self._lock = None

    def _sign_lock(self) -> None:
        """Writes the holder's name for the message of other programs; an unnamed holder still holds the folder."""
        signed = {"process": os.getpid(), "since": datetime.now().astimezone().isoformat(timespec="seconds")}
        with suppress(BadFile):
            write_text(self._folder / HOLDER, json.dumps(signed))

    def _describe_holder(self) -> Message:
        try:
            signed = json.loads((self._folder / HOLDER).read_text(encoding="utf-8"))
            since = datetime.fromisoformat(signed["since"]).astimezone()
            return Message(
                "another tablecam is running at this table (process {process}, since {time}): continue there, "
                "or stop it and try again here",
                process=int(signed["process"]),
                time=f"{since:%H:%M}",
            )
        except (OSError, ValueError, TypeError, KeyError):
            return HELD_BY_SOMEBODY
